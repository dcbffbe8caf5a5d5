/**
 * An adapter for dyn4j: rigid bodies in two dimensions, in plain Java.
 *
 * <p>The same input gives the same bits on the same JVM, as long as at most one body is a bullet, which is dyn4j's flag
 * for a fast body: dyn4j processes the bullets of a step in the order of their identity hash codes. The jar that {@link
 * io.github.freestep.physics.dyn4j.StrictDyn4j StrictDyn4j} writes has neither limit, unless a scene
 * sets {@code Sap} for its broad phase.
 *
 * <p>dyn4j allocates about 2.5 kB per body in every step, and this adapter adds nothing to that.
 */
@NullMarked
package io.github.freestep.physics.dyn4j;

import org.jspecify.annotations.NullMarked;
