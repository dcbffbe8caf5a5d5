package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Allocations;
import org.junit.jupiter.api.Test;

/** A whole tick, with input, events and publication, allocates nothing by the JVM's own counter. */
class CoreAllocationTest {
    private static final long TICK_NANOS = 10_000_000;

    private long round;
    private final Falling world = new Falling();
    private final InlineStepper stepper = new PhysicsBuilder(world)
            .input(sample -> {
                sample.axis(0, world.steps % 3);
                sample.action(1, 1);
            })
            .inline();
    private final StateReader reader = stepper.states().reader();
    private final EventReader events = stepper.events().with().capacity(16).open();

    @Test
    void aTickWithInputAndEventsAllocatesNothing() {
        world.during = tick -> tick.events().user(1, 0, 0, 0, 0, 0, tick.number());
        assertEquals(0, Allocations.of(this::tick));
        assertTrue(reader.acquire() && world.kicks >= Allocations.ROUNDS && events.missed() > 0);
    }

    @Test
    void aTickWithAllKindsOfEventsAllocatesNothing() {
        EventReader all = stepper.events().with(Kind.values()).capacity(64).open();
        long[] hashes = new long[1];
        EventHandler counting = event -> hashes[0] += event.kind() == Kind.HASH ? 1 : 0;
        assertEquals(0, Allocations.of(() -> {
            tick();
            all.poll(counting);
        }));
        assertTrue(hashes[0] >= Allocations.ROUNDS, () -> hashes[0] + " hashes");
    }

    private void tick() {
        long now = stepper.clock().nanoTime();
        stepper.input().action(2, 1, now + 1);
        stepper.input().axis(1, round, now + 2);
        // Every 100th call advances by 50 ticks, so that the stepper catches up, and slips.
        stepper.advance(round++ % 100 == 0 ? 50 * TICK_NANOS : TICK_NANOS);
    }
}
