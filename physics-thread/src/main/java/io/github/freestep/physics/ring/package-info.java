/**
 * Rings through which the physics thread passes entries to consumers without waiting for them. Used by events and by
 * the journal of a recording.
 */
package io.github.freestep.physics.ring;
