/**
 * An adapter for Bullet in the binding Libbulletjme: rigid bodies in three dimensions, in native code.
 *
 * <p>The artifact is {@code io.github.freestep:freestep-bullet}, which brings {@code
 * com.github.stephengold:Libbulletjme-Linux64:23.1.0}, whose classes are the same for all platforms. For the native library, add the artifact of your platform with the classifier
 * {@code SpRelease}: {@code Libbulletjme-Linux64}, {@code -Linux_ARM64}, {@code -Windows64}, {@code -MacOSX64} or
 * {@code -MacOSX_ARM64}. The classifier {@code DpRelease} has the same library with double precision, for large worlds;
 * put only one of the two on the class path. From JDK 24 on, pass {@code --enable-native-access=ALL-UNNAMED}; otherwise
 * the JDK warns on stderr.
 *
 * <p>If your program uses the module path, leave Bullet's jars on the class path; this adapter makes its own module
 * read it. Also pass {@code --enable-native-access=ALL-UNNAMED,io.github.freestep.physics.engine}.
 * To compile a module of yours that names Bullet's classes, such as {@code my.game}, pass to {@code javac}, and to
 * {@code java} the first: {@code --add-reads my.game=ALL-UNNAMED --add-reads
 * io.github.freestep.physics.bullet=ALL-UNNAMED}.
 *
 * <p>The adapter unpacks the native library into the folder for temporary files and loads it, unless your program has
 * loaded one before. {@code BulletSimulation.of} and {@code load} do so. A shape or body that is made earlier, such as
 * in a field of a scene, fails with an {@code UnsatisfiedLinkError}; {@link
 * io.github.freestep.physics.bullet.BulletSimulation#load} shows what to do. Libbulletjme brings some classes of
 * jMonkeyEngine, such as {@code com.jme3.math.Vector3f}, with fewer methods. If {@code jme3-core} is on the class path
 * as well, it must come first.
 *
 * <p>Several worlds may be stepped at once, each by its own thread. The same input gives the same states, bit for bit.
 * Bullet's callbacks for contacts are switched on and off for the whole process by each step. If your program steps a
 * space of its own at the same time, pass {@code true} for contacts that start and end: {@code space.update(seconds,
 * maxSteps, true, false, true)}.
 *
 * <h2>Contacts</h2>
 *
 * <p>There is one event per pair of bodies in the tick in which they begin to touch, and one in the tick in which they
 * part. A begin carries
 *
 * <ul>
 *   <li>the point of the pair that has the largest impulse, on the surface of Bullet's second body,
 *   <li>the normal at that point, from the second body to the first,
 *   <li>the sum of the impulses of all points in that tick, in mass times metres per second.
 * </ul>
 *
 * <p>Bullet keeps contacts of bodies that are up to 2 cm apart. A pair begins to touch once one of its points has an
 * impulse, or no gap. The contact ends when the bodies are more than 2 cm apart, so a small bounce does not end it. A
 * body with a compound shape may have several contacts with the same body.
 *
 * <p>A body without contact response, and a ghost object, is a sensor: there is one event when a body enters it, with a
 * point but no normal, and one when the body leaves it. A ghost object has no slot.
 *
 * <h2>Sleep</h2>
 *
 * <p>After each step, the adapter asks each body whether it sleeps, and reads the poses of those that are awake.
 * Bullet does not report which bodies wake and fall asleep. When a body is removed, the adapter wakes the bodies that
 * touch it; Bullet would let them sleep on in the air.
 *
 * <h2>Rays and overlaps</h2>
 *
 * <p>Ghost objects are found as well, without a slot. A body that you have moved by Bullet's own API is found at its
 * new place only after the next step, because the binding cannot update a body's bounds earlier. Removing and adding it
 * again would, but would also end its contacts.
 *
 * <p>Bullet keeps the bounds of a body from the beginning of the step, with 2 cm around them, and queries find bodies
 * by their bounds. If bodies overlap when a step begins, the solver pushes them apart by more than their velocity says,
 * such as 0.3 m in a tick. Until the next step, a query misses the part of such a body that is outside those bounds.
 * That part is at most as deep as the push; in the tests, it was 0.18 m.
 *
 * <p>Except for bodies that were pushed in this way, no hit of a ray is false, none is missed, and each is exact to
 * 0.1 mm. This holds for rays of any length and for bodies up to 10 km from the origin, if the shape is a box, sphere,
 * capsule, cylinder, cone, hull, simplex or plane, or an unscaled compound of these. The adapter computes these hits in
 * double precision from the shape and the pose. Bullet itself reports a ray that passes a convex shape within 1 cm, so
 * its hits of a cube with edges of 1 m are off by up to 0.3 m. The surface of a hull, a cone or a simplex is outside
 * its vertices by its margin, as in collisions. A plane is hit from above only: below it is the inside.
 *
 * <p>For all other shapes, such as meshes, height fields and {@code MultiSphere}, the hits are Bullet's. Measured for
 * the mesh of a cube: near the origin, hits are off by at most 2 mm. At 10 km, 999 of 1,000 hits are off by at most
 * 7 mm. The others, where the ray grazes the surface, are off by at most 0.12 m. A ray that passes within 2 mm of the
 * rim may hit or miss. Hits of a convex shape that is none of the above are off by up to 1 m where the ray grazes it.
 *
 * <p>An overlap never reports a body that is apart. Besides pushed bodies, it misses up to 0.8 % of the bodies that
 * overlap, all of them at edges and corners and with less than 2.6 cm of overlap: Bullet rounds edges and corners by
 * its margin.
 *
 * <h2>Logging</h2>
 *
 * <p>Libbulletjme logs each new body at level INFO, by {@code java.util.logging}. The adapter sets the level of these
 * loggers to WARNING: {@code com.jme3.bullet.objects.PhysicsRigidBody} and {@code com.jme3.bullet.joints.New6Dof}. If
 * Libbulletjme refuses a value, such as a velocity of NaN, it throws an {@code IllegalArgumentException} and logs the
 * same at level SEVERE. The adapter switches that logger off: {@code jme3utilities.Validate}. If you have set a level
 * for one of these loggers, or for a parent other than the root, the logger keeps it. Bullet's line on stdout at
 * start-up is switched off.
 *
 * <h2>Memory</h2>
 *
 * <p>Libbulletjme frees native objects some time after the garbage collector has found their Java objects unused, on a
 * thread named {@code Physics Cleaner}. So a removed body that your program still refers to keeps its memory and can be
 * added again. {@code add}, {@code remove} and {@code close} free nothing else.
 *
 * <h2>Rejected alternatives</h2>
 *
 * <ul>
 *   <li>Bullet's other ray test, by the algorithm of Gilbert, Johnson and Keerthi: its hits are off by up to 0.18 m,
 *       and it misses bodies.
 *   <li>Libbulletjme's own {@code onContactProcessed} for contacts: it reports every point of every pair in every step,
 *       also before the solver.
 *   <li>Requiring Bullet as a module. Its jars have no descriptor; the name of the automatic module depends on the
 *       platform, and is the same for the classes and for the native library.
 *   <li>Refusing to step a space on another thread than the one that has made it, as Libbulletjme advises by a warning.
 *       Its native code asks the JVM for the calling thread in each callback, so the warning is unfounded; a stepper
 *       must be able to pass to another thread.
 * </ul>
 */
package io.github.freestep.physics.bullet;
