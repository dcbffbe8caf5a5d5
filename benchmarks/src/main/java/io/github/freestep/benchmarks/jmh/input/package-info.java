/**
 * What it costs to push an input, beside queues that do the same.
 *
 * <ul>
 *   <li>{@code SoloInputBenchmark}: by one thread, pushing alone and with what taking costs.
 *   <li>{@code ContendedInputBenchmark}: one or two producers against a consumer that polls now and then, or flat out.
 * </ul>
 *
 * <p>What to know when reading the figures:
 *
 * <ol>
 *   <li>Only what was accepted counts. Producers push bursts that fit, and wait until there is room for the next while
 *       no time is measured; one refusal ends the run. The usual way, to push until it succeeds, measures how fast the
 *       queue is emptied as soon as it is full.
 *   <li>All carry the same four values. The two queues of the JDK take a fresh object each time, as they do in use;
 *       that of JCTools takes objects that come back to their producer, and so allocates as little as Freestep.
 *   <li>{@code FREESTEP} orders the inputs by time and gives each a fraction of a tick, so its consumer looks into the
 *       ring less often than the others poll, which spares its producers. {@code FREESTEP_PORT} is the control, with a
 *       consumer that does as little as theirs: it is the one to compare where two threads meet.
 *   <li>{@code ConcurrentLinkedQueue} has no bound of its own. It gets one from the bursts.
 *   <li>Contended figures mean something only where each thread has a core to itself, and nothing else runs. Where a
 *       burst takes no longer than by one thread alone, the threads took turns on one core; with two producers on two
 *       cores some always do.
 * </ol>
 */
package io.github.freestep.benchmarks.jmh.input;
