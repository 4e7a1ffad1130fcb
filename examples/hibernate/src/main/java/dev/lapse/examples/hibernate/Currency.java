package dev.lapse.examples.hibernate;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import org.hibernate.annotations.Cache;
import org.hibernate.annotations.CacheConcurrencyStrategy;
import org.hibernate.annotations.Immutable;
import org.hibernate.annotations.NaturalId;
import org.hibernate.annotations.NaturalIdCache;

/** What never changes: cached read-only, found by id or by its natural id. */
@Entity
@Immutable
@NaturalIdCache
@Cache(usage = CacheConcurrencyStrategy.READ_ONLY)
public class Currency {

  @Id private long id;

  @NaturalId private String code = "";

  private String name = "";

  /** For Hibernate. */
  protected Currency() {}

  Currency(long id, String code, String name) {
    this.id = id;
    this.code = code;
    this.name = name;
  }

  String code() {
    return code;
  }

  String name() {
    return name;
  }
}
