package dev.lapse.tck;

import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * Reads what Surefire wrote and says whether the whole TCK ran. A run that finds no tests, or whose
 * tests excluded themselves, is green in JUnit's eyes; here it is a failure.
 */
public final class TckReport {

  /** How many tests cache-tests 1.1.1 holds. */
  private static final int TESTS = 493;

  /** How many of them are about the caching annotations. */
  private static final int ANNOTATION_TESTS = 12;

  private static final String ANNOTATION_PACKAGE = "org.jsr107.tck.annotation.";

  /**
   * What the TCK logs in place of running a test: where an optional feature is missing, or by its
   * exclude list.
   */
  private static final String EXCLUDED = "EXCLUDING TEST";

  /** The one exclusion, which the TCK itself asks for: the test is a bare {@code fail()}. */
  private static final String EXCLUDED_BY_THE_TCK =
      EXCLUDED + " 'org.jsr107.tck.CachingTest'\t'dummyTest'";

  /** What the TCK logs where its {@code unwrap} tests have nothing to ask for. */
  private static final String NOT_UNWRAPPED = "Failed to load unwrap class";

  private int run;
  private int annotationTestsRun;
  private int failed;
  private int skipped;
  private final List<String> complaints = new ArrayList<>();

  private TckReport() {}

  /**
   * Prints one line, and fails if the TCK did not run as a whole and pass.
   *
   * @param args the directory of Surefire's XML reports
   * @throws Exception if a report cannot be read
   */
  public static void main(String[] args) throws Exception {
    TckReport report = new TckReport();
    File[] suites = new File(args[0]).listFiles((dir, name) -> name.matches("TEST-.*\\.xml"));
    if (suites != null) {
      Arrays.sort(suites);
      for (File suite : suites) {
        report.add(suite);
      }
    }
    report.conclude();
  }

  private void add(File file) throws Exception {
    Document document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file);
    Element suite = document.getDocumentElement();
    int tests = count(suite, "tests");
    run += tests;
    failed += count(suite, "failures") + count(suite, "errors");
    skipped += count(suite, "skipped");
    if (suite.getAttribute("name").startsWith(ANNOTATION_PACKAGE)) {
      annotationTestsRun += tests;
    }
    suite
        .getTextContent()
        .lines()
        .filter(line -> line.contains(EXCLUDED) || line.contains(NOT_UNWRAPPED))
        .filter(line -> !line.contains(EXCLUDED_BY_THE_TCK))
        .forEach(complaints::add);
  }

  private static int count(Element suite, String attribute) {
    return Integer.parseInt(suite.getAttribute(attribute));
  }

  private void conclude() {
    System.out.printf(
        "TCK: %d run, %d failed (%d of them annotation tests)%n", run, failed, annotationTestsRun);
    if (run < TESTS) {
      complaints.add("the TCK holds " + TESTS + " tests, " + run + " ran");
    }
    if (annotationTestsRun < ANNOTATION_TESTS) {
      complaints.add(
          ANNOTATION_TESTS + " annotation tests expected, " + annotationTestsRun + " ran");
    }
    if (failed > 0 || skipped > 0) {
      complaints.add(failed + " failed, " + skipped + " skipped");
    }
    if (!complaints.isEmpty()) {
      throw new IllegalStateException("The TCK did not pass:\n" + String.join("\n", complaints));
    }
  }
}
