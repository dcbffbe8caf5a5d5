/**
 * Hides the corrections of a prediction from frames. In a prediction, a second world runs ahead with guessed inputs.
 * When a guess was wrong, that world is restored and stepped again, so the state of the same tick is suddenly another
 * one.
 *
 * <p>Everything runs on the thread that steps the predicted world, never waits, and allocates only for attachments that
 * have changed.
 *
 * <p>A <i>true</i> state is one that the second world has published, even if its guess is wrong. A <i>shown</i> state
 * is what frames get. The <i>error</i> is shown minus true.
 *
 * <h2>What you can rely on</h2>
 *
 * <ol>
 *   <li><b>True without corrections.</b> While nothing is corrected, the shown states are the true ones to the last
 *       bit.
 *   <li><b>No jumps.</b> At a correction, neither the pose of a body nor its velocity jumps, and the acceleration of
 *       its error continues. Spawns, removals, errors above the snap distance, which are teleports, and bodies that get
 *       another parent are shown as they are.
 *   <li><b>The error ends.</b> After the half-life, half of an error without velocity is left, and after at most 10
 *       half-lives nothing, to the last bit.
 *   <li><b>No step back.</b> A body that moves at a constant speed and is set back by less than 1.27 times its way in a
 *       half-life never moves backwards.
 *   <li><b>Apart.</b> If that is asked for, one body is not shown nearer to others than it has touched them, but for
 *       what it was shown nearer when they touched for the first time.
 *   <li><b>The cost follows the bodies</b> that change or have an error. Other blocks of 64 slots cost one comparison.
 *       To keep one body apart costs one for each slot in use, and more for those that it may touch.
 * </ol>
 *
 * <h2>How it works</h2>
 *
 * <p>{@code shown = true + error}, for each value of a body. The error begins as what was shown minus what is now true,
 * its velocity in the same way, and its acceleration as that of the error before: 0 if there was none. Then it decays
 * as the output of a Bessel filter of third order, {@code Decay}, in wall time. This filter overshoots by less than 1
 * %, and its solution is exact for steps of any length, so nothing depends on the tick rate. The steepest slope of an
 * error c without velocity is {@code 0.782 c / half-life}, from which the bound of 1.27 follows.
 *
 * <p>For the velocity of the error, what was shown is continued by a tick: with its velocity, and three quarters of the
 * smaller of its last two accelerations, if these have one direction. Without an acceleration, each correction would
 * take away that of a tick, and with analog sticks each tick is corrected. The smaller one is used because a shock is
 * the larger one and does not continue, and only three quarters of it because the noise of the corrections would grow
 * with all of it.
 *
 * <h2>Rejected designs</h2>
 *
 * <ul>
 *   <li>Blending in the sampler: each mode would need to know of corrections, and a sampler that skips states would
 *       miss them.
 *   <li>An exponential decay of the error alone: its velocity jumps at a correction.
 *   <li>A shorter half-life for bodies that touch, against bodies inside of one another: with 60 ms in place of 180,
 *       the own body was still up to 110 mm inside of a box, and the box moved 2.7 times as unevenly.
 *   <li>A half-life by the size of the error: small errors then move as unevenly as large ones.
 * </ul>
 */
package io.github.freestep.physics.prediction.shown;
