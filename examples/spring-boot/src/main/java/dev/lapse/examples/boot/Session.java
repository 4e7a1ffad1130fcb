package dev.lapse.examples.boot;

/**
 * That a member is signed in.
 *
 * @param token that the member shows at each request
 * @param member who it is
 */
public record Session(String token, Member member) {}
