package io.github.freestep.physics.clock;

import static io.github.freestep.testing.Refused.refusedWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.testing.Allocations;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.Thorough;
import io.github.freestep.time.Ratio;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each cycle of a device finds exactly the ticks that belong to it. */
class FollowingClockTest {
    private static final long MILLI = 1_000_000;

    /** Cycles of 4 s. */
    private static final int SETTLED = 4_000;

    private final SimulatedDevice device = new SimulatedDevice(1_000, 1);
    private final FollowingClock clock = device.clock;

    @BeforeEach
    void follow() {
        device.offPpm = 1_000;
        clock.follow(device.physics, 1_000);
    }

    /** The long version takes six minutes of a device of 1,000 Hz. */
    @ParameterizedTest
    @CsvSource({"1000, 1, 100, 0", "1000, 1, 100, 50", "1000, 1, -1000, 0", "120, 2, 200, 0"})
    void eachCycleFindsItsTicks(int ticksPerSecond, int ticksPerCycle, double offPpm, double variesPpm) {
        int cyclesPerSecond = ticksPerSecond / ticksPerCycle;
        SimulatedDevice free = new SimulatedDevice(ticksPerSecond, ticksPerCycle);
        SimulatedDevice followed = new SimulatedDevice(ticksPerSecond, ticksPerCycle);
        followed.clock.follow(followed.physics, cyclesPerSecond);
        for (SimulatedDevice each : new SimulatedDevice[] {free, followed}) {
            each.offPpm = offPpm;
            each.variesPpm = variesPpm;
        }
        followed.run(4 * cyclesPerSecond);
        followed.without = 0;
        followed.tooMany = 0;
        int seconds = Thorough.of(25_000, 360_000) / cyclesPerSecond;
        double error = 0;
        for (int second = 0; second < seconds; second++) {
            followed.run(cyclesPerSecond);
            error += followed.clock.phaseErrorNanos() / (double) seconds;
            LongStream.range(0, cyclesPerSecond).forEach(cycle -> free.read());
        }
        assertTrue(free.without > 0 && free.tooMany > 0);
        assertEquals(0, followed.without + followed.tooMany);
        assertTrue(followed.clock.isFollowing());
        assertEquals(0, error, 15_000, "no error stays");
        assertEquals(-offPpm, followed.clock.steeredPpm(), 300);
    }

    @Test
    void withoutCyclesItRunsFree() {
        device.run(SETTLED);
        assertTrue(clock.toString().matches("following: phase error -?\\d+ ns, steered by -\\d+ ppm"), clock::toString);
        device.pass(100 * MILLI);
        assertFalse(clock.isFollowing());
        assertFalse(clock.parksInRealTime());
        assertEquals(0, clock.steeredPpm());
        assertEquals("runs free: no cycle in the last 100 ms", clock.toString());
        long before = clock.nanoTime();
        device.pass(5_000 * MILLI);
        assertEquals(5_000 * MILLI, clock.nanoTime() - before);
        device.run(SETTLED);
        assertTrue(clock.isFollowing());
    }

    @Test
    void cyclesThatCannotBeFollowedAreIgnored() {
        device.run(SETTLED);
        long newest = device.source.nanoTime();
        clock.cycle(newest);
        assertTrue(clock.isFollowing(), "one wrong time changes nothing");
        String wrongTime = "runs free: the time of a cycle must be after that of the cycle before, not after now, and"
                + " less than 100 ms old, and the service must have begun";
        for (long wrong : new long[] {newest, newest + 1_000 * MILLI, newest + 50 * MILLI}) {
            device.pass(200 * MILLI);
            clock.cycle(wrong);
            assertEquals(wrongTime, clock.toString());
        }
        String wrongScale = "runs free: simulation time is paused, or scaled so that ticks do not fit cycles";
        device.physics.pause();
        device.run(200);
        assertEquals(wrongScale, clock.toString());
        device.physics.resume();
        device.physics.timeScale(Ratio.of(7, 10));
        device.run(200);
        assertEquals(wrongScale, clock.toString());
        device.physics.timeScale(Ratio.of(1, 2));
        device.run(SETTLED);
        assertTrue(clock.isFollowing());
        device.offPpm = 30_000;
        device.run(SETTLED);
        assertTrue(clock.toString().startsWith("approaching: phase error "), clock::toString);
    }

    @Test
    void whatCannotBeFollowedIsRefused() {
        for (double cycles : new double[] {Double.NaN, 19, 700, 100_001}) {
            refusedWith(
                    "cycles must be between 20 and 100000 per second, and within 1 % of a multiple or a fraction of the"
                            + " 1000 ticks per second, was " + cycles
                            + "; choose a tick rate that fits, or count several cycles as one",
                    IllegalArgumentException.class,
                    () -> clock.follow(device.physics, cycles));
        }
        clock.follow(device.physics, 3_980);
        clock.follow(device.physics, 100.9);
        clock.unfollow();
        refusedWith("follow must be called before cycle", IllegalStateException.class, () -> clock.cycle(1));
    }

    @Test
    void timesOfTheSourceAreConverted() {
        device.jitterNanos = 0;
        device.run(20_000);
        long now = device.source.nanoTime();
        assertEquals(clock.nanoTime(), clock.timeOf(now));
        assertTrue(now - clock.nanoTime() > 15 * MILLI, "20 s at 1,000 ppm");
        assertEquals(clock.nanoTime() - 9_990_000, clock.timeOf(now - 10 * MILLI), 100);
        assertEquals(clock.nanoTime() + 9_990_000, clock.timeOf(now + 10 * MILLI), 100);
    }

    @Test
    void theLoopOfThePageFollows() {
        device.cyclesLeft = SETTLED;
        device.atEnd = () -> assertTrue(clock.isFollowing(), clock::toString);
        new DeviceLoop(device, device.physics, clock).run();
    }

    @Test
    void aServiceTicksByTheClockOfAnotherThread() {
        device.physics.close();
        Simulation arm = device;
        long begun = System.nanoTime();
        FollowingClock clock = new FollowingClock();
        PhysicsService physics =
                PhysicsService.builder(arm).rate(1_000).clock(clock).start();
        assertTrue(clock.parksInRealTime());
        try (physics) {
            clock.follow(physics, 1_000);
            assertThrows(IllegalArgumentException.class, () -> device.clock.follow(physics, 1_000));
            Await.until(() -> {
                clock.cycle(System.nanoTime());
                return physics.metrics().tick() >= 20;
            });
            assertTrue(clock.nanoTime() - begun >= 20 * MILLI, "ticks are due by it");
        }
    }

    @Test
    void aCycleAllocatesNothing() {
        device.run(1_000);
        assertEquals(0, Allocations.of(5_000, () -> {
            device.source.advance(MILLI);
            clock.cycle(device.source.nanoTime());
            clock.timeOf(clock.nanoTime());
        }));
    }
}
