/**
 * An adapter for Box2D in libGDX's binding: rigid bodies in two dimensions, in native code.
 *
 * <p>The artifact is {@code io.github.freestep:freestep-box2d}, which brings {@code
 * com.badlogicgames.gdx:gdx-box2d:1.14.2}. For the native libraries, add {@code
 * com.badlogicgames.gdx:gdx-platform:1.14.2} and {@code gdx-box2d-platform:1.14.2}, both with the classifier {@code natives-desktop}. No window and no libGDX application are needed. From JDK 24 on, pass {@code
 * --enable-native-access=ALL-UNNAMED}; otherwise the JDK warns on stderr. libGDX unpacks the native libraries into the
 * folder for temporary files. {@code Box2dSimulation.of} and {@code load} load them. A shape that is made earlier, such
 * as in a field of a scene, fails with an {@code UnsatisfiedLinkError}; {@link
 * io.github.freestep.physics.box2d.Box2dSimulation#load} shows what to do.
 *
 * <p>If your program uses the module path, leave libGDX's jars on the class path: two of them share a package, so they
 * cannot be modules. This adapter makes its own module read the class path.
 *
 * <p>Several worlds may be stepped at once, each by its own thread. The same input gives the same states, bit for bit.
 *
 * <p>Box2D makes a body in its world. So a body is in the world from {@code createBody} on, and {@code add} makes it
 * visible. {@code add} refuses a body of another world. {@code remove} destroys the body with its joints. libGDX may
 * use the same Java object again for the next body, so drop every reference to a removed body: the use of a removed
 * body, also by {@code add}, may end the process.
 *
 * <h2>Contacts</h2>
 *
 * <p>There is one event per pair of shapes (fixtures) in the tick that first solves their contact, and one in the tick
 * in which they part. A begin carries
 *
 * <ul>
 *   <li>the first of at most two points: for a box that lands flat, a corner and not the middle,
 *   <li>the normal, from the second body to the first,
 *   <li>the sum of the impulses of both points in that tick, in mass times metres per second.
 * </ul>
 *
 * <p>For a sensor there is one event when a shape enters it and one when it leaves; Box2D does not say where. If your
 * program disables a contact before the solver runs, the contact begins when it is no longer disabled, if the shapes
 * still touch then. If you set a contact listener of your own, it replaces this adapter's, and there are no events.
 *
 * <h2>Sleep</h2>
 *
 * <p>After each step, the adapter asks each body whether it sleeps, which takes 10 ns, and reads the poses of those
 * that are awake. {@code setTransform} wakes no body: after you have moved a sleeping body, call {@code teleport} or
 * {@code refresh}.
 *
 * <h2>Rejected alternatives</h2>
 *
 * <ul>
 *   <li>Contacts reported by {@code beginContact}: Box2D calls it before its solver, so the impulse is not known.
 *   <li>A body that {@code add} makes from a {@code BodyDef}: the user would need the body anyway, for its fixtures.
 * </ul>
 */
package io.github.freestep.physics.box2d;
