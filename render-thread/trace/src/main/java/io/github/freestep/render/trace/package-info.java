/**
 * Records the times of states and frames with JDK Flight Recorder, and says why motion was uneven. The artifact is
 * {@code io.github.freestep:freestep-trace}.
 *
 * <table>
 *   <caption>The types, and the threads that use them</caption>
 *   <tr><th>type</th><th>thread</th><th>guarantee</th></tr>
 *   <tr><td>{@link MotionEvents}</td><td>the sampler's</td><td>wait-free and without allocation</td></tr>
 *   <tr><td>{@link MotionReport}</td><td>any</td><td>immutable; making one waits for the disk</td></tr>
 * </table>
 *
 * <h2>What you can rely on</h2>
 *
 * <ul>
 *   <li><b>A report is about what was shown.</b> The events have what each frame showed, so a recording may begin at
 *       any time, and may lose its oldest part.
 *   <li><b>Trials are exact from the sampler's start on.</b> If the recording has it, a sampler with the same options
 * shows the same frames from the recorded times. Otherwise, the sampler of a trial first has to learn the lateness of
 * the states, which takes about a second.
 *   <li><b>Recording never disturbs the frames.</b> It takes no lock, and each sampler reuses its event objects.
 * </ul>
 *
 * <h2>How it works</h2>
 *
 * <p>The listener of a sampler finds which states each frame acquired. After a long step, the physics thread catches up
 * within a frame, and the states of the catch-up push that of the long step out of the window. So a recording also has
 * the tick that is to blame: for each frame at most one, and only if it took long or began late. Rejected: all ticks.
 * At 1000 Hz they are nine tenths of the file, and say nothing.
 *
 * <p>A reader makes a log of each sampler: a plain list of its states, frames and display times, together with the
 * pauses of the virtual machine and with what else may explain uneven motion. These are failed steps, waiting threads,
 * compilations and busy processors. It converts the times of other events to the sampler's clock with those of the
 * nearest frames. Tests make logs without a recording, on a virtual clock.
 *
 * <p>A {@link MotionReport} finds the stretches of uneven motion in a log, and looks for the cause of each among the
 * entries around it. Then it gives the recorded times to samplers with other options, to see which would have helped.
 *
 * <p>Judder decides whether motion is even, not the number of frames that were off by half: a picture whose frames are
 * all off by a third looks worse than one that froze once.
 *
 * <h2>Rejected</h2>
 *
 * <p>A format of our own with the inner state of the sampler, from which every frame could be computed again from the
 * middle on, to the last bit. It took a ring, a thread, a codec and 110 lines in the sampler, and its files could not
 * be seen on one timeline with the JDK's events.
 */
package io.github.freestep.render.trace;
