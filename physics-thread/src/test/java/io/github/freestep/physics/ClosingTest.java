package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.Physics.Status;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.testing.Logs;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What a run does if its end fails. Each test of a {@link ServiceUnderTest} checks that it closes its simulation once.
 */
@Timeout(240)
@Logs(perhaps = "HUNG_STEP: ")
class ClosingTest extends ServiceUnderTest {
    private static final RuntimeException STUCK = new IllegalStateException("stuck");

    @ParameterizedTest
    @EnumSource
    void aFailureToCloseIsReported(Host host) {
        world.closing = () -> sneak(STUCK);
        start(host);
        awaitTick(2);
        run().close();
        Throwable failure = run().failure();
        assertTrue(failure.getMessage().contains("closing the world failed"), failure.getMessage());
        assertSame(STUCK, failure.getCause());
        assertEquals(Status.FAILED, run().status());
    }

    @ParameterizedTest
    @EnumSource
    void aFailureToCloseDoesNotHideAnEarlierFailure(Host host) {
        failInTick(5, new IllegalArgumentException("too stiff"));
        world.closing = () -> sneak(STUCK);
        start(host);
        PhysicsException failure = awaitFailure();
        assertEquals(5, failure.tick());
        assertSame(STUCK, failure.getSuppressed()[0].getCause());
    }

    /** With a full heap, there may be no memory to wake a consumer at the end of the run. */
    @Test
    void aCloseEndsTheConsumersThatTheEndOfTheRunHasLeft() {
        start(Host.SERVICE);
        Events events = physics.events();
        EventStream stream = new EventStream(events.consumers, EnumSet.of(Kind.FAULT), 8) {
            @Override
            protected void wake() {
                if (world.closedBy == Thread.currentThread()) {
                    throw new OutOfMemoryError("for the test");
                }
            }
        };
        events.consumers.add(stream, () -> {});
        EventReader next = events.with(Kind.FAULT).open();
        physics.close();
        next.poll(event -> {});
        assertFalse(next.isOpen());
        assertEnded();
    }
}
