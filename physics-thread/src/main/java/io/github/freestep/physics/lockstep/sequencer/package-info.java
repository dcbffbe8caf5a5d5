/** The logic of a sequencer. */
package io.github.freestep.physics.lockstep.sequencer;
