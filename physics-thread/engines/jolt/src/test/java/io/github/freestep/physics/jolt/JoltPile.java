package io.github.freestep.physics.jolt;

import com.github.stephengold.joltjni.Vec3;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.engines.EngineScene;
import io.github.freestep.state.StateLayout;

/** A block of boxes that falls into a pile. The first two axes push the first two boxes. Counts its steps. */
public final class JoltPile implements EngineScene<JoltSimulation> {
    private static final int PLAYERS = 2;

    private final int boxes;
    private long firstTick;
    private long steps;

    public JoltPile(int boxes) {
        this.boxes = boxes;
    }

    /** Makes the simulation of this scene, which runs once. */
    public JoltSimulation simulation() {
        return JoltSimulation.of(StateLayout.of(boxes), this);
    }

    /** Returns the first tick that was stepped; 0 before. */
    public long firstTick() {
        return firstTick;
    }

    /** Returns how many ticks were stepped. */
    public long steps() {
        return steps;
    }

    @Override
    public void build(JoltSimulation world) {
        Cubes.floor(world);
        int side = (int) Math.ceil(Math.cbrt(boxes));
        for (int i = 0; i < boxes; i++) {
            int layer = i / (side * side);
            world.add(Cubes.cube(world, i % side * 1.05 + layer * 0.07, 0.5 + layer * 1.02, i / side % side * 1.05));
        }
    }

    @Override
    public void beforeStep(JoltSimulation world, Tick tick) {
        firstTick = firstTick == 0 ? tick.number() : firstTick;
        steps++;
        for (int i = 0; i < PLAYERS; i++) {
            float push = tick.input().axis(i);
            if (push != 0) {
                world.bodies().setLinearVelocity(world.body(i).getId(), new Vec3(push, 4, 0));
            }
        }
    }
}
