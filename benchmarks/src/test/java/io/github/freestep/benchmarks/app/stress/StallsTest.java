package io.github.freestep.benchmarks.app.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.app.stress.FaultDirector.Strike;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Judges made-up frames, 60 a second. Ticks are due every 10 ms and take 6 ms. All times are in milliseconds of the
 * run, which is also simulation time.
 */
class StallsTest {
    private static final double FRAME = 1e3 / 60;
    private static final double STEP = 250;

    private final Quarters stalls = new Quarters(20);
    private final Violations violations = new Violations(1, new RunClock());
    private final NewestState newest = new NewestState(() -> this.tick, 10e6);
    private long tick;
    private double now;

    /** Plays until a time at which a step begins that takes long. Returns the time at which ticks have caught up. */
    private double playUntil(double time, double step, boolean jumps) {
        play(time, at -> at, at -> at - 20);
        double caughtUp = time + step / 0.4;
        DoubleUnaryOperator states = at -> Math.max(time, time + (at - time - step) / 0.6);
        play(caughtUp, states, at -> {
            double follows = Math.max(time - 10, states.applyAsDouble(at) - 10);
            return Math.min(at - 20, jumps ? time : follows);
        });
        return caughtUp;
    }

    /** Plays even motion, after which there is no stall to come. */
    private void playUntil(double time) {
        play(time, at -> at, at -> at - 20);
    }

    private void play(double until, DoubleUnaryOperator states, DoubleUnaryOperator picture) {
        double shown = shownNow;
        for (double at = now + FRAME; at <= until; at += FRAME) {
            tick = (long) Math.floor(states.applyAsDouble(at) / 10);
            double newestStateOff = newest.add(Math.round(FRAME * 1e6));
            double before = shown;
            shown = picture.applyAsDouble(at);
            stalls.add((long) (at * 1e6), (shown - before) / FRAME - 1, newestStateOff, newest.isStalled((long)
                    (at * 1e6)));
            now = at;
        }
        shownNow = shown;
    }

    private double shownNow = -20;

    private List<Quarters.Stall> judged(Strike... strikes) {
        List<Quarters.Stall> judged = stalls.stalls(List.of(strikes));
        Quarters.judge("reader 1", judged, violations);
        return judged;
    }

    private static Strike strike(FaultKind fault, double begin, double end) {
        return new Strike(fault, begin / 1e3, end / 1e3);
    }

    @Test
    void aPictureThatFollowsTheStatesKeepsThePromise() {
        playUntil(5_000, STEP, false);
        playUntil(15_000);
        Quarters.Stall stall = judged().get(0);
        assertEquals(1, judged().size());
        assertEquals(4.75, stall.beginSeconds(), 0.01, "a quarter before the stall");
        assertEquals(8.25, stall.endSeconds(), 0.26, "2.5 s after the quarter in which the ticks have caught up");
        assertTrue(stall.motion().judderPercent() < 0.95 * stall.motion().newestStateJudderPercent(), stall::toString);
        assertTrue(stall.motion().judderPercent() > 30, stall::toString);
        assertEquals(stall.endSeconds() - stall.beginSeconds(), stall.motion().frames() / 60.0, 0.017);
        assertEquals(0, violations.total());
    }

    @Test
    void aPictureThatStandsStillUntilTheTicksHaveCaughtUpBreaksIt() {
        playUntil(5_000, STEP, true);
        playUntil(15_000);
        Quarters.Stall stall = judged().get(0);
        assertTrue(stall.motion().judderPercent() > 150, stall::toString);
        assertTrue(stall.motion().newestStateJudderPercent() < 60, stall::toString);
        assertEquals(1, violations.count(Promise.STALL));
        assertEquals(4.75, violations.kept().get(0).atSeconds(), 0.01);
        assertTrue(
                violations.kept().get(0).text().startsWith("reader 1 had a judder of "),
                () -> violations.kept().toString());
    }

    @Test
    void aFifthMoreIsWithinTheErrorOfTheMeasurement() {
        Quarters.judge("reader 1", List.of(new Quarters.Stall(1, 4, new Quarters.Motion(180, 53.9, 45))), violations);
        assertEquals(0, violations.total());
        Quarters.judge("reader 1", List.of(new Quarters.Stall(1, 4, new Quarters.Motion(180, 54.1, 45))), violations);
        assertEquals(1, violations.total());
    }

    @Test
    void aStallInAFaultThatChangesTheMotionIsLeftOut() {
        playUntil(5_000, STEP, true);
        playUntil(15_000);
        assertEquals(List.of(), judged(strike(FaultKind.SCALE, 4_500, 5_500)));
        assertEquals(List.of(), judged(strike(FaultKind.PAUSE, 4_000, 4_400)), "too soon after it");
        assertEquals(1, judged(strike(FaultKind.PAUSE, 3_000, 4_200)).size());
        assertEquals(1, judged(strike(FaultKind.GC, 4_900, 5_300)).size(), "that is a stall");
        assertEquals(List.of(), judged(strike(FaultKind.PAUSE, 6_000, Double.POSITIVE_INFINITY)), "cut too soon");
        assertEquals(7, judged(strike(FaultKind.PAUSE, 7_000, 9_000)).get(0).endSeconds(), "and late enough");
    }
}
