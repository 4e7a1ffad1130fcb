package dev.lapse.examples.hibernate;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.OneToMany;
import jakarta.persistence.Version;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.annotations.Cache;
import org.hibernate.annotations.CacheConcurrencyStrategy;
import org.hibernate.annotations.NaturalId;
import org.hibernate.annotations.NaturalIdCache;

/**
 * What changes and must never be seen stale: cached read-write, together with its natural id and
 * its collection.
 */
@Entity
@NaturalIdCache
@Cache(usage = CacheConcurrencyStrategy.READ_WRITE)
public class Account {

  @Id private long id;

  @Version private long version;

  @NaturalId(mutable = true)
  private String number = "";

  private long balance;

  @OneToMany(mappedBy = "account", cascade = CascadeType.ALL, orphanRemoval = true)
  @Cache(usage = CacheConcurrencyStrategy.READ_WRITE)
  private List<Posting> postings = new ArrayList<>();

  /** For Hibernate. */
  protected Account() {}

  Account(long id, String number) {
    this.id = id;
    this.number = number;
  }

  /** Changes the balance, and keeps the posting that did it. */
  void post(long postingId, long amount) {
    balance += amount;
    postings.add(new Posting(postingId, this, amount));
  }

  /** Changes the balance alone. */
  void setBalance(long balance) {
    this.balance = balance;
  }

  void renumber(String newNumber) {
    number = newNumber;
  }

  long version() {
    return version;
  }

  String number() {
    return number;
  }

  long balance() {
    return balance;
  }

  List<Posting> postings() {
    return postings;
  }
}
