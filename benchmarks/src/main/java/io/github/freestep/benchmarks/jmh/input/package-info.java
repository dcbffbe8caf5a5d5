/**
 * Measures the cost of pushing an input, compared with other queues from several threads to one.
 *
 * <ul>
 *   <li>{@code SoloInputBenchmark}: pushing alone, and pushing with taking, by one thread.
 *   <li>{@code ContendedInputBenchmark}: one or two producers against a consumer that polls at intervals or all
 *       the time.
 * </ul>
 *
 * <p>How to read the figures:
 *
 * <ol>
 *   <li>Only accepted inputs count. Producers push bursts that fit, and then wait, outside the measured time, until
 *       there is room for the next one. If a queue refuses an input, the run ends with an error. Rejected: the usual
 *       way, which is to push until the queue accepts. Once the queue is full, that only measures how fast the consumer
 *       empties it.
 *   <li>All queues carry the same four values. The two queues of the JDK take a new object for each input, as in
 *       their usual use. The queue of JCTools takes objects that come back to their producer, so it allocates as
 *       little as Freestep.
 *   <li>{@code FREESTEP} orders the inputs by time and gives each a fraction of a tick. That takes time, so its
 *       consumer looks into the ring less often than the other consumers do. Its producers profit from that.
 *       {@code FREESTEP_PORT} is the control: its consumer does as little as those of the other queues. Where two
 *       threads contend, compare {@code FREESTEP_PORT}.
 *   <li>{@code ConcurrentLinkedQueue} has no bound of its own. Here it never holds more than one burst per producer.
 *   <li>Contended figures are meaningful only if each thread has a core to itself and nothing else runs. If a burst
 *       takes no longer than when one thread pushes alone, the threads took turns on one core. With two producers and a
 *       consumer on two cores, some threads always do.
 * </ol>
 */
package io.github.freestep.benchmarks.jmh.input;
