/**
 * How late a thread wakes up that is to run at a fixed rate: Freestep's service beside the usual ways, and beside the
 * kernel's own timer.
 *
 * <p>A {@code PacerKind} is one way. Rounds are interleaved, each row once a round, in an order that is rotated; so what else
 * goes on in the machine meets all of them. What to know when reading the figures:
 *
 * <ol>
 *   <li>Lateness is that of each wake-up after its due time, which lies on a grid that the start fixes, so a late
 *       wake-up does not move those after it. {@code sleep} has no grid: its lateness is after its own previous wake-up
 *       plus the period, and what that costs over a run is in the rate error.
 *   <li>{@code freestep} is the service as it comes, with a world of one body, and its wake-ups as its metrics have them.
 *       {@code freestep step} is the same until the step begins, and so includes the service's own work before that: reading
 *       its queues, its schedule and its input. {@code freestep wait} is the wait alone, on a thread that keeps the
 *       timer slack which it was born with: how the service fares where a smaller one is refused.
 *   <li>{@code freestep budget 0}, {@code 5} and {@code 20} are the service with spin budgets of as many
 *       thousandths of a core, whatever the default is: what a budget buys, and what it costs.
 *   <li>Percentiles are exact, and of one run; the table has their median over the rounds. A run of 500 wake-ups has
 *       nothing beyond p99.9 but the latest, so there the two are the same.
 *   <li>CPU is that of the pacing thread, which is the only one of its row that does anything, as the kernel
 *       accounts it. Interrupts of the timer are not in it. "process" is that of the whole process, with the compilers
 *       and the collector; the JDK may count it in steps of 10 ms, which is 0.2 % of a round of five seconds. Bytes are
 *       what the pacing thread has allocated.
 *   <li>Rate error is the ticks done less those that were due by the clock, over a run.
 *   <li>The first quarter of a second of each run is left out, since the wait learns its margin in it. Before all of
 *       them each row warms up.
 *   <li>{@code cyclictest} is of whole microseconds, rounded down. Like the rows above it has the scheduling class that
 *       everybody has, and so the timer slack. {@code cyclictest fifo} has a real-time priority, and so no slack; nor
 *       does it let the processor sleep deep. Neither tells of its CPU.
 * </ol>
 */
package io.github.freestep.benchmarks.app.pacing;
