package dev.lapse.jcache;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.lapse.jcache.eviction.CacheEntryEvictedListener;
import dev.lapse.jcache.expiry.Deadline;
import dev.lapse.jcache.expiry.EntryExpiry;
import dev.lapse.jcache.expiry.Ticker;
import java.lang.management.ThreadMXBean;
import java.time.Clock;
import java.time.InstantSource;
import java.time.temporal.TemporalAccessor;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Date;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.cache.event.CacheEntryCreatedListener;
import javax.cache.event.CacheEntryEventFilter;
import javax.cache.event.CacheEntryExpiredListener;
import javax.cache.event.CacheEntryRemovedListener;
import javax.cache.event.CacheEntryUpdatedListener;
import javax.cache.expiry.ExpiryPolicy;
import javax.cache.integration.CacheLoader;
import javax.cache.integration.CacheWriter;
import javax.cache.processor.EntryProcessor;

/** Holds the structure that {@code docs/architecture.md} describes. */
@AnalyzeClasses(
    packages = ArchitectureTest.ROOT,
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  static final String ROOT = "dev.lapse.jcache";

  /**
   * Which packages of ours a package may use. The root may use all of them, and none may use the
   * root.
   */
  private static final Map<String, Set<String>> MAY_USE =
      Map.ofEntries(
          Map.entry("waiting", Set.of()),
          Map.entry("expiry", Set.of()),
          Map.entry("event", Set.of("waiting", "eviction")),
          Map.entry("copy", Set.of()),
          Map.entry("integration", Set.of()),
          Map.entry("stats", Set.of()),
          Map.entry("eviction", Set.of()),
          Map.entry("store", Set.of("event", "expiry", "stats", "waiting", "eviction")),
          Map.entry("config.text", Set.of()),
          Map.entry("config", Set.of("config.text", "copy", "expiry", "eviction")),
          Map.entry("config.file", Set.of("config", "config.text", "copy", "expiry", "eviction")),
          Map.entry(
              "operation", Set.of("store", "integration", "event", "expiry", "copy", "stats")),
          Map.entry("reaper", Set.of("store", "expiry")),
          Map.entry("management", Set.of("config", "eviction", "expiry", "stats", "reaper")));

  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      slices().matching("dev.lapse.(**)").should().beFreeOfCycles().allowEmptyShould(true);

  @ArchTest
  static final ArchRule everyPackageIsListed =
      classes()
          .that()
          .resideInAPackage(ROOT + "..")
          .should()
          .resideInAnyPackage(
              Stream.concat(
                      Stream.of(ROOT), MAY_USE.keySet().stream().map(ArchitectureTest::inRoot))
                  .toArray(String[]::new))
          .allowEmptyShould(true);

  @ArchTest
  static void packagesUseOnlyWhatTheyMay(JavaClasses imported) {
    MAY_USE.forEach(
        (user, used) ->
            noClasses()
                .that()
                .resideInAPackage(inRoot(user))
                .should()
                .dependOnClassesThat(
                    resideInAPackage(ROOT + "..")
                        .and(not(resideInAPackage(inRoot(user))))
                        .and(not(resideInAnyPackage(inRoot(used)))))
                .as("package " + user + " uses no package of ours but " + used)
                .allowEmptyShould(true)
                .check(imported));
  }

  @ArchTest
  static final ArchRule timeIsReadFromTheTickerAlone =
      noClasses()
          .that(not(belongToAnyOf(Ticker.class)))
          .should()
          .accessTargetWhere(
              methodsOf(System.class, "nanoTime", "currentTimeMillis")
                  .or(methodsOf(TemporalAccessor.class, "now"))
                  .or(methodsOf(InstantSource.class, "system"))
                  .or(methodsOf(Clock.class, "system", "systemUTC", "systemDefaultZone"))
                  .or(methodsOf(Clock.class, "tickMillis", "tickSeconds", "tickMinutes"))
                  .or(methodsOf(Calendar.class, "getInstance"))
                  .or(describe("new Date()", ArchitectureTest::isDateOfNow)))
          .allowEmptyShould(true);

  /** The reaper says what it costs; nothing is decided by it. */
  @ArchTest
  static final ArchRule processorTimeIsReadByTheReaperAlone =
      noClasses()
          .that(not(resideInAPackage(inRoot("reaper"))))
          .should()
          .dependOnClassesThat()
          .areAssignableTo(ThreadMXBean.class)
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule nothingHidesInThreads =
      noClasses()
          .should()
          .dependOnClassesThat()
          .areAssignableTo(ThreadLocal.class)
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule theStoreDecidesThatAnEntryIsDead =
      onlyIn(resideInAPackage(inRoot("store")), methodsOf(Deadline.class, "isDue"));

  @ArchTest
  static final ArchRule expiryPoliciesAreAskedInOnePlace =
      onlyIn(
          describe(
              "PolicyQuestions", type -> isInside(type, inRoot("expiry") + ".PolicyQuestions")),
          methodsOf(
              ExpiryPolicy.class,
              "getExpiryForCreation",
              "getExpiryForAccess",
              "getExpiryForUpdate"));

  /** The assembler only converts between stored and user's values. */
  @ArchTest
  static final ArchRule entryExpiriesAreAskedInOnePlace =
      onlyIn(
          describe(
              "EntryRules",
              type ->
                  isInside(type, inRoot("expiry") + ".EntryRules")
                      || isInside(type, ROOT + ".CacheAssembler")),
          methodsOf(EntryExpiry.class, "expirationOf"));

  @ArchTest
  static final ArchRule loadersAndWritersAreCalledInOnePlace =
      onlyIn(
          resideInAPackage(inRoot("integration")),
          methodsOf(CacheLoader.class, "load", "loadAll")
              .or(methodsOf(CacheWriter.class, "write", "writeAll", "delete", "deleteAll")));

  @ArchTest
  static final ArchRule listenersAndFiltersAreCalledInOnePlace =
      onlyIn(
          resideInAPackage(inRoot("event")),
          methodsOf(CacheEntryCreatedListener.class, "onCreated")
              .or(methodsOf(CacheEntryUpdatedListener.class, "onUpdated"))
              .or(methodsOf(CacheEntryRemovedListener.class, "onRemoved"))
              .or(methodsOf(CacheEntryExpiredListener.class, "onExpired"))
              .or(methodsOf(CacheEntryEvictedListener.class, "onEvicted"))
              .or(methodsOf(CacheEntryEventFilter.class, "evaluate")));

  @ArchTest
  static final ArchRule processorsAreCalledInOnePlace =
      onlyIn(resideInAPackage(inRoot("operation")), methodsOf(EntryProcessor.class, "process"));

  private static String inRoot(String packageName) {
    return ROOT + "." + packageName;
  }

  private static String[] inRoot(Set<String> packageNames) {
    return packageNames.stream().map(ArchitectureTest::inRoot).toArray(String[]::new);
  }

  private static ArchRule onlyIn(
      DescribedPredicate<JavaClass> place, DescribedPredicate<JavaAccess<?>> access) {
    return noClasses().that(not(place)).should().accessTargetWhere(access).allowEmptyShould(true);
  }

  /** Calls of and references to the methods, whether the owner is the type itself or a subtype. */
  private static DescribedPredicate<JavaAccess<?>> methodsOf(Class<?> owner, String... names) {
    Set<String> wanted = Set.of(names);
    return describe(
        owner.getSimpleName() + Arrays.toString(names),
        access ->
            wanted.contains(access.getTarget().getName())
                && access.getTargetOwner().isAssignableTo(owner));
  }

  private static boolean isDateOfNow(JavaAccess<?> access) {
    return access.getTarget() instanceof AccessTarget.ConstructorCallTarget constructor
        && constructor.getOwner().isEquivalentTo(Date.class)
        && constructor.getRawParameterTypes().isEmpty();
  }

  private static boolean isInside(JavaClass type, String className) {
    return type.getName().equals(className) || type.getName().startsWith(className + "$");
  }
}
