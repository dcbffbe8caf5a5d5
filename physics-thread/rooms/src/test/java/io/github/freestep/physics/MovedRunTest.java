package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.FineTimer;
import io.github.freestep.physics.rooms.PhysicsGroup;
import io.github.freestep.physics.rooms.workers.Balance;
import io.github.freestep.physics.rooms.workers.GroupRun;
import io.github.freestep.physics.rooms.workers.Run;
import io.github.freestep.physics.rooms.workers.Worker;
import io.github.freestep.physics.rooms.workers.Workers;
import io.github.freestep.physics.thread.SystemRequests;
import io.github.freestep.physics.thread.WorkerSettings;
import io.github.freestep.testing.Await;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.VirtualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A worker that is busy hands services over to one that is not. */
@Timeout(240)
class MovedRunTest {
    private static final long MICRO = 1_000;
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;

    private final List<Room> rooms = new ArrayList<>();
    private PhysicsGroup group;
    private boolean keepsThread;

    /** A service whose ticks must come in order, and from one thread at a time. */
    private final class Room {
        private final Falling world = new Falling();
        private final AtomicBoolean inStep = new AtomicBoolean();
        private final ServiceRun run;
        private volatile long tick;
        private volatile boolean wrong;
        private volatile Thread thread;
        private volatile int moves;

        Room(NanoClock clock, LongConsumer time, long stepNanos, Worker worker) {
            world.during = step -> {
                wrong |= !inStep.compareAndSet(false, true) || step.number() != tick + 1;
                tick = step.number();
                moves += thread != null && thread != Thread.currentThread() ? 1 : 0;
                thread = Thread.currentThread();
                time.accept(stepNanos);
                inStep.set(false);
            };
            PhysicsBuilder builder = PhysicsService.builder(world)
                    .clock(clock)
                    .group(group)
                    .watchdog(Duration.ZERO)
                    .onProblem(problem -> {})
                    .overloadPolicy(OverloadPolicy.neverSlip());
            run = new ServiceRun((keepsThread ? builder.keepThread() : builder).setup());
            ((GroupRun) run.thread).take(run);
            ((GroupRun) run.thread).joinAt(worker);
            ((GroupRun) run.thread).join();
            rooms.add(this);
        }
    }

    /** Lets its thread wait in the first call. */
    private static final class GatedClock implements NanoClock {
        final Gate gate = new Gate();
        private final NanoClock clock;

        GatedClock(NanoClock clock) {
            this.clock = clock;
        }

        @Override
        public long nanoTime() {
            gate.hang();
            return clock.nanoTime();
        }

        @Override
        public void park(long nanos) {
            clock.park(nanos);
        }
    }

    private static Worker worker(int number, NanoClock clock) {
        return new Worker(
                new WorkerSettings("freestep-moved-" + number, clock, 5, FineTimer.system(), SystemRequests.NONE));
    }

    private static void end(Worker[] workers) {
        for (Worker worker : workers) {
            worker.end();
            Await.until(() -> !worker.thread.isAlive());
        }
    }

    @AfterEach
    void allIsInOrder() {
        group.close();
        for (Room room : rooms) {
            assertNull(room.run.end.failure);
            assertFalse(room.wrong);
            assertEquals(1, room.world.closes);
            assertTrue(((GroupRun) room.run.thread).hasLeft());
        }
    }

    /** Runs services of 100 ticks per second on one worker. Returns how many the others then have. */
    private int[] handedOverTo(int others, long... stepNanos) {
        ScriptedClock clock = new ScriptedClock(0);
        GatedClock gated = new GatedClock(clock);
        group = PhysicsGroup.builder().clock(clock).open();
        Worker[] workers = new Worker[1 + others];
        for (int i = 0; i <= others; i++) {
            workers[i] = worker(1 + i, i == 0 ? clock : gated);
        }
        new Workers(new Balance(workers, clock), () -> new Run[0]);
        for (long nanos : stepNanos) {
            new Room(clock, clock::advance, nanos, workers[0]);
        }
        // Only workers that have begun take services. Their clock keeps these from running meanwhile.
        for (int i = 1; i <= others; i++) {
            workers[i].startOnce();
        }
        int[] moved = new int[others];
        clock.at(20 * SECOND, () -> {
            for (int i = 0; i < others; i++) {
                moved[i] = workers[1 + i].members();
            }
            rooms.forEach(room -> room.run.requestStop());
        });
        workers[0].end();
        workers[0].run();
        gated.gate.open();
        end(workers);
        return moved;
    }

    /** The microseconds that each service needs for a tick of 10 ms, and how many services the other workers get. */
    @ParameterizedTest
    @CsvSource({
        "half of the need, 3000 3000 3000 3000, 2",
        "heavy services among light ones, 3000 10 3000 10 3000 10 3000 10, 2",
        "none if there is time for all, 1000 1000 1000 1000 1000, 0",
        "each to the worker that needs least, 3000 3000 3000 3000, 1 1",
        "none that needs all by itself, 9000, 0",
    })
    void idleWorkersTake(String what, String micros, String taken) {
        long[] stepNanos = Stream.of(micros.split(" "))
                .mapToLong(each -> Long.parseLong(each) * MICRO)
                .toArray();
        int[] wanted = Stream.of(taken.split(" ")).mapToInt(Integer::parseInt).toArray();
        assertArrayEquals(wanted, handedOverTo(wanted.length, stepNanos));
    }

    @Test
    void noneThatKeepsItsThread() {
        keepsThread = true;
        assertArrayEquals(new int[1], handedOverTo(1, 3 * MILLI, 3 * MILLI, 3 * MILLI, 3 * MILLI));
    }

    /** A worker in a call that does not return measures nothing, so it seems to need least. */
    @Test
    void aWorkerThatHangsGetsNone() {
        VirtualClock clock = new VirtualClock(0);
        group = PhysicsGroup.builder().clock(clock).open();
        Worker[] workers = {worker(1, clock), worker(2, clock)};
        new Workers(new Balance(workers, clock), () -> new Run[0]);
        Gate gate = new Gate();
        new Room(clock, nanos -> gate.hang(), 0, workers[1]);
        workers[1].startOnce();
        gate.awaitEntered();
        for (int i = 0; i < 4; i++) {
            new Room(clock, clock::advance, 3 * MILLI, workers[0]);
        }
        workers[0].startOnce();
        Await.until(() -> clock.nanoTime() > 20 * SECOND);
        int members = workers[1].members();
        rooms.forEach(room -> room.run.requestStop());
        gate.open();
        end(workers);
        assertEquals(1, members, "only the service that hangs");
    }

    /** Two threads hand services to each other all the time, while others make requests of them and end them. */
    @Test
    void nothingIsLostBetweenTwoWorkers() {
        VirtualClock clock = new VirtualClock(0);
        group = PhysicsGroup.builder().clock(clock).open();
        Worker[] workers = {worker(1, clock), worker(2, clock)};
        new Workers(new Balance(workers, clock, 0, 100, 0), () -> new Run[0]);
        for (int i = 0; i < 8; i++) {
            new Room(clock, clock::advance, (100 + 10 * i) * MICRO, workers[i % 2]);
        }
        workers[0].startOnce();
        workers[1].startOnce();
        while (rooms.stream().mapToInt(room -> room.moves).sum() < 100) {
            List<CompletableFuture<?>> futures = new ArrayList<>();
            for (Room room : rooms) {
                futures.add(new PhysicsService(room.run).call(world -> 1));
                futures.add(new PhysicsService(room.run).pause());
                futures.add(new PhysicsService(room.run).pauseAndStep(2));
                futures.add(new PhysicsService(room.run).resume());
            }
            futures.forEach(future -> Await.until(future::isDone));
        }
        for (Room room : rooms) {
            room.run.requestStop();
            Await.until(((GroupRun) room.run.thread)::hasLeft);
        }
        end(workers);
        assertEquals(0, workers[0].members() + workers[1].members());
    }
}
