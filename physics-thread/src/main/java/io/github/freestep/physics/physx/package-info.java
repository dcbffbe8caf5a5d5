/**
 * NVIDIA's PhysX, by physx-jni: rigid bodies in three dimensions, in native code.
 *
 * <p>It comes to those who ask for it: {@code de.fabmax:physx-jni:2.4.1}, and the same with the classifier {@code natives-linux},
 * {@code natives-windows}, {@code natives-macos} or {@code natives-macos-arm64}. The native library is unpacked into the folder for
 * temporary files. A module requires {@code de.fabmax.physxjni} besides. From JDK 24 on, say {@code --enable-native-access=ALL-UNNAMED}, or {@code =de.fabmax.physxjni} where that is on
 * the module path; the JDK warns on stderr otherwise.
 *
 * <p>PhysX knows one foundation in a process. All worlds share it; it comes with the first and goes with the last. Worlds may
 * be stepped by threads of their own. A world is stepped by its physics thread alone unless it is described otherwise, and
 * then takes the same course from the same input, bit by bit.
 *
 * <h2>Contacts</h2>
 *
 * <p>There is one event for two shapes, in the tick in which they begin to touch. It carries
 *
 * <ul>
 *   <li>the first of PhysX's contact points: of a box that lands flat a corner, not the middle,
 *   <li>the normal at that point, from the second body to the first,
 *   <li>the sum of the impulses of all points in that tick, in mass times metres per second.
 * </ul>
 *
 * <p>There is no event while shapes go on touching, none when they part, and none for triggers
 * ({@code eTRIGGER_SHAPE}). If you need those, set an event callback and a filter of your own in
 * {@link io.github.freestep.physics.physx.PhysxSimulation#describe describe}, in place of this adapter's.
 *
 * <h2>Errors</h2>
 *
 * <p>PhysX reports an error to a callback, and the call that caused it returns. This adapter throws the first error of
 * a command, a step or the set-up as soon as that has ended, with the stack of the call that caused it: the command's
 * future fails, and a step is subject to the fault policy. What a host calls on a stepper's world between its calls
 * counts to the next command or step. An error on a thread that runs no world, such as a worker of PhysX's, is logged
 * as a warning.
 *
 * <p>PhysX does not check every mistake. A force on a body that is in no scene, or the use of a body that was removed,
 * may end the process.
 *
 * <h2>What lost</h2>
 *
 * <ul>
 *   <li>PhysX's list of active actors. The binding keeps it in one place for the whole process, where two worlds on two
 *       threads would write at once, and that place crashes the process at its end if the foundation is gone by then.
 *       Asking every body whether it sleeps takes 10 ns, and reading one 80 ns.
 *   <li>Slots in the actors' user data: it is the user's.
 *   <li>The binding's own filter shader: it reports no contacts.
 * </ul>
 */
package io.github.freestep.physics.physx;
