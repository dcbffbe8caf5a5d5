package io.github.freestep.physics;

import static io.github.freestep.testing.Refused.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.Physics.Status;
import io.github.freestep.physics.rooms.PhysicsGroup;
import io.github.freestep.physics.watch.Watchers;
import io.github.freestep.problem.Problem;
import io.github.freestep.testing.Logs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The services of a group have one thread for callbacks and one for event handlers, once they need them. */
@Timeout(240)
@Logs(perhaps = "HUNG_STEP: ")
class GroupThreadsTest {
    private static final String WORKER = "freestep-arenas-1";
    private static final String CALLBACKS = "freestep-arenas-callbacks";
    private static final String EVENTS = "freestep-arenas-events";

    private final PhysicsGroup group = PhysicsGroup.builder().name("arenas").open();
    private final PhysicsService a = room("a").start();
    private final PhysicsService b = room("b").start();
    private final Gate gate = new Gate();

    private PhysicsBuilder room(String name) {
        return room(name, new Falling());
    }

    private PhysicsBuilder room(String name, Falling world) {
        return PhysicsService.builder(world)
                .group(group)
                .name(name)
                .watchdog(Duration.ZERO)
                .closeTimeout(Duration.ofSeconds(2));
    }

    /** A service whose close soon throws because its callback or handler hangs. */
    private PhysicsService hangingRoom() {
        return room("hanging").closeTimeout(Duration.ofMillis(200)).start();
    }

    @AfterEach
    void noThreadIsLeft() {
        gate.open();
        group.close();
        ServiceUnderTest.await(() -> threads().isEmpty());
    }

    @Test
    void threadsStartWhenTheyAreNeededAndEndWithTheGroup() throws Exception {
        get(a.call(c -> 1));
        // The thread for set-ups may just set up the other one.
        ServiceUnderTest.await(() -> threads().equals(List.of(WORKER, CALLBACKS)));
        get(b.pause());
        a.events().with().subscribe("sound", event -> {});
        b.events().with().subscribe("sound", event -> {});
        assertEquals(List.of(WORKER, CALLBACKS, EVENTS), threads());
        a.close();
        b.close();
        assertEquals(List.of(WORKER, CALLBACKS, EVENTS), threads());
        group.close();
        assertEquals(List.of(), threads());
    }

    @Test
    void aHangingCallbackDelaysItsNeighboursCloseButDoesNotFailIt() throws Exception {
        PhysicsService hangs = hangingRoom();
        CompletableFuture<Void> hanging = inCallback(hangs, gate::hang);
        gate.awaitEntered();
        CountDownLatch ran = new CountDownLatch(1);
        CompletableFuture<String> ofB = b.call(c -> {
            ran.countDown();
            return "ran";
        });
        assertTrue(ran.await(30, TimeUnit.SECONDS));
        b.close();
        assertEquals(Status.CLOSED, b.status());
        assertEquals("ran", ofB.getNow("open"), "another thread goes on with the callbacks of other services");
        refused(CALLBACKS + " did not end", PhysicsException.class, hangs::close);
        gate.open();
        get(hanging);
    }

    @Test
    void aHangingCallbackDelaysItsNeighboursOnlyUntilTheWatchdogHasFoundIt() throws Exception {
        List<Problem> problems = new CopyOnWriteArrayList<>();
        PhysicsService hangs = room("hanging")
                .closeTimeout(Duration.ofMillis(200))
                .watchdog(Duration.ofMillis(20))
                .onProblem(problems::add)
                .start();
        inCallback(hangs, gate::hang);
        gate.awaitEntered();
        assertEquals("ran", get(b.call(c -> "ran")));
        ServiceUnderTest.await(() -> !problems.isEmpty());
        String told = problems.get(0).cause().getMessage();
        assertTrue(told.contains("hanging: the callback of a future, after tick "), told);
        assertTrue(told.contains(" on " + CALLBACKS + "; "), told);
        assertThrows(PhysicsException.class, hangs::close);
    }

    /** The watch would otherwise keep the service and a thread for as long as the set-up hangs. */
    @Test
    void theWatchOfAHangingSetUpEndsOnceItHoldsUpNoOther() throws Exception {
        get(a.call(c -> 1));
        int others = Watchers.count();
        Falling world = new Falling();
        world.settingUp = gate::hang;
        PhysicsService hangs = PhysicsService.builder(world)
                .group(group)
                .closeTimeout(Duration.ofMillis(50))
                .watchdog(Duration.ofMillis(20))
                .onProblem(problem -> {})
                .start();
        gate.awaitEntered();
        PhysicsService next = room("next").start();
        assertThrows(PhysicsException.class, hangs::close);
        ServiceUnderTest.await(() -> next.metrics().tick() > 2);
        ServiceUnderTest.await(() -> Watchers.count() == others);
    }

    @Test
    void aHangingHandlerDelaysItsNeighboursCloseButDoesNotFailIt() throws Exception {
        PhysicsService hangs = hangingRoom();
        hangs.events().with(PhysicsEvent.Kind.TICK).subscribe("hanging", event -> gate.hang());
        List<Long> seen = new ArrayList<>();
        b.events().with(PhysicsEvent.Kind.TICK).subscribe("log", event -> seen.add(event.tick()));
        gate.awaitEntered();
        long tick = b.metrics().tick();
        ServiceUnderTest.await(() -> b.metrics().tick() > tick + 2);
        b.close();
        assertEquals(b.metrics().tick(), seen.get(seen.size() - 1), "all events before the end are delivered");
        refused(EVENTS + " did not end", PhysicsException.class, hangs::close);
        List<Long> others = Collections.synchronizedList(new ArrayList<>());
        a.events().with(PhysicsEvent.Kind.TICK).subscribe("log", event -> others.add(event.tick()));
        ServiceUnderTest.await(() -> others.size() > 2);
    }

    @Test
    void aSubscriptionAfterTheEndIsClosedAndItsCloseDoesNotWait() {
        a.close();
        EventSubscription late = a.events().with().subscribe("late", event -> {});
        assertFalse(late.isOpen());
        late.close(0);
    }

    @Test
    void subscriptionsAfterTheEndTakeNoThreadFromTheirNeighbours() {
        AtomicLong seen = new AtomicLong();
        b.events().with(PhysicsEvent.Kind.TICK).subscribe("log", event -> seen.set(event.tick()));
        a.close();
        for (int i = 0; i < 2; i++) {
            a.events().with().subscribe("late", event -> {}).close();
        }
        long tick = b.metrics().tick();
        ServiceUnderTest.await(() -> seen.get() > tick + 2);
    }

    @Test
    void aHandlerCanCloseANeighboursSubscription() {
        EventSubscription other = b.events().with().subscribe("other", event -> {});
        a.events().with().subscribe("closing", event -> other.close());
        ServiceUnderTest.await(() -> !other.isOpen());
    }

    @Test
    void aCallbackCanCloseANeighbourAndTheGroup() throws Exception {
        get(b.submit(c -> {}));
        get(inCallback(a, b::close));
        get(inCallback(a, group::close));
        ServiceUnderTest.await(() -> a.status() == Status.CLOSED && b.status() == Status.CLOSED);
        ServiceUnderTest.await(() -> threads().isEmpty());
    }

    /** The neighbour has had neither requests nor subscriptions, so only its group knows the calling thread. */
    @Test
    void aCallbackAndAHandlerOnlyRequestTheEndOfANeighbour() throws Exception {
        get(inCallback(a, this::closeDuringAStep));
        CompletableFuture<Void> closed = new CompletableFuture<>();
        a.events().with(PhysicsEvent.Kind.TICK).subscribe("closing", event -> closeOnce(closed));
        get(closed);
    }

    /** No thread would find a request to end it. */
    @Test
    void aCallbackEndsANeighbourThatWasNotStarted() throws Exception {
        PhysicsService neighbour = room("neighbour").build();
        get(inCallback(a, neighbour::close));
        assertEquals(Status.CLOSED, neighbour.status());
        assertThrows(IllegalStateException.class, neighbour::start);
    }

    private void closeOnce(CompletableFuture<Void> closed) {
        if (!closed.isDone()) {
            try {
                closeDuringAStep();
                closed.complete(null);
            } catch (Throwable failure) {
                closed.completeExceptionally(failure);
            }
        }
    }

    /** Closes a service whose step ends only after that, so that a close that waits for the step throws. */
    private void closeDuringAStep() {
        Gate step = new Gate();
        Falling world = new Falling();
        world.during = tick -> step.hang();
        PhysicsService neighbour =
                room("neighbour", world).closeTimeout(Duration.ofMillis(200)).start();
        step.awaitEntered();
        try {
            neighbour.close();
        } finally {
            step.open();
        }
    }

    /**
     * Runs code in a callback, whether or not the command runs. The command waits until the callback is attached, so
     * that the callback does not run on the calling thread.
     */
    private static CompletableFuture<Void> inCallback(PhysicsService service, Runnable code) {
        CountDownLatch attached = new CountDownLatch(1);
        CompletableFuture<Void> ran =
                service.submit(c -> attached.await()).whenComplete((nothing, failure) -> code.run());
        attached.countDown();
        return ran;
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(30, TimeUnit.SECONDS);
    }

    private static List<String> threads() {
        return OwnThreads.named("freestep-arenas");
    }
}
