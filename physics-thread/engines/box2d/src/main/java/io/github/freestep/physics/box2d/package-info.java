/**
 * An adapter for Box2D in libGDX's binding: rigid bodies in two dimensions, in native code.
 *
 * <p>Several worlds may be stepped at once, each by its own thread. The same input gives the same bits. After each
 * step, the adapter asks each body whether it sleeps, and reads the poses of those that are awake.
 *
 * <p>Rejected: contacts reported by {@code beginContact}, because Box2D calls it before its solver, so the impulse is
 * not known; and a body that {@code add} makes from a {@code BodyDef}, because the user needs the body anyway, for its
 * fixtures.
 */
@NullMarked
package io.github.freestep.physics.box2d;

import org.jspecify.annotations.NullMarked;
