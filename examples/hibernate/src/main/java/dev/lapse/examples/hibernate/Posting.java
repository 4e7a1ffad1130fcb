package dev.lapse.examples.hibernate;

import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import org.hibernate.annotations.Cache;
import org.hibernate.annotations.CacheConcurrencyStrategy;
import org.hibernate.annotations.Immutable;
import org.jspecify.annotations.Nullable;

/** Part of an account's collection; written once, so cached read-only. */
@Entity
@Immutable
@Cache(usage = CacheConcurrencyStrategy.READ_ONLY)
public class Posting {

  @Id private long id;

  @ManyToOne(fetch = FetchType.LAZY)
  private @Nullable Account account;

  private long amount;

  /** For Hibernate. */
  protected Posting() {}

  Posting(long id, Account account, long amount) {
    this.id = id;
    this.account = account;
    this.amount = amount;
  }

  long id() {
    return id;
  }

  long amount() {
    return amount;
  }
}
