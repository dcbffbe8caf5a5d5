/**
 * Measures how late the ticks of services begin, in interleaved rounds: each round runs every row once, in an order
 * that rotates. So other activity on the machine affects all rows alike. Percentiles are exact, and are computed for
 * each run by itself; the tables show their medians over all rounds.
 *
 * <p>{@code pacing} compares a service with the kernel's own timer. {@code freestep} is the service until its thread
 * wakes up, as its metrics report it; {@code freestep step} measures up to the call of {@code step}, and so includes
 * the service's own work before it. {@code cyclictest} reports whole microseconds, rounded down. In the default
 * scheduling class it has timer slack, by which Linux wakes threads up to 50 us late; the service sets its slack to 1
 * ns. With a real-time priority, {@code cyclictest} also keeps the processor out of deep sleep.
 *
 * <p>{@code pacing --services} compares many services with steppers that one thread steps by hand. The first half
 * second of each run is not measured. The heap of a service is the growth of the used heap after a collection, divided
 * by the number of services. It includes their worlds. The JMH benchmark {@code WakeUpBenchmark} compares the wait
 * alone with the usual ways to wait.
 */
package io.github.freestep.benchmarks.app.pacing;
