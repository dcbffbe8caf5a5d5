package io.github.freestep.benchmarks.app.play;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.TimeAnchor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PredictionCheckTest {
    private static final int AHEAD = 3;
    private static final int SETTLING = 10;

    private final StatePublisher match = publisher();
    private final StatePublisher shown = publisher();
    private final TimeAnchor anchor = new TimeAnchor();
    private long tick;
    private long corrections;
    private final PredictionCheck check =
            new PredictionCheck(match.states(), shown.states(), () -> corrections, SETTLING);

    @AfterEach
    void close() {
        check.close();
    }

    private static StatePublisher publisher() {
        StatePublisher publisher = StatePublisher.of(StateLayout.of(2));
        publisher.bodies().spawn(0);
        publisher.bodies().spawn(1);
        return publisher;
    }

    /** Lets a tick of a nanosecond pass in both worlds; the predicted one has an error in one value. */
    private void step(float error) {
        tick++;
        publish(match, tick, 0);
        publish(shown, tick + AHEAD, error);
        check.look();
    }

    private void step(int times, float error) {
        for (int i = 0; i < times; i++) {
            step(error);
        }
    }

    private void publish(StatePublisher publisher, long tick, float error) {
        StateWriter state = publisher.begin(tick, tick, anchor, 0);
        for (int body = 0; body < 2; body++) {
            state.position(body, tick, 0, 0);
            state.orientation(body, 0, body * error, 0, 1);
        }
        publisher.publish(0);
    }

    @Test
    void statesAreComparedAfterAQuietPhaseHasSettled() {
        step(5, 0.5f);
        check.inputIsQuiet();
        step(SETTLING - 1, 0.5f);
        step(AHEAD + 7, 0);
        assertNull(check.flaw());
        assertEquals(7, check.comparedInPhase());
        check.inputChanges();
        step(0.5f);
        check.inputIsQuiet();
        assertEquals(0, check.comparedInPhase());
        assertEquals(7, check.compared());
    }

    @Test
    void aFrameThatGoesBackIsFound() {
        check.frame(5);
        check.frame(5);
        assertNull(check.flaw());
        check.frame(4);
        assertEquals("a frame went back from 5 to 4 ns", check.flaw());
    }

    @Test
    void aStateThatDiffersInTheLastBitIsFound() {
        step(0);
        check.inputIsQuiet();
        while (tick < 50 + PredictionCheck.CORRECTED_WITHIN) {
            step(tick == 50 ? Float.MIN_VALUE : 0);
        }
        assertNull(check.flaw());
        step(0);
        assertEquals("the predicted state of tick 54 differed from that of the match", check.flaw());
    }

    /** On a busy machine, the last input of a phase is applied long after the next one has begun. */
    @Test
    void aWrongGuessThatIsCorrectedLateIsNoFlaw() {
        step(0);
        check.inputIsQuiet();
        step(3 * SETTLING, 0);
        step(PredictionCheck.CORRECTED_WITHIN - 1, 0.5f);
        corrections++;
        step(SETTLING, 0.5f);
        long before = check.compared();
        step(AHEAD + 5, 0);
        assertNull(check.flaw());
        assertEquals(5, check.compared() - before);
        step(1, Float.MIN_VALUE);
        step(PredictionCheck.CORRECTED_WITHIN, 0);
        assertEquals(
                "the predicted state of tick " + (tick - PredictionCheck.CORRECTED_WITHIN + AHEAD)
                        + " differed from that of the match",
                check.flaw());
    }

    /**
     * While a world catches up, a tick takes less wall time, and an error is shown for more ticks. Of the states that it
     * leaves out, the time is not known.
     */
    @Test
    void anErrorLastsForMoreTicksWhileTheWorldCatchesUp() {
        step(0);
        check.inputIsQuiet();
        corrections++;
        anchor.set(0, 0, 4, 1);
        step(0.5f);
        tick += 4 * SETTLING;
        step(4 * SETTLING, 0.5f);
        step(AHEAD + 5, 0);
        assertNull(check.flaw());
        assertEquals(5, check.compared());
    }
}
