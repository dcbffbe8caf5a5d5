/**
 * Records the times of states and frames, replays them, and says why motion was uneven.
 *
 * <table>
 *   <caption>The types, and the threads that use them</caption>
 *   <tr><th>type</th><th>thread</th><th>guarantee</th></tr>
 *   <tr><td>{@link MotionTrace}</td><td>any; the sampler's thread notes, and the daemon thread {@code freestep-motion}
 *       encodes and writes</td><td>noting is wait-free and allocates nothing; the others wait for the disk</td></tr>
 *   <tr><td>{@link MotionReport}</td><td>any</td><td>immutable; making one waits for the disk</td></tr>
 * </table>
 *
 * <h2>What is guaranteed</h2>
 *
 * <ul>
 *   <li><b>A replay is exact.</b> Every frame has the same alpha, delay and time shown as when it was recorded, to the
 *       last bit, on any machine and Java version. {@link MotionReport#isExact} says whether the file proves it.
 *   <li><b>A trace never disturbs the frames.</b> A sampler notes eleven numbers for each state and seven for each
 *       frame in a ring of 256 kB. If the trace's thread does not run for seconds, the ring is full and frames are
 *       lost, which the trace counts. A replay begins anew after them.
 *   <li><b>A file is readable up to its last whole block.</b> A block is written once a second. So if the process is
 *       killed, or if the disk is full or fails, at most the last second is missing. A reader checks each block before
 *       it believes it, keeps one block in memory, and reports damage in one line, with the place.
 *   <li><b>Memory is bounded</b>: 16 MB for a trace in memory, the ring and one block for a trace in a file.
 * </ul>
 *
 * <h2>How it works</h2>
 *
 * <p>A trace has inputs only: the times of states, anchors and frames, and every 15 s a <i>snapshot</i> of the
 * sampler's options and inner state. A replay gives them to a real sampler, which then computes the same frames again.
 * It compares the sampler with each snapshot, number by number, and the frames with a digest in each block. Two
 * packages that are not exported do this: {@code replay}, and {@code codec}, which describes the format.
 *
 * <p>A {@link MotionReport} replays a trace as it was, finds the stretches of uneven motion, and looks for the cause of
 * each among the states and pauses around it. Then it replays the trace with other options, to see which would have
 * helped.
 *
 * <p>A trace has the states that the sampler acquired. After a long step, the physics thread catches up within a frame,
 * and the states of the catch-up push that of the long step out of the window. So a trace also has the tick that is to
 * blame: for each frame at most one, and only if it took long or began late, which costs nothing in an even run.
 * Rejected: all ticks. At 1000 Hz they are nine tenths of the file, and say nothing.
 *
 * <p>What is even is decided by judder, not by the number of frames that were off by half: a picture whose frames are
 * all off by a third looks worse than one that froze once.
 *
 * <p>Samplers do not depend on this package: they know a trace as a {@link io.github.freestep.render.FrameTrace}.
 *
 * <h2>Rejected</h2>
 *
 * <p>To store what each frame showed. That takes 20 bytes for each frame, cannot be replayed with other options, and
 * proves nothing about the sampler.
 *
 * <p>To encode on the sampler's thread. A ring of plain numbers costs a frame about 0.1 us, and the disk never holds up
 * a frame.
 */
package io.github.freestep.render.trace;
