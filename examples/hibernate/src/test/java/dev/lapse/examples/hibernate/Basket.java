package dev.lapse.examples.hibernate;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.io.Serializable;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import org.hibernate.annotations.Cache;
import org.hibernate.annotations.CacheConcurrencyStrategy;
import org.hibernate.annotations.Type;
import org.hibernate.type.descriptor.WrapperOptions;
import org.hibernate.usertype.UserType;

/** An entity with an attribute that says it is serializable, and is not. */
@Entity
@Cache(usage = CacheConcurrencyStrategy.READ_WRITE)
public class Basket {

  @Id long id;

  @Type(PriceType.class)
  Price price = new Price(3);

  /** Not serializable. */
  static class Cents {

    final long count;

    Cents(long count) {
      this.count = count;
    }
  }

  /** Serializable, as far as the compiler knows. */
  static class Price implements Serializable {

    final Cents cents;

    Price(long cents) {
      this.cents = new Cents(cents);
    }
  }

  /** Hands the attribute to the cache as it is. */
  public static class PriceType implements UserType<Price> {

    @Override
    public int getSqlType() {
      return Types.BIGINT;
    }

    @Override
    public Class<Price> returnedClass() {
      return Price.class;
    }

    @Override
    public boolean isMutable() {
      return false;
    }

    @Override
    public Price deepCopy(Price price) {
      return price;
    }

    @Override
    public Serializable disassemble(Price price) {
      return price;
    }

    @Override
    public Price assemble(Serializable cached, Object owner) {
      return (Price) cached;
    }

    @Override
    public Price nullSafeGet(ResultSet row, int position, WrapperOptions options)
        throws SQLException {
      return new Price(row.getLong(position));
    }

    @Override
    public void nullSafeSet(
        PreparedStatement statement, Price price, int position, WrapperOptions options)
        throws SQLException {
      statement.setLong(position, price.cents.count);
    }
  }
}
