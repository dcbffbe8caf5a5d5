package io.github.freestep.physics.ground;

import io.github.freestep.physics.Command;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.SavableSimulation;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The user's world with its ground, which is part of each save. */
record GroundWorld(Simulation inner, Ground ground) implements SavableSimulation {
    @Override
    public void step(Tick tick) {
        inner.step(tick);
        ground.changes.boxes.clear(); // Not after a step that throws: the next one must still wake the bodies.
    }

    @Override
    public void save(DataOutput out) throws IOException {
        ground.save(out);
        savable().save(out);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        ground.restore(in, savable());
    }

    private SavableSimulation savable() {
        if (inner instanceof SavableSimulation world) {
            return world;
        }
        throw new IllegalArgumentException("a world that is saved must be a SavableSimulation, was a "
                + inner.getClass().getName() + "; implement save and restore");
    }

    @Override
    public boolean restoresExactly() {
        return inner instanceof SavableSimulation world && world.restoresExactly();
    }

    /** A change must be seen by a step, which wakes bodies. */
    @Override
    public boolean resting() {
        return ground.changes.boxes.isEmpty() && inner.resting();
    }

    @Override
    public void run(Command command, PhysicsContext context) throws Exception {
        inner.run(command, context);
    }

    @Override
    public StateLayout layout() {
        return inner.layout();
    }

    @Override
    public void setUp(PhysicsContext context) {
        inner.setUp(context);
    }

    @Override
    public Simulation wrapped() {
        return inner;
    }

    @Override
    public <T> @Nullable T part(Class<T> type) {
        return type.isInstance(ground) ? type.cast(ground) : inner.part(type);
    }

    @Override
    public void write(StateWriter state) {
        inner.write(state);
    }

    @Override
    public void close() {
        inner.close();
    }
}
