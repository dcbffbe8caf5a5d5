package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.time.Ratio;
import java.util.Random;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;

/** Sustained overload under the default policy, seen through the schedule. */
class HeldRateTest {
    private static final long MILLI = ScheduleRun.MILLI;

    private final ScheduleRun run = new ScheduleRun(100, Overload.slip());

    @Test
    void stepsThatTakeHalfAsLongAgainShowAsSlowMotion() {
        run.stepsTakeMicros(15_000);
        run.runMillis(2_000);
        assertEquals(0.6, run.schedule.held(), 0.04, "2 / 3, less 10 %");
        long tick = run.schedule.doneTick();
        long dropped = run.dropped;
        run.runMillis(60_000);
        assertEquals(60_000 * 0.06, run.schedule.doneTick() - tick, 240);
        assertEquals(dropped, run.dropped, "it is held");
        assertTrue(run.schedule.debtNanos(run.now) < 20 * MILLI, "and states are in time");
    }

    @Test
    void inSlowMotionNoStateIsLaterThanAWindowHolds() {
        for (long seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            ScheduleRun jittery = new ScheduleRun(100, Overload.slip());
            IntSupplier extra = () -> (int) (15_000 * Math.exp(0.2 * random.nextGaussian()));
            jittery.stepsTakeMicros(0);
            jittery.runMillis(5_000, extra);
            long tick = jittery.schedule.doneTick();
            jittery.mostDebt = 0;
            jittery.runMillis(40_000, extra);
            assertTrue(jittery.mostDebt < 60 * MILLI, "seed " + seed + ": " + jittery.mostDebt);
            assertEquals(40_000 * 0.06, jittery.schedule.doneTick() - tick, 250, "seed " + seed);
        }
    }

    @Test
    void stepsThatAreLighterForASecondAreNoRoomForMore() {
        run.stepsTakeMicros(15_000);
        run.runMillis(5_000);
        double held = run.schedule.held();
        for (int i = 0; i < 20; i++) {
            run.stepsTakeMicros(12_000);
            run.runMillis(1_000);
            run.stepsTakeMicros(15_500);
            run.runMillis(5_000);
            assertEquals(held, run.schedule.held());
        }
    }

    @Test
    void fullSpeedComesBackWithTheRoomForIt() {
        run.stepsTakeMicros(15_000);
        run.runMillis(5_000);
        run.stepsTakeMicros(3_000);
        run.runMillis(2_500);
        assertEquals(1, run.schedule.held());
        assertEquals(Ratio.ONE, run.schedule.timeline().scale());
    }

    @Test
    void aHeavierLoadIsHeldAtALowerRate() {
        run.stepsTakeMicros(15_000);
        run.runMillis(5_000);
        run.stepsTakeMicros(40_000);
        run.runMillis(5_000);
        assertEquals(0.225, run.schedule.held(), 0.03);
    }

    @Test
    void stallsThatAreCaughtUpChangeNothing() {
        run.stepsTakeMicros(3_000);
        for (int i = 0; i < 20; i++) {
            run.stallMillis(1_000);
            run.runMillis(200);
            assertEquals(1, run.schedule.held());
        }
    }

    @Test
    void aRateThatIsJustHeldIsLeftAlone() {
        Random random = new Random(1);
        run.stepsTakeMicros(4_000);
        run.runMillis(60_000, () -> random.nextInt(10_000));
        assertEquals(1, run.schedule.held());
        assertEquals(0, run.dropped);
    }

    @Test
    void theScaleAskedForIsTriedInFull() {
        run.stepsTakeMicros(15_000);
        run.runMillis(5_000);
        run.schedule.scale(run.now, Ratio.of(1, 2));
        assertEquals(Ratio.of(1, 2), run.schedule.timeline().scale());
        run.runMillis(10_000);
        assertEquals(Ratio.of(1, 2), run.schedule.timeline().scale());
        run.schedule.scale(run.now, Ratio.of(1_000));
        run.runMillis(20_000);
        Ratio scale = run.schedule.timeline().scale();
        assertEquals(0.6, (double) scale.numerator() / scale.denominator(), 0.04);
    }

    @Test
    void aPauseIsNoRestThatMakesRoom() {
        run.stepsTakeMicros(15_000);
        run.runMillis(5_000);
        double held = run.schedule.held();
        run.schedule.pause(run.now);
        run.runMillis(30_000);
        run.schedule.resume(run.now);
        run.runMillis(10_000);
        assertEquals(held, run.schedule.held());
    }

    @Test
    void askingForWhatIsAlreadySoMeasuresNothingAnew() {
        run.stepsTakeMicros(15_000);
        for (int i = 0; i < 30; i++) {
            run.runMillis(100);
            run.schedule.resume(run.now);
            run.schedule.scale(run.now, Ratio.ONE);
        }
        assertEquals(0.6, run.schedule.held(), 0.04);
    }

    @Test
    void lockstepIsNeverSlowed() {
        ScheduleRun lockstep = new ScheduleRun(100, Overload.neverSlip());
        lockstep.stepsTakeMicros(15_000);
        lockstep.runMillis(60_000);
        assertEquals(1, lockstep.schedule.held());
        assertEquals(4_000, lockstep.schedule.doneTick(), 1);
    }
}
