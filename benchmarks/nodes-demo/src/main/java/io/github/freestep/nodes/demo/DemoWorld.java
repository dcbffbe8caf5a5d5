package io.github.freestep.nodes.demo;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.LongBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A body that goes round, and counts its steps, so that a receiver can see what was lost. Its states also have the
 * number of the owner, so that a receiver can refuse an old one.
 */
final class DemoWorld implements SavableSimulation {
    static final StateLayout LAYOUT = StateLayout.of(1).stepped("steps", "owner");
    static final int STEPS = LAYOUT.steppedChannel("steps");
    static final int OWNER = LAYOUT.steppedChannel("owner");

    /** Where the worlds of this process write their steps; null if nothing reads that. */
    static @Nullable StepLog log;

    private final long owner;
    private final @Nullable LongBuffer last;
    private long steps;

    DemoWorld(int room, long owner) {
        this.owner = owner;
        last = log == null ? null : log.open(room, owner);
    }

    @Override
    public StateLayout layout() {
        return LAYOUT;
    }

    @Override
    public void setUp(PhysicsContext context) {
        context.bodies().spawn(0);
    }

    @Override
    public void step(Tick tick) {
        steps++;
        if (last != null) {
            last.put(0, System.nanoTime()).put(1, steps);
        }
    }

    @Override
    public void write(StateWriter state) {
        double angle = steps * 0.01;
        state.position(0, 10 * Math.cos(angle), 10 * Math.sin(angle), 0);
        state.stepped(STEPS, 0, steps);
        state.stepped(OWNER, 0, owner);
    }

    @Override
    public void save(DataOutput out) throws IOException {
        out.writeLong(steps);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        steps = in.readLong();
    }
}
