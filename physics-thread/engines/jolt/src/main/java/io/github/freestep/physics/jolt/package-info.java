/**
 * An adapter for Jolt in the binding jolt-jni: rigid bodies in three dimensions, in native code, that are restored to
 * the last bit.
 *
 * <p>What differs between the versions of the binding is found by name, in one class. Bits and layouts depend on the
 * version, so a save of another version is refused. The tests run with another version by {@code
 * -Dmaven.test.dependency.excludes=com.github.stephengold:jolt-jni-Linux64
 * -Dmaven.test.additionalClasspath=classes.jar,natives.jar}.
 *
 * <p>Several worlds may be stepped at once, each by its own thread. The same input gives the same bits for any number
 * of {@linkplain io.github.freestep.physics.jolt.JoltSimulation.Builder#threads threads}.
 *
 * <p>A save has Jolt's own state, and which numbers bodies have and later bodies get, because Jolt solves contacts in
 * an order that depends on them. {@link io.github.freestep.physics.jolt.JoltSimulation#restoresExactly} has the rules
 * for a scene.
 *
 * <p>A world has two object layers, 0 and {@link io.github.freestep.physics.jolt.JoltSimulation#STATIC_LAYER}, and
 * those of its builder. A scene cannot add others, because Jolt reads its tables of layers without a check. {@code add}
 * refuses a body in another layer, whereas Jolt's own {@code addBody} and {@code setObjectLayer} do not check it. All
 * layers but that of static bodies share a tree, because the room for nodes is computed for two.
 *
 * <p>Before each step, the adapter asks Jolt for each body that has a slot, by its number, because {@code destroyBody}
 * of Jolt frees the memory of a body to which its trees and its list of awake bodies still refer: reading that body,
 * taking another one out, or a step would end the process. So after such a call nothing is taken out, and the world is
 * only freed.
 *
 * <p>At the end of a command that has removed bodies, and before the next step, the adapter wakes the bodies around
 * them, because Jolt would leave them asleep in the air. It does so once for all of them, because each query of a tree
 * to which bodies were added one by one takes time proportional to the number of these bodies. For other reasons to
 * wake bodies, call {@code wake} instead of {@code activateBodiesInAaBox}, which compares bounds that differ after a
 * restore. A pose that is set with {@code DontActivate} is seen only after {@code teleport} or {@code refresh}.
 *
 * <p>Jolt keeps the bodies of each layer in a tree, and ends the process when it has no free node for a body that
 * enters. {@code JoltLimits} and {@code JoltSystem} say how the adapter prevents that. It does not change what a step
 * computes, because Jolt solves contacts in the order of numbers, not of trees.
 *
 * <p>While a consumer reads contacts or sensors, the adapter reads all contacts that Jolt saves after each step, and
 * compares their pairs with those of the step before. In the step in which the first consumer joins, it notes what
 * touches already as begun without an event. Jolt keeps no contacts of sleeping bodies, so their pairs begin when one
 * of the bodies wakes. A world has a contact listener only for a rule, or for a body that was added to be checked along
 * its way, because Jolt saves its fast contacts only for a listener, and without their normals.
 *
 * <h2>Rejected alternatives</h2>
 *
 * <ul>
 *   <li>Giving restored bodies the numbers that come next: Jolt solves contacts in the order of a hash of the numbers,
 *       so 15 ticks later the poses differ.
 *   <li>Estimating impulses from the velocities before the step: wrong by up to a factor of four, because the binding
 *       does not say at which points bodies touch.
 *   <li>A listener beside the saved contacts: an empty one takes as long as the save, and says neither points nor
 *       impulses.
 *   <li>Events without impulses: they would need the listener, which saves nothing.
 *   <li>Jolt's notices of which bodies wake and fall asleep: a restore sends none. Asking each body takes 10 ns.
 * </ul>
 */
@NullMarked
package io.github.freestep.physics.jolt;

import org.jspecify.annotations.NullMarked;
