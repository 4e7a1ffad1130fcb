package dev.lapse.jcache.store;

/** An entry of a cache that is bounded by weight. */
final class WeighedEntry<K> extends BoundedEntry<K> {

  private int weight;

  WeighedEntry(K key) {
    super(key);
  }

  @Override
  public int weight() {
    return weight;
  }

  @Override
  public void setWeight(int newWeight) {
    weight = newWeight;
  }
}
