/**
 * Prediction: a second world, of a match or of the player's own body, runs ahead with guessed inputs. When a guess was
 * wrong, that world is restored and stepped again, so the state of the same tick is suddenly another one. This
 * package hides that from frames.
 *
 * <p>Threads: everything here runs on the thread that steps the predicted world. It never waits, and allocates nothing
 * per state, except for attachments that have changed. Any thread may read the states.
 *
 * <p>A <i>true</i> state is one that the second world has published, even if its guess is wrong. A <i>shown</i> state
 * is what frames get. The <i>error</i> is shown minus true.
 *
 * <h2>What you can rely on</h2>
 *
 * <ol>
 *   <li><b>True without corrections.</b> While nothing is corrected, the shown states are the true ones to the last
 *       bit.
 *   <li><b>No jumps.</b> At a correction, neither the pose of a body nor its velocity jumps. The acceleration of its
 *       error goes on. A body without an error has none, so its acceleration is at once that of the true body. There
 *       are four exceptions, which are shown as they are: spawns, removals, errors above the snap distance, which are
 *       teleports, and bodies that get another parent.
 *   <li><b>The error ends.</b> After the half-life, half of an error without velocity is left, and after at most 10
 *       half-lives nothing. The states are then the true ones again, to the last bit.
 *   <li><b>No step back.</b> A body that moves at a constant speed and is set back by less than 1.27 times its way in a
 *       half-life never moves backwards.
 *   <li><b>The cost follows the bodies</b> that change or have an error. Blocks of 64 slots without either cost one
 *       comparison.
 * </ol>
 *
 * <h2>How it works</h2>
 *
 * <p>{@code shown = true + error}, for each value of a body. The error begins as what was shown minus what is now true,
 * its velocity as the velocity that was shown minus the true one, and its acceleration as that of the error before: 0
 * if there was none. Then it decays as the output of a Bessel filter of third order, in wall time. This filter
 * overshoots by less than 1 %. Its solution is exact for steps of any length, so nothing depends on the tick rate. The
 * steepest slope of an error c without velocity is {@code 0.782 c / half-life}, from which the bound of 1.27 follows.
 *
 * <p>The velocities need no derivatives: if the motion that was shown goes on for one more state, its difference from
 * the next true state is the error at that time. {@code v} is that error minus the first one, divided by the time.
 *
 * <ul>
 *   <li>{@link ShownTicks} shows each tick of a run by {@link ShownStates}. {@link AheadClock} is the run's clock.
 *   <li>{@code TrueChanges} finds the slots in which a true state differs from the one before.
 *   <li>{@code ShownBodies} spawns, removes, teleports and attaches what is shown.
 *   <li>{@code ShownMotion} continues what was shown, and compares it with a true state.
 *   <li>{@code ShownErrors} has the errors and reduces them.
 *   <li>{@code Decay} is the filter.
 * </ul>
 *
 * <h2>Rejected designs</h2>
 *
 * <ul>
 *   <li>Blending in the sampler, as after motion that was continued beyond the newest state. Each sampler of each mode
 *       would need to know of corrections, and a sampler that skips states would miss them.
 *   <li>An exponential decay of the error alone. Its velocity jumps at a correction.
 *   <li>A critically damped spring, {@code e'' = -2 w e' - w² e}. Its acceleration jumps at a correction. At the same
 *       mean distance from the truth, the worst frame of a thousand is 1.7 times as uneven.
 *   <li>Time between states as measured when they are published. It has the jitter of the thread, and the error would
 *       get it, too. The anchor has the time at which frames show the states.
 * </ul>
 */
package io.github.freestep.physics.prediction;
