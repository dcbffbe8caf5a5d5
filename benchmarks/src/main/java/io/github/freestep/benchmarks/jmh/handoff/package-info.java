/**
 * Measures the cost of the handoff, which is how a state gets from the writing thread to the readers. Compares it with
 * the limits of the machine and with other ways to do the same.
 *
 * <ul>
 *   <li>{@code ProtocolBenchmark}: publishing and acquiring alone, compared with a bare {@code getAndSet}.
 *   <li>{@code WriteBenchmark}: writing and publishing, compared with {@code System.arraycopy} of the same bytes.
 *   <li>{@code ContendedBenchmark}: every {@code Peer} with the same payload, with a writer and a reader.
 * </ul>
 *
 * <p>If you compare figures, take them from one run on one machine. How to read them:
 *
 * <ol>
 *   <li>A read looks at one float in each cache line of the newest state, even if it has read that state before.
 *   <li>Publishing always includes the copy, even if a queue is full: the next state then overwrites the one that could
 *       not be sent. In throughput mode, the row {@code delivered} counts the states that were sent.
 *   <li>Freestep keeps a window of four states, the peers keep only the newest. Freestep's figures include that cost.
 *   <li>The JVM touches the whole heap before the first state is published. Otherwise, a handoff that allocates would
 *       also pay for new pages from the operating system. In a short run, these cost many times more than its garbage.
 *   <li>Contended figures are meaningful only if each thread has a core to itself. To check this, look at
 *       {@code limitContended}: if it is at most twice {@code limitExchange}, the threads took turns on one core.
 * </ol>
 */
package io.github.freestep.benchmarks.jmh.handoff;
