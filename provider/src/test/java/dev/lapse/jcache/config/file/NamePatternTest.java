package dev.lapse.jcache.config.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamePatternTest {

  @ParameterizedTest
  @CsvSource({
    "a, a, true",
    "a, b, false",
    "a, aa, false",
    "a.b, a.b, true",
    "a.b, axb, false",
    "*, anything, true",
    "*, '', true",
    "'', '', true",
    "'', a, false",
    "?, a, true",
    "?, '', false",
    "?, ab, false",
    "a*, a, true",
    "a*b*c, aXbYbZc, true",
    "a*b*c, aXcYb, false",
    "*a, banana, true",
    "*?a, a, false",
    "**, x, true",
    "\\*, *, true",
    "\\*, a, false",
    "\\?, ?, true",
    "\\\\, \\, true",
    "\\, \\, true",
    "$^(, $^(, true"
  })
  void matches(String pattern, String name, boolean expected) {
    assertEquals(expected, new NamePattern(pattern).matches(name));
  }

  @ParameterizedTest
  @CsvSource({
    "*, a*, true",
    "a*, ab*, true",
    "a*, *, false",
    "a?, a*, false",
    "?, ?, true",
    "*, *, true",
    "*a*, b?a, true",
    "a, ?, false",
    "\\*, *, false",
    "?, \\*, true"
  })
  void covers(String pattern, String other, boolean expected) {
    assertEquals(expected, new NamePattern(pattern).covers(new NamePattern(other)));
  }

  @Test
  void manyStarsTakeNoTime() {
    assertTrue(!new NamePattern("*a".repeat(1000) + "b").matches("a".repeat(10_000)));
  }
}
