package dev.lapse.benchmarks.throughput;

import java.io.Serializable;

/** The values that are stored. */
final class Values {

  /** Small, and cannot change. */
  record Person(String name, String city, String mail) implements Serializable {}

  /** As beans are: with setters, so that a cache by value has to copy it. */
  static final class Account implements Serializable {
    private static final long serialVersionUID = 1;

    private String owner = "";
    private long balance;
    private int transactions;

    String getOwner() {
      return owner;
    }

    void setOwner(String owner) {
      this.owner = owner;
    }

    long getBalance() {
      return balance;
    }

    void setBalance(long balance) {
      this.balance = balance;
    }

    int getTransactions() {
      return transactions;
    }

    void setTransactions(int transactions) {
      this.transactions = transactions;
    }
  }

  private Values() {}

  static Object person(int i) {
    return new Person("Person " + i, "Springfield", "person" + i + "@example.org");
  }

  static Object account(int i) {
    Account account = new Account();
    account.setOwner("Person " + i);
    account.setBalance(100L * i);
    account.setTransactions(i);
    return account;
  }
}
