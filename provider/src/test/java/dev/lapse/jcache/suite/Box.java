package dev.lapse.jcache.suite;

import java.io.Serializable;

/** A mutable value. */
final class Box implements Serializable {

  private static final long serialVersionUID = 1;

  String text;

  Box(String text) {
    this.text = text;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Box box && box.text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
