package io.github.freestep.physics.nodes;

import io.github.freestep.physics.Tick;
import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.physics.saves.WrappingSimulation;

/** A world that takes a step only while this node owns it. Otherwise its service fails, before the step. */
final class OwnedWorld extends WrappingSimulation {
    private final Lease lease;

    /** When the newest step has begun, as a reading of this machine's clock; 0 if there was none. */
    volatile long lastStepNanos;

    OwnedWorld(SavableSimulation world, Lease lease) {
        super(world);
        this.lease = lease;
    }

    @Override
    public void step(Tick tick) {
        long now = System.nanoTime();
        if (!lease.isValid()) {
            throw new IllegalStateException("tick " + tick.number() + " must be stepped by the owner of the room, but"
                    + " the lease of this node has ended; continue from the last save");
        }
        lastStepNanos = now;
        super.step(tick);
    }
}
