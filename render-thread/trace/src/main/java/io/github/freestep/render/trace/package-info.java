/**
 * Records what services do, and the times of states and frames, with JDK Flight Recorder, and says why a game
 * stutters.
 *
 * <ul>
 *   <li><b>A report is about what was shown.</b> The events have what each frame showed, so a recording may begin at
 *       any time, and may lose its oldest part.
 *   <li><b>Code is named only if it explains the time that was lost.</b> A wait must have taken two fifths of it, and
 *       more than a frame, because shorter waits pace a loop. A sleep counts for as long as it was asked to take.
 *       Otherwise, the line that most samples of the thread have is named.
 *   <li><b>Recording never disturbs the frames.</b> It takes no lock, and each sampler reuses its event objects.
 * </ul>
 *
 * <p>A catch-up pushes the state of a long step out of the window before the next frame. So reports take the times of
 * all ticks from the {@code Tick} events of the service, whose world is that of the sampler's states.
 *
 * <p>Judder decides whether motion is even, not the number of frames that were off by half: a picture whose frames are
 * all off by a third looks worse than one that froze once.
 */
@NullMarked
package io.github.freestep.render.trace;

import org.jspecify.annotations.NullMarked;
