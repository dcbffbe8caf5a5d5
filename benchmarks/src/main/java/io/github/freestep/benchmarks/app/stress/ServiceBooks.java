package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.internals.Internals;
import io.github.freestep.internal.time.Timeline;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.TickInput;
import io.github.freestep.time.Ratio;
import java.lang.invoke.MethodHandle;

/** What a service has kept for itself. It belongs to the physics thread, so it can be read only once that has ended. */
final class ServiceBooks {
    private static final MethodHandle PHYSICS = Internals.getter("physics.PhysicsService", "physics");
    private static final MethodHandle CORE = Internals.getter("physics.PhysicsThread", "core");
    private static final MethodHandle SCHEDULE = Internals.method("physics.Core", "schedule", 0);
    private static final MethodHandle TIMELINE = Internals.method("physics.Schedule", "timeline", 0);
    private static final MethodHandle INPUTS = Internals.method("physics.Core", "inputs", 0);
    private static final MethodHandle DRAIN = Internals.method("physics.InputCollector", "drain", 1);
    private static final MethodHandle TAKE = Internals.method("physics.InputCollector", "take", Timeline.class);
    private static final MethodHandle CONSUMED = Internals.method("physics.InputCollector", "consumed", 0);

    private final Object core;

    ServiceBooks(PhysicsService service) {
        Object physics = Internals.call(PHYSICS, service);
        core = Internals.call(CORE, physics);
    }

    /** The ledger; null if the world could not be set up. */
    Timeline timeline() {
        Object schedule = Internals.call(SCHEDULE, core);
        return schedule == null ? null : Internals.call(TIMELINE, schedule);
    }

    /** How many inputs were accepted and not taken by any tick. Takes them out, so it answers only once. */
    long takeWaitingInputs(long nowNanos) {
        Object inputs = Internals.call(INPUTS, core);
        long before = Internals.<Long>call(CONSUMED, inputs);
        TickInput taken;
        // Waiting inputs are no later than now, and so in time for the first tick of a timeline that begins now.
        // The ring may hold more of them than the heap has room for.
        do {
            Internals.call(DRAIN, inputs, nowNanos);
            taken = Internals.call(TAKE, inputs, new Timeline(Ratio.of(100), nowNanos), 0L, 1L);
        } while (taken.size() > 0);
        return Internals.<Long>call(CONSUMED, inputs) - before;
    }
}
