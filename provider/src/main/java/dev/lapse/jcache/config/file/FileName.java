package dev.lapse.jcache.config.file;

import dev.lapse.jcache.config.SettingsException;
import dev.lapse.jcache.config.file.Node.Position;
import org.jspecify.annotations.Nullable;

/**
 * The name of a file, by which its mistakes are told.
 *
 * @param name its path or URI
 */
record FileName(String name) {

  /** A mistake at a place in the file. */
  SettingsException wrong(Position position, String problem, @Nullable Throwable cause) {
    return new SettingsException(name, position.line(), position.column(), problem + ".", cause);
  }

  /** A mistake that is about the file as a whole. */
  SettingsException wrong(String problem, @Nullable Throwable cause) {
    return wrong(Position.NONE, problem, cause);
  }
}
