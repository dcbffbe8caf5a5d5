/**
 * Plays a match in lockstep between processes or within one, and stresses the prediction of one. See
 * {@link io.github.freestep.physics.lockstep}.
 */
package io.github.freestep.benchmarks.app.play;
