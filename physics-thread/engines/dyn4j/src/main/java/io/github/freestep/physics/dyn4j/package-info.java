/**
 * An adapter for dyn4j: rigid bodies in two dimensions, in plain Java.
 *
 * <p>The artifact is {@code io.github.freestep:freestep-dyn4j}, which brings {@code org.dyn4j:dyn4j:6.0.0}. The same
 * input gives the same states, bit for bit, as long as at most one body is a bullet, which is dyn4j's flag for a fast
 * body: dyn4j processes the bullets of a step in the order of their identity hash codes.
 *
 * <p>dyn4j allocates about 2.5 kB per body in every step; this adapter adds nothing to that.
 */
package io.github.freestep.physics.dyn4j;
