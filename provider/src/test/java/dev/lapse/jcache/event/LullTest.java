package dev.lapse.jcache.event;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LullTest {

  @Test
  void staysOnceAndThenAsLongAsAMomentBringsSeveralEvents() {
    Lull lull = new Lull();
    assertTrue(lull.stay());
    lull.gain();
    lull.gain();
    assertTrue(lull.stay());
    lull.gain();
    assertFalse(lull.stay());
    lull.gain();
    assertTrue(lull.stay());
    assertFalse(lull.stay());
  }
}
