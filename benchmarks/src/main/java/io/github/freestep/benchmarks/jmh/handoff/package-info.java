/**
 * What the handoff costs, beside the limits of the machine and other ways to do the same.
 *
 * <ul>
 *   <li>{@code ProtocolBenchmark}: the exchange alone, beside a bare {@code getAndSet}.
 *   <li>{@code WriteBenchmark}: writing and publishing, beside {@code System.arraycopy} of the same bytes.
 *   <li>{@code SoloBenchmark}, {@code ContendedBenchmark}, {@code ManyReadersBenchmark}: every {@code Peer} with the
 *       same payload, by one thread, by a writer against a reader, by a writer against four.
 * </ul>
 *
 * <p>All figures of a claim come from one run on one machine. What to know when reading them:
 *
 * <ol>
 *   <li>A read looks at one float in each cache line of the newest state, also when that state is not new.
 *   <li>Publishing always pays for the copy. A queue that is full does not save it: the state that could not leave is
 *       written over by the next one. Throughput has a row {@code delivered} for what did leave.
 *   <li>Freestep keeps a window of four states, the peers keep the newest one. What that costs is in its figures.
 *   <li>The heap is all there before the first state is published. Otherwise whoever allocates would pay for the
 *       operating system's pages, in a short run many times what it pays for garbage.
 *   <li>Contended figures mean something only where each thread has a core to itself. {@code limitContended} is the
 *       witness: where it is no more than twice {@code limitExchange}, the threads took turns on one.
 * </ol>
 */
package io.github.freestep.benchmarks.jmh.handoff;
