/**
 * An adapter for NVIDIA's PhysX, by physx-jni: rigid bodies in three dimensions, in native code.
 *
 * <p>The artifact is {@code io.github.freestep:freestep-physx}, which brings {@code de.fabmax:physx-jni:2.4.1}. For the
 * native library, add the same artifact with the classifier {@code natives-linux}, {@code natives-windows}, {@code
 * natives-macos} or {@code natives-macos-arm64}. {@code PhysxSimulation.of} and {@code load} load the
 * native library, which is unpacked into the folder for temporary files; see {@link
 * io.github.freestep.physics.physx.PhysxSimulation#load} for objects that are made earlier. From JDK 24 on, pass
 * {@code --enable-native-access=ALL-UNNAMED}, or {@code =de.fabmax.physxjni} if that is on the module path; otherwise
 * the JDK warns on stderr.
 *
 * <p>PhysX allows one foundation per process. All worlds share it: the first world makes it, and the last one releases
 * it. Several worlds may be stepped at once, each by its own thread. By default the physics thread alone steps a world,
 * and the same input gives the same states, bit for bit. If the description of a scene gives it worker threads,
 * this guarantee does not hold.
 *
 * <h2>Contacts</h2>
 *
 * <p>There is one event per pair of shapes in the tick in which they begin to touch, and one in the tick in which they
 * part. A begin carries
 *
 * <ul>
 *   <li>the first of PhysX's contact points: for a box that lands flat, a corner and not the middle,
 *   <li>the normal at that point, from the second body to the first,
 *   <li>the sum of the impulses of all points in that tick, in mass times metres per second.
 * </ul>
 *
 * <p>There is no event while shapes keep touching. For triggers ({@code eTRIGGER_SHAPE}) there is one event when a
 * shape enters and one when it leaves; PhysX says neither where, nor that two triggers overlap. A trigger has a slot if
 * its actor is a body that was added, such as a kinematic one; a static actor has none. If you need other events, set
 * an event callback and a filter of your own in the description that you pass to {@link
 * io.github.freestep.physics.physx.PhysxSimulation#of(StateLayout, Consumer, EngineScene)}, in place of this adapter's.
 *
 * <h2>Sleep</h2>
 *
 * <p>This adapter asks every body after every step whether it may have moved, and reads the poses of those. For a body
 * that sleeps, the question takes 10 ns. For one that is awake, question and pose take 100 ns. A kinematic body, and
 * one whose simulation is disabled, are read after every step, which takes 150 ns: PhysX allows no wake counter there.
 *
 * <p>The question is one call, {@code getWakeCounter}. The wake counter of a sleeping body is 0. When this adapter has
 * read a sleeping body, it sets its wake counter to -0, which PhysX treats as 0. PhysX writes +0 or more as soon as a
 * call wakes the body or puts it to sleep, and in every step in which it may move the body. So while the counter is -0,
 * the body is where it was read. Do not set a wake counter to -0.
 *
 * <p>These changes of a pose are not noticed, and readers see them only after {@code teleport} or {@code refresh}:
 *
 * <ul>
 *   <li>{@code setGlobalPose} of a sleeping body with {@code autowake} false,
 *   <li>{@code setGlobalPose} of a body whose simulation is disabled.
 * </ul>
 *
 * <p>PhysX goes on moving a body that {@code putToSleep} was called for while the body touches a moving one, and says
 * that it sleeps. This adapter shows the motion, although it has reported the body as asleep.
 *
 * <h2>Errors</h2>
 *
 * <p>PhysX reports an error to a callback, and the call that caused it returns. When a command, a step or the set-up
 * has ended, this adapter throws the first error that PhysX reported during it. The exception has the stack of the call
 * that caused the error. So the command's future fails, and a failed step is subject to the fault policy. If a host
 * calls PhysX between calls of its stepper, the next command or step throws the error. An error on a thread that runs
 * no world, such as a worker thread of PhysX, is logged as a warning.
 *
 * <p>PhysX does not check every mistake. A force on a body that is in no scene, or the use of a body that was removed,
 * may end the process.
 *
 * <h2>Rejected alternatives</h2>
 *
 * <ul>
 *   <li>PhysX's list of active actors. The binding keeps the list at one address per process, so two worlds on two
 *       threads would write there at once. The binding frees it at the end of the process, which crashes if the
 *       foundation is released by then. The list also lacks a body in the step in which it fell asleep, and a body that
 *       PhysX moves while it says that the body sleeps.
 *   <li>PhysX's notices of which bodies wake and fall asleep, which make a sleeping body cost nothing. PhysX drops the
 *       notices of a body whose simulation is disabled before the next step, also if the body was moved before. It
 *       loses all later notices of a body that is woken and put to sleep between two steps while it touches a moving
 *       one. And it sends none for a body that it moves while it says that the body sleeps, which may rest for some
 *       steps and then move again.
 *   <li>{@code isSleeping} alone: it takes the same 10 ns, and does not show that a body was woken, moved, and put to
 *       sleep or disabled between two steps, nor that PhysX moves a sleeping body.
 *   <li>Reading every pose after every step: 80 ns per body, also for those that sleep.
 *   <li>Slots in the actors' user data: it belongs to the user.
 *   <li>The binding's own filter shader: it reports no contacts.
 * </ul>
 */
package io.github.freestep.physics.physx;

import io.github.freestep.physics.engine.EngineScene;
import io.github.freestep.state.StateLayout;
import java.util.function.Consumer;
