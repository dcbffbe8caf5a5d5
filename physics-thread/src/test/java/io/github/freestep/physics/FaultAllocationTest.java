package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Allocations;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What it costs the physics thread that a simulation fails in each tick, under a policy that goes on. */
class FaultAllocationTest {
    private static final long TICK_NANOS = 10_000_000;

    /** The bytes of a report: an exception with its message and stack trace. */
    private static final long MOST_BYTES = 4_096;

    private final Falling world = new Falling();
    private final InlineStepper stepper =
            new PhysicsBuilder(world).faultPolicy(FaultPolicy.skip()).inline();

    private void assertAllocatesOneReport(Consumer<Tick> fault) {
        world.during = fault;
        // Events that no one polls keep their faults; the queue is bounded.
        stepper.events().with(PhysicsEvent.Kind.FAULT).capacity(16).open();
        long bytes = Allocations.of(() -> stepper.advance(TICK_NANOS)) / Allocations.ROUNDS;
        assertTrue(bytes <= MOST_BYTES, () -> bytes + " bytes per fault");
        assertEquals(world.steps, stepper.metrics().faults());
    }

    @Test
    void aStepThatThrowsInEachTickAllocatesOneReportPerTick() {
        RuntimeException cause = new IllegalArgumentException("too stiff");
        assertAllocatesOneReport(tick -> {
            throw cause;
        });
        assertEquals(0, cause.getSuppressed().length);
    }

    @Test
    void aNanInEachTickAllocatesOneReportPerTick() {
        assertAllocatesOneReport(tick -> world.y = Double.NaN);
    }
}
