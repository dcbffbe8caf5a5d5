package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.Physics.Status;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.rooms.PhysicsGroup;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.Logs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** In a group, what hangs in one service outside its steps holds up no other service for long, and is named. */
@Timeout(240)
@Logs(perhaps = "HUNG_STEP: ")
class SlowPartsTest {
    private static final Duration LIMIT = Duration.ofMillis(250);

    private final PhysicsGroup group = PhysicsGroup.open(1);
    private final List<PhysicsService> services = new ArrayList<>();
    private final Gate gate = new Gate();

    private PhysicsBuilder room(String name, Falling world) {
        return PhysicsService.builder(world).group(group).name(name).closeTimeout(LIMIT);
    }

    private PhysicsService start(PhysicsBuilder builder) {
        PhysicsService service = builder.start();
        services.add(service);
        return service;
    }

    private PhysicsService startHealthy(String name) {
        return start(room(name, new Falling()).closeTimeout(Duration.ofSeconds(30)));
    }

    private static void awaitTicks(PhysicsService service) {
        long tick = service.metrics().tick();
        Await.until(() -> service.metrics().tick() > tick + 2);
    }

    private static void assertNames(PhysicsException report, String... parts) {
        for (String part : parts) {
            assertTrue(report.getMessage().contains(part), report::getMessage);
        }
    }

    @AfterEach
    void noThreadIsLeft() {
        gate.open();
        services.forEach(PhysicsService::closeAsync);
        group.close();
        OwnThreads.awaitNone();
    }

    @Test
    @Logs("RUN_FAILED: service loading")
    void aSetUpHoldsUpNoOtherServiceAndIsNamed() {
        PhysicsService first = startHealthy("first");
        awaitTicks(first);
        Falling world = new Falling();
        world.settingUp = gate::hang;
        PhysicsService loading = start(room("loading", world).watchdog(LIMIT));
        gate.awaitEntered();
        awaitTicks(first);
        PhysicsService next = startHealthy("next");
        awaitTicks(next);
        assertEquals(1, loading.metrics().hungSteps());
        assertEquals("freestep-group-1", first.metrics().worker());
        first.close();
        PhysicsException stuck = assertThrows(PhysicsException.class, loading::close);
        assertNames(stuck, "service loading on freestep-group-set-up did not end within 250 ms");
        gate.open();
        Await.until(() -> world.closes == 1);
        assertSame(world.setUpBy, world.closedBy);
        awaitTicks(next);
    }

    /** Its interrupt is meant for it alone, and the next set-up has the same thread. */
    @Test
    @Logs("RUN_FAILED: interrupted")
    void aSetUpThatIsInterruptedInterruptsNoOther() {
        Falling interrupted = new Falling();
        interrupted.settingUp = () -> {
            gate.hang();
            Thread.currentThread().interrupt();
        };
        PhysicsService first = start(room("interrupted", interrupted));
        gate.awaitEntered();
        Falling world = new Falling();
        PhysicsService next = start(room("next", world));
        gate.open();
        Await.until(() -> first.status() == Status.FAILED);
        awaitTicks(next);
        assertSame(interrupted.setUpBy, world.setUpBy);
    }

    @Test
    void closeWaitsForNoSetUpThatHasNotBegun() {
        Falling first = new Falling();
        first.settingUp = gate::hang;
        start(room("first", first));
        gate.awaitEntered();
        Falling world = new Falling();
        PhysicsService waiting = start(room("waiting", world));
        waiting.close();
        assertEquals(Status.CLOSED, waiting.status());
        assertEquals(
                1,
                OwnThreads.named("freestep-group-set-up").size(),
                "no thread took over from a set-up that may be healthy");
        assertEquals(1, group.metrics().services());
        waiting.close();
        assertNull(world.setUpBy);
        assertEquals(0, world.closes);
        PhysicsService again = start(room("again", world).closeTimeout(Duration.ofSeconds(30)));
        gate.open();
        awaitTicks(again);
    }

    @Test
    void aHandlerThatHangsIsNamedAndHoldsUpNoOther() {
        AtomicReference<PhysicsException> report = new AtomicReference<>();
        AtomicLong events = new AtomicLong();
        PhysicsService hanging = room("hanging", new Falling())
                .watchdog(LIMIT)
                .onProblem(problem -> report.set((PhysicsException) problem.cause()))
                .build();
        services.add(hanging);
        hanging.events().with(Kind.TICK).subscribe("stuck", event -> gate.hang());
        hanging.start();
        gate.awaitEntered();
        startHealthy("other").events().with(Kind.TICK).subscribe("counting", event -> events.incrementAndGet());
        Await.until(() -> events.get() > 3 && report.get() != null);
        assertNames(report.get(), "hanging: the handler of an event of tick ", " on freestep-group-events; ");
        assertEquals(1, hanging.metrics().hungSteps());
    }

    /** All closes wait at the same time: each sees that all others have begun to hang in the close of their worlds. */
    @Test
    void aGroupClosesServicesThatHangAtTheSameTime() {
        PhysicsGroup many = PhysicsGroup.open(1);
        int n = 12;
        List<PhysicsService> hanging = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            Falling world = new Falling();
            world.during = tick -> gate.hang();
            hanging.add(PhysicsService.builder(world)
                    .group(many)
                    .name("room-" + i)
                    .watchdog(Duration.ofMillis(10))
                    .closeTimeout(Duration.ofSeconds(2))
                    .start());
        }
        hanging.forEach(service -> Await.until(() -> service.metrics().hungSteps() > 0));
        CompletableFuture<Void> closed = CompletableFuture.runAsync(many::close);
        Await.until(() -> OwnThreads.named("freestep-close-room-").size() == n);
        gate.open();
        closed.join();
    }

    @Test
    void closeAsyncDoesNotWait() {
        Falling world = new Falling();
        world.closing = gate::hang;
        PhysicsService service = start(room("lobby", world).closeTimeout(Duration.ofSeconds(30)));
        awaitTicks(service);
        CompletableFuture<Void> closed = service.closeAsync();
        gate.awaitEntered();
        assertTrue(!closed.isDone());
        gate.open();
        closed.join();
        assertEquals(1, world.closes);
        assertEquals(Physics.Status.CLOSED, service.status());
    }
}
