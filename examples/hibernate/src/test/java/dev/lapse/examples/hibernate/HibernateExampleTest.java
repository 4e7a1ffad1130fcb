package dev.lapse.examples.hibernate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HibernateExampleTest {

  @ParameterizedTest
  @EnumSource(Database.class)
  void saysWhatComesFromTheCache(Database database) throws InterruptedException {
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    HibernateExample.run(database, new PrintStream(written, true, StandardCharsets.UTF_8));
    String text = written.toString(StandardCharsets.UTF_8);

    // Five kinds of reads and the rate, of each the second; after the update both.
    assertEquals(8, text.split("from the cache", -1).length - 1, text);
    assertTrue(text.contains("gone by itself after"), text);
    assertTrue(text.contains("dev.lapse.examples.hibernate.Account.postings"), text);
  }
}
