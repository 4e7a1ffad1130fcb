package dev.lapse.jcache.config.file;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.cache.expiry.Duration;

/** Durations, sizes and shares, as people write them. */
final class Units {

  private static final Pattern DURATION = Pattern.compile("(\\d+) ?(ms|s|m|h|d)");
  private static final Pattern SIZE = Pattern.compile("(\\d+) ?(|k|m|g|ki|mi|gi)");
  private static final Pattern NUMBER = Pattern.compile("\\d+(?:\\.\\d+)?");
  private static final Pattern SHARE = Pattern.compile("(\\d+(?:\\.\\d+)?) ?(%?)");

  private static final Map<String, TimeUnit> TIME_UNITS =
      Map.of(
          "ms", TimeUnit.MILLISECONDS,
          "s", TimeUnit.SECONDS,
          "m", TimeUnit.MINUTES,
          "h", TimeUnit.HOURS,
          "d", TimeUnit.DAYS);

  private static final Map<String, Long> FACTORS =
      Map.of(
          "",
          1L,
          "k",
          1000L,
          "m",
          1_000_000L,
          "g",
          1_000_000_000L,
          "ki",
          1L << 10,
          "mi",
          1L << 20,
          "gi",
          1L << 30);

  private static final int MOST_DIGITS = 30;

  private Units() {}

  /** A finite duration, or eternal. */
  static Duration duration(Setting setting) {
    return setting.is("eternal") || setting.is("never")
        ? Duration.ETERNAL
        : finiteDuration(setting, "such as 500ms, 30s, 10m, 2h or 7d, or eternal");
  }

  /** A finite duration. */
  static Duration finiteDuration(Setting setting) {
    return finiteDuration(setting, "such as 500ms, 30s, 10m, 2h or 7d");
  }

  private static Duration finiteDuration(Setting setting, String examples) {
    Matcher parts = DURATION.matcher(setting.text());
    if (!parts.matches()) {
      throw setting.wrong("a whole number with a unit, %s".formatted(examples));
    }
    TimeUnit unit = TIME_UNITS.getOrDefault(parts.group(2), TimeUnit.MILLISECONDS);
    BigInteger amount = number(setting, parts.group(1)).toBigInteger();
    long most = unit.convert(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
    if (amount.compareTo(BigInteger.valueOf(most)) > 0) {
      throw setting.wrong(
          "a duration of at most %d%s; eternal is without end".formatted(most, parts.group(2)));
    }
    return new Duration(unit, amount.longValueExact());
  }

  /** A number of things above zero. */
  static long size(Setting setting) {
    Matcher parts = SIZE.matcher(setting.text().toLowerCase(Locale.ROOT));
    if (parts.matches()) {
      BigInteger size =
          number(setting, parts.group(1))
              .toBigInteger()
              .multiply(BigInteger.valueOf(FACTORS.getOrDefault(parts.group(2), 1L)));
      if (size.signum() > 0 && size.bitLength() < Long.SIZE) {
        return size.longValueExact();
      }
    }
    throw setting.wrong(
        "a whole number from 1 to %d, such as 10000, 10k (thousands), 5M (millions), or in steps of 1024: 64Ki, 16Mi, 2Gi"
            .formatted(Long.MAX_VALUE));
  }

  /** A part of a whole that is less than all of it. */
  static double share(Setting setting) {
    Matcher parts = SHARE.matcher(setting.text());
    if (parts.matches()) {
      BigDecimal share = number(setting, parts.group(1));
      if (!parts.group(2).isEmpty()) {
        share = share.movePointLeft(2);
      }
      if (share.compareTo(BigDecimal.ONE) < 0) {
        return share.doubleValue();
      }
    }
    throw setting.wrong("a share from 0 to less than 1, such as 0.1, or 10%");
  }

  /** A number that is not negative. */
  static double factor(Setting setting) {
    String text = setting.text();
    if (!NUMBER.matcher(text).matches()) {
      throw setting.wrong("a number from 0, such as 1 or 1.5");
    }
    return number(setting, text).doubleValue();
  }

  private static BigDecimal number(Setting setting, String digits) {
    if (digits.length() > MOST_DIGITS) {
      throw setting.wrong("a number with at most %d digits".formatted(MOST_DIGITS));
    }
    return new BigDecimal(digits);
  }
}
