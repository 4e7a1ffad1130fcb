package dev.lapse.examples.hibernate;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import org.hibernate.annotations.Cache;
import org.hibernate.annotations.CacheConcurrencyStrategy;

/**
 * What others change in the database too, and may be seen a little late: cached non-strictly, in a
 * region with a name of its own whose entries do not live long.
 */
@Entity
@Cache(usage = CacheConcurrencyStrategy.NONSTRICT_READ_WRITE, region = "rates")
public class Rate {

  @Id private String currency = "";

  private long perThousand;

  /** For Hibernate. */
  protected Rate() {}

  Rate(String currency, long perThousand) {
    this.currency = currency;
    this.perThousand = perThousand;
  }

  void setPerThousand(long perThousand) {
    this.perThousand = perThousand;
  }

  long perThousand() {
    return perThousand;
  }
}
