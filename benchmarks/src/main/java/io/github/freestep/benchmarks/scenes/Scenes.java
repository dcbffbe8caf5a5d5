package io.github.freestep.benchmarks.scenes;

import io.github.freestep.state.StateLayout;
import java.util.List;
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
            case "pile" -> inSpace("PhysX", placed -> new PhysxWorld(placed, false), false, bodies, seed, cost);
            case "pile-bullet" -> inSpace("Bullet", BulletWorld::new, true, bodies, seed, cost);
            case "pile-jolt" -> inSpace("Jolt", JoltWorld::new, true, bodies, seed, cost);
            case "pile2d" -> flat(bodies, seed, cost, null);
            case "pile-box2d" ->
                orDyn4j(
                        "Box2D",
                        () -> new BoxScene<>(Places.flatPile(bodies), null, seed, cost, Box2dWorld::new, false, null),
                        notice -> flat(bodies, seed, cost, notice));
            case "drum" ->
                orDyn4j("PhysX", () -> drum(bodies, seed, cost), notice -> flatDrum(bodies, seed, cost, notice));
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
        int most = !name.equals("swarm") && !name.equals("springs") ? MAX_BOXES : StateLayout.MAX_CAPACITY;
        if (bodies < 1 || bodies > most) {
            throw new IllegalArgumentException(
                    "the number of bodies of " + name + " must be between 1 and " + most + ", was " + bodies);
        }
    }

    /**
     * Returns the number of slots in the states of a scene.
     *
     * @param name one of {@link #names}
     * @param bodies as passed to {@link #of}
     * @return {@code bodies}, plus the boxes that a drum itself consists of, which have the slots behind
     */
    public static int capacity(String name, int bodies) {
        return name.equals("drum") ? bodies + Drum.inSpace(bodies).parts() : bodies;
    }

    private static <B> Scene inSpace(
            String name,
            Function<PlacedBoxes, BoxEngine<B, ?>> engine,
            boolean allocates,
            int bodies,
            long seed,
            StepCost cost) {
        return orDyn4j(
                name,
                () -> new BoxScene<>(Places.pile(bodies), null, seed, cost, engine, allocates, null),
                notice -> flat(bodies, seed, cost, notice));
    }

    private static Scene flat(int bodies, long seed, StepCost cost, String notice) {
        return new BoxScene<>(Places.flatPile(bodies), null, seed, cost, Dyn4jWorld::new, true, notice);
    }

    private static Scene drum(int bodies, long seed, StepCost cost) {
        Drum drum = Drum.inSpace(bodies);
        return new BoxScene<>(
                Places.in(drum, bodies), drum, seed, cost, placed -> new PhysxWorld(placed, false), false, null);
    }

    /** Makes a turning drum in dyn4j, in the plane z = 0. */
    static Scene flatDrum(int bodies, long seed, StepCost cost, String notice) {
        Drum drum = Drum.inThePlane(bodies);
        return new BoxScene<>(Places.in(drum, bodies), drum, seed, cost, Dyn4jWorld::new, true, notice);
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
