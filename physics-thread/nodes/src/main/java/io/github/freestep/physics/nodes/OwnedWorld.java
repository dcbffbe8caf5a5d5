package io.github.freestep.physics.nodes;

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

/** A world that takes a step only while this node owns it. Otherwise its service fails, before the step. */
final class OwnedWorld implements SavableSimulation {
    private final SavableSimulation world;
    private final Lease lease;
    private volatile long lastStepNanos;

    OwnedWorld(SavableSimulation world, Lease lease) {
        this.world = world;
        this.lease = lease;
    }

    @Override
    public void step(Tick tick) {
        long now = System.nanoTime();
        if (!lease.isValid()) {
            throw new IllegalStateException("tick " + tick.number() + " must be stepped by the owner of the room, but"
                    + " the lease of this node has ended; go on from the last save");
        }
        lastStepNanos = now;
        world.step(tick);
    }

    /** When the newest step has begun, as a reading of this machine's clock; 0 if there was none. */
    long lastStepNanos() {
        return lastStepNanos;
    }

    @Override
    public StateLayout layout() {
        return world.layout();
    }

    @Override
    public void setUp(PhysicsContext context) {
        world.setUp(context);
    }

    @Override
    public void run(Command command, PhysicsContext context) throws Exception {
        world.run(command, context);
    }

    @Override
    public Simulation wrapped() {
        return world;
    }

    @Override
    public <T> T part(Class<T> type) {
        return world.part(type);
    }

    @Override
    public void write(StateWriter state) {
        world.write(state);
    }

    @Override
    public boolean resting() {
        return world.resting();
    }

    @Override
    public void save(DataOutput out) throws IOException {
        world.save(out);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        world.restore(in);
    }

    @Override
    public boolean restoresExactly() {
        return world.restoresExactly();
    }

    @Override
    public void close() {
        world.close();
    }
}
