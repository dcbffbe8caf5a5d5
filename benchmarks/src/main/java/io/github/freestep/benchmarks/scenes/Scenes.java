package io.github.freestep.benchmarks.scenes;

import io.github.freestep.state.StateLayout;
import java.util.List;

/** The built-in simulations by name. */
public final class Scenes {
    private static final List<String> NAMES = List.of("swarm", "orbit", "springs", "pile", "stack", "pile2d");

    /**
     * 200 MB of the own memory of PhysX, which no heap limits, or 500 MB of the heap for dyn4j; no tick has time for a
     * tenth of it.
     */
    private static final int MOST_BOXES = 100_000;

    private Scenes() {}

    /**
     * The names there are.
     *
     * @return the default first
     */
    public static List<String> names() {
        return NAMES;
    }

    /**
     * Makes a scene, for one run.
     *
     * @param name one of {@link #names}
     * @param bodies how many there can be, at least 1; boxes that are thrown come on top
     * @param seed where they are, and what becomes of them
     * @param cost what a step takes beyond its own work
     * @return to be run by a service or a stepper
     * @throws IllegalArgumentException if no scene has that name, or the number of bodies is out of range
     */
    public static Scene of(String name, int bodies, long seed, StepCost cost) {
        requireBodies(name, bodies);
        return switch (name) {
            case "swarm" -> new Swarm(bodies, seed, cost);
            case "orbit" -> new Orbit(bodies, seed, cost);
            case "springs" -> new Springs(bodies, seed, cost);
            case "pile" -> physx(Places.pile(bodies), Places.flatPile(bodies), seed, cost);
            case "stack" -> physx(Places.wall(bodies), Places.wall(bodies), seed, cost);
            case "pile2d" -> BoxScene.dyn4j(Places.flatPile(bodies), seed, cost, null);
            default -> throw new IllegalArgumentException("there is no scene \"" + name + "\"; choose from " + NAMES);
        };
    }

    /** Before anything is made for that many. */
    private static void requireBodies(String name, int bodies) {
        int most = isOfBoxes(name) ? MOST_BOXES : StateLayout.MAX_CAPACITY;
        if (bodies < 1 || bodies > most) {
            throw new IllegalArgumentException(
                    "the number of bodies of " + name + " must be between 1 and " + most + ", was " + bodies);
        }
    }

    private static boolean isOfBoxes(String name) {
        return switch (name) {
            case "pile", "stack", "pile2d" -> true;
            default -> false;
        };
    }

    /**
     * How many bodies the states of a scene have room for.
     *
     * @param name one of {@link #names}
     * @param bodies as the scene is made with
     * @return more than that where boxes can be thrown
     */
    public static int capacity(String name, int bodies) {
        return isOfBoxes(name) ? bodies + BoxScene.THROWN : bodies;
    }

    private static Scene physx(Places places, Places inThePlane, long seed, StepCost cost) {
        try {
            return BoxScene.physx(places, seed, cost);
        } catch (UnsupportedOperationException e) {
            String platform = System.getProperty("os.name") + " " + System.getProperty("os.arch");
            String notice =
                    "PhysX has no native library for " + platform + " here: dyn4j steps the scene, in the plane";
            return BoxScene.dyn4j(inThePlane, seed, cost, notice);
        }
    }

    /**
     * As many bodies as fit into ticks of 10 ms with room to spare.
     *
     * @param name one of {@link #names}
     * @return the number unless somebody wants another
     */
    public static int usualBodies(String name) {
        return switch (name) {
            case "stack" -> 300;
            case "pile2d" -> 200;
            default -> 1_000;
        };
    }
}
