package io.github.freestep.tools.record;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Simulation;
import java.util.List;

/**
 * Simulations that the commands know by a short name, so that a run can be recorded without a class of one's own. A jar
 * provides them as a service of this type.
 */
public interface BuiltInScenes {
    /** Returns all names. */
    List<String> names();

    /** Returns the default number of bodies of a scene; for the name of a class, any number. */
    int usualBodies(String name);

    /**
     * Makes a scene for one run.
     *
     * @throws IllegalArgumentException if the number of bodies is out of range
     */
    Simulation make(String name, int bodies, long seed);

    /** Spawns, removes and teleports bodies of the scene that a run steps. For the physics thread. */
    void burst(PhysicsContext context, long seed);
}
