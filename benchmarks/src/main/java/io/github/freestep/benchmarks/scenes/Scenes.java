package io.github.freestep.benchmarks.scenes;

import java.util.List;

/** The built-in simulations by name. */
public final class Scenes {
    private static final List<String> NAMES = List.of("swarm", "orbit", "springs");

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
     * @param bodies how many there can be, at least 1
     * @param seed where they are, and what becomes of them
     * @param cost what a step takes beyond its own work
     * @return to be run by a service or a stepper
     * @throws IllegalArgumentException if no scene has that name, or the number of bodies is out of range
     */
    public static Scene of(String name, int bodies, long seed, StepCost cost) {
        return switch (name) {
            case "swarm" -> new Swarm(bodies, seed, cost);
            case "orbit" -> new Orbit(bodies, seed, cost);
            case "springs" -> new Springs(bodies, seed, cost);
            default -> throw new IllegalArgumentException("there is no scene \"" + name + "\"; choose from " + NAMES);
        };
    }
}
