/**
 * Rings through which the physics thread passes entries to consumers without waiting for them. Used by events.
 */
package io.github.freestep.physics.ring;
