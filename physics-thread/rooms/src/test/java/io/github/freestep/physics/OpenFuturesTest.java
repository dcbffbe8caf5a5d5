package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.request.CommandCallbacks;
import io.github.freestep.physics.request.Reply;
import io.github.freestep.physics.rooms.PhysicsGroup;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.Logs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Once a service or its group is closed, none of its futures is open, even if the close has thrown. */
@Timeout(240)
@Logs(perhaps = "HUNG_STEP: ")
class OpenFuturesTest {
    private static final Duration TIMEOUT = Duration.ofMillis(200);

    private final PhysicsGroup group = PhysicsGroup.open(1);
    private final Gate gate = new Gate();
    private final List<CompletableFuture<?>> futures = new ArrayList<>();

    private void hangCallbacksOf(PhysicsService service) {
        CountDownLatch attached = new CountDownLatch(1);
        // The command waits, because a callback of a future that is done already would hang on this thread.
        service.submit(context -> Await.until(() -> attached.getCount() == 0)).thenRun(gate::hang);
        attached.countDown();
        gate.awaitEntered();
    }

    private PhysicsService start(String name) {
        return PhysicsService.builder(new Falling())
                .group(group)
                .name(name)
                .closeTimeout(TIMEOUT)
                .start();
    }

    /** Makes requests of all kinds, of which each has a callback that hangs. */
    private void request(PhysicsService service) {
        for (int i = 0; i < 3; i++) {
            futures.add(service.call(context -> 1));
            futures.add(service.submit(context -> {}));
            futures.add(service.pause());
            futures.add(service.pauseAndStep(1_000_000));
        }
        futures.forEach(future -> future.whenComplete((value, failure) -> gate.hang()));
    }

    private void assertNoneIsOpen() {
        for (CompletableFuture<?> each : futures) {
            assertTrue(each.isDone());
        }
    }

    @AfterEach
    void noThreadIsLeft() {
        gate.open();
        group.close();
        OwnThreads.awaitNone();
    }

    @ParameterizedTest
    @ValueSource(strings = {"close", "closeAsync", "group"})
    void noFutureIsOpenAfterAClose(String how) {
        PhysicsService hanging = start("hanging");
        PhysicsService held = start("held");
        hangCallbacksOf(hanging);
        request(hanging);
        request(held);
        assertTrue(futures.stream().noneMatch(CompletableFuture::isDone));
        switch (how) {
            case "close" -> {
                assertThrows(PhysicsException.class, hanging::close);
                // Its own callbacks hang as well, on the thread that has gone on without the first one.
                assertThrows(PhysicsException.class, held::close);
            }
            case "closeAsync" -> {
                assertThrows(CompletionException.class, hanging.closeAsync()::join);
                assertThrows(CompletionException.class, held.closeAsync()::join);
            }
            default -> assertThrows(PhysicsException.class, group::close);
        }
        assertNoneIsOpen();
    }

    @Test
    void aGroupThatClosesFindsTheFuturesOfAServiceThatHasEnded() {
        PhysicsService hanging = start("hanging");
        hangCallbacksOf(hanging);
        futures.add(hanging.submit(context -> hanging.close()));
        Await.until(() -> hanging.physics.end.hasEnded);
        assertThrows(PhysicsException.class, group::close);
        assertNoneIsOpen();
    }

    /** A full heap may leave no memory to fail a future at the end of its run. */
    @Test
    void aGroupThatClosesFindsTheFuturesForWhichThereWasNoMemory() {
        Falling world = new Falling();
        PhysicsService full = PhysicsService.builder(world).group(group).start();
        CommandCallbacks callbacks = full.physics.pass.parts.lanes().callbacks;
        CompletableFuture<Integer> left = new Reply<>(callbacks) {};
        // The end of the run does not know a reply that is not a request, and so fails there.
        world.closing = () -> callbacks.open.add((Reply<?>) left);
        full.submit(context -> full.close());
        Await.until(() -> full.physics.end.hasEnded);
        assertFalse(left.isDone());
        group.close();
        assertTrue(left.isCompletedExceptionally());
        assertTrue(full.submit(context -> {}).isCompletedExceptionally());
    }

    @Test
    @Logs("did not end within")
    void noFutureIsOpenAfterAStepAndACallbackHang() {
        Falling world = new Falling();
        PhysicsService hanging =
                PhysicsService.builder(world).group(group).closeTimeout(TIMEOUT).start();
        hangCallbacksOf(hanging);
        Gate steps = new Gate();
        world.during = tick -> steps.hang();
        steps.awaitEntered();
        request(hanging);
        PhysicsException stuck = assertThrows(PhysicsException.class, hanging::close);
        assertEquals(stuck, hanging.failure());
        assertNoneIsOpen();
        steps.open();
    }

    /** A handler of such a failure may close the service again, and must not wait for itself. */
    @Test
    void aCallbackOfAFutureThatCloseFailsCanCloseAsWell() {
        PhysicsService hanging = start("hanging");
        hangCallbacksOf(hanging);
        CompletableFuture<Void> closed =
                hanging.call(context -> 1).handle((one, failure) -> null).thenRun(hanging::close);
        assertThrows(PhysicsException.class, hanging::close);
        closed.handle((nothing, failure) -> null).join();
    }
}
