package io.github.freestep.physics;

import static io.github.freestep.testing.Refused.refusedWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.Physics.Status;
import io.github.freestep.physics.rooms.HandedOver;
import io.github.freestep.physics.saves.WrappingSimulation;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.Logs;
import io.github.freestep.testing.Thorough;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Services with real threads that are handed over: what callers see, and what is refused. */
@Timeout(240)
@Logs(perhaps = "HUNG_STEP: ")
class HandOverServiceTest {
    private final List<Long> ticks = new ArrayList<>();
    private final AtomicLong inputs = new AtomicLong();

    private Carousel world() {
        return new Carousel(tick -> {
            ticks.add(tick.number());
            inputs.addAndGet(tick.input().size());
        });
    }

    private static PhysicsBuilder builder(Simulation world) {
        return PhysicsService.builder(world).rate(1_000);
    }

    private static void awaitTick(PhysicsService physics, long tick) {
        Await.until(() -> physics.metrics().tick() >= tick);
    }

    private void assertTicksUnbroken(long last) {
        long most = Math.max(last, ticks.size());
        assertEquals(LongStream.rangeClosed(1, most).boxed().toList(), ticks);
    }

    private static Throwable cause(CompletableFuture<?> failed) {
        return assertThrows(CompletionException.class, failed::join).getCause();
    }

    @Test
    void requestsBeforeItRunAndLaterOnesFailWithTheTick() {
        PhysicsService here = builder(world()).start();
        AtomicBoolean ran = new AtomicBoolean();
        CompletableFuture<HandedOver> moving = new CompletableFuture<>();
        CompletableFuture<Void> before = here.submit(c -> {
            // These wait until this command has returned.
            here.submit(d -> ran.set(true));
            HandedOver.handOver(here).thenAccept(moving::complete);
        });
        before.join();
        HandedOver all = moving.join();
        assertTrue(ran.get());
        String why = "the physics service was handed over at tick " + all.tick()
                + "; make requests of the service that goes on";
        for (CompletableFuture<?> later : List.of(here.submit(c -> {}), here.pause(), HandedOver.handOver(here))) {
            Throwable refused = assertInstanceOf(RejectedExecutionException.class, cause(later));
            assertEquals(why, refused.getCause().getMessage());
        }
        assertFalse(here.input().action(1, 1));
        here.close();
    }

    @Test
    void everyAcceptedInputReachesATick() {
        AtomicBoolean over = new AtomicBoolean();
        AtomicLong accepted = new AtomicLong();
        PhysicsService[] room = {builder(world()).start()};
        Runnable plays = () -> {
            while (!over.get()) {
                accepted.addAndGet(room[0].input().action(1, 1) ? 1 : 0);
            }
        };
        List<Thread> players = List.of(new Thread(plays), new Thread(plays), new Thread(plays));
        players.forEach(Thread::start);
        for (int move = 1; move <= Thorough.of(6, 20); move++) {
            awaitTick(room[0], move * 5);
            HandedOver all = HandedOver.handOver(room[0]).join();
            room[0].close();
            room[0] = builder(world()).from(all).start();
        }
        over.set(true);
        players.forEach(player -> Await.until(() -> !player.isAlive()));
        Await.until(() -> room[0].metrics().tick() > 0 && inputs.get() == accepted.get());
        room[0].close();
        assertEquals(accepted.get(), inputs.get());
        assertTicksUnbroken(5 * Thorough.of(6, 20));
    }

    /** The close does not wait for the save. */
    @Test
    @Logs("RUN_FAILED: freestep-physics did not end within 50 ms")
    void aSaveThatReturnsAfterACloseChangesNoReason() {
        Gate gate = new Gate();
        Carousel world = world();
        world.duringSave = gate::hang;
        PhysicsService here = builder(world).closeTimeout(Duration.ofMillis(50)).start();
        HandedOver.handOver(here);
        gate.awaitEntered();
        PhysicsException stuck = assertThrows(PhysicsException.class, here::close);
        gate.open();
        OwnThreads.awaitNone();
        assertEquals(stuck, cause(here.pause()).getCause());
    }

    @Test
    void aWorldThatCannotBeSavedGoesOn() {
        Carousel world = world();
        world.failingSave = 1;
        try (PhysicsService here = builder(world).start()) {
            Throwable failure = cause(HandedOver.handOver(here));
            assertEquals("the disk of the world is full", failure.getMessage());
            assertEquals(Status.RUNNING, here.status());
            awaitTick(here, here.metrics().tick() + 5);
            assertTrue(here.input().action(1, 1));
            Await.until(() -> inputs.get() == 1);
            assertTicksUnbroken(HandedOver.handOver(here).join().tick());
        }
    }

    @Test
    @Logs("FAULT: the step of tick ")
    void aWorldInTheMiddleOfAFailedStepIsNotHandedOver() {
        AtomicBoolean fails = new AtomicBoolean(true);
        try (PhysicsService here = builder(new Carousel(tick -> {
                    if (fails.get()) {
                        throw new IllegalStateException("too stiff");
                    }
                }))
                .faultPolicy(FaultPolicy.pause())
                .start()) {
            Await.until(() -> here.metrics().faults() == 1);
            Throwable refused = cause(HandedOver.handOver(here));
            assertEquals(
                    "the world must be consistent to be handed over, but the newest step or state, of tick 1, has"
                            + " failed; wait for a step that does not fail, or restore a saved world in a command",
                    refused.getMessage());
            fails.set(false);
            here.pauseAndStep().join();
            HandedOver all = HandedOver.handOver(here).join();
            assertEquals(2, all.tick());
            try (PhysicsService there = builder(world()).from(all).start()) {
                Await.until(there::isPaused);
            }
        }
    }

    @Test
    void aServiceWhoseInputIsFedIsRefused() {
        try (PhysicsService fed =
                WaitingStage.ready(builder(world()), tick -> true).start()) {
            refusedWith(
                    "a service with a feed must not be handed over, because what the feed holds cannot be moved; push"
                            + " the input, or move the feed's source and save the world in a command",
                    IllegalStateException.class,
                    () -> HandedOver.handOver(fed));
        }
    }

    @Test
    void aBuilderThatContradictsTheServiceIsRefused() {
        PhysicsService here = builder(world()).axes(4).start();
        HandedOver all = HandedOver.handOver(here).join();
        here.close();
        assertRefused(
                builder(world()).from(all).rate(60),
                "rate, axes and inputCapacity must be those of the service that was handed over, 1000, 4 and 4096, were"
                        + " 60, 4 and 4096; leave them out");
        assertRefused(
                builder(world()).from(all).startAt(3, c -> {}),
                "startAt must not be set together with from, because the handed-over service has its own tick and"
                        + " input; leave startAt out");
        assertRefused(
                WaitingStage.ready(builder(world()).from(all), tick -> true),
                "feed must not be set together with from, because the handed-over service has its own tick and input;"
                        + " leave feed out");
        assertRefused(
                builder(new Falling()).from(all),
                "the simulation must be a SavableSimulation to be handed over, was " + Falling.class.getName()
                        + "; implement save and restore");
        assertThrows(IllegalArgumentException.class, builder(world()).from(all)::inline);
        // One that could be saved if what it wraps could.
        assertThrows(
                IllegalArgumentException.class,
                builder(new WrappingSimulation(new Falling()) {}).from(all)::build);
    }

    private static void assertRefused(PhysicsBuilder builder, String why) {
        refusedWith(why, IllegalArgumentException.class, builder::build);
    }
}
