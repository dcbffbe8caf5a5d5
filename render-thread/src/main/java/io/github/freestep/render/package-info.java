/**
 * Decides what a frame shows, and when: samplers that run on the clock of the renderer.
 *
 * <table>
 *   <caption>The types, and the threads that use them</caption>
 *   <tr><th>type</th><th>thread</th><th>guarantee</th></tr>
 *   <tr><td>{@link FrameSampler.Builder}</td><td>the one that sets up</td><td></td></tr>
 *   <tr><td>{@link FrameSampler}, {@link Frame}, {@link MotionMeter}</td><td>one rendering thread each</td>
 *       <td>wait-free, no allocation</td></tr>
 *   <tr><td>{@link FrameLoop}</td><td>any</td><td>only {@code close} blocks</td></tr>
 *   <tr><td>{@link FrameHandler}</td><td>called by the loop's thread</td><td></td></tr>
 * </table>
 *
 * <h2>The presentation clock</h2>
 *
 * <p>At a wall time a picture shows the simulation time {@code S(now - D) - gap}, and never an earlier time than
 * before. S is the timeline's own map, which readers get from the anchors in the states. The gap is the simulation time
 * between neighbouring states. D is the allowed lateness: how late a state may be without a visible effect. D and the
 * gap together are the delay of a frame.
 *
 * <ol>
 *   <li><b>D follows the lateness of the states.</b> It is the greatest lateness of the last ten seconds, plus 0.3 ms,
 *       with two limits. The first: a lateness counts only up to the amount that occurred in at least two different
 *       seconds of the last thirty. The second: D is never more than the window covers. D rises within about a second
 *       and falls within several, by at most 2 % of the clock's rate. Changes of D are the only judder in a steady run,
 *       so they are slow. A rise of D by 5 ms within 0.25 s costs 0.2 % judder over half a minute; the same rise within
 *       3 s costs a third of that.
 *   <li><b>One late tick costs no latency.</b> D follows a lateness only after it has occurred in two different
 *       seconds. Only a lateness that exceeds what the window covers counts at once. After one tick of 15 ms at 100 Hz,
 *       D is at most 0.6 ms longer a second later. If there is a hitch every few seconds, the first does not count, and
 *       all others do: see the table below.
 *   <li><b>A reader starts evenly.</b> It begins with the lateness of the states that it finds, or with
 *       {@link FrameSampler.Builder#initialAllowedLateness} if that is longer. Three rules differ in its first ten
 *       seconds. One late state is enough for D to follow. The reader forgets the lateness of the older half of its
 *       life. When D falls, it falls by at least 0.42 % of the clock's rate. When D rises, it rises by at most 0.21 %
 *       of that rate, as long as a bridge hides the lateness. This was measured with ticks that take 30 % of their
 *       period, and one in twenty of them 90 %, at 30 to 1000 Hz and 60 and 144 fps, for a cold start and for joining a
 *       run, with 40 seeds. Judder of the first 3 s was at most 0.295 %, and no frame was frozen or jumping. If the
 *       virtual machine warms up (100 Hz, ticks cost {@code 1 + 3 exp(-t / 0.3 s)} times as much), judder of the first
 *       3 s is 3.2 % on average at 60 fps and 4.6 % at 144 fps, and motion has settled within 5.0 s. An initial allowed
 *       lateness of 20 ms reduces that to about 2 and 3 %. Lateness that a window and a bridge do not cover is visible.
 *   <li><b>A late state is bridged</b>: the motion continues for at most one gap, and the error is blended out over the
 *       next three gaps. So D need not rise fast. After a change of scale the next states may be much closer together.
 *       A picture that has continued beyond the states from before the change may then be more than a new gap ahead of
 *       the newest state. It keeps its poses until the newest state is less than a gap behind it, so a body that moves
 *       steadily never appears to go back. Bodies that are spawned, removed or teleported are shown meanwhile.
 *   <li><b>A stall</b>, which no D and no bridge can hide, does not change D, unless there are three of them in half a
 *       minute. The picture stands still during the stall and moves on at the clock's rate while the simulation catches
 *       up. Then it jumps once, to where it should be.
 *   <li><b>In a pause</b> the picture moves on to the newest state, and holds there. If the simulation makes single
 *       steps in the pause, the picture moves on to their states too. On resume the picture stands still until the
 *       presentation clock has reached the time that it shows. If a fault drops time, the picture may have shown motion
 *       beyond the last good state. That motion is blended out like any other error.
 *   <li><b>In {@link FrameMode#EXTRAPOLATE}</b> all of this holds, but the time shown is {@code S(now - D) - gap / 8}.
 *       The picture is always ahead of the newest state by most of a gap, and the error of the guess is blended out
 *       over the next gap. Only an eighth of a gap is left to bridge with, so D is longer by half the difference
 *       between the greatest and the least lateness. With log-normal ticks of 60 % of their period, at 30 to 128 Hz and
 *       60 to 500 fps, that reduces the worst judder of 10 seeds from 3.0 to 0.41 %, and frozen or jumping frames from
 *       78 to 0.
 *   <li><b>A change of scale</b> changes the speed on screen by the same factor as it changes the slope of S, but
 *       later, by D.
 *   <li><b>Uneven frame times</b>, from a thread that wakes up unevenly behind an even display, can be snapped to the
 *       display's refreshes: {@link FrameSampler.Builder#snapToRefresh}.
 * </ol>
 *
 * <table>
 *   <caption>Three rules for the lateness that D follows. Each cell: judder in %, mean delay in ms. 100 Hz, 60 fps,
 *       windows of 4, 24 seeds of 60 s</caption>
 *   <tr><th>load</th><th>greatest of 10 s</th><th>in two seconds of 10 s</th><th>greatest of 10 s, in two seconds of 30
 *       s (chosen)</th></tr>
 *   <tr><td>ticks of 60 %, log-normal</td><td>0.048, 26.6</td><td>0.039, 25.1</td><td>0.039, 26.1</td></tr>
 *   <tr><td>25 ms every 2 s</td><td>0.002, 30.3</td><td>0.005, 30.3</td><td>0.002, 30.3</td></tr>
 *   <tr><td>15 ms about every 7 s</td><td>0.003, 26.3</td><td>0.335, 19.9</td><td>0.012, 26.3</td></tr>
 *   <tr><td>25 ms about every 7 s</td><td>0.042, 30.7</td><td>1.266, 23.2 (21 frames frozen or
 *       jumping)</td><td>0.053, 30.7</td></tr>
 *   <tr><td>15 ms about every 12 s</td><td>0.188, 24.7</td><td>0.235, 12.0</td><td>0.211, 23.9</td></tr>
 *   <tr><td>a second after one tick of 15 ms: delay added, and for how long</td><td>+9.9, for 20 s</td><td>+0.5, for
 *       0.9 s</td><td>+0.03, for 0.1 s</td></tr>
 * </table>
 *
 * <p>Rejected: quantiles of lateness. At 0.99 and 0.95, a collector's pause of 25 ms every 2 s costs 0.95 and
 * 1.48 % judder.
 *
 * <h2>Which bodies, and where</h2>
 *
 * <p>The picture lies between two states, or on one. The last state that it has reached decides which bodies there are.
 * A body is interpolated if it has the same epoch in both states; if not, it is shown as in that state. So a body that
 * was spawned, removed, teleported or replaced never streaks, at any rate of reading.
 */
package io.github.freestep.render;
