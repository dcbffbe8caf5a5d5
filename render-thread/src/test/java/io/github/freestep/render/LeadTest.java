package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import io.github.freestep.time.VirtualClock;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Frame times ahead of the clock, or behind it, are as even as those of the clock. */
@Execution(ExecutionMode.CONCURRENT)
class LeadTest {
    private static final int[] RATES = {30, 60, 100, 128, 144, 200, 250};
    private static final double[] DISPLAYS = {24, 30, 40, 60, 75, 90, 120, 144, 240, 360};
    private static final String[] LOADS = {"light", "heavy", "lognormal"};
    private static final int RUNS = Thorough.of(12, 240);

    private static final long MILLI = 1_000_000;

    /** In percent. */
    private static final double EVEN = 0.1;

    /** A lead that varies adds a little, so a run just below the limit may come just above it. */
    private static final double WITHOUT = 0.08;

    /** What a lead that varies adds at most in the mean, as a root mean square. In 12,000 runs it was 0.010. */
    private static final double ADDED = 0.02;

    private static final double SETTLED = 15;

    private static SimulatedReader.Settings reader(int rate, String load, double fps) {
        int writtenEvery = (int) Math.ceil(rate / 200.0);
        return new SimulatedReader.Settings((seconds, random) -> switch (load) {
                    case "light" -> 0.05;
                    case "heavy" -> SimulatedReader.HEAVY.cost(seconds, random);
                    default -> 0.3 * Math.exp(random.nextGaussian() * 0.3);
                })
                .rate(rate)
                .writtenEvery(writtenEvery)
                // The default of a service.
                .window(rate <= 100 ? 4 : (int) Math.min(8, 2 + Math.ceil(0.04 * rate / writtenEvery)))
                .fps(fps)
                .joins(0, 40);
    }

    private static Judder settled(SimulatedReader reading) {
        return reading.judder(SETTLED, 40);
    }

    @Test
    void anyLeadIsAsEvenAsNone() {
        double addedSquares = 0;
        int even = 0;
        for (long seed = 1; seed <= RUNS; seed++) {
            Random random = Seeds.random(seed);
            int rate = RATES[random.nextInt(RATES.length)];
            String load = LOADS[random.nextInt(LOADS.length)];
            double fps = DISPLAYS[random.nextInt(DISPLAYS.length)];
            double millis = -50 + 150 * random.nextDouble();
            double jitter = random.nextBoolean() ? 5 : 0;
            SimulatedReader none = reader(rate, load, fps).lead(0, 0, 0).run(seed);
            SimulatedReader lead =
                    reader(rate, load, fps).lead(millis, millis, jitter).run(seed);
            String context = "seed " + seed + ", lead " + millis + " +- " + jitter + " ms, " + rate + " Hz " + load
                    + ", " + fps + " fps: " + none.from(SETTLED) + "; with the lead: " + lead.from(SETTLED);
            double more = lead.meanMillis(SETTLED) - none.meanMillis(SETTLED) - millis - jitter;
            double without = settled(none).rms();
            Judder with = settled(lead);
            if (without <= WITHOUT) {
                assertTrue(with.rms() <= EVEN && with.faults() == 0, context);
                if (jitter > 0) {
                    addedSquares += with.rms() * with.rms() - without * without;
                    even++;
                }
            }
            assertTrue(more <= 1, context);
        }
        double added = Math.sqrt(Math.max(0, addedSquares) / Math.max(1, even));
        // Two runs of few may be less even than most.
        assertTrue(!Thorough.isOn() || added <= ADDED, () -> "added: " + added);
    }

    @ParameterizedTest
    @EnumSource(FrameMode.class)
    void aLeadShiftsThePictureInEveryMode(FrameMode mode) {
        SimulatedReader none = reader(100, "heavy", 60).mode(mode).lead(0, 0, 0).run(3);
        SimulatedReader lead =
                reader(100, "heavy", 60).mode(mode).lead(-20, -20, 0).run(3);
        if (mode == FrameMode.LATEST) {
            assertEquals(0, lead.meanMillis(0), "the newest state has no delay, whatever the frame's time is");
        } else {
            assertEquals(settled(none).rms(), settled(lead).rms(), 0.005);
            assertEquals(none.meanMillis(SETTLED) - 20, lead.meanMillis(SETTLED), 0.01);
        }
    }

    @ParameterizedTest
    @CsvSource({"-200, 0", "-50, 0", "0, 33", "100, 0", "0, -33"})
    void aLeadThatChangesForGoodIsLearnedAtOnce(double before, double after) {
        SimulatedReader changed =
                reader(100, "light", 60).lead(before, after, 0).run(1);
        SimulatedReader same = reader(100, "light", 60).lead(after, after, 0).run(1);
        Judder judder = changed.judder(2.5, 40);
        assertEquals(0, judder.faults(), judder::toString);
        assertTrue(judder.rms() < 1 && changed.bridged(2.5) == 0, judder::toString);
        assertEquals(same.meanMillis(SETTLED), changed.meanMillis(2.5), 1);
    }

    @Test
    void theClockIsReadOncePerFrame() {
        AtomicLong readings = new AtomicLong();
        VirtualClock clock = new VirtualClock(0);
        StatePublisher publisher = StatePublisher.of(StateLayout.of(1), 4, clock, false);
        try (FrameSampler sampler = FrameSampler.builder(publisher.states())
                .clock(() -> {
                    readings.incrementAndGet();
                    return clock.nanoTime();
                })
                .open()) {
            sampler.sample();
            assertEquals(1, readings.get());
            sampler.sample(20 * MILLI);
            assertEquals(2, readings.get());
        }
    }

    @Test
    void anAllowedLatenessIsThatOfStates() {
        SimulatedReader fixed = reader(100, "heavy", 60)
                .lead(40, 40, 0)
                .options(options -> options.allowedLateness(Duration.ofMillis(10)))
                .run(4);
        assertEquals(60, fixed.meanMillis(SETTLED), 0.01, "the lead, 10 ms and the gap");
        assertEquals(0, fixed.bridged(SETTLED));
        assertTrue(settled(fixed).rms() <= EVEN, () -> fixed.from(SETTLED));
    }
}
