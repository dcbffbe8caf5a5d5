package io.github.freestep.benchmarks.scenes;

import io.github.freestep.state.StateLayout;
import java.util.List;

/** Makes the built-in simulations by name. */
public final class Scenes {
    private static final List<String> NAMES =
            List.of("swarm", "springs", "pile", "pile2d", "pile-bullet", "pile-box2d", "pile-jolt");

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
     * @throws IllegalArgumentException if no scene has that name, the number of bodies is out of range, or its
     *     engine has no native library for this platform
     */
    public static Scene of(String name, int bodies, long seed, StepCost cost) {
        requireBodies(name, bodies);
        return switch (name) {
            case "swarm" -> new Swarm(bodies, Activity.ALL, seed, cost);
            case "springs" -> new Springs(bodies, seed, cost);
            case "pile" -> new BoxScene<>(Places.pile(bodies), seed, cost, Scenes::physx);
            case "pile-bullet" -> new BoxScene<>(Places.pile(bodies), seed, cost, BulletWorld::new);
            case "pile-jolt" -> new BoxScene<>(Places.pile(bodies), seed, cost, JoltWorld::new);
            case "pile2d" -> new BoxScene<>(Places.flatPile(bodies), seed, cost, Dyn4jWorld::new);
            case "pile-box2d" -> new BoxScene<>(Places.flatPile(bodies), seed, cost, Box2dWorld::new);
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

    private static PhysxWorld physx(PlacedBoxes boxes) {
        return new PhysxWorld(boxes, false);
    }

    /**
     * Returns the default number of bodies, for which ticks of 10 ms have room to spare.
     *
     * @param name one of {@link #names}
     * @return at least 1
     */
    public static int usualBodies(String name) {
        return name.equals("pile2d") ? 200 : 1_000;
    }
}
