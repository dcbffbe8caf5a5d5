package io.github.freestep.physics.schedule;

import static io.github.freestep.testing.Refused.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.time.Archive;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.Ratio;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScheduleTest {
    private static final long MILLI = ScheduleRun.MILLI;

    private ScheduleRun run = new ScheduleRun(100, ScheduleRun.SLIP);

    @Test
    void eachTickIsSteppedWhenItIsDue() {
        run.runMillis(1_000);
        assertEquals(99, run.steps);
        assertEquals(100, run.runMillis(1).schedule.doneTick());
        assertEquals(9 * MILLI, run.schedule.untilDueNanos(run.now));
        assertEquals(0, run.dropped);
    }

    @Test
    void aLongStallIsCaughtUpFor250MillisAndTheRestDropped() {
        run.runMillis(101);
        run.stallMillis(600_000);
        assertEquals(10 + 25, run.runMillis(3).schedule.doneTick(), "and not 60,010");
        assertEquals(600_000 * MILLI - 250 * MILLI, run.dropped);
        assertEquals(10 + 25 + 10, run.runMillis(97).schedule.doneTick(), "in time with the clock again");
    }

    @Test
    void neverSlipDropsNothing() {
        run = new ScheduleRun(100, ScheduleRun.NEVER_SLIP);
        run.stallMillis(600_000);
        assertEquals(61_000, run.runMillis(10_000).schedule.doneTick(), 1);
        assertEquals(0, run.dropped);
        run.stepsTakeMicros(15_000);
        run.runMillis(10_000);
        assertEquals(10_000 - 6_667, run.schedule.debtNanos(run.now) / MILLI, 20, "the debt shows the backlog");
    }

    @Test
    void theBacklogOfAnUnsustainableScaleIsDropped() {
        run.schedule.scale(run.now, Ratio.of(10));
        run.runMillis(10_000);
        run.stepsTakeMicros(3_300);
        run.runMillis(150);
        long done = run.schedule.doneTick();
        // A rest of zero length must not count.
        run.schedule.noteIdle(run.now, run.now);
        run.schedule.scale(run.now, Ratio.ONE);
        run.runMillis(30);
        assertEquals(done + 5 + 3, run.schedule.doneTick(), "the 4 of a window, 1 more, and the 3 due since");
        long dropped = run.dropped;
        run.stallMillis(200);
        assertEquals(dropped, run.runMillis(200).dropped, "a stall is caught up as usual");
    }

    /** A longer backlog would make every state late for as long as time is slowed down. */
    @Test
    void aSlipThatSlowsTimeDownKeepsOneTick() {
        run.stepsTakeMicros(15_000);
        for (int i = 0; i < 100 && run.schedule.sustainedScale() == 1; i++) {
            run.runMillis(1);
        }
        assertTrue(run.schedule.sustainedScale() < 1);
        assertFalse(run.schedule.inBatch(), "the one tick that was kept has been stepped");
    }

    @Test
    void aStallIsCaughtUpEvenIfTheScaleChangesMeanwhile() {
        for (long millis = 1; millis < 20; millis++) {
            run = new ScheduleRun(100, ScheduleRun.SLIP);
            run.schedule.scale(run.now, Ratio.of(10));
            run.stepsTakeMicros(500);
            run.runMillis(100);
            run.stallMillis(20);
            run.runMillis(millis);
            run.schedule.scale(run.now, Ratio.ONE);
            assertEquals(0, run.runMillis(100).dropped, "after " + millis + " ms");
        }
    }

    @Test
    void theLedgerBalancesAfterRandomOperations() {
        for (long seed = 0; seed < 300; seed++) {
            Random random = Seeds.random(seed);
            Overload[] policies = {
                ScheduleRun.SLIP, ScheduleRun.slipAfter(1 + random.nextInt(5)), ScheduleRun.NEVER_SLIP
            };
            Ratio rate = Ratio.of(1 + random.nextInt(1_000), 1 + random.nextInt(10));
            run = new ScheduleRun(rate, policies[random.nextInt(3)], random.nextLong());
            for (int i = 0; i < 60; i++) {
                operate(random);
                run.assertBalanced();
            }
            assertEquals(run.schedule.doneTick(), run.steps, "seed " + seed);
        }
    }

    private void operate(Random random) {
        run.stepsTakeMicros(random.nextInt(3) == 0 ? random.nextInt(30_000) : random.nextInt(500));
        switch (random.nextInt(8)) {
            case 0 -> run.stallMillis(random.nextInt(2_000));
            case 1 -> run.schedule.pause(run.now);
            case 2, 3 -> run.schedule.resume(run.now);
            case 4 -> run.schedule.scale(run.now, Ratio.of(1 + random.nextInt(40), 1 + random.nextInt(40)));
            case 5 -> run.schedule.step(run.now, 1 + random.nextInt(5));
            default -> run.runMillis(random.nextInt(300));
        }
    }

    @Test
    void aPauseThatDropsTheBacklogStepsNoFurtherTick() {
        run.runMillis(105);
        run.stallMillis(100);
        run.schedule.beginBatch(run.now);
        run.schedule.step(run.now, 2);
        run.schedule.pauseAndDropBacklog(run.now);
        assertFalse(run.schedule.inBatch());
        assertEquals(0, run.schedule.stepsPromised(), "single steps are discarded, too");
        assertEquals(10, run.runMillis(100).schedule.doneTick());
        assertEquals(105 * MILLI, run.schedule.timeline().droppedNanos());
        run.schedule.resume(run.now);
        assertEquals(11, run.runMillis(11).schedule.doneTick(), "a whole period after the newest tick");
    }

    @Test
    void theTimeUntilAnOverflowIsThatOfTheClockOrOfTheSimulation() {
        long all = Schedule.COUNTABLE_NANOS;
        run.runMillis(100);
        long passed = 100 * MILLI;
        assertEquals(all - passed, run.schedule.countableNanos(run.now));
        run.schedule.scale(run.now, Ratio.of(1_000));
        double fast = (all - passed) / 1_000.0;
        assertEquals(fast, run.schedule.countableNanos(run.now), fast * 1e-9);
        run.schedule.scale(run.now, Ratio.of(1, 2));
        run.now += passed;
        assertEquals(all - passed - passed / 2, run.schedule.countableNanos(run.now), "simulation time is ahead");
        run.schedule.pause(run.now);
        assertEquals(all - passed, run.schedule.countableNanos(run.now + passed));
        assertEquals(0, new Schedule(Ratio.of(100), ScheduleRun.SLIP, 4, 1, 0).countableNanos(all + 5));
    }

    @Test
    void stepsBeyondSimulationTimeAreRefused() {
        long most = Schedule.COUNTABLE_NANOS / (10 * MILLI);
        String message = assertThrows(IllegalArgumentException.class, () -> run.schedule.step(run.now, Long.MAX_VALUE))
                .getMessage();
        assertTrue(message.startsWith("steps must be between 1 and " + most + " ("), message);
        refused("steps must be at least 1, was 0; to stop time", () -> Schedule.checkSteps(0));
        run.stallMillis(25);
        run.schedule.step(run.now, most - 2);
        assertThrows(IllegalArgumentException.class, () -> run.schedule.step(run.now, 1));
    }

    @Test
    void anImposedShareSlowsTimeUnlessThePolicyNeverSlips() {
        run.schedule.scale(run.now, Ratio.of(2));
        assertEquals(5e6, run.schedule.requestedTickNanos());
        run.schedule.sustain(run.now, 0.5);
        assertEquals(0.5, run.schedule.sustainedScale());
        assertEquals(10e6, run.schedule.scaledTickNanos());
        run.stallMillis(405);
        run.schedule.beginBatch(run.now);
        assertEquals(15, run.schedule.targetTick(), "what becomes due in 150 ms is kept");
        run = new ScheduleRun(10, ScheduleRun.SLIP);
        run.schedule.sustain(run.now, 0.5);
        run.stallMillis(2_000);
        run.schedule.beginBatch(run.now);
        assertEquals(3, run.schedule.targetTick(), "what a window spans is kept");
        run.schedule.scale(run.now, Ratio.of(1, 2));
        run.schedule.sustain(run.now, 0.5);
        assertEquals(400e6, run.schedule.scaledTickNanos());
        run = new ScheduleRun(100, ScheduleRun.NEVER_SLIP);
        run.schedule.sustain(run.now, 0.5);
        run.schedule.share(run.now, 0.5);
        assertEquals(10e6, run.schedule.scaledTickNanos());
    }

    @Test
    void aRunThatBeginsLaterHasItsTicksAtTheSameTimes() {
        Schedule schedule = new Schedule(Ratio.of(100), ScheduleRun.SLIP, 4, 3, 50);
        schedule.begin(1_000);
        assertEquals(50, schedule.doneTick());
        assertEquals(500 * MILLI, schedule.timeline().simulatedNanos());
        assertEquals(10 * MILLI, schedule.untilDueNanos(1_000));
        schedule.beginBatch(1_000 + 10 * MILLI);
        assertEquals(51, schedule.targetTick());
        assertTrue(schedule.writes(), "51 is a multiple of 3");
        schedule.done();
        schedule.beginBatch(1_000 + 20 * MILLI);
        assertFalse(schedule.writes());
        schedule.done();
        schedule.scale(1_000 + 20 * MILLI, Ratio.of(2));
        schedule.beginBatch(1_000 + 35 * MILLI);
        assertFalse(schedule.writes());
        schedule.done();
        assertTrue(schedule.writes(), "54 is a multiple of 6");
    }

    /** Which states are written: the newest of a window, and before them as many as displays need. */
    @ParameterizedTest
    @CsvSource({
        "100, 1, 100, 200, 15, 17 18 19 20 21",
        "100, 1, 3000, 205, 60, 3 5 7 9 11 13 15 17 18 19 20",
        "100, 1, 5000, 205, 20, 2 3 4",
        "100, 100, 5000, 0, 100, 6 10 14 18",
        "100, 4, 100, 50, 2, 14 16 18 20",
        "100, 4, 100, 0, 50, 2 4 6 8 10 12 14 16 18",
        "1000, 1, 100, 0, 10, 1 2 3 4 5 6 7 8 9",
        "1000, 2, 100, 0, 5, 2 4 6 8",
    })
    void statesAreWrittenAsOftenAsDisplaysNeed(
            int rate, int scale, long stepMicros, long stallMillis, long runMillis, String written) {
        run = new ScheduleRun(rate, ScheduleRun.SLIP);
        run.schedule.scale(run.now, Ratio.of(scale));
        run.stepsTakeMicros(stepMicros);
        run.stallMillis(stallMillis);
        run.runMillis(runMillis);
        assertEquals(written, run.written.stream().map(String::valueOf).collect(Collectors.joining(" ")));
    }

    /** Saved numbers may be forged. The requested scale is the only 7 here that has no bounds of its own. */
    @Test
    void aScaleThatNobodyCanRequestIsNotLoaded() {
        run.schedule.scale(run.now, Ratio.of(7));
        Archive forged = new Archive() {
            @Override
            public boolean isLoading() {
                return true;
            }

            @Override
            public long nowNanos() {
                return run.now;
            }

            @Override
            public long number(int bytes, long value, long least, long most) {
                return value == 7 && least == Long.MIN_VALUE ? 7_000 : value;
            }
        };
        refused("scale must be between 1/1000 and 1000, was 7000", () -> run.schedule.transfer(forged));
    }
}
