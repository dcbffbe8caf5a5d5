/**
 * Measures the cost of the handoff, beside the limits of the machine and other ways to do the same.
 *
 * <ul>
 *   <li>{@code ProtocolBenchmark}: the exchange alone, beside a bare {@code getAndSet}.
 *   <li>{@code WriteBenchmark}: writing and publishing, beside {@code System.arraycopy} of the same bytes.
 *   <li>{@code SoloBenchmark}, {@code ContendedBenchmark}, {@code ManyReadersBenchmark}: every {@code Peer} with the
 *       same payload, by one thread, by a writer against a reader, and by a writer against four.
 * </ul>
 *
 * <p>All figures of a claim come from one run on one machine. How to read them:
 *
 * <ol>
 *   <li>A read looks at one float in each cache line of the newest state, even if that state is not new.
 *   <li>Publishing always pays for the copy. A full queue does not save it: the next state overwrites the one that
 *       could not be sent. Throughput has a row {@code delivered} for the states that were sent.
 *   <li>Freestep keeps a window of four states, the peers keep only the newest. Freestep's figures include that cost.
 *   <li>The whole heap exists before the first state is published. Otherwise a handoff that allocates would pay for the
 *       operating system's pages, which in a short run costs many times its garbage.
 *   <li>Contended figures are meaningful only if each thread has a core to itself. {@code limitContended} shows
 *       whether: if it is at most twice {@code limitExchange}, the threads took turns on one core.
 * </ol>
 */
package io.github.freestep.benchmarks.jmh.handoff;
