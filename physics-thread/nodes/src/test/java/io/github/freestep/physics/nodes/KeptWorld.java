package io.github.freestep.physics.nodes;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Counts its steps, and shows them with the number of its owner. */
final class KeptWorld implements SavableSimulation {
    static final StateLayout LAYOUT = StateLayout.of(1).stepped("steps", "owner");
    static final int STEPS = LAYOUT.steppedChannel("steps");
    static final int OWNER = LAYOUT.steppedChannel("owner");

    private final long owner;
    private long steps;

    KeptWorld(long owner) {
        this.owner = owner;
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
    }

    @Override
    public void write(StateWriter state) {
        state.position(0, steps, 0, 0);
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
