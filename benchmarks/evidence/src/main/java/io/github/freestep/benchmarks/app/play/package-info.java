/**
 * Plays a match in lockstep within one process, and checks the predicted states of one under stress. See
 * {@link io.github.freestep.physics.lockstep}.
 */
package io.github.freestep.benchmarks.app.play;
