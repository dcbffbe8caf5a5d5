package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.thread.PhysicsThread;
import io.github.freestep.time.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** For how long a worker waits between two passes. On the test's thread, which runs the loop of the worker. */
class WorkerWaitsTest {
    private static final long MICRO = 1_000;
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;

    private final ScriptedClock clock = new ScriptedClock(0);
    private final Falling world = new Falling();

    /** The next tick is due soon enough to be the next look for requests. */
    @Test
    void aThreadWakesUpOnceForATickOf100Hz() {
        assertEquals(100, parksOfASecond(100), 5);
        assertEquals(120, parksOfASecond(60), 5);
        double readings = (double) clock.readings() / (100 + 60);
        assertTrue(readings <= 10, () -> readings + " readings per tick");
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 50, 60, 99, 100, 120, 125, 1_000})
    void aThreadLooksForRequestsAtLeastEveryTenMillis(int rate) {
        parksOfASecond(rate);
        assertTrue(clock.longestParkNanos() <= 10 * MILLI, () -> clock.longestParkNanos() + " ns");
    }

    private long parksOfASecond(int rate) {
        long since = clock.parks();
        ServiceRun run = new ServiceRun(
                PhysicsService.builder(new Falling()).clock(clock).rate(rate).setup());
        clock.run(run, clock.nanoTime() + SECOND);
        return clock.parks() - since;
    }

    /** The thread polls for the input, because a feed does not notify it. */
    @Test
    void aTickThatWaitsForItsInputIsSteppedSoonAfterThat() {
        long readyNanos = 123_456_789;
        List<Long> stepped = new ArrayList<>();
        world.during = tick -> stepped.add(clock.nanoTime());
        PhysicsBuilder builder = PhysicsService.builder(world).clock(clock);
        ServiceRun run = new ServiceRun(WaitingStage.ready(builder, tick -> clock.nanoTime() >= readyNanos)
                .setup());
        clock.run(run, 200 * MILLI);
        assertEquals(readyNanos, stepped.get(0), 600 * MICRO);
    }

    /** Parks end late, as those of real timers do. */
    @Test
    void aTickIsAwaitedMorePreciselyThanParksEnd() {
        VirtualClock late = new VirtualClock(0, () -> 60 * MICRO);
        ServiceRun run =
                new ServiceRun(PhysicsService.builder(world).clock(late).setup());
        List<Long> lateNanos = new ArrayList<>();
        world.during = tick -> {
            lateNanos.add(late.nanoTime() - tick.dueNanos());
            if (tick.number() == 400) {
                run.requestStop();
            }
        };
        ((PhysicsThread) run.thread).run(run.passes);
        lateNanos.sort(null);
        assertTrue(lateNanos.get(200) < 6 * MICRO, () -> "" + lateNanos);
    }
}
