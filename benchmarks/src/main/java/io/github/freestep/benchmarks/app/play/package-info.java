/**
 * Plays a match in lockstep within one process, and stresses the prediction of one. See
 * {@link io.github.freestep.physics.lockstep}.
 */
package io.github.freestep.benchmarks.app.play;
