package io.github.freestep.physics;

import static io.github.freestep.testing.Refused.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;

import io.github.freestep.physics.Physics.Status;
import io.github.freestep.physics.rooms.PhysicsGroup;
import io.github.freestep.testing.Logs;
import io.github.freestep.time.VirtualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A call that hangs does not stop the other services of its thread. */
@Timeout(240)
@Logs(perhaps = "HUNG_STEP: ")
class HungNeighbourTest {
    /** So long that no step reaches it because other work delays its thread. */
    private static final Duration LIMIT = Duration.ofMillis(250);

    private final PhysicsGroup group = PhysicsGroup.builder().name("test").open();
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
    void theOtherServicesGoOnOnANewThreadAndSoDoesTheOneThatHung() throws Exception {
        Room first = start(builder -> builder.watchdog(LIMIT));
        Room second = start();
        hang(first);
        awaitTicks(second);
        awaitTicks(second);
        assertNotSame(first.thread, second.thread);
        ServiceUnderTest.await(() -> first.service.metrics().hungSteps() == 1);
        assertEquals(0, second.service.metrics().hungSteps());
        release(first);
        awaitTicks(first);
        first.service.pause().get(30, TimeUnit.SECONDS);
        first.service.call(PhysicsContext::tick).get(30, TimeUnit.SECONDS);
        first.service.resume().get(30, TimeUnit.SECONDS);
        awaitTicks(first);
        awaitTicks(second);
    }

    @Test
    void aThreadThatIsNotNeededAnyMoreEnds() {
        Room first = start(builder -> builder.watchdog(LIMIT));
        Room second = start();
        hang(first);
        awaitTicks(second);
        release(first);
        first.service.close();
        ServiceUnderTest.await(() -> OwnThreads.named("freestep-test-").size() == 1);
        awaitTicks(second);
    }

    /** The other thread sleeps, because one was enough before. */
    @Test
    void anotherThreadStepsTheOthersBeforeAnyWatchdogFindsAHang() {
        // On this clock, no tick is late, so nothing else needs the other thread.
        try (PhysicsGroup two =
                PhysicsGroup.builder().threads(2).clock(new VirtualClock(0)).open()) {
            Room first = start(builder -> builder.group(two).watchdog(Duration.ofSeconds(5)));
            Room second = start(builder -> builder.group(two));
            hang(first);
            awaitTicks(second);
            assertEquals(0, first.service.metrics().hungSteps());
            first.hangs = false;
        }
    }

    @Test
    void withoutAWatchdog99OthersGoOnAndCanClose() {
        Room first = start();
        List<Room> others = Stream.generate(() -> start(builder -> builder.rate(1_000)))
                .limit(99)
                .toList();
        hang(first);
        others.forEach(HungNeighbourTest::awaitTicks);
        others.get(0).service.close();
        assertEquals(Status.CLOSED, others.get(0).service.status());
        awaitTicks(others.get(98));
        assertEquals(0, first.service.metrics().hungSteps());
    }

    @Test
    @Logs("did not end within")
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

    private Room start() {
        return start(builder -> builder);
    }

    private Room start(java.util.function.UnaryOperator<PhysicsBuilder> options) {
        Room room = new Room();
        room.service = options.apply(PhysicsService.builder(room)
                        .group(group)
                        .watchdog(Duration.ZERO)
                        .name("room-" + rooms.size()))
                .start();
        rooms.add(room);
        awaitTicks(room);
        return room;
    }

    private static void hang(Room room) {
        room.hangs = true;
        ServiceUnderTest.await(() -> room.isHanging);
    }

    private static void release(Room room) {
        room.hangs = false;
        ServiceUnderTest.await(() -> !room.isHanging);
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
            isHanging = false;
        }
    }
}
