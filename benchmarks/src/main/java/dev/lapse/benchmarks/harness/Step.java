package dev.lapse.benchmarks.harness;

import dev.lapse.benchmarks.subject.Contender;
import java.util.List;

/**
 * One measurement, which takes place in a JVM of its own.
 *
 * @param section the section of the report that it is for
 * @param row the row of its table
 * @param contender what is measured
 * @param form how thoroughly
 * @param jvmOptions options of the JVM
 */
public record Step(
    String section, String row, Contender contender, Form form, List<String> jvmOptions) {}
