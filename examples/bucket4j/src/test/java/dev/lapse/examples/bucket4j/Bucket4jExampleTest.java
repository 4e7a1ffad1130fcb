package dev.lapse.examples.bucket4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class Bucket4jExampleTest {

  @Test
  void saysWhoHasToWaitAndWhenTheBucketsAreGone() throws InterruptedException {
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    Bucket4jExample.run(new PrintStream(written, true, StandardCharsets.UTF_8));
    String text = written.toString(StandardCharsets.UTF_8);
    // Each client twice; later answers depend on how long all of this takes.
    assertEquals(6, text.split(" ok ok ok ok ok", -1).length - 1, text);
    assertTrue(text.contains("buckets: 0 after"), text);
  }
}
