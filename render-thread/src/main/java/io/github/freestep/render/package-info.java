/**
 * Snapshot interpolation: a sampler makes frames between two states, behind the present by an interpolation delay that
 * its presentation clock chooses so that motion is even. A host calls the sampler once in each frame. A {@link
 * io.github.freestep.render.display.FrameLoop FrameLoop} does so on a thread of its own, on which a {@code FramePacer}
 * waits before each frame, unless the host has capped the rate.
 *
 * <p>A <i>window</i> is the newest K states, and the <i>gap</i> is the simulation time between neighbouring ones.
 * {@code S} maps wall time to simulation time, as the anchors in the states say. The <i>lateness</i> of a state is the
 * wall time from when simulation time reached the state until it was published. To <i>bridge</i> a late state is to
 * continue the motion beyond the newest state until the late one comes. {@code D}, the <i>allowed lateness</i>, is how
 * late a state may be before it is bridged. A <i>stall</i> is a lateness greater than what the window and a bridge
 * cover together. <i>Judder</i> is what a {@code MotionMeter} measures.
 *
 * <h2>Guarantees</h2>
 *
 * <ol>
 *   <li><b>No waiting.</b> Sampling a frame never waits for the simulation. It allocates nothing, except once each, for
 *       the first attached body and the first catch-up.
 *   <li><b>Forward.</b> The time shown never decreases, and a body that moves steadily never goes back.
 *   <li><b>Even.</b> Once D has followed the lateness, motion is even as long as the window covers D, and no state is
 *       later than D and a bridge hide: judder is at most 0.3 % at 100 Hz. If the loop waits for a display, that is
 *       judder on the screen, because a frame shows the time of its refresh.
 *   <li><b>No streaks.</b> A body that was spawned, removed, teleported or replaced never slides, however rarely states
 *       are read.
 *   <li><b>Bounded delay.</b> The picture is one gap plus D older than the simulation. D is at most what the window
 *       covers, and a single late state does not lengthen it for long.
 *   <li><b>Bounded speed.</b> D is slewed by at most 20 ms per second, so a picture that neither catches up, jumps nor
 *       lacks states is at most 2 % too fast or too slow.
 *   <li><b>Cost</b> is proportional to the bodies that change, plus those that are attached.
 * </ol>
 *
 * <h2>The presentation clock</h2>
 *
 * <p>A frame at the wall time {@code now} shows {@code S(now - D) - gap}. The window <i>covers</i> D, and so has the
 * two states around that time, if {@code D <= (K - 2) * gap + least lateness}.
 *
 * <p>{@code Arrivals} measures the states, {@code AnchorMap} is S, {@code Lateness} remembers how late states were and
 * {@code Recurring} which lateness comes again and again, {@code Hidden} is what a window and a bridge hide, {@code
 * AllowedLateness} says what D should be, as a function of these, {@code Lead} follows the lead, and {@code CatchUp} is
 * rule 7. {@code PresentationClock} combines them, and is the only one that changes D.
 *
 * <ol>
 *   <li><b>Each millisecond of D has a price</b>, because it makes every frame older. D covers what nine tenths of the
 *       newest 512 states do not exceed, so at most a tenth is guessed on bridges. And it covers every lateness that
 *       recurs, which is about what comes once in seven seconds or more often, less nine tenths of a bridge, at most 9
 *       ms. A millisecond of D then spares at least a millisecond of standing still in seven seconds. 0.3 ms are added,
 *       and D is at most what the window covers and what a state of the last ten seconds needed. Several missing states
 *       in a row count as lateness of the next one.
 *       <p>So a frame may show a ball inside the floor, and be wrong by up to 88 mm at 4.4 m/s: {@code DelayTest}.
 *       Nothing is left to bridges for receivers, in {@link FrameMode#EXTRAPOLATE}, and for ten seconds after a start
 *       or a change of scale; less is left if a tenth of the states are later than 9 ms, and nothing from 18 ms on,
 *       because ticks then queue.
 *       <p>What comes less often is seen. If one state in 1,000 is 25 ms late, the picture is 12 instead of 20 ms old,
 *       and has about 1.5 instead of 0.8 % judder at 60 frames per second: {@code DelayTest}.
 *   <li><b>D changes slowly</b>, because in a steady run only its changes cause judder. It rises within about a second,
 *       while bridges hide the lateness, and falls within several seconds, by at most 10 ms per second. There are two
 *       exceptions. If the picture waits for a state that is later than D and a bridge hide, D rises by as much at
 *       once, so the next state that is as late is hidden; when states are on time again, the picture catches up. If a
 *       new scale or new gaps make the window cover less than D, it catches up, too, because it would jump from state
 *       to state for seconds otherwise.
 *       <pre>
 * late states  ....|...............|....|...|..|....................
 * D            ____|\______________|\___|\__|\_/~~~~~~~~~~~~~~\______
 *                waits                    recurs   none for 10 s</pre>
 *   <li><b>One late tick costs no latency</b>, but what D and a bridge do not hide of it is seen.
 *   <li><b>A reader starts evenly.</b> Its D begins with the lateness of the states that it finds. For its first ten
 *       seconds, and after a change of scale, one late state is enough, and D soon forgets. While bridges hide the
 *       lateness, D rises by at most 2.1 ms per second, so that nothing is visible.
 *   <li><b>A late state is bridged</b> for at most one gap, or for 10 ms of wall and simulation time if gaps are
 *       shorter, but never for more than two gaps. A receiver bridges for 20 instead of 10 ms, because links that lose
 *       many states often lose two in a row. D does not count on that, so only such a hole makes a bridge as long, and
 *       may show a ball twice as far inside the floor. A position follows the curve of the last four states, as in free
 *       flight, or a straight line if their speeds show a contact. When the state has come, the error is blended out
 *       over three gaps. If shorter gaps leave a bridged picture more than two gaps ahead of the newest state, it keeps
 *       its poses until it is two gaps ahead, so no body goes back.
 *   <li><b>A stall does not change D</b>, because even the longest D and a bridge could not hide it: the picture would
 *       be older, and still stand. With a window of six at 100 Hz, which covers 40 ms, pauses of 60 ms each five
 *       seconds leave the picture 14 ms old, with 9 % judder. A window of eight hides them, at 62 ms. If a receiver's
 *       stalls begin in three of the last thirty seconds, D becomes as long as the window covers at scale 1 or less.
 *   <li><b>After a stall, the states drive the picture</b>: it <i>catches up</i>, at a bounded speed. While states are
 *       late, that is at most {@code 1 + room / 80 ms} times the speed of simulation time, where {@code room} is how
 *       far the picture is from being one gap behind the newest state. It stands still only while there is no state to
 *       show. Once they are on time, the excess begins at {@code behind / 450 ms}, where {@code behind} is how far the
 *       picture is behind its usual delay, and falls evenly to zero in 0.9 s. A picture behind the window returns to it
 *       with {@code distance / 80 ms} if that is more, in a straight line from copies of its two states; it reaches
 *       this speed within about 80 ms, and its fastest frame moves by at most a gap more than the newest state's. If a
 *       receiver's link carries all states again, and the picture is at most 50 ms older than necessary, it takes 3 s
 *       instead. If a sender restarts, the picture jumps. After random stalls, judder is at most that of the
 *       newest state: {@code StallTest}.
 *   <li><b>In a pause</b>, the picture moves on to the newest state, and holds there. On resume, it stands still until
 *       the clock has reached the time that it shows. If the simulation drops time, and the picture would stand
 *       although it has the states, D shrinks, and becomes the usual one slowly. If a fault drops time, motion that was
 *       shown beyond the last good state is blended out.
 *   <li><b>In {@link FrameMode#EXTRAPOLATE}</b> the time shown is {@code S(now - D) - gap / 8}. Each state corrects a
 *       guess, so an error is blended out over one gap, before the next. Only an eighth of a gap is left to bridge
 *       with, so D is longer by half the difference between the greatest and the least lateness.
 *   <li><b>A change of scale</b> changes the speed on screen by the same factor, after a time of D.
 *   <li><b>Frame times ahead of the clock</b>, or behind it: a frame shows {@code S(now - lead - D) - gap}, with the
 *       greatest usual lead, and lateness is measured by the clock. The smallest lead needs the oldest states, so the
 *       window covers as much less D as the lead varies. A frame with a rare, greater lead is bridged.
 *   <li><b>A frame shows the time of its refresh</b>, not the one at which its thread happened to wake up, which would
 *       be visible. {@link io.github.freestep.render.spi.RefreshLine} learns the refreshes from the times of frames
 *       alone. What it adds to a frame's time is not a lead, because it would be learned as one that varies, so the
 *       clock's reading moves with it. The mean frame is not older. A frame of a stepper may be later than the newest
 *       state by what its thread had been early, and is bridged for so long.
 * </ol>
 *
 * <h2>The picture</h2>
 *
 * <p><b>Which bodies.</b> The last state that the picture has reached, that of {@link Frame#reachedTick}, decides which
 * slots have a body. Spawn, removal and teleport change the epoch of a body. A body is interpolated if both states have
 * the same epoch of it; otherwise it is shown as in the state reached.
 *
 * <p><b>Attached bodies</b> are interpolated relative to their parent, with their error, and composed on its pose in
 * the same frame. They do not jump when they are attached, detached or passed on: poses and errors are taken into the
 * coordinates of the state reached.
 *
 * <p><b>What has changed.</b> If both states have the same version of a block of 64 slots, and the frame shows that
 * content without an error, the next frame leaves the block unchanged, to the last bit. It works on all other blocks,
 * which {@link Frame#changedRanges} reports.
 *
 * <p><b>Blending on the GPU.</b> {@code Corrections} is what the blend of two states lacks to be the picture. A lazy
 * picture keeps track of blocks, bodies and errors, and makes poses when they are read. While it is bridged, it makes
 * them before the next state comes, because the error is the difference to them.
 *
 * <p><b>Large worlds.</b> The interpolation of {@linkplain io.github.freestep.state.StateLayout#doublePositions()
 * double positions} subtracts in doubles and rounds once, so motion near the {@linkplain FrameSampler#origin origin} is
 * as even as near zero. An error is the difference of two positions with the same origin, so a move of the origin is
 * invisible.
 *
 * <h2>Rejected designs</h2>
 *
 * <ul>
 *   <li>D as a quantile of lateness: with a collector's pause of 25 ms every 2 s, judder is 0.95 % at the 99th.
 *   <li>After a stall, the newest state: 1.2 to 3 times the judder; or to stand still until the picture can jump to its
 *       usual delay: 4 to 11 times.
 *   <li>A bridge at half the speed, or none, where the last speeds show a contact. The worst frame of a bouncing ball
 *       stays the same, because it has a contact after the newest state, which no speed shows. In piles of dyn4j,
 *       Bullet and Box2D, bridges are 9 to 32 % more wrong at half the speed, and up to 2 % where only a body that has
 *       lost a quarter of its speed is slower.
 *   <li>A bridge at half the speed for all that falls: the worst frame is wrong by 53 instead of 71 mm, but each late
 *       state is seen in free flight. Only a D that is 6 ms longer leaves 31 mm.
 *   <li>To catch up within the window, without copies: frames jump by 200 ms instead of 55.
 *   <li>Older states in the pool of the handoff: a stall of 3 s would need 300.
 *   <li>Events by the simulation time that is shown: if states are skipped, an event's body might not have appeared.
 * </ul>
 */
@NullMarked
package io.github.freestep.render;

import org.jspecify.annotations.NullMarked;
