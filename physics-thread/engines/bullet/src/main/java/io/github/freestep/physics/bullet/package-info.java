/**
 * An adapter for Bullet in the binding Libbulletjme: rigid bodies in three dimensions, in native code.
 *
 * <p>Several worlds may be stepped at once, each by its own thread. The same input gives the same bits.
 *
 * <p>Bullet does not report which bodies wake and fall asleep, so the adapter asks each after each step. When a body is
 * removed, it wakes the bodies that touch it, because Bullet would let them sleep on in the air.
 *
 * <h2>Rejected alternatives</h2>
 *
 * <ul>
 *   <li>Libbulletjme's {@code onContactProcessed}: it reports every point in every step, also before the solver.
 *   <li>Refusing to step a space on another thread than the one that has made it, as Libbulletjme advises: its native
 *       code asks the JVM for the calling thread in each callback, and a stepper must be able to pass to another
 *       thread.
 * </ul>
 */
@NullMarked
package io.github.freestep.physics.bullet;

import org.jspecify.annotations.NullMarked;
