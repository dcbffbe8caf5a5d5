/**
 * An adapter for Jolt in the binding jolt-jni: rigid bodies in three dimensions, in native code, that are restored to
 * the last bit.
 *
 * <p>The artifact is {@code io.github.freestep:freestep-jolt}, which brings {@code
 * com.github.stephengold:jolt-jni-Linux64:0.9.9}. For the native library, add the same artifact with the classifier {@code ReleaseSp}, or {@code ReleaseDp} for positions in double precision; put only one
 * of the two on the class path. Maven Central has classes and native library of this version for Linux on x86-64 only.
 * The artifacts of 3.3.0, 3.10.0 and 4.0.0 are incomplete there. Saves depend on how this version of Jolt writes its
 * state, so other versions are refused when contacts are read. From JDK 24 on, pass {@code
 * --enable-native-access=ALL-UNNAMED}; otherwise the JDK warns on stderr.
 *
 * <p>If your program uses the module path, leave Jolt's jars on the class path; this adapter makes its own module read
 * them. Also pass {@code --enable-native-access=ALL-UNNAMED,io.github.freestep.physics.engine}. If a module of yours, such as
 * {@code my.game}, names Jolt's classes, pass {@code --add-reads my.game=ALL-UNNAMED} to {@code javac} and to {@code
 * java}. Pass {@code --add-reads io.github.freestep.physics.jolt=ALL-UNNAMED} to {@code javac} only.
 *
 * <p>The adapter unpacks the native library into the folder for temporary files, loads it, and registers Jolt's types.
 * If your program has loaded it before, your program must have registered the types, too. {@link
 * io.github.freestep.physics.jolt.JoltSimulation#load} shows what to do for objects that are made earlier.
 *
 * <p>Several worlds may be stepped at once, each by its own thread. The same input gives the same states, bit for bit,
 * for any number of {@linkplain io.github.freestep.physics.jolt.JoltSimulation.Builder#threads threads}.
 *
 * <h2>Exact restores</h2>
 *
 * <p>A save has Jolt's own state and what Jolt does not write: which numbers bodies have, and which numbers later
 * bodies get, because Jolt solves contacts in an order that depends on them. A restore first makes the living bodies
 * equal, with the same numbers, and then gives Jolt its state. So a world that was restored in another process computes
 * the same bits, also if bodies are spawned and removed afterwards. The rules for a scene:
 *
 * <ul>
 *   <li><b>Bodies with a slot</b> may come and go by {@code add} and {@code remove}. {@code restoreBody} must create
 *       the body of its slot and no other. It is also called for a body that {@code build} has made, if the saved world
 *       has another one in that slot.
 *   <li><b>Bodies without a slot</b> must be created in {@code build}, the same ones each time. If a scene later
 *       creates and destroys bodies by Jolt's own API, the numbers of later bodies are unknown. Then a restore is
 *       refused, or later bodies differ.
 *   <li><b>Constraints</b> that {@code build} has not made must be added in {@code restoreBody}, or in {@code restore}
 *       of the scene, in any order. Constraints of one kind between the same bodies must have different priorities,
 *       otherwise {@code save} refuses them. Restored, after the scene's {@code restore}: impulses, whether a
 *       constraint is enabled, and the state and targets of its motors. Not restored: its limits, friction, springs and
 *       the settings of its motors.
 *   <li><b>Of a body</b>, with a slot or without, the adapter also saves its motion type, layer, friction, restitution
 *       and gravity factor, and whether it is a sensor. Not saved are its shape, mass, damping, largest velocities,
 *       motion quality, allowed degrees of freedom, numbers of solver steps, collision group and user data, and its
 *       flags: manifold reduction, kinematic against static, gyroscopic force, enhanced internal edges, and whether it
 *       may sleep. If a scene changes one of these after it has made the body, {@code saveBody} must write it.
 *   <li><b>Of the system</b>, the gravity is saved; its settings, filters and listeners are not.
 *   <li>A world with a soft body, a vehicle, or a body that is not in the system cannot be saved; {@code save} names
 *       the body. If {@code add} has refused a body, add it later or destroy it; after it was destroyed, later bodies
 *       may get other numbers in a restored world. Characters are not saved.
 *   <li>A save with NaN or infinite impulses of constraints is not refused; damage is found by the checksum only.
 *   <li>Remove the step listener of a vehicle before its body; otherwise, the next step ends the process.
 * </ul>
 *
 * <p>Java references to the bodies that a restore replaces are invalid afterwards, as after {@code remove}. So keep
 * slots, not bodies.
 *
 * <h2>Layers</h2>
 *
 * <p>A world has two object layers, and a scene cannot add others, because Jolt reads its tables of layers without a
 * check. Bodies in layer 0, the default, collide with all bodies. Bodies in {@link
 * io.github.freestep.physics.jolt.JoltSimulation#STATIC_LAYER} do not collide with each other. {@code add} refuses a
 * body in another layer; Jolt's own {@code addBody} and {@code setObjectLayer} do not check it. For other bodies that
 * must not collide, use Jolt's collision groups.
 *
 * <h2>Contacts</h2>
 *
 * <p>There is one event per pair of bodies in the tick in which they begin to touch, and one in the tick in which they
 * part. A begin carries
 *
 * <ul>
 *   <li>the point of the pair that has the largest impulse, on the surface of the body with the larger number in Jolt,
 *   <li>the normal at that point, from the second body to the first,
 *   <li>the sum of the impulses of all points in that tick, in mass times metres per second.
 * </ul>
 *
 * <p>Jolt keeps no points of a contact that it finds along the way of a fast body (motion quality LinearCast). If a
 * pair begins by such a contact, its point and its impulse are NaN.
 *
 * <p>Jolt makes contacts of bodies that are up to 2 cm apart. A pair begins to touch once one of its points has an
 * impulse, or no gap. The contact ends when the bodies are more than 2 cm apart, so a small bounce does not end it.
 * Events are in the order of the bodies' numbers, also if several threads step the world. Jolt's binding does not
 * report impulses, so in a tick in which contacts may begin, the adapter lets Jolt write all its contacts, and reads
 * those.
 *
 * <p>Jolt drops the contacts of bodies that have fallen asleep. They go on touching here, until one of the bodies wakes
 * and Jolt does not find the contact again.
 *
 * <p>A body that is a sensor reports which bodies enter and leave it, without a place. Two sensors do not notice each
 * other, and a static sensor notices only bodies that are awake.
 *
 * <p>After a restore, a pair that touches in the saved world gets no new begin. It gets an end only if readers got its
 * begin. A pair that touched before the restore, but does not touch in the saved world, ends.
 *
 * <h2>Sleep</h2>
 *
 * <p>After each step, the adapter asks each body whether it sleeps, and reads the poses of those that are awake. When a
 * body is removed, the adapter wakes the bodies around it; Jolt would let them sleep on in the air. Do not use {@code
 * activateBodiesInAaBox}: it compares bounds that differ after a restore, and then wakes others. A pose that is set
 * with {@code DontActivate} is seen only after {@code teleport} or {@code refresh}.
 *
 * <h2>Rays and overlaps</h2>
 *
 * <p>A shape is found where it is. Jolt rounds the edges of boxes, cylinders and hulls by up to their convex radius of
 * 5 cm in overlaps, so an overlap misses bodies that it touches only there. Rays hit the exact shape.
 *
 * <h2>Double positions</h2>
 *
 * <p>With {@code ReleaseDp}, states and queries have double positions. {@code Body.getPosition} of the binding rounds
 * them to floats nevertheless; {@code bodies().getPosition(id)} and {@code Body.getCenterOfMassPosition} do not. A save
 * of one precision is refused by the other.
 *
 * <h2>Memory</h2>
 *
 * <p>The bodies and constraints of a world are freed with it. Shapes are freed with the last body, or the last
 * reference such as a {@code ShapeRef}, that holds them. Close everything else that you create, such as {@code
 * BodyCreationSettings}, once. Do not call {@code JoltPhysicsObject.startCleaner}: in this version, the cleaner frees
 * objects that were closed a second time, which ends the process.
 *
 * <h2>Rejected alternatives</h2>
 *
 * <ul>
 *   <li>Giving restored bodies the numbers that come next, and translating those in Jolt's state: Jolt solves contacts
 *       in the order of a hash of the numbers, so 15 ticks later the poses differ.
 *   <li>Estimating the impulse of a contact from the velocities before the step: the binding does not say at which
 *       points bodies touch, so the estimate for a box that lands on a corner or on a face is wrong by up to a factor
 *       of four.
 *   <li>Jolt's notices of which bodies wake and fall asleep. A restore sends none, and with several threads they come
 *       from all of them. Asking takes 10 ns.
 *   <li>Requiring Jolt as a module. Its jars have no descriptor, and the classes and the native library would be two
 *       modules of the same name.
 * </ul>
 */
package io.github.freestep.physics.jolt;
