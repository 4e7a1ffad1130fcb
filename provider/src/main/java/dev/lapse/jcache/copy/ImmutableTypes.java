package dev.lapse.jcache.copy;

import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.net.URI;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Currency;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * The types whose objects can be shared, as nothing can change them:
 *
 * <ul>
 *   <li>a list of the JDK's and of JCache's: the boxed primitives, {@link String}, big numbers,
 *       {@link UUID}, {@link URI}, the values of {@code java.time} and a few more;
 *   <li>enums, and class objects;
 *   <li>records all of whose components are <em>declared</em> with a primitive type, an enum, or a
 *       final type of this list or of this rule. A component of type {@code Object}, {@code List}
 *       or {@code BigDecimal} could hold anything.
 * </ul>
 */
final class ImmutableTypes {

  private static final Set<Class<?>> LISTED =
      Set.of(
          Boolean.class,
          Byte.class,
          Character.class,
          Short.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class,
          String.class,
          Class.class,
          BigInteger.class,
          BigDecimal.class,
          MathContext.class,
          UUID.class,
          URI.class,
          Locale.class,
          Currency.class,
          Pattern.class,
          Instant.class,
          java.time.Duration.class,
          Period.class,
          LocalDate.class,
          LocalTime.class,
          LocalDateTime.class,
          OffsetTime.class,
          OffsetDateTime.class,
          ZonedDateTime.class,
          Year.class,
          YearMonth.class,
          MonthDay.class,
          ZoneOffset.class,
          ZoneId.of("Europe/London").getClass(),
          javax.cache.expiry.Duration.class);

  /**
   * The answer is remembered in the class it is about, which may outlive the class loader of this
   * one. It is an object of the JDK, so that it does not keep that loader alive.
   */
  private static final ClassValue<Boolean> ANSWERS =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          return LISTED.contains(type)
              || Enum.class.isAssignableFrom(type)
              || isRecordOfImmutables(type, new HashSet<>());
        }
      };

  private ImmutableTypes() {}

  /**
   * Whether an object can be shared.
   *
   * @param type the object's own class
   * @return true if nothing can change an object of exactly this class
   */
  static boolean contains(Class<?> type) {
    return ANSWERS.get(type);
  }

  /**
   * Whether everything that a variable of the given type can hold can be shared.
   *
   * @param type a declared type
   * @return true if it is primitive, or no subclass can be mutable
   */
  static boolean coversAllOf(Class<?> type) {
    return coversAllOf(type, new HashSet<>());
  }

  private static boolean coversAllOf(Class<?> type, Set<Class<?>> assumed) {
    return type.isPrimitive()
        || type.isEnum()
        || type == ZoneId.class // sealed; both of its classes are listed
        || LISTED.contains(type) && Modifier.isFinal(type.getModifiers())
        || isRecordOfImmutables(type, assumed);
  }

  /**
   * A record that contains itself is immutable if the rest of it is: so it is assumed to be while
   * it is looked at.
   */
  private static boolean isRecordOfImmutables(Class<?> type, Set<Class<?>> assumed) {
    if (!type.isRecord()) {
      return false;
    }
    if (assumed.add(type)) {
      for (RecordComponent component : type.getRecordComponents()) {
        if (!coversAllOf(component.getType(), assumed)) {
          return false;
        }
      }
    }
    return true;
  }
}
