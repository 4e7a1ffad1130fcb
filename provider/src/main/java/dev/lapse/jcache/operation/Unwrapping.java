package dev.lapse.jcache.operation;

/** The plain form of {@code unwrap}. */
public final class Unwrapping {

  private Unwrapping() {}

  /**
   * Returns an object as another type of it.
   *
   * @param object the object
   * @param type the wanted type
   * @param <T> the wanted type
   * @return the object
   * @throws IllegalArgumentException if it is not of the type
   */
  public static <T> T of(Object object, Class<T> type) {
    if (type.isInstance(object)) {
      return type.cast(object);
    }
    throw new IllegalArgumentException(
        "Cannot unwrap "
            + object.getClass().getName()
            + " to "
            + type.getName()
            + ": it is not an instance of that");
  }
}
