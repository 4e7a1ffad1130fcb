package dev.lapse.jcache.store;

import dev.lapse.jcache.eviction.DeadlineIndex;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The strata of a bounded cache as eviction sees them: all of their entries are bounded ones. */
@SuppressWarnings("unchecked")
record StrataIndex<K>(Strata<K> strata) implements DeadlineIndex<BoundedEntry<K>> {

  @Override
  public boolean isEmpty() {
    return strata.size() == 0;
  }

  @Override
  public void sample(int number, RandomGenerator random, List<BoundedEntry<K>> sample) {
    strata.sample(number, random, (List<StoredEntry<K>>) (List<?>) sample);
  }

  @Override
  public @Nullable BoundedEntry<K> nearest(RandomGenerator random) {
    return (BoundedEntry<K>) strata.nearest(random);
  }
}
