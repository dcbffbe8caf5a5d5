/**
 * An adapter for NVIDIA's PhysX, by physx-jni: rigid bodies in three dimensions, in native code.
 *
 * <p>The engine is an optional dependency: add {@code de.fabmax:physx-jni:2.4.1}, and the same artifact with the
 * classifier {@code natives-linux}, {@code natives-windows}, {@code natives-macos} or {@code natives-macos-arm64}. A
 * Java module must also require {@code de.fabmax.physxjni}. The native library is unpacked into the folder for
 * temporary files. From JDK 24 on, pass {@code --enable-native-access=ALL-UNNAMED}, or {@code =de.fabmax.physxjni} if
 * that is on the module path; otherwise the JDK warns on stderr.
 *
 * <p>PhysX allows one foundation per process. All worlds share it: the first world makes it, and the last one releases
 * it. Several worlds may be stepped at once, each by its own thread. By default the physics thread alone steps a world,
 * and the same input gives the same states, bit by bit. If the description of a scene gives it worker threads,
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
 * <p>PhysX reports which bodies wake and fall asleep, and this adapter reads the poses of those that are awake, which
 * takes 80 ns for each. {@code add} sets the flag {@code eSEND_SLEEP_NOTIFIES} of a body for this; do not clear it. If
 * you replace the event callback, this adapter asks every body after every step whether it sleeps. That takes 10 ns per
 * body, and does not show that you have moved a sleeping body and put it to sleep again.
 *
 * <p>These changes of a pose are not reported by PhysX, and readers see them only after {@code teleport} or {@code
 * refresh}:
 *
 * <ul>
 *   <li>{@code setGlobalPose} of a sleeping body with {@code autowake} false,
 *   <li>{@code setGlobalPose} of a kinematic body; {@code setKinematicTarget} is reported.
 * </ul>
 *
 * <p>PhysX goes on moving a body that {@code putToSleep} was called for while it touches a moving one, and says that it
 * sleeps. This adapter reads it until its pose is the same after a step. If it moves again later without waking, it is
 * shown where it was.
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
 *       foundation is released by then. The list also lacks a body in the step in which it fell asleep, though the body
 *       may move in that step. Otherwise it has the same bodies as those whose sleep notices say that they are awake.
 *   <li>Asking every body after every step whether it sleeps: it takes 10 ns per body, also for those that sleep.
 *   <li>Slots in the actors' user data: it belongs to the user.
 *   <li>The binding's own filter shader: it reports no contacts.
 * </ul>
 */
package io.github.freestep.physics.physx;

import io.github.freestep.physics.engine.EngineScene;
import io.github.freestep.state.StateLayout;
import java.util.function.Consumer;
