/**
 * Measures the cost of a whole tick of the service.
 *
 * <ul>
 *   <li>{@code TickBenchmark}: a simulation that does almost nothing.
 *   <li>{@code SceneBenchmark}: the scenes of the stress run.
 *   <li>{@code WakeUpBenchmark}: how late a thread wakes up for a tick.
 *   <li>{@code RestingBenchmark}: ticks and frames of a world in which only a share of the bodies moves.
 * </ul>
 */
package io.github.freestep.benchmarks.jmh.tick;
