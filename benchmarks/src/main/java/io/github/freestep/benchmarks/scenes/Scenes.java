package io.github.freestep.benchmarks.scenes;

import io.github.freestep.state.StateLayout;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/** Makes the built-in simulations by name. */
public final class Scenes {
    private static final List<String> NAMES =
            List.of("swarm", "springs", "pile", "drum", "pile2d", "pile-bullet", "pile-box2d", "pile-jolt");

    /**
     * The maximum number of boxes. That many take 200 MB of native memory in PhysX, beyond the control of {@code -Xmx},
     * or 500 MB of heap in dyn4j. Even a tenth of them is too much work for a tick.
     */
    private static final int MAX_BOXES = 100_000;

    private static final Set<String> OF_BOXES =
            Set.of("pile", "drum", "pile2d", "pile-bullet", "pile-box2d", "pile-jolt");

    private static final Set<String> FLAT = Set.of("pile2d", "pile-box2d");

    private Scenes() {}

    /**
     * Returns all names.
     *
     * @return the names, of which the first is the default
     */
    public static List<String> names() {
        return NAMES;
    }

    /**
     * Makes a scene for one run.
     *
     * @param name one of {@link #names}
     * @param bodies the number of bodies, at least 1
     * @param seed determines the places of the bodies and what happens to them
     * @param cost real time that a step takes in addition to its own work
     * @return the scene, which a service or a stepper can run
     * @throws IllegalArgumentException if no scene has that name, or the number of bodies is out of range
     */
    public static Scene of(String name, int bodies, long seed, StepCost cost) {
        requireBodies(name, bodies);
        return switch (name) {
            case "swarm" -> new Swarm(bodies, Activity.ALL, seed, cost);
            case "springs" -> new Springs(bodies, seed, cost);
            case "pile" -> orDyn4j("PhysX", BoxScene::physx, Places.pile(bodies), Places.flatPile(bodies), seed, cost);
            case "drum" ->
                orDyn4j(
                        "PhysX",
                        () -> BoxScene.physxDrum(bodies, seed, cost),
                        notice -> BoxScene.dyn4jDrum(bodies, seed, cost, notice));
            case "pile2d" -> BoxScene.dyn4j(Places.flatPile(bodies), seed, cost, null);
            case "pile-bullet" ->
                orDyn4j("Bullet", BoxScene::bullet, Places.pile(bodies), Places.flatPile(bodies), seed, cost);
            case "pile-jolt" ->
                orDyn4j("Jolt", BoxScene::jolt, Places.pile(bodies), Places.flatPile(bodies), seed, cost);
            case "pile-box2d" ->
                orDyn4j("Box2D", BoxScene::box2d, Places.flatPile(bodies), Places.flatPile(bodies), seed, cost);
            default -> throw new IllegalArgumentException("there is no scene \"" + name + "\"; choose from " + NAMES);
        };
    }

    /**
     * Makes a swarm of which only a share moves, in groups of neighbours. The other bodies rest and are not written.
     * After 8.6 s, a group falls asleep and another one wakes up.
     *
     * @param bodies the number of bodies, at least 1
     * @param share the share of bodies that move, above 0 and at most 1
     * @param seed determines the places of the bodies and what happens to them
     * @param cost real time that a step takes in addition to its own work
     * @return the scene, which a service or a stepper can run
     * @throws IllegalArgumentException if the share or the number of bodies is out of range
     */
    public static Scene swarm(int bodies, double share, long seed, StepCost cost) {
        requireBodies("swarm", bodies);
        return new Swarm(bodies, new Activity(share, seed), seed, cost);
    }

    private static void requireBodies(String name, int bodies) {
        int most = isOfBoxes(name) ? MAX_BOXES : StateLayout.MAX_CAPACITY;
        if (bodies < 1 || bodies > most) {
            throw new IllegalArgumentException(
                    "the number of bodies of " + name + " must be between 1 and " + most + ", was " + bodies);
        }
    }

    /**
     * Returns whether an engine steps the boxes of a scene.
     *
     * @param name one of {@link #names}
     * @return false for scenes that move their bodies without an engine
     */
    public static boolean isOfBoxes(String name) {
        return OF_BOXES.contains(name);
    }

    /**
     * Returns whether a scene is in the plane z = 0.
     *
     * @param name one of {@link #names}
     * @return false for a scene in space, even if dyn4j steps it in the plane, as its {@link Scene#notice} says
     */
    public static boolean isFlat(String name) {
        return FLAT.contains(name);
    }

    /**
     * Returns the number of slots in the states of a scene.
     *
     * @param name one of {@link #names}
     * @param bodies as passed to {@link #of}
     * @return {@code bodies}, plus the {@link #parts}
     */
    public static int capacity(String name, int bodies) {
        return bodies + parts(name, bodies);
    }

    /**
     * Returns the number of boxes that a scene itself consists of, such as those of the turning drum. They have the
     * slots behind those of the bodies.
     *
     * @param name one of {@link #names}
     * @param bodies as passed to {@link #of}
     * @return from 0
     */
    public static int parts(String name, int bodies) {
        return name.equals("drum") ? Drum.inSpace(bodies).parts() : 0;
    }

    private interface Native {
        Scene of(Places places, long seed, StepCost cost);
    }

    private static Scene orDyn4j(
            String engine, Native scene, Places places, Places inThePlane, long seed, StepCost cost) {
        return orDyn4j(
                engine, () -> scene.of(places, seed, cost), notice -> BoxScene.dyn4j(inThePlane, seed, cost, notice));
    }

    private static Scene orDyn4j(String engine, Supplier<Scene> scene, Function<String, Scene> inThePlane) {
        try {
            return scene.get();
        } catch (UnsupportedOperationException e) {
            String platform = System.getProperty("os.name") + " " + System.getProperty("os.arch");
            String notice = engine + " has no native library for " + platform
                    + "; dyn4j steps the scene instead, in the plane z = 0";
            return inThePlane.apply(notice);
        }
    }

    /**
     * Returns the default number of bodies, for which ticks of 10 ms have room to spare.
     *
     * @param name one of {@link #names}
     * @return at least 1
     */
    public static int usualBodies(String name) {
        return switch (name) {
            case "drum" -> 150;
            case "pile2d" -> 200;
            default -> 1_000;
        };
    }
}
