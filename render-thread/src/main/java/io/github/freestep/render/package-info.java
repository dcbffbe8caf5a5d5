/**
 * Makes the frames of a renderer out of the states of a simulation: a sampler interpolates between two states, at a
 * time that its presentation clock chooses so that motion is even.
 *
 * <table>
 *   <caption>The types, and the threads that use them</caption>
 *   <tr><th>type</th><th>thread</th><th>guarantee</th></tr>
 *   <tr><td>{@link FrameSampler.Builder}</td><td>the one that sets up</td><td></td></tr>
 *   <tr><td>{@link FrameSampler}, {@link Frame}, {@link MotionMeter}</td><td>one rendering thread each</td>
 *       <td>wait-free, no allocation</td></tr>
 *   <tr><td>{@link DisplayMeter}: measures when frames were on the screen</td><td>one</td>
 *       <td>no allocation</td></tr>
 *   <tr><td>{@link FrameLoop}</td><td>any</td><td>only {@code close} blocks</td></tr>
 *   <tr><td>{@link FrameHandler}</td><td>called by the loop's thread</td><td></td></tr>
 *   <tr><td>{@link FrameListener}, such as the recorder in {@code freestep-trace}</td>
 *       <td>called by the sampler's thread</td><td>must be wait-free and must not allocate</td></tr>
 * </table>
 *
 * <h2>What you can rely on</h2>
 *
 * <ul>
 *   <li>Sampling a frame never waits for the simulation, and allocates nothing.
 *   <li>The time shown never decreases, and a body that moves steadily never appears to go back.
 *   <li>Motion is even while the lateness of states varies by no more than the window covers: judder is at most 0.3 %
 *       at 100 Hz.
 *   <li>A body that was spawned, removed, teleported or replaced never streaks across the screen.
 *   <li>The picture is one gap plus the learnt delay older than the simulation. A single late state does not make it
 *       older for long.
 *   <li>The cost of a frame follows the bodies that change.
 * </ul>
 *
 * <h2>The presentation clock</h2>
 *
 * <p>A <i>window</i> is the set of the newest K states, which a reader takes as a whole. The <i>gap</i> is the
 * simulation time between neighbouring states. {@code S} is the function from wall time to simulation time; readers get
 * it from the anchors in the states. The <i>lateness</i> of a state is the wall time from when simulation time reached
 * the state until it was published. {@code D} is the <i>allowed lateness</i>: how late a state may be without a visible
 * effect. A frame at the wall time {@code now} shows the simulation time {@code S(now - D) - gap}. So D plus the gap is
 * its delay. A window <i>covers</i> a value of D if it contains the two states between which such a frame lies. It does
 * if D is at most {@code K - 2} gaps plus the least lateness.
 *
 * <p>To <i>bridge</i> a late state is to continue the motion beyond the newest state until the late one comes. A
 * <i>stall</i> is a lateness greater than what the window and a bridge cover together. <i>Judder</i> is the unevenness
 * of motion, as {@link MotionMeter} measures it. A frame is <i>frozen</i> if it moves at less than half of the speed of
 * simulation time, and <i>jumping</i> if it moves at more than one and a half times that speed.
 *
 * <ol>
 *   <li><b>D follows the lateness of the states.</b> It is the greatest lateness of the last ten seconds, plus 0.3 ms,
 *       with two limits:
 *       <ul>
 *         <li>A lateness counts only as far as it has occurred in two of the last thirty seconds. If one tick is late
 *             by 9 ms, and another tick by 4 ms in another second, 4 ms count. Ticks that are less and less late have
 *             one cause, and count once.
 *         <li>D is never more than the window covers.
 *       </ul>
 *       Two or more missing states in a row count as lateness of the next state: the time for which there was nothing
 *       to show. A single missing state is bridged. D rises within about a second. It falls within several, or longer
 *       if it is more than 40 ms too long. It changes by at most 20 ms per second, so the picture moves at most 2 % too
 *       fast or too slowly. While the window covers D, it falls by at most 10 ms per second. In a steady run only
 *       changes of D cause judder, so D changes slowly. If D rises by 5 ms within 0.25 s, judder over half a minute is
 *       0.2 %. If it rises as much within 3 s, judder is a third of that.
 *   <li><b>One late tick costs no latency.</b> D follows a lateness only after it has occurred in two different
 *       seconds. After one tick of 15 ms at 100 Hz, D is at most 0.6 ms longer a second later. If one tick is late
 *       every few seconds, the first of them does not count, and all others do: see the table under "Rejected
 *       designs".
 *   <li><b>A reader starts evenly.</b> Its D begins with the lateness of the states that it finds, or with
 *       {@link FrameSampler.Builder#initialAllowedLateness} if that is longer. Some rules differ in its first ten
 *       seconds, in which the reader is <i>young</i>:
 *       <table>
 *         <caption>A rate of 1 % means that D changes by 10 ms per second</caption>
 *         <tr><th></th><th>young</th><th>later</th></tr>
 *         <tr><td>late states that are enough for D to follow</td><td>one</td><td>two, in different seconds</td></tr>
 *         <tr><td>how far D looks back</td><td>half of the reader's age, at least 2 s</td>
 *             <td>the same, at most 10 s</td></tr>
 *         <tr><td>slowest fall of D</td><td>0.42 %</td><td>0.03 %</td></tr>
 *         <tr><td>fastest rise of D while late states are bridged, so that nothing is visible</td><td>0.21 %</td>
 *             <td>2 %</td></tr>
 *       </table>
 *
 *       <p>This was measured with ticks that take 30 % of their period, one in twenty of them 90 %. The rates were 30
 *       to 1000 Hz, at 60 and 144 fps, for a cold start and for joining a run. The worst of 90,000 runs seen had a
 *       judder of 0.3 % in its first 3 s, at 30 Hz, and none had a frozen or jumping frame. If ticks vary more, the
 *       first seconds are less even: with ticks of 60 %, log-normal, at 20 Hz, the worst of 70 runs seen had 4.8 % in
 *       its first 3 s, but at most 0.25 % from 15 s on.
 *
 *       <p>A virtual machine that warms up was measured at 100 Hz. Its ticks cost {@code 1 + 3 exp(-t / 0.3 s)} times
 *       as much at time t. Judder of the first 3 s is then 4.3 % on average at 60 fps and 6.6 % at 144 fps, but half of
 *       20,000 runs had less than 1.5 % and 3.3 %. In 999 of 1,000, motion has settled within 5.0 s. An initial allowed
 *       lateness of 20 ms reduces the averages to 2.7 % and 4.3 %, and half of the runs then have less than 0.5 %.
 *       Lateness that the window and a bridge do not cover is visible.
 *   <li><b>A late state is bridged.</b> The motion continues for at most one gap. When the state has come, the error is
 *       blended out over three gaps. So D need not rise fast. After a change of scale, gaps may be much shorter. A
 *       picture that was continued for one of the old, longer gaps may then be ahead of the newest state by more than
 *       one of the new gaps. It keeps its poses until it is less than one gap ahead. So a body that moves steadily
 *       never appears to go back. Spawns, removals and teleports are still shown meanwhile.
 *   <li><b>A stall</b> does not change the usual D, because even the longest D and a bridge could not hide it. Stalls
 *       in three seconds of the last half minute are an exception: then D becomes as long as the window covers. If the
 *       gaps between states grow, the window spans more. Former stalls that it covers now then count as lateness, and
 *       the others are forgotten.
 *   <li><b>After a late state, the states drive the picture</b>, and not the wall clock, until D is the usual one
 *       again: the picture <i>catches up</i>. It stands still only while there is no state to show. While the
 *       simulation catches up, the picture stays about one gap behind the newest state and follows it. Once
 *       states are on time, the picture moves a little too fast and slows down evenly. It has its usual delay after
 *       0.9 s. The window often moves past the picture meanwhile. So the sampler keeps copies of the two states
 *       between which the picture lies. When the picture reaches the newer one, it moves on from there in a straight
 *       line to the oldest state of the window. A restarted sender has other bodies, so there the picture jumps. With
 *       a {@linkplain FrameSampler.Builder#allowedLateness fixed D}, the picture catches up only if a state is late by
 *       one and a half gaps more than D and a bridge hide. In 1,000 simulated random stalls, the judder of the
 *       3 s around the stall was never greater than that of the newest state; the median ratio was 0.50. They took 20
 *       ms to 3 s, at 30 to 250 Hz and 24 to 360 fps, with windows of 3 to 8 and steps of 1 to 95 % of a tick.
 *   <li><b>In a pause</b> the picture moves on to the newest state, and holds there. If the simulation makes single
 *       steps in the pause, the picture moves on to their states too. What commands change in the pause is shown at
 *       once. On resume the picture stands still until the presentation clock has reached the time that it shows. If a
 *       fault drops time, the picture may have shown motion beyond the last good state. That motion is blended out like
 *       any other error.
 *   <li><b>In {@link FrameMode#EXTRAPOLATE}</b> all of this holds, but the time shown is {@code S(now - D) - gap / 8}.
 *       The picture is normally ahead of the newest state by most of a gap: it is a guess. When the next state shows
 *       the error of that guess, the error is blended out over the next gap. The motion may continue for at most one
 *       gap beyond the newest state, and most of that is used already: an eighth of a gap is left to bridge with. To
 *       make up for that, D is longer by half the difference between the greatest and the least lateness, which reduced
 *       the mean judder of 1,600 runs from 0.51 % to 0.09 %. A tick that is much later than all ticks of the last ten
 *       seconds is visible all the same. Measured with ticks that take 60 % of their period, log-normal, at 30 to 128
 *       Hz and 24 to 500 fps: the mean judder of 30 s is 0.04 % to 0.16 %, depending on the rates. The worst of 6,042
 *       runs seen had 3.1 %, and one run in 230 had frozen or jumping frames. At 60 fps and below, that was one run in
 *       3,000.
 *   <li><b>A change of scale</b> changes the speed on screen by the same factor as the speed of simulation time. The
 *       screen follows after a time of D.
 *   <li><b>Frame times ahead of the clock</b>, or behind it, are as even as those of the clock. The lead is the time
 *       that a host passes to {@link FrameSampler#sample(long)}, minus what the sampler's clock reads in the same call.
 *       A frame then shows {@code S(now - lead - D) - gap}, with the greatest usual lead, and D follows the lateness by
 *       the clock. If the lead varies, D is at most {@code K - 2} gaps plus the least lateness minus that variation. A
 *       frame with a rare, greater lead is bridged. Measured with ticks of 5 % and of 30 % and log-normal ones, at 30
 *       to 250 Hz and 24 to 360 fps, with leads of -50 to 100 ms: a constant lead changes neither the judder nor the
 *       picture's age. If the lead varies by 5 ms to either side, the judder is below 0.1 % wherever it is below 0.08 %
 *       without a lead, and the picture is at most as old as for the greatest lead. D then stays as it is while the
 *       wanted D is within an eighth of the variation. That adds 0.010 % of judder; to follow it would add 0.053 %.
 *   <li><b>Uneven frame times</b> occur if the display refreshes evenly, but the thread that reads the times wakes up
 *       unevenly. {@link FrameSampler.Builder#snapToRefresh} snaps such times to the display's refreshes. It also snaps
 *       a frame that begins late by a large part of a refresh, if such frames were drawn in time for the next refresh.
 *       In simulated hosts that draw for 15 % of a refresh, with one frame in 200 late by 2 ms on average, judder of 30
 *       s at 144 fps is 2.0 %, and 3.0 % if only frames that are late by at most a quarter of a refresh are snapped. At
 *       60 fps it is 0.00 % and 1.4 %. Hosts that draw for 80 % of a refresh miss the next one with most of these
 *       frames. Until the sampler has learned that, it snaps some of them: judder is 3.6 % instead of 3.3 %.
 * </ol>
 *
 * <h2>Which bodies, and where</h2>
 *
 * <p>The picture lies between two states, or on one. The last state whose time the picture has reached decides which
 * slots have a body. A body's epoch changes when the body is spawned, removed or teleported. If a body has the same
 * epoch in both states, it is interpolated. Otherwise it is shown as in the last state reached. So a body that was
 * spawned, removed, teleported or replaced never streaks across the screen, however often or rarely states are read.
 *
 * <p>{@link FrameSampler#snap} shows single bodies as in the newest state. That does not change which bodies are shown:
 * if the newest state no longer has such a body, it is shown as in the last state in which it lived.
 *
 * <h2>Picking and events</h2>
 *
 * <p>{@link Frame#ray} and {@link Frame#rectangle} answer from the frame's own poses, so a click hits what is seen. By
 * then, the simulation is ahead. So a command about a picked body names it by slot and {@link Frame#life}:
 * {@code Bodies.isSameLife} returns false for a body that was spawned in the slot later. {@link Frame#reachedTick} is
 * the tick of the state that decides what is shown. {@code EventReader.poll} hands out the events up to it, so a hit is
 * heard when it is seen.
 *
 * <h2>What has changed</h2>
 *
 * <p>The cost of a frame is proportional to the bodies that change, because most bodies of most worlds rest. States
 * have a version for each block of 64 slots, and equal versions mean equal content. A block of a frame is
 * <i>settled</i> if it has the same version in both states and the frame already shows that content. The next frame
 * leaves a settled block as it is, to the last bit. It works on all other blocks: those in which a body moves, and
 * those whose error is being blended out. In a block in which at most 8 bodies move, it makes only these bodies anew.
 *
 * <p>{@link Frame#changedRanges} reports the blocks that were worked on, so that a renderer uploads only those. A body
 * that rests in such a block keeps its position and its channels to the last bit. Only the last bits of its orientation
 * may change, because a frame between two states normalises orientations, and a frame at exactly the time of a state
 * copies them.
 *
 * <p>If the {@linkplain FrameSampler#origin origin} has moved, a frame computes the positions of all bodies, and
 * reports all slots as changed. Orientations and channels of settled blocks stay as they are.
 *
 * <p>If 1,000 of 100,000 bodies move and their slots are neighbours, a frame takes 1 % of the time of one in which all
 * move. If their slots are scattered, a frame takes 17 %, because each body takes its own cache lines in every array.
 * So bodies that move together should have neighbouring slots.
 *
 * <h2>Attached bodies</h2>
 *
 * <p>The pose of an {@linkplain io.github.freestep.state.Bodies#attach attached} body is interpolated relative to its
 * parent, and composed on the pose that its parent has in the same frame. So the body moves exactly with its parent, in
 * every mode, and while errors are blended out. Its own error is relative to the parent, too.
 *
 * <p>Between two states of which only one has the attachment, both poses are expressed in the coordinates that the last
 * state reached uses: relative to the parent, or in the world. So is the error that is being blended out. So nothing
 * jumps when a body is attached, detached or passed on. If the other state does not have that parent, because it came
 * or went in between, the body is interpolated in the world, and has no parent in the frame. So a crew flies on
 * smoothly when its ship explodes.
 *
 * <p>Each attached body takes about 0.1 us in a frame, also at rest, because its parent may move while its own block is
 * settled.
 *
 * <h2>Large worlds</h2>
 *
 * <p>A float has 24 bits: 10,000 km from zero, its resolution is 1 m. States with
 * {@linkplain io.github.freestep.state.StateLayout#doublePositions() double positions} have a resolution of 2 nm there.
 * A frame has the float that is nearest to position minus origin, so its error is half a float's last place at the
 * distance from the origin, plus that of the double. The interpolation subtracts in doubles first, and rounds once. So
 * motion far from zero is as even as motion near zero, if the origin is near the camera.
 *
 * <p>A move of the origin is invisible. The error of a late tick that is blended out is the difference of two positions
 * that have the same origin, so it does not depend on where the origin is.
 *
 * <p>Interpolation with doubles takes 1.5 to 1.6 times as long as with floats on JDK 17, which rounds to floats one by
 * one, and 1.1 to 1.3 times on JDK 25. Measured with 1,000 to 100,000 bodies, the least of 600 interleaved runs each.
 *
 * <h2>Rejected designs</h2>
 *
 * <p>The table compares three rules for D, which all take a greatest lateness.
 *
 * <table>
 *   <caption>Three rules for the lateness that D follows. Each cell: judder in %, mean delay in ms. 100 Hz, 60 fps,
 *       windows of 4, 24 seeds of 60 s</caption>
 *   <tr><th>load</th><th>greatest of 10 s</th><th>greatest that occurred in two of the last 10 seconds</th>
 *       <th>chosen: greatest of 10 s, as far as it occurred in two of the last 30 seconds</th></tr>
 *   <tr><td>ticks of 60 %, log-normal</td><td>0.048, 26.6</td><td>0.039, 25.1</td><td>0.039, 26.1</td></tr>
 *   <tr><td>a tick of 25 ms every 2 s</td><td>0.002, 30.3</td><td>0.005, 30.3</td><td>0.002, 30.3</td></tr>
 *   <tr><td>a tick of 15 ms about every 7 s</td><td>0.003, 26.3</td><td>0.335, 19.9</td><td>0.012, 26.3</td></tr>
 *   <tr><td>a tick of 25 ms about every 7 s</td><td>0.042, 30.7</td><td>1.266, 23.2 (21 frames frozen or
 *       jumping)</td><td>0.053, 30.7</td></tr>
 *   <tr><td>a tick of 15 ms about every 12 s</td><td>0.188, 24.7</td><td>0.235, 12.0</td><td>0.211, 23.9</td></tr>
 *   <tr><td>one tick of 15 ms; each cell: ms added to the delay a second later, and for how long</td><td>+9.9, for
 *       20 s</td><td>+0.5, for 0.9 s</td><td>+0.03, for 0.1 s</td></tr>
 * </table>
 *
 * <p>The next table compares ways to show the time after a stall. Simulated, one stall each, 100 Hz, windows of 6.
 *
 * <table>
 *   <caption>Each cell: judder in the 2.7 s around the stall in %, and the greatest step of a frame in ms</caption>
 *   <tr><th>steps, stall, fps</th><th>newest state</th><th>stands still until it can jump to its usual delay</th>
 *       <th>follows within the window, without copies</th><th>chosen</th></tr>
 *   <tr><td>6 ms, 250 ms, 60</td><td>45, 30</td><td>197 to 233, 427 to 503</td><td>34, 30</td><td>32, 27</td></tr>
 *   <tr><td>3 ms, 250 ms, 60</td><td>58, 60</td><td>132 to 135, 288 to 296</td><td>45, 60</td><td>36, 41</td></tr>
 *   <tr><td>6 ms, 250 ms, 144</td><td>72, 20</td><td>303 to 360, 417 to 496</td><td>37, 20</td><td>33, 12</td></tr>
 *   <tr><td>0.1 ms, 250 ms, 60</td><td>116, 260</td><td></td><td>87, 200</td><td>39, 55</td></tr>
 *   <tr><td>3 ms, 1 s, 60</td><td>75, 60</td><td></td><td>69, 60</td><td>62, 43</td></tr>
 * </table>
 *
 * <ul>
 *   <li>To always take 0.9 s, even if the window is far ahead. Judder would be lower by 2 to 20 % of its value. But in
 *       the first row of the table, the picture would move in straight lines across up to 70 ms instead of 40 ms.
 *   <li>One copy, of the state that the picture has reached. The other end of the line then moves with the window, so
 *       the picture may never arrive there. It stayed between two states that were 400 ms apart.
 *   <li>Older states for readers in the pool of the handoff. A stall of 3 s would need 300 of them.
 *   <li>D follows a quantile of lateness. With a collector's pause of 25 ms every 2 s, judder is 0.95 % with the 99th
 *       percentile, and 1.48 % with the 95th.
 *   <li>A stepped channel that says which bodies to show as in the newest state. The reader knows what must not lag on
 *       its screen, the simulation does not.
 *   <li>Handing out events by the simulation time that is shown. Where states are skipped, the body of an event might
 *       not have appeared yet.
 * </ul>
 */
package io.github.freestep.render;
