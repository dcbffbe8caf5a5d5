/**
 * Rings by which the physics thread hands entries to consumers without waiting for them: events, and the journal of a
 * recording. Not exported.
 */
package io.github.freestep.physics.ring;
