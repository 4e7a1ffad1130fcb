package dev.lapse.examples.hibernate;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import org.hibernate.annotations.Cache;
import org.hibernate.annotations.CacheConcurrencyStrategy;

/** Cached as only a cache that takes part in JTA transactions could do it. */
@Entity
@Cache(usage = CacheConcurrencyStrategy.TRANSACTIONAL, region = "stock")
public class Stock {

  @Id long id;

  long pieces;
}
