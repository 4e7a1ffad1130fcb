package dev.lapse.tck;

import javax.cache.annotation.BeanProvider;
import org.jboss.weld.environment.se.Weld;
import org.jboss.weld.environment.se.WeldContainer;

/**
 * Hands the TCK its annotated beans from a CDI container, which runs until the JVM ends. The TCK
 * finds this class through {@link java.util.ServiceLoader}; without it, its annotation tests would
 * pass without having run.
 */
public final class WeldBeanProvider implements BeanProvider {

  private final WeldContainer container = new Weld().initialize();

  @Override
  public <T> T getBeanByType(Class<T> beanClass) {
    return container.select(beanClass).get();
  }
}
