/**
 * An adapter for NVIDIA's PhysX, by physx-jni: rigid bodies in three dimensions, in native code.
 *
 * <p>All worlds share the one foundation that PhysX allows per process: the first world makes it, and the last one
 * releases it. Several worlds may be stepped at once, each by its own thread. The same input gives the same bits,
 * unless the description of a scene gives it worker threads.
 *
 * <p>After every step, the adapter asks every body by {@code getWakeCounter} whether it may have moved, in 10 ns. The
 * counter of a sleeping body is 0. When the adapter has read such a body, it sets the counter to -0, which PhysX treats
 * as 0. PhysX writes +0 or more when a call wakes the body or puts it to sleep, and in every step in which it may move
 * the body. So while the counter is -0, the body is where it was read. A kinematic body, and one whose simulation is
 * disabled, has no counter and is read after every step. PhysX continues to move a body that {@code putToSleep} was
 * called for while it touches a moving one, and says that it sleeps; this adapter shows the motion.
 *
 * <h2>Rejected alternatives</h2>
 *
 * <ul>
 *   <li>PhysX's list of active actors: the binding keeps it at one address per process, where worlds on two threads
 *       would write at once, and frees it after the foundation, which crashes. It also lacks a body in the step in
 *       which it fell asleep.
 *   <li>PhysX's notices of which bodies wake and fall asleep: it drops those of a body whose simulation is disabled,
 *       and of one that is woken and put to sleep between two steps, and sends none for a body that it moves in its
 *       sleep.
 *   <li>Reading every pose after every step: 80 ns per body, also for those that sleep.
 *   <li>The binding's own filter shader: it reports no contacts.
 * </ul>
 */
@NullMarked
package io.github.freestep.physics.physx;

import org.jspecify.annotations.NullMarked;
