/**
 * What a frame shows, and when: samplers that run on the clock of the renderer.
 *
 * <table>
 *   <caption>One type for each side</caption>
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
 *   <li><b>D follows the lateness of the states</b>: the most of the last ten seconds that occurred in two different
 *       seconds of the last thirty, plus 0.3 ms, but no more than the window covers. It rises within about a second and
 *       falls within several, by at most 2 % of the clock's rate. Changes of D are the only judder in a steady run, so
 *       they are slow: a rise of 5 ms within 0.25 s costs 0.2 % judder over half a minute, and a third of that within
 *       3 s.
 *   <li><b>One late tick costs no latency.</b> The lateness must occur in two seconds before D follows it, unless it is
 *       more than the window covers. After one tick of 15 ms at 100 Hz, D is at most 0.6 ms longer a second later.
 *       Hitches every few seconds count from the second one on: see the table below.
 *   <li><b>A reader starts evenly.</b> It begins with the lateness of the states that it finds, or with
 *       {@link FrameSampler.Builder#initialAllowedLateness} if that is longer. For its first ten seconds one late state
 *       is enough, the reader forgets the lateness of the older half of its life, and D rises by at most 0.21 % of the
 *       clock's rate while a bridge hides what is late, and falls by at least 0.42 %. Ticks of 30 %, one in twenty
 *       90 %, at 30 to 1000 Hz and 60 and 144 fps, cold and joining a run, 40 seeds: judder of the first 3 s at most
 *       0.295 %, no frozen or jumping frame. With a warm-up (ticks cost {@code 1 + 3 exp(-t / 0.3 s)} times as much,
 *       100 Hz): 3.2 and 4.6 % on average, settled within 5.0 s; with an initial allowed lateness of 20 ms about 2 and
 *       3 %. Lateness that a window and a bridge do not cover is visible.
 *   <li><b>A late state is bridged</b>: the motion continues for at most one gap, and the error is blended out over the
 *       next three. That is why D need not hurry. After a change of scale the next states may be much closer together.
 *       A picture that continued beyond the older ones may then be out of reach of the newest two. It keeps its poses
 *       until states come closer, so a body that moves steadily never appears to go back. Bodies that are spawned,
 *       removed or teleported are shown meanwhile.
 *   <li><b>A stall</b>, which no D and no bridge can hide, does not change D, unless there are three of them in half a
 *       minute. The picture stands, moves on at the clock's rate while the simulation catches up, and then jumps, once,
 *       to where it should be.
 *   <li><b>In a pause</b> the picture moves on to the newest state, and holds there. It moves on to single steps too.
 *       On resume it waits for the clock to pass it. If a fault has dropped time, motion that continued beyond the last
 *       good state has not happened, and is blended out as an error is.
 *   <li><b>In {@link FrameMode#EXTRAPOLATE}</b> all of this holds, with an eighth of a gap instead of the gap: the
 *       picture is always ahead of the newest state by most of a gap, and the error of the guess is blended out over
 *       the next gap. Because there is only an eighth of a gap to bridge with, D is longer by half of how much lateness
 *       varies. With ticks of 60 %, log-normal, at 30 to 128 Hz and 60 to 500 fps, that reduces the worst judder of 10
 *       seeds from 3.0 to 0.41 %, and frozen or jumping frames from 78 to 0.
 *   <li><b>A change of scale</b> bends the motion where S bends, D later.
 *   <li><b>Uneven frame times</b>, from a thread that wakes up unevenly behind an even display, can be snapped to the
 *       display's refreshes.
 * </ol>
 *
 * <table>
 *   <caption>Which lateness D follows: judder in % and mean delay in ms;
 *       100 Hz, 60 fps, windows of 4, 24 seeds of 60 s</caption>
 *   <tr><th>load</th><th>most of 10 s</th><th>in two of 10 s</th><th>in two of 30 s, most of 10 s (chosen)</th></tr>
 *   <tr><td>ticks of 60 %, log-normal</td><td>0.048, 26.6</td><td>0.039, 25.1</td><td>0.039, 26.1</td></tr>
 *   <tr><td>25 ms every 2 s</td><td>0.002, 30.3</td><td>0.005, 30.3</td><td>0.002, 30.3</td></tr>
 *   <tr><td>15 ms about every 7 s</td><td>0.003, 26.3</td><td>0.335, 19.9</td><td>0.012, 26.3</td></tr>
 *   <tr><td>25 ms about every 7 s</td><td>0.042, 30.7</td><td>1.266, 23.2 (21 frames frozen or
 *       jumping)</td><td>0.053, 30.7</td></tr>
 *   <tr><td>15 ms about every 12 s</td><td>0.188, 24.7</td><td>0.235, 12.0</td><td>0.211, 23.9</td></tr>
 *   <tr><td>one tick of 15 ms: a second later</td><td>+9.9, for 20 s</td><td>+0.5, for 0.9 s</td><td>+0.03, for
 *       0.1 s</td></tr>
 * </table>
 *
 * <p>Rejected: quantiles of lateness. At 0.99 and 0.95, a collector's pause of 25 ms every 2 s costs 0.95 and
 * 1.48 % judder.
 *
 * <h2>Which bodies, and where</h2>
 *
 * <p>The picture lies between two states, or on one. The last state that it has reached decides which bodies there are.
 * A body is interpolated if it has the same epoch in both states; if not, it stays where that state has it. So a body
 * that was spawned, removed, teleported or replaced never streaks, at any rate of reading.
 */
package io.github.freestep.render;
