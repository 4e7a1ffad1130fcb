package dev.lapse.jcache.config.file;

import dev.lapse.jcache.config.file.Node.Position;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/**
 * A settings file that was found.
 *
 * @param name what it is called
 * @param stream opens it
 */
record SettingsSource(FileName name, Opener stream) {

  /** Far more than anybody writes by hand, and far less than could do harm. */
  private static final int MOST_BYTES = 1 << 20;

  private static final String BYTE_ORDER_MARK = "\uFEFF";

  /** Opens a file. */
  interface Opener {
    InputStream open() throws IOException;
  }

  /** Reads the whole text. */
  String text() {
    byte[] bytes;
    try (InputStream in = stream.open()) {
      bytes = in.readNBytes(MOST_BYTES + 1);
    } catch (IOException | RuntimeException e) {
      throw name.wrong(
          "it cannot be read (%s). Name a file that is there and may be read".formatted(e), e);
    }
    if (bytes.length > MOST_BYTES) {
      throw name.wrong(
          "it has more than %d bytes. Settings files may not be larger; use templates for what many caches share"
              .formatted(MOST_BYTES),
          null);
    }
    return decoded(bytes);
  }

  private String decoded(byte[] bytes) {
    CharBuffer text = CharBuffer.allocate(bytes.length);
    CoderResult result =
        StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes), text, true);
    text.flip();
    String decoded = text.toString();
    if (result.isError()) {
      throw name.wrong(
          positionAfter(decoded), "here it is not UTF-8. Save it with that encoding", null);
    }
    return decoded.startsWith(BYTE_ORDER_MARK) ? decoded.substring(1) : decoded;
  }

  /** Where what follows a text begins. */
  static Position positionAfter(String text) {
    int line = 1 + (int) text.chars().filter(c -> c == '\n').count();
    return new Position(line, text.length() - text.lastIndexOf('\n'));
  }
}
