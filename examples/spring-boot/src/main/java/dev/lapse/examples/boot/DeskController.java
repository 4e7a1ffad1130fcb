package dev.lapse.examples.boot;

import java.util.concurrent.ThreadLocalRandom;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** What can be done at the desk. */
@RestController
@RequestMapping("/api/sessions")
class DeskController {

  private static final int CROWD_AT_MOST = 100_000;
  private static final int KNOWN_MEMBERS = 1000;

  private final Members members;
  private final Sessions sessions;

  DeskController(Members members, Sessions sessions) {
    this.members = members;
    this.sessions = sessions;
  }

  @PostMapping
  @ResponseStatus(HttpStatus.CREATED)
  Session signIn(@RequestParam long member) {
    return sessions.open(
        members
            .find(member)
            .orElseThrow(
                () ->
                    new ResponseStatusException(
                        HttpStatus.NOT_FOUND, "There is no member " + member)));
  }

  /** Signs many members in, chosen at random, who then leave without signing out. */
  @PostMapping("/crowd")
  @ResponseStatus(HttpStatus.CREATED)
  int crowd(@RequestParam int visitors) {
    if (visitors < 1 || visitors > CROWD_AT_MOST) {
      throw new ResponseStatusException(
          HttpStatus.BAD_REQUEST, "A crowd has 1 to " + CROWD_AT_MOST + " visitors");
    }
    for (int visitor = 0; visitor < visitors; visitor++) {
      signIn(ThreadLocalRandom.current().nextLong(1, KNOWN_MEMBERS + 1));
    }
    return visitors;
  }

  @GetMapping("/{token}")
  Session use(@PathVariable String token) {
    return sessions.use(token).orElseThrow(DeskController::over);
  }

  @DeleteMapping("/{token}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void signOut(@PathVariable String token) {
    if (!sessions.close(token)) {
      throw over();
    }
  }

  private static ResponseStatusException over() {
    return new ResponseStatusException(HttpStatus.GONE, "This session is over; sign in again");
  }
}
