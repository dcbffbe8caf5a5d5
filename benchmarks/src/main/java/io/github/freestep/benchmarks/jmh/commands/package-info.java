/**
 * Measures how long a command takes, and what it costs its caller, with and without {@code promptCommands}.
 *
 * <p>{@code CommandBenchmark} has two rows: {@code answer} is the time from a call to the result of its future, and
 * {@code submit} is the part of it that the caller spends in the call.
 */
package io.github.freestep.benchmarks.jmh.commands;
