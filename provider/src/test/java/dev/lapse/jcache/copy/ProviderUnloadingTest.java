package dev.lapse.jcache.copy;

import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.File;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * An application that brings this provider along can be unloaded, although classes of the JDK were
 * asked about.
 */
class ProviderUnloadingTest {

  @Test
  void whatIsRememberedInClassesDoesNotHoldTheProvider() throws Exception {
    WeakReference<ClassLoader> application = useInAnApplication();
    Awaitility.await()
        .until(
            () -> {
              System.gc();
              return application.get() == null;
            });
  }

  private static WeakReference<ClassLoader> useInAnApplication() throws Exception {
    List<URL> classPath = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      classPath.add(new File(entry).toURI().toURL());
    }
    try (URLClassLoader application =
        new URLClassLoader(classPath.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
      Class<?> boundaries = application.loadClass(Boundary.class.getName());
      assertSame(application, boundaries.getClassLoader());
      Class<?> filter = java.io.ObjectInputFilter.class;
      Object boundary =
          boundaries
              .getMethod("bySerialization", String.class, Supplier.class, filter)
              .invoke(null, "Cache 'x'", (Supplier<ClassLoader>) () -> application, null);
      Method valueIn = boundaries.getMethod("valueIn", Object.class);
      assertSame("text", valueIn.invoke(boundary, "text"));
      valueIn.invoke(boundary, new ArrayList<>(List.of(Thread.State.NEW)));
      return new WeakReference<>(application);
    }
  }
}
