package io.github.freestep.benchmarks.scenes;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Simulation;
import io.github.freestep.tools.record.BuiltInScenes;
import java.util.List;

/** Lets the commands that record and replay make the scenes. */
public final class NamedScenes implements BuiltInScenes {
    @Override
    public List<String> names() {
        return Scenes.names();
    }

    @Override
    public int usualBodies(String name) {
        return Scenes.usualBodies(name);
    }

    @Override
    public Simulation make(String name, int bodies, long seed) {
        return Scenes.of(name, bodies, seed, StepCost.NONE);
    }

    @Override
    public void burst(PhysicsContext context, long seed) {
        context.world(Scene.class).burst(context.bodies(), seed);
    }
}
