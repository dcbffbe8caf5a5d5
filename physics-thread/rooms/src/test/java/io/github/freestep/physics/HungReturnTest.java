package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.Inside;
import io.github.freestep.physics.rooms.PhysicsGroup;
import io.github.freestep.physics.rooms.workers.GroupRun;
import io.github.freestep.physics.rooms.workers.GroupThreads;
import io.github.freestep.physics.rooms.workers.Worker;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import io.github.freestep.time.VirtualClock;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Calls return at just the time at which the other runs move, many times. Whichever comes first, no run is lost, and
 * none is run by two threads at once.
 */
@Timeout(240)
class HungReturnTest {
    private static final long RUN_NANOS = Thorough.of(1, 4) * 1_000_000_000L;
    private static final int ROOMS = 3;

    private final long seed = Seeds.first(1).findFirst().getAsLong();
    private final Random random = Seeds.random(seed);
    private final AtomicInteger torn = new AtomicInteger();

    @Test
    void noRunIsLostAndNoneRunsTwice() {
        assertTrue(round(Order.MOVE_FIRST), () -> "seed " + seed);
        assertFalse(round(Order.RETURN_FIRST), () -> "seed " + seed);
        long since = System.nanoTime();
        while (System.nanoTime() - since < RUN_NANOS) {
            round(Order.RACE);
        }
        assertEquals(0, torn.get(), () -> "seed " + seed);
        OwnThreads.awaitNone();
    }

    /** Which comes first. Only the scheduler knows who wins a race, so the other two cover both outcomes. */
    private enum Order {
        MOVE_FIRST,
        RETURN_FIRST,
        RACE
    }

    /** Returns whether the move came first. */
    private boolean round(Order order) {
        PhysicsGroup group = PhysicsGroup.builder()
                .clock(new VirtualClock(0))
                .withoutWatchdog()
                .open();
        Room[] rooms = new Room[ROOMS];
        for (int i = 0; i < ROOMS; i++) {
            rooms[i] = new Room();
            rooms[i].start(group);
        }
        Room hanging = rooms[random.nextInt(ROOMS)];
        awaitTicks(rooms);
        hanging.hangs = true;
        ServiceUnderTest.await(() -> hanging.isHanging);
        ServiceRun run = hanging.run;
        Worker worker = ((GroupRun) run.thread).worker();
        long turn = worker.turn();
        int wait = random.nextInt(2_000);
        int delay = random.nextInt(2_000);
        hanging.spinsToReturn = wait;
        if (order == Order.MOVE_FIRST) {
            ((GroupThreads) Inside.of(group)).workers.moveOthers(worker, turn);
        }
        hanging.hangs = false;
        if (order == Order.RETURN_FIRST) {
            ServiceUnderTest.await(() -> worker.turn() != turn);
        }
        spin(delay);
        if (order != Order.MOVE_FIRST) {
            ((GroupThreads) Inside.of(group)).workers.moveOthers(worker, turn);
        }
        boolean moved = worker.isAlone;
        awaitTicks(rooms);
        group.close();
        for (Room room : rooms) {
            assertEquals(1, room.closes, () -> "seed " + seed);
        }
        assertSame(worker, ((GroupRun) run.thread).worker());
        for (Room room : rooms) {
            assertTrue(
                    moved == (((GroupRun) room.run.thread).worker() != worker) || room == hanging,
                    () -> "seed " + seed);
        }
        return moved;
    }

    private static void awaitTicks(Room[] rooms) {
        for (Room room : rooms) {
            long tick = room.service.metrics().tick();
            ServiceUnderTest.await(() -> room.service.metrics().tick() > tick + 1);
        }
    }

    private static void spin(int times) {
        for (int i = 0; i < times; i++) {
            Thread.onSpinWait();
        }
    }

    /** A world whose step can hang, and that notes if two threads are in it. The fields are plain, as in any world. */
    private final class Room extends Falling {
        private ServiceRun run;
        private PhysicsService service;
        private volatile boolean hangs;
        private volatile boolean isHanging;
        private volatile int spinsToReturn;
        private final AtomicInteger inside = new AtomicInteger();
        private long counted;

        void start(PhysicsGroup group) {
            run = new ServiceRun(
                    new PhysicsBuilder(this).rate(1_000).group(group).setup());
            service = new PhysicsService(run).start();
        }

        @Override
        public void step(Tick tick) {
            if (inside.getAndIncrement() != 0 || ++counted != tick.number()) {
                torn.incrementAndGet();
            }
            super.step(tick);
            if (hangs) {
                while (hangs) {
                    isHanging = true;
                    Thread.onSpinWait();
                }
                spin(spinsToReturn);
            }
            inside.decrementAndGet();
        }
    }
}
