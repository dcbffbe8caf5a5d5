/** Records runs, replays and inspects them, from the command line: {@code record}, {@code replay}, {@code inspect}. */
package io.github.freestep.benchmarks.app.record;
