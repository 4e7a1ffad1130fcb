package dev.lapse.examples.boot;

import java.util.Optional;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The members, in the database and in front of it in the cache {@code members}. */
@Repository
public class Members {

  private final JdbcClient database;

  Members(JdbcClient database) {
    this.database = database;
  }

  /**
   * Finds a member; those who want the same one at once wait for one query.
   *
   * @param id of the member
   * @return the member, or nothing if there is none, which is cached too
   */
  @Cacheable(cacheNames = "members", sync = true)
  public Optional<Member> find(long id) {
    return database
        .sql("select id, name from member where id = ?")
        .param(id)
        .query((row, number) -> new Member(row.getLong(1), row.getString(2)))
        .optional();
  }
}
