package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.render.LeadRun.Result;
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
    private static final double[] RATES = {30, 60, 100, 128, 144, 200, 250};
    private static final double[] DISPLAYS = {24, 30, 40, 60, 75, 90, 120, 144, 240, 360};
    private static final String[] LOADS = {"light", "heavy", "lognormal"};
    private static final int RUNS = Thorough.of(60, 1_000);

    private static final long MILLI = 1_000_000;

    /** In percent. */
    private static final double EVEN = 0.1;

    /** A lead that varies adds a little, so a run just below the limit may come just above it. */
    private static final double WITHOUT = 0.08;

    /** What a lead that varies adds at most in the mean, as a root mean square. In 12,000 runs it was 0.010. */
    private static final double ADDED = 0.02;

    private static LeadRun run(double rate, String load, double fps, long seed) {
        int writtenEvery = (int) Math.max(1, Math.round(rate / 100));
        return new LeadRun(rate, writtenEvery, load, fps, 0, 0, FrameMode.INTERPOLATE, seed);
    }

    @ParameterizedTest
    @CsvSource({
        "heavy, 100, 30, 33.3", "heavy, 100, 24, 33", "heavy, 100, 24, 50", "heavy, 128, 30, 33.3",
        "heavy, 128, 40, 25", "light, 128, 24, 33", "light, 128, 30, 33.3", "heavy, 100, 60, -16.7",
        "heavy, 100, 144, -16.7", "heavy, 128, 144, -16.7"
    })
    void aConstantLeadIsAsEvenAsNone(String load, double rate, double fps, double leadMillis) {
        LeadRun run = run(rate, load, fps, 1);
        Result none = run.run();
        Result lead = run.lead(leadMillis, 0).run();
        String context = run + ": " + none + "; with the lead: " + lead;
        assertTrue(lead.judder().rms() <= none.judder().rms() + 0.005, context);
        assertEquals(0, lead.judder().faults(), context);
        assertEquals(none.meanMillis() + leadMillis, lead.meanMillis(), 0.01, context);
        assertEquals(0, lead.bridged(), context);
    }

    @Test
    void anyLeadIsAsEvenAsNone() {
        double worst = 0;
        double mostMillis = Double.NEGATIVE_INFINITY;
        double addedSquares = 0;
        int even = 0;
        for (long seed = 1; seed <= RUNS; seed++) {
            Random random = Seeds.random(seed);
            LeadRun run = run(
                    RATES[random.nextInt(RATES.length)],
                    LOADS[random.nextInt(LOADS.length)],
                    DISPLAYS[random.nextInt(DISPLAYS.length)],
                    seed);
            double leadMillis = -50 + 150 * random.nextDouble();
            double jitterMillis = random.nextBoolean() ? 5 : 0;
            Result none = run.run();
            Result lead = run.lead(leadMillis, jitterMillis).run();
            String context = "seed " + seed + ", lead " + leadMillis + " +- " + jitterMillis + " ms, " + run + ": "
                    + none + "; with the lead: " + lead;
            double more = lead.meanMillis() - none.meanMillis() - leadMillis - jitterMillis;
            if (none.judder().rms() <= WITHOUT) {
                assertTrue(lead.judder().rms() <= EVEN && lead.judder().faults() == 0, context);
                if (jitterMillis > 0) {
                    addedSquares += Math.pow(lead.judder().rms(), 2)
                            - Math.pow(none.judder().rms(), 2);
                    even++;
                }
                worst = Math.max(worst, lead.judder().rms());
            }
            assertTrue(more <= 1, context);
            mostMillis = Math.max(mostMillis, more);
        }
        double added = Math.sqrt(Math.max(0, addedSquares) / Math.max(1, even));
        // Two runs of few may be less even than most.
        assertTrue(!Thorough.isOn() || added <= ADDED, () -> "added: " + added);
        System.out.printf(
                "%d runs from seed %d on: worst judder with a lead %.3f %%, delay at most %.2f ms more than the lead%n",
                RUNS, Seeds.of(1), worst, mostMillis);
    }

    @ParameterizedTest
    @EnumSource(FrameMode.class)
    void aLeadShiftsThePictureInEveryMode(FrameMode mode) {
        LeadRun run = new LeadRun(100, 1, "heavy", 60, 0, 0, mode, 3);
        Result none = run.run();
        Result lead = run.lead(-20, 0).run();
        if (mode == FrameMode.LATEST) {
            assertEquals(0, lead.meanMillis(), "the newest state has no delay, whatever the frame's time is");
        } else {
            assertEquals(none.judder().rms(), lead.judder().rms(), 0.005);
            assertEquals(none.meanMillis() - 20, lead.meanMillis(), 0.01);
        }
    }

    @ParameterizedTest
    @CsvSource({"-200, 0", "-50, 0", "0, 33", "100, 0", "0, -33"})
    void aLeadThatChangesForGoodIsLearnedAtOnce(double before, double after) {
        LeadRun run = run(100, "light", 60, 1).lead(after, 0);
        Result result = run.run(options -> options, before, 3);
        assertEquals(0, result.judder().faults(), result::toString);
        assertTrue(result.judder().rms() < 1 && result.bridged() == 0, result::toString);
        assertEquals(run.run().meanMillis(), result.meanMillis(), 1, result::toString);
    }

    @Test
    void anOutlyingFirstLeadIsForgottenAfterEightFrames() {
        Lead lead = new Lead();
        lead.begin(-200 * MILLI);
        for (int i = 0; i < 8; i++) {
            assertEquals(i == 7, lead.follow(-MILLI - i));
        }
        assertEquals(-MILLI, lead.mostNanos());
        assertEquals(7, lead.spreadNanos());
    }

    @Test
    void aLeadThatMovesOnInEachFrameHasNotChangedForGood() {
        Lead lead = new Lead();
        lead.begin(0);
        for (int i = 1; i <= 100; i++) {
            assertFalse(lead.follow(i * MILLI));
        }
    }

    @Test
    void theSpreadIsNeverNegative() {
        for (long seed = 1; seed <= 100; seed++) {
            Random random = Seeds.random(seed);
            Lead lead = new Lead();
            lead.begin(random.nextInt(200) * MILLI);
            for (int i = 0; i < 2_000; i++) {
                // Seldom eight in a row.
                lead.follow(random.nextInt(3) == 0 ? 0 : random.nextInt(200) * MILLI);
                assertTrue(lead.spreadNanos() >= 0, "seed " + seed);
            }
        }
    }

    @Test
    void theFirstLeadsOfAQueueThatFillsAreForgotten() {
        Lead lead = new Lead();
        lead.begin(17 * MILLI);
        lead.follow(33 * MILLI);
        for (int i = 0; i < 600; i++) {
            lead.follow(50 * MILLI);
        }
        assertEquals(50 * MILLI, lead.mostNanos());
        assertEquals(0, lead.spreadNanos());
    }

    @Test
    void rareLeadsHardlyCount() {
        Lead lead = new Lead();
        lead.begin(20 * MILLI);
        for (int i = 0; i < 5_000; i++) {
            lead.follow(i % 25 == 0 ? 60 * MILLI : i % 25 == 12 ? -30 * MILLI : 20 * MILLI);
            assertTrue(lead.mostNanos() <= 20.25 * MILLI && lead.spreadNanos() <= 0.5 * MILLI, "after frame " + i);
        }
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
        LeadRun run = run(100, "heavy", 60, 4).lead(40, 0);
        Result fixed = run.run(options -> options.allowedLateness(Duration.ofMillis(10)));
        assertEquals(60, fixed.meanMillis(), 0.01, "the lead, 10 ms and the gap");
        assertEquals(0, fixed.bridged());
        assertTrue(fixed.judder().rms() <= EVEN, fixed::toString);
    }
}
