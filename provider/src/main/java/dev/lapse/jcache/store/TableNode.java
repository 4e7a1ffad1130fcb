package dev.lapse.jcache.store;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * What the bins of an {@link EntryTable} hold: a chain of entries, or a sign in place of one.
 *
 * @param <K> the type of keys
 */
abstract class TableNode<K> {

  private static final VarHandle NEXT;

  static {
    try {
      NEXT = MethodHandles.lookup().findVarHandle(TableNode.class, "next", TableNode.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** The hash of a sign, which no key has. */
  static final int SIGN = -1;

  final int hash;

  /** The chain behind this entry; null in a sign. */
  private @Nullable TableNode<K> next;

  TableNode(int hash) {
    this.hash = hash;
  }

  /** Of a key: not negative. Upper bits count too where a table is small. */
  static int hashOf(Object key) {
    int code = key.hashCode();
    return (code ^ code >>> 16) & Integer.MAX_VALUE;
  }

  final boolean isSign() {
    return hash == SIGN;
  }

  @SuppressWarnings("unchecked")
  final @Nullable TableNode<K> next() {
    return (TableNode<K>) NEXT.getAcquire(this);
  }

  final void setNext(@Nullable TableNode<K> newNext) {
    NEXT.setRelease(this, newNext);
  }
}
