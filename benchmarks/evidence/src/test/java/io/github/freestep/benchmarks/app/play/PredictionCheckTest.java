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
    private final PredictionCheck check = new PredictionCheck(match.states(), shown.states());
    private long tick;

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

    /** Lets a tick pass in both worlds; the predicted one has an error in one value. */
    private void step(float error) {
        tick++;
        publish(match, tick, 0);
        publish(shown, tick + AHEAD, error);
        check.look();
    }

    private static void publish(StatePublisher publisher, long tick, float error) {
        StateWriter state = publisher.begin(tick, tick, new TimeAnchor(), 0);
        for (int body = 0; body < 2; body++) {
            state.position(body, tick, 0, 0);
            state.orientation(body, 0, body * error, 0, 1);
        }
        publisher.publish(0);
    }

    @Test
    void statesAreComparedAfterAQuietPhaseHasSettled() {
        for (int i = 0; i < 5; i++) {
            step(0.5f);
        }
        check.inputIsQuiet(SETTLING);
        for (int i = 0; i < SETTLING; i++) {
            step(0.5f);
        }
        for (int i = 0; i < AHEAD + 7; i++) {
            step(0);
        }
        assertNull(check.flaw());
        assertEquals(7, check.comparedInPhase());
        check.inputChanges();
        step(0.5f);
        check.inputIsQuiet(SETTLING);
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
        check.inputIsQuiet(SETTLING);
        while (tick < 100) {
            step(tick == 50 ? Float.MIN_VALUE : 0);
        }
        assertEquals("the predicted state of tick 54 differed from that of the match", check.flaw());
    }
}
