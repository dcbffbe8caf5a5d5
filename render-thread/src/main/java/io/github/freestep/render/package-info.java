/**
 * The other clock: what a frame shows, and when.
 *
 * <table>
 *   <caption>One type for each side</caption>
 *   <tr><th>type</th><th>thread</th><th>guarantee</th></tr>
 *   <tr><td>{@link FrameOptions}</td><td>the one that sets up</td><td></td></tr>
 *   <tr><td>{@link FrameSampler}, {@link Frame}, {@link MotionMeter}</td><td>one rendering thread each</td>
 *       <td>wait-free, no allocation</td></tr>
 *   <tr><td>{@link FrameLoop}</td><td>any</td><td>only {@code close} blocks</td></tr>
 *   <tr><td>{@link FrameHandler}</td><td>is called by the loop's thread</td><td></td></tr>
 * </table>
 *
 * <h2>The presentation clock</h2>
 *
 * <p>At a wall time a picture shows the simulation time {@code S(now - D) - gap}, and never an earlier one than before. S is
 * the timeline's own map, as the anchors in the states tell it; gap the simulation time between neighbouring states; and D how
 * late a state may be without anybody noticing.
 *
 * <ol>
 *   <li><b>D follows the lateness that is seen</b>: the most of the last ten seconds and 0.3 ms, but no more than the window
 *       covers. It rises within a second or so and falls within several, by 2 % of the clock's rate at the most. Changes
 *       of D are the only judder there is in a steady run, so they are slow: a rise of 5 ms within 0.25 s is worth 0.2 %
 *       judder over half a minute, and within 3 s a third of it.
 *   <li><b>A late state is bridged</b>: the motion goes on for at most one gap, and the error is blended out over the next
 *       three. That is why D need not hurry.
 *   <li><b>A stall</b>, later than what any D and a bridge can hide, does not move D, unless there are three of them in half a
 *       minute. The picture stands, moves on at the clock's rate while what was missed is caught up, and then jumps, once,
 *       to where it should be.
 *   <li><b>In a pause</b> the picture runs on to the newest state, and holds there. Single steps are run on to, too. On resume it
 *       waits for the clock to pass it. Where a fault has dropped time, what was carried on beyond the last good state has not
 *       happened, and is taken back as an error is.
 *   <li><b>Where it is to extrapolate</b> all of this holds, with an eighth of a gap in place of the gap: the picture is ahead of
 *       the newest state by most of a gap, always, and the error of the guess is blended out over the next.
 *   <li><b>A change of scale</b> bends the motion where S bends, D later.
 *   <li><b>Where frame times are uneven</b> because a thread woke up unevenly behind an even display, they can be snapped to its
 *       refreshes.
 * </ol>
 *
 * <h2>Which bodies, and where</h2>
 *
 * <p>The picture lies between two states, or on one. The last state that it has reached decides which bodies there are. A body
 * is interpolated if both states carry the same epoch of it; if not, it stays where that state has it. So what was spawned,
 * removed, teleported or replaced never streaks, at whatever rate anybody reads.
 */
package io.github.freestep.render;
