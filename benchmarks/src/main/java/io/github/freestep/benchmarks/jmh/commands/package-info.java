/**
 * Measures how long a command takes, and what it costs its caller, with and without {@code promptCommands}.
 */
package io.github.freestep.benchmarks.jmh.commands;
