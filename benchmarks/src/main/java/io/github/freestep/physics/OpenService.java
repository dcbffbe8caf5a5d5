package io.github.freestep.physics;

import io.github.freestep.internal.time.Timeline;
import io.github.freestep.time.Ratio;

/** A service that can be looked into from outside: its thread at any time, its books once it has ended. */
public final class OpenService {
    private final PhysicsThread physics;
    private final PhysicsService service;

    public OpenService(PhysicsBuilder parts) {
        physics = new PhysicsThread(parts);
        service = new PhysicsService(parts, physics);
    }

    public PhysicsService service() {
        return service;
    }

    public Thread thread() {
        return physics.thread;
    }

    /** The ledger. Only after the end, since it is the physics thread's; null if the world could not be set up. */
    public Timeline timeline() {
        Schedule schedule = physics.core.schedule();
        return schedule == null ? null : schedule.timeline();
    }

    /** How many inputs were accepted and not taken by any tick. Only after the end; takes them out, so only once. */
    public long takeWaitingInputs(long nowNanos) {
        InputCollector inputs = physics.core.inputs();
        long before = inputs.consumed();
        // What waits is no later than now, and so in time for the first tick of a timeline that begins now. There may
        // be
        // more in the ring than there is room for in the heap.
        do {
            inputs.drain(nowNanos);
        } while (inputs.take(new Timeline(Ratio.of(100), nowNanos), 0, 1).size() > 0);
        return inputs.consumed() - before;
    }
}
