package dev.lapse.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class QuickstartTest {

  private static final String EXPECTED =
      """
      Six expiry policies, each with 900 ms to live
      put A and B into each of six caches
      read A, updated B
      created   A is gone   B is gone
      modified  A is gone   B is alive
      accessed  A is alive  B is gone
      touched   A is alive  B is alive
      eternal   A is alive  B is alive
      jittered  A is gone   B is alive
      created   A is gone   B is gone
      modified  A is gone   B is gone
      accessed  A is gone   B is gone
      touched   A is gone   B is gone
      eternal   A is alive  B is alive
      jittered  A is gone   B is gone
      Active expiry: nobody reads the entry again
      put session=alice, with 900 ms to live
      expired event: session=alice
      it is gone, and nobody had to ask
      Lazy expiry alone: the reaper is switched off
      put session=bob, with 900 ms to live
      its time is up, and the listener has heard nothing
      expired event: session=bob
      get has returned null, and so the listener was told
      """;

  @Test
  void itTellsWhatHappensInOrder() throws InterruptedException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Quickstart.run(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    String told =
        bytes
            .toString(StandardCharsets.UTF_8)
            .replace("\r\n", "\n")
            .replaceAll("(?m)^ *\\d+ ms  ", "")
            .replaceAll("(?m)^\\n", "");
    assertEquals(EXPECTED, told);
  }
}
