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
