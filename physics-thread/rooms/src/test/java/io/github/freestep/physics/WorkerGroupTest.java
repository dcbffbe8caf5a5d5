package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.rooms.workers.GroupRun;
import io.github.freestep.physics.rooms.workers.WorkerHere;
import io.github.freestep.physics.thread.ThreadedRun;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs several services of one worker on the test's thread, by a scripted clock. */
class WorkerGroupTest {
    private static final long MICRO = 1_000;
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;

    private final ScriptedClock clock = new ScriptedClock(0);
    private final WorkerHere worker = new WorkerHere(clock);
    private final List<Room> rooms = new ArrayList<>();

    /** A service, and how late its ticks were. */
    private final class Room {
        private final Falling world = new Falling();
        private final ServiceRun run;
        private long lateNanos;

        Room(int rate, long stepNanos) {
            this(rate, stepNanos, OverloadPolicy.slip());
        }

        Room(int rate, long stepNanos, OverloadPolicy overload) {
            world.during = tick -> {
                lateNanos = Math.max(lateNanos, clock.nanoTime() - tick.dueNanos());
                clock.advance(stepNanos);
            };
            run = new ServiceRun(PhysicsService.builder(world)
                    .rate(rate)
                    .overloadPolicy(overload)
                    .group(new ServiceThreads(worker.group) {})
                    .watchdog(Duration.ZERO)
                    .onProblem(problem -> {})
                    .setup());
            worker.start(run, (GroupRun) run.thread);
            rooms.add(this);
        }

        /** Returns the share of its speed at which the service has run for a time span, from a tick on. */
        double speed(long sinceTick, long nanos) {
            return (ticks() - sinceTick) * run.pass.schedule.requestedTickNanos() / nanos;
        }

        long ticks() {
            return run.pass.metrics.tick();
        }
    }

    @AfterEach
    void noThreadForCallbacksIsLeft() {
        worker.group.close();
        ServiceUnderTest.await(() -> OwnThreads.named("freestep-group-").isEmpty());
    }

    @Test
    void allServicesAreSteppedOnTime() {
        for (int rate : List.of(1, 10, 20, 50, 60, 100, 250, 1_000)) {
            new Room(rate, 10 * MICRO);
        }
        runUntil(10 * SECOND);
        for (Room room : rooms) {
            double due = 10e9 / room.run.pass.schedule.requestedTickNanos();
            assertEquals(due, room.ticks(), 1.1 + due / 100);
            assertTrue(room.lateNanos <= 300 * MICRO, () -> room.lateNanos + " ns late");
            assertEquals(0, room.run.pass.metrics.slips());
        }
    }

    /** A wake-up costs as much as ten small ticks. One of the readings is that of the world. */
    @ParameterizedTest
    @ValueSource(ints = {20, 50, 60, 64, 100, 128, 200})
    void aThreadOfManyServicesSeldomWakesUpAndReadsTheClock(int rate) {
        for (int i = 0; i < 100; i++) {
            new Room(rate, 5 * MICRO);
        }
        clock.at(3 * SECOND, () -> {
            assertTrue(clock.parks() <= 3 * 200, () -> clock.parks() + " parks in 3 s");
            double ticks = rooms.stream().mapToLong(Room::ticks).sum();
            assertTrue(clock.readings() / ticks <= 8, () -> clock.readings() + " readings in " + ticks + " ticks");
        });
        runUntil(3 * SECOND + 1);
        for (Room room : rooms) {
            assertTrue(room.lateNanos < MILLI, () -> room.lateNanos + " ns late");
        }
    }

    @Test
    void servicesOfOneRateAreNotAllDueAtOnce() {
        for (int i = 0; i < 100; i++) {
            new Room(20, 100 * MICRO);
        }
        runUntil(3 * SECOND);
        for (Room room : rooms) {
            assertTrue(room.lateNanos < 2 * MILLI, () -> room.lateNanos + " ns late");
        }
    }

    @Test
    void anOverloadSlowsAllServicesInProportion() {
        int[] rates = {20, 50, 60, 100, 250};
        for (int i = 0; i < 50; i++) {
            int rate = rates[i % rates.length];
            // Uneven: a service needs from 1 % to 7 % of the time, and all together need twice what there is.
            long stepNanos = (long) (SECOND / rate * (0.01 + 0.0612 * i / 50));
            new Room(rate, stepNanos);
        }
        List<Long> ticks = new ArrayList<>();
        clock.at(10 * SECOND, () -> rooms.forEach(room -> ticks.add(room.ticks())));
        runUntil(20 * SECOND);
        for (int i = 0; i < 50; i++) {
            Room room = rooms.get(i);
            assertEquals(0.45, room.speed(ticks.get(i), 10 * SECOND), 0.05);
            assertEquals(0.45, room.run.pass.metrics.sustainedScale(), 0.025);
        }
        assertEquals(0.45, worker.load.share, 0.025);
        assertTrue(worker.load.perMille > 850, () -> worker.load.perMille + "");
    }

    @Test
    void afterAnOverloadAllServicesRunAtFullSpeedAgain() {
        long[] stepNanos = {4 * MILLI};
        for (int i = 0; i < 5; i++) {
            Room room = new Room(100, 0);
            room.world.during = tick -> clock.advance(stepNanos[0]);
        }
        clock.at(5 * SECOND, () -> assertEquals(0.45, worker.load.share, 0.03));
        clock.at(5 * SECOND, () -> stepNanos[0] = MILLI);
        runUntil(8 * SECOND);
        assertEquals(1, worker.load.share);
        rooms.forEach(room -> assertEquals(1, room.run.pass.metrics.sustainedScale()));
    }

    /** Requests to the slow service must not make it step before each of the others. */
    @ParameterizedTest
    @CsvSource({"false, true", "true, false", "true, true"})
    void aServiceThatIsTooSlowByItselfDelaysTheOthersByOneStep(boolean slips, boolean flood) {
        Room slow = new Room(100, 30 * MILLI, slips ? OverloadPolicy.slip() : OverloadPolicy.neverSlip());
        for (int i = 0; i < 20; i++) {
            new Room(100, 50 * MICRO);
        }
        for (long at = 0; flood && at < 20 * SECOND; at += 5 * MILLI) {
            clock.at(at, () -> new PhysicsService(slow.run).submit(context -> {}));
        }
        runUntil(20 * SECOND);
        for (Room room : rooms.subList(1, 21)) {
            assertEquals(0, room.run.pass.metrics.slips());
            assertTrue(room.lateNanos <= 32 * MILLI, () -> room.lateNanos + " ns late");
            assertEquals(1, room.run.pass.metrics.sustainedScale());
        }
        assertTrue(!slips || slow.run.pass.metrics.sustainedScale() < 0.35);
        assertTrue(!slips || slow.ticks() > 20_000 / 30 * 8 / 10, () -> slow.ticks() + " ticks");
    }

    @ParameterizedTest
    @ValueSource(longs = {9_000, 9_300, 9_600, 9_950, 10_500})
    void aServiceThatNeverSlipsStopsNoOther(long stepMicros) {
        Room never = new Room(100, stepMicros * MICRO, OverloadPolicy.neverSlip());
        for (int i = 0; i < 10; i++) {
            new Room(100, 100 * MICRO);
        }
        runUntil(60 * SECOND);
        for (Room room : rooms.subList(1, 11)) {
            assertEquals(5_990, room.ticks(), 10);
            assertEquals(0, room.run.pass.metrics.slips());
            assertEquals(1, room.run.pass.metrics.sustainedScale());
        }
        double left = 60.0 * SECOND - 10 * 5_990 * 100 * MICRO;
        assertEquals(Math.min(6_000, left / (stepMicros * MICRO)), never.ticks(), 60, "it gets the time that is left");
    }

    /** By default, a room catches up on 250 ms. Each step hangs, or the first, or one in each second. */
    @ParameterizedTest
    @CsvSource({"3000, 1000000", "900, 1", "900, 20"})
    void aStepThatHangsCostsNoneOf99OthersTime(long millis, long every) {
        Room hangs = new Room(20, 0);
        hangs.world.during = tick -> {
            if (tick.number() % every == 1 % every) {
                worker.hang(millis * MILLI, clock::advance);
            }
        };
        for (int i = 0; i < 99; i++) {
            new Room(20, 10 * MICRO);
        }
        runUntil(30 * SECOND);
        for (Room room : rooms.subList(1, 100)) {
            assertEquals(0, room.run.pass.metrics.droppedNanos());
            assertTrue(room.lateNanos <= 175 * MILLI, () -> room.lateNanos + " ns late");
            assertEquals(599, room.ticks(), 2);
        }
        assertEquals(List.of(), OwnThreads.named("here"), "the same thread helps each time");
        assertTrue(hangs.ticks() > 30, () -> hangs.ticks() + " ticks");
    }

    /** Even the first use of a class may need memory. The worker must not take that for a failure of the clock. */
    @Test
    void aServiceWhoseEndHasNoMemoryEndsNoOther() {
        ServiceRun ends = new Room(100, 0).run;
        Room other = new Room(100, 0);
        worker.replace((GroupRun) ends.thread, withoutMemory(ends));
        clock.at(SECOND, ends::requestStop);
        runUntil(2 * SECOND);
        assertEquals(199, other.ticks(), 2);
    }

    private static ThreadedRun withoutMemory(ThreadedRun run) {
        return (ThreadedRun) Proxy.newProxyInstance(
                ThreadedRun.class.getClassLoader(), new Class<?>[] {ThreadedRun.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("hasDeliveredAll")) {
                        throw new OutOfMemoryError("in the test");
                    }
                    return method.invoke(run, arguments);
                });
    }

    @Test
    void aPausedServiceWakesNobodyUntilItIsResumed() {
        Room room = new Room(100, 0);
        clock.at(500 * MILLI, () -> new PhysicsService(room.run).pause());
        List<CompletableFuture<Integer>> called = new ArrayList<>();
        clock.at(5 * SECOND, () -> called.add(new PhysicsService(room.run).call(context -> (int) context.tick())));
        clock.at(9 * SECOND, () -> new PhysicsService(room.run).resume());
        long[] wakeUps = new long[1];
        clock.at(SECOND, () -> wakeUps[0] = clock.parks());
        clock.at(9 * SECOND - 1, () -> assertTrue(clock.parks() - wakeUps[0] <= 4, () -> clock.parks() + " parks"));
        runUntil(10 * SECOND);
        assertEquals(150, room.ticks(), 2);
        assertFalse(called.isEmpty());
    }

    @Test
    void aFloodOfLongCommandsToAPausedServiceHoldsUpNoTick() {
        Room flooded = new Room(100, 0);
        Room other = new Room(100, 100 * MICRO);
        Command again = new Command() {
            @Override
            public void run(PhysicsContext context) {
                clock.advance(300 * MICRO);
                new PhysicsService(flooded.run).submit(this);
            }
        };
        clock.at(15 * MILLI, () -> new PhysicsService(flooded.run).pause());
        for (int i = 0; i < 20; i++) {
            clock.at(30 * MILLI, () -> new PhysicsService(flooded.run).submit(again));
        }
        runUntil(SECOND);
        assertEquals(99, other.ticks(), 1);
        assertTrue(other.lateNanos < 5 * MILLI, () -> other.lateNanos + " ns late");
    }

    private void runUntil(long endNanos) {
        clock.at(endNanos, () -> rooms.forEach(room -> room.run.requestStop()));
        worker.run();
        for (Room room : rooms) {
            if (room.run.end.failure != null) {
                throw new AssertionError(room.run.end.failure);
            }
            assertTrue(room.run.thread.awaitEnd(0));
        }
    }
}
