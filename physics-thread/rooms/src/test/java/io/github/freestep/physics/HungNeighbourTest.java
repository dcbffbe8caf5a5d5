package io.github.freestep.physics;

import static io.github.freestep.testing.Refused.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.freestep.physics.Physics.Status;
import io.github.freestep.physics.rooms.PhysicsGroup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A call that hangs does not stop the other services of its thread. */
@Timeout(240)
class HungNeighbourTest {
    /** So long that no step reaches it because other work delays its thread. */
    private static final Duration LIMIT = Duration.ofMillis(250);

    private final PhysicsGroup group =
            PhysicsGroup.builder().name("test").withoutWatchdog().open();
    private final List<Room> rooms = new ArrayList<>();

    @AfterEach
    void allRoomsEndOnTheThreadThatStepsThem() {
        rooms.forEach(room -> room.hangs = false);
        rooms.forEach(room -> room.service.close());
        group.close();
        for (Room room : rooms) {
            assertEquals(1, room.closes);
            assertFalse(room.torn, "two threads ran one world at once");
            assertFalse(room.interrupted);
        }
        OwnThreads.awaitNone();
    }

    @Test
    void theOtherServicesGoOnOnANewThreadAndTheOneThatHungAloneOnItsOwn() throws Exception {
        Room first = start(builder -> builder.watchdog(LIMIT));
        Room second = start();
        Thread before = first.thread;
        hang(first);
        awaitTicks(second);
        awaitTicks(second);
        assertEquals("freestep-test-1", first.thread.getName());
        assertEquals("freestep-test-1-2", second.thread.getName());
        assertEquals("freestep-test-1", first.service.metrics().worker());
        assertEquals("freestep-test-1-2", second.service.metrics().worker());
        assertEquals(1, first.service.metrics().hungSteps());
        assertEquals(0, second.service.metrics().hungSteps());
        assertEquals(1, group.metrics().services(0), "without the hanging one");
        first.hangs = false;
        awaitTicks(first);
        assertSame(before, first.thread);
        first.service.pause().get(30, TimeUnit.SECONDS);
        CompletableFuture<Thread> command = first.service.call(context -> Thread.currentThread());
        assertSame(before, command.get(30, TimeUnit.SECONDS));
        first.service.resume().get(30, TimeUnit.SECONDS);
        awaitTicks(first);
        first.service.close();
        assertFalse(before.isAlive(), "close() waits for the thread that it has alone");
        awaitTicks(second);
    }

    @Test
    void withoutAWatchdogCloseMovesTheOthers() {
        Room first = start();
        // So long that a stall of 1.5 s does not count as a gap between two looks.
        Room second = start(builder -> builder.closeTimeout(Duration.ofSeconds(3)));
        Room third = start();
        hang(first);
        second.service.close();
        assertEquals(Status.CLOSED, second.service.status());
        assertEquals("freestep-test-1-2", second.closedBy.getName());
        awaitTicks(third);
        assertEquals(0, first.service.metrics().hungSteps());
    }

    @Test
    void closeMovesNoServiceFromAStepThatIsWithinItsLimit() {
        Room slow = start(builder -> builder.watchdog(Duration.ofMinutes(1)));
        Room closed = start(builder -> builder.closeTimeout(Duration.ofMillis(50)));
        hang(slow);
        assertThrows(PhysicsException.class, closed.service::close);
        assertEquals(1, OwnThreads.named("freestep-test-1").size());
        slow.hangs = false;
        awaitTicks(slow);
    }

    @Test
    void theGroupCanCloseDuringAHang() {
        Room first = start(builder -> builder.watchdog(LIMIT).closeTimeout(Duration.ofMillis(200)));
        Room second = start();
        hang(first);
        refused("room-0", PhysicsException.class, group::close);
        assertEquals(Status.CLOSED, second.service.status());
        assertFalse(second.closedBy.isAlive());
        first.hangs = false;
        ServiceUnderTest.await(() -> !first.thread.isAlive());
    }

    /** Such as a close that finds the thread for set-ups still in its set-up, or that gets no new thread. */
    @Test
    void aCloseThatHasMovedNoNeighbourLeavesThemToTheWatchdog() {
        Room first = start(builder -> builder.watchdog(Duration.ofSeconds(1)));
        Room second = start();
        hang(first);
        first.service.physics.requestStop();
        first.service.physics.endWithout(new IllegalStateException("hangs"));
        awaitTicks(second);
        awaitTicks(second);
        first.hangs = false;
        ServiceUnderTest.await(() -> OwnThreads.named("freestep-watchdog").isEmpty());
    }

    private Room start() {
        return start(builder -> builder);
    }

    private Room start(java.util.function.UnaryOperator<PhysicsBuilder> options) {
        Room room = new Room();
        room.service = options.apply(PhysicsService.builder(room).group(group).name("room-" + rooms.size()))
                .start();
        rooms.add(room);
        awaitTicks(room);
        return room;
    }

    private static void hang(Room room) {
        room.hangs = true;
        ServiceUnderTest.await(() -> room.isHanging);
    }

    private static void awaitTicks(Room room) {
        long tick = room.service.metrics().tick();
        ServiceUnderTest.await(() -> room.service.metrics().tick() > tick + 2);
    }

    /** A world whose steps can hang, and that ignores interrupts. */
    private static final class Room extends Falling {
        private PhysicsService service;
        private volatile boolean hangs;
        private volatile boolean isHanging;
        private volatile boolean busy;
        private volatile boolean torn;
        private volatile boolean interrupted;
        private volatile Thread thread;

        @Override
        public void run(Command command, PhysicsContext context) throws Exception {
            enter();
            super.run(command, context);
            busy = false;
        }

        @Override
        public void step(Tick tick) {
            enter();
            interrupted |= Thread.currentThread().isInterrupted();
            super.step(tick);
            hang();
            busy = false;
        }

        private void enter() {
            torn |= busy;
            busy = true;
            thread = Thread.currentThread();
        }

        private void hang() {
            while (hangs) {
                isHanging = true;
                LockSupport.parkNanos(100_000);
            }
        }
    }
}
