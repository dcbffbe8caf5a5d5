/**
 * Measures how late a thread at a fixed rate wakes up: Freestep beside the usual ways and the kernel's own timer.
 *
 * <p>A {@code PacerKind} is one way, and one row of the table. Rounds are interleaved: each round runs every row once,
 * in an order that rotates. So other activity on the machine affects all rows alike. How to read the figures:
 *
 * <ol>
 *   <li>Lateness is the time from the due time to the wake-up. Due times lie on a grid that is fixed at the start, so a
 *       late wake-up does not delay those after it. {@code sleep} has no grid: its wake-ups are due one period after
 *       the previous wake-up, and the resulting drift appears in the rate error.
 *   <li>{@code freestep} is the service with its defaults and a world of one body; the service's metrics report its
 *       wake-ups. {@code freestep step} measures up to the call of {@code step}, and so includes the service's own work
 *       before it: reading its queues, its schedule and its input. {@code freestep wait} is the wait alone, on a thread
 *       that keeps its timer slack: Linux wakes a thread up to 50 us late by default, so that wake-ups can share an
 *       interrupt. The service sets its slack to 1 ns. So this row shows what the service does where that is refused.
 *   <li>{@code freestep input} adds a thousand inputs per second, and {@code freestep recorded} adds a recorder to
 *       that.
 *   <li>{@code freestep budget 0}, {@code 5} and {@code 20} are the service with spin budgets of 0, 5 and 20
 *       thousandths of a core, independent of the default. They show what a budget buys and what it costs.
 *   <li>{@code freestep real time} is the service with the priority of {@code cyclictest fifo} and a spin budget of 0.
 *       It is skipped, with the reason, where the system refuses.
 *   <li>Percentiles are exact, and are computed for each run by itself. The table shows the median of each percentile
 *       over all rounds. A run of 500 wake-ups has only one wake-up beyond p99.9, so there p99.9 and max are equal.
 *   <li>CPU is that of the pacing thread, as the kernel accounts it, without timer interrupts. Only this thread does
 *       work in its row. "process" is the CPU of the whole process, with the compilers and the collector; the JDK may
 *       count it in steps of 10 ms, which is 0.2 % of a round of five seconds. Bytes are those that the pacing thread
 *       allocated.
 *   <li>The rate error of a run is the number of ticks done minus the number due by the clock.
 *   <li>Each row warms up before the first round. The first quarter of a second of each run is not counted either,
 *       because the wait learns its margin in it.
 *   <li>{@code cyclictest} reports whole microseconds, rounded down. Like the rows above it runs in the default
 *       scheduling class, and so has timer slack. {@code cyclictest fifo} has a real-time priority, and so no slack; it
 *       also keeps the processor out of deep sleep. Neither reports its CPU.
 * </ol>
 *
 * <p>{@code pacing --services} compares ways to run many services ({@code ServicesPlan}), also in interleaved rounds:
 *
 * <ol>
 *   <li>Lateness is that of the beginning of each tick of each service, as the services report it. By hand, it is the
 *       time from the due time to the call of the step.
 *   <li>CPU is that of all threads that the row has started, without the JVM's compilers and collectors.
 *   <li>A tick is lost if its time was dropped, or if time was slowed so that the tick never became due.
 *   <li>The heap of a service is the growth of the used heap, after a collection, by the services of the row without
 *       their worlds.
 *   <li>If one service is heavy, the figures of ticks are those of all others.
 *   <li>The first half second of each run is not measured.
 * </ol>
 */
package io.github.freestep.benchmarks.app.pacing;
