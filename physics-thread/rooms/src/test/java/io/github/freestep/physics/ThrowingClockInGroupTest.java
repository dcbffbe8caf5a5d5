package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.physics.Physics.Status;
import io.github.freestep.physics.rooms.PhysicsGroup;
import io.github.freestep.testing.Logs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The user's clock throws on a thread of a group, at each of its first calls in turn. */
@Timeout(240)
class ThrowingClockInGroupTest extends ThrowingClockTest {
    private static final int ROOMS = 10;

    @Override
    void completesAllFuturesIfOnlyOneReadingFails() {
        // The services below have a group.
    }

    @Test
    @Logs("java.lang.IllegalStateException: no time")
    void endsAllServicesOfAGroup() {
        for (int call = 0; call < CALLS; call++) {
            ThrowingClock clock = new ThrowingClock(call, Integer.MAX_VALUE);
            try (PhysicsGroup group = PhysicsGroup.builder().clock(clock).open()) {
                services.clear();
                for (int i = 0; i < ROOMS; i++) {
                    service(PhysicsService.builder(new Falling()).group(group).name("room-" + i))
                            .start();
                }
                for (int i = 0; i < ROOMS; i++) {
                    assertEnded(services.get(i), clock, "room-" + i + ": ", call);
                }
                assertEquals(0, group.metrics().services());
            }
        }
        assertAllDone();
    }

    @Test
    @Logs("the clock must never run backwards")
    void aClockThatGoesBackByAnHourEndsTheServicesOfItsGroupAndNoLaterOne() {
        SetClock clock = new SetClock();
        try (PhysicsGroup group = PhysicsGroup.builder().clock(clock).open()) {
            for (int i = 0; i < ROOMS; i++) {
                service(PhysicsService.builder(new Falling()).group(group)).start();
            }
            ServiceUnderTest.await(
                    () -> services.stream().allMatch(each -> each.metrics().tick() > 2));
            clock.goBackByAnHour();
            services.forEach(ThrowingClockTest::assertWentBack);
            PhysicsService next =
                    PhysicsService.builder(new Falling()).group(group).start();
            ServiceUnderTest.await(() -> next.metrics().tick() > 2);
        }
        assertAllDone();
    }

    @Test
    @Logs("java.lang.IllegalStateException: no time")
    void aGroupWhoseClockHasRecoveredRunsNewServices() {
        for (int call = 0; call < CALLS; call++) {
            ThrowingClock clock = new ThrowingClock(call, call);
            try (PhysicsGroup group = PhysicsGroup.builder().clock(clock).open()) {
                PhysicsService first =
                        service(PhysicsService.builder(new Falling()).group(group));
                first.start();
                ServiceUnderTest.await(clock::hasThrown);
                ServiceUnderTest.await(
                        () -> first.status() == Status.FAILED || first.metrics().tick() > CALLS);
                PhysicsService next =
                        PhysicsService.builder(new Falling()).group(group).start();
                ServiceUnderTest.await(() -> next.metrics().tick() > 2);
                assertEquals(Status.RUNNING, next.status());
            }
        }
        assertAllDone();
    }
}
