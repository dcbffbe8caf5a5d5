package io.github.freestep.physics.ground;

import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.saves.WrappingSimulation;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The user's world with its ground, which is part of each save. */
final class GroundWorld extends WrappingSimulation {
    private final Ground ground;

    GroundWorld(Simulation world, Ground ground) {
        super(world);
        this.ground = ground;
    }

    @Override
    public void step(Tick tick) {
        super.step(tick);
        ground.changes.boxes.clear(); // Not after a step that throws: the next one must still wake the bodies.
    }

    @Override
    public void save(DataOutput out) throws IOException {
        ground.save(out);
        super.save(out);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        ground.restore(in, this);
    }

    void restoreWrapped(DataInput in) throws IOException {
        super.restore(in);
    }

    /** A change must be seen by a step, which wakes bodies. */
    @Override
    public boolean resting() {
        return ground.changes.boxes.isEmpty() && super.resting();
    }

    @Override
    public <T> @Nullable T part(Class<T> type) {
        return type.isInstance(ground) ? type.cast(ground) : super.part(type);
    }
}
