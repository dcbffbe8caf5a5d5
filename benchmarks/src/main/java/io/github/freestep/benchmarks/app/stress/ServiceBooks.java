package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.internals.Internals;
import io.github.freestep.internal.time.Timeline;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.time.Ratio;
import java.lang.invoke.MethodHandle;

/**
 * Reads the service's own timeline and waiting input. They belong to the physics thread, so they can be read only after
 * it has ended.
 *
 * <p>The public ledger would not do: its wall time is the sum of its other figures, so comparing the two proves
 * nothing. The timeline is compared with the clock.
 */
final class ServiceBooks {
    private static final MethodHandle PHYSICS = Internals.getter("physics.PhysicsService", "physics");
    private static final MethodHandle PASS = Internals.getter("physics.ServiceRun", "pass");
    private static final MethodHandle SCHEDULE = Internals.getter("physics.Pass", "schedule");
    private static final MethodHandle TIMELINE = Internals.method("physics.schedule.Schedule", "timeline", 0);
    private static final MethodHandle PARTS = Internals.getter("physics.Pass", "parts");
    private static final MethodHandle INPUTS = Internals.getter("physics.RunParts", "inputs");
    private static final MethodHandle DRAIN = Internals.method("physics.input.InputCollector", "drain", 1);
    private static final MethodHandle TAKE = Internals.method("physics.input.InputCollector", "take", 3);
    private static final MethodHandle COUNTS = Internals.getter("physics.input.InputCollector", "counts");
    private static final MethodHandle CONSUMED = Internals.method("physics.input.InputCounts", "consumed", 0);

    private final Object pass;

    ServiceBooks(PhysicsService service) {
        Object physics = Internals.call(PHYSICS, service);
        pass = Internals.call(PASS, physics);
    }

    /** The timeline, which keeps the ledger; null if the world could not be set up. */
    Timeline timeline() {
        Object schedule = Internals.call(SCHEDULE, pass);
        return schedule == null ? null : Internals.call(TIMELINE, schedule);
    }

    /** Removes and counts the inputs that were accepted and that no tick has taken. Call it once. */
    long takeWaitingInputs(long nowNanos) {
        Object inputs = Internals.call(INPUTS, Internals.<Object>call(PARTS, pass));
        Object counts = Internals.call(COUNTS, inputs);
        long before = Internals.<Long>call(CONSUMED, counts);
        long consumed = before;
        long last;
        // No waiting input is later than now, so the first tick of a timeline that begins now takes it. It needs
        // several rounds, because the ring may hold more inputs than the heap.
        do {
            last = consumed;
            Internals.call(DRAIN, inputs, nowNanos);
            Internals.call(TAKE, inputs, new Timeline(Ratio.of(100), nowNanos), 0L, 1L);
            consumed = Internals.<Long>call(CONSUMED, counts);
        } while (consumed > last);
        return consumed - before;
    }
}
