package dev.lapse.jcache.config;

import javax.cache.CacheException;
import org.jspecify.annotations.Nullable;

/**
 * A settings file that cannot be used: it is not there, cannot be read, or something in it is
 * wrong. The message names the file, the place in it, the key, its value and what would be right.
 * Nothing has been made by then: no manager, or where {@code createCache} throws it, no cache.
 */
public final class SettingsException extends CacheException {

  private static final long serialVersionUID = 1L;

  private final String file;
  private final int line;
  private final int column;

  /**
   * Something is wrong at a place in the file.
   *
   * @param file the file, as a URI or path
   * @param line the line, the first is 1; 0 if it is about the whole file
   * @param column the column, the first is 1; 0 if it is about the whole file
   * @param problem what is wrong, and what would be right
   * @param cause what went wrong, or null
   */
  public SettingsException(
      String file, int line, int column, String problem, @Nullable Throwable cause) {
    super(message(file, line, column, problem), cause);
    this.file = file;
    this.line = line;
    this.column = column;
  }

  private static String message(String file, int line, int column, String problem) {
    return line == 0
        ? "Settings file %s: %s".formatted(file, problem)
        : "Settings file %s, line %d, column %d: %s".formatted(file, line, column, problem);
  }

  /**
   * The file.
   *
   * @return its URI or path
   */
  public String getFile() {
    return file;
  }

  /**
   * The line with the mistake.
   *
   * @return the first is 1; 0 if it is about the whole file
   */
  public int getLine() {
    return line;
  }

  /**
   * The column with the mistake.
   *
   * @return the first is 1; 0 if it is about the whole file
   */
  public int getColumn() {
    return column;
  }
}
