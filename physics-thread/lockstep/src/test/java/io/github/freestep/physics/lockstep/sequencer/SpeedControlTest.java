package io.github.freestep.physics.lockstep.sequencer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.state.StateLayout;
import org.junit.jupiter.api.Test;

class SpeedControlTest {
    private static final long MILLI = 1_000_000;
    private static final long TENTH = 100 * MILLI;

    private final MatchSettings settings =
            MatchSettings.of("test", StateLayout.of(1), 2).rate(100).inputDelay(2, 20);
    private final SpeedControl speed = new SpeedControl(Rules.of(settings));
    private long now;

    private double pass(int tenths, long stepNanos, double lateNanos, double lateGrowth, long inputNanos) {
        for (int i = 0; i < tenths; i++) {
            now += TENTH;
            speed.begin();
            speed.player(0, 1 * MILLI, 0, 0, 1);
            speed.player(1, stepNanos, lateNanos, lateGrowth, 1);
            speed.inputs(0, inputNanos, 1);
            speed.end(now, TENTH, 1);
        }
        return speed.speed();
    }

    @Test
    void followsTheCostOfTheSlowestAtOnceAndRisesSlowly() {
        assertEquals(1, pass(10, 8 * MILLI, 0, 0, 20 * MILLI));
        assertEquals(0.425, pass(1, 20 * MILLI, 0, 0, 20 * MILLI), 1e-9);
        assertEquals(0.425 + 0.05, pass(10, 2 * MILLI, 0, 0, 20 * MILLI), 1e-9);
        assertEquals(1, pass(110, 2 * MILLI, 0, 0, 20 * MILLI));
    }

    @Test
    void goesNoLowerThanTheSettingsSayAndNamesThePlayer() {
        assertEquals(0.25, pass(100, 500 * MILLI, 230 * MILLI, 0, 400 * MILLI), 1e-9);
        assertEquals(1, speed.slowPlayer());
        pass(1, 1 * MILLI, 0, 0, 20 * MILLI);
        assertEquals(1, speed.slowPlayer(), "whose late ticks still cost speed");
        assertEquals(1, pass(800, 1 * MILLI, 0, 0, 20 * MILLI));
        assertEquals(-1, speed.slowPlayer());
    }

    @Test
    void aTimeScaleLeavesLessOrMoreTimeForAStep() {
        speed.begin();
        speed.player(1, 8 * MILLI, 0, 0, 2);
        speed.end(1, TENTH, 2);
        assertEquals(0.85 * 10 / 16, speed.speed(), 1e-9);
        speed.begin();
        speed.player(1, 20 * MILLI, 0, 0, 8);
        speed.end(2, TENTH, 8);
        assertEquals(0.85 * 10 / 160, speed.speed(), 1e-9, "lower than the slowest speed, but not below real time");
    }

    @Test
    void inputsMustNotNeedMoreThanTheGreatestDelay() {
        assertEquals(0.5, pass(1, 1 * MILLI, 0, 0, 400 * MILLI), 1e-9);
    }

    @Test
    void slowsDownForPlayersWhoBecomeLaterAndLater() {
        double slow = pass(40, 1 * MILLI, 20 * MILLI, 5 * MILLI, 20 * MILLI);
        assertEquals(Math.pow(0.95, 6), slow, 0.01);
        assertEquals(1, speed.slowPlayer());
        assertTrue(pass(300, 1 * MILLI, 0, 0, 20 * MILLI) > 0.99);
        assertTrue(pass(40, 1 * MILLI, 230 * MILLI, 0, 20 * MILLI) < 0.8);
    }

    @Test
    void theSpeedReturnsSoonWhenTheLatePlayerLeaves() {
        assertEquals(0.25, pass(300, 1 * MILLI, 230 * MILLI, 0, 20 * MILLI), 0.01);
        speed.leaves(0);
        assertEquals(0.25, pass(1, 1 * MILLI, 230 * MILLI, 0, 20 * MILLI), 0.01);
        speed.leaves(1);
        assertEquals(1, pass(160, 1 * MILLI, 0, 0, 20 * MILLI));
        assertEquals(-1, speed.slowPlayer());
    }

    @Test
    void aSecondOfLateTicksCostsNoSpeed() {
        for (int i = 0; i < 5; i++) {
            assertEquals(1, pass(10, 1 * MILLI, 230 * MILLI, 50 * MILLI, 20 * MILLI));
            assertEquals(1, pass(1, 1 * MILLI, 0, 0, 20 * MILLI));
        }
    }

    @Test
    void playersWhoAreAlwaysEquallyLateCostNoSpeed() {
        assertEquals(1, pass(300, 1 * MILLI, 40 * MILLI, 0, 20 * MILLI));
        assertEquals(1, pass(300, 1 * MILLI, 200 * MILLI, 2.5 * MILLI, 20 * MILLI), "a quarter of a period");
        assertEquals(1, pass(300, 1 * MILLI, 15 * MILLI, 50 * MILLI, 20 * MILLI), "one and a half periods");
    }

    @Test
    void aSmallDifferenceDoesNotChangeTheSpeed() {
        assertEquals(1, pass(10, 85 * MILLI / 10 + MILLI / 20, 0, 0, 20 * MILLI), "0.994");
        assertEquals(0.5, pass(1, 17 * MILLI, 0, 0, 20 * MILLI), 1e-9);
        assertEquals(0.5, pass(10, 169 * MILLI / 10, 0, 0, 20 * MILLI), 1e-9, "0.503");
    }

    @Test
    void aHigherScaleLeavesLessTimeForInputs() {
        speed.begin();
        speed.inputs(1, 200 * MILLI, 2);
        speed.end(1, TENTH, 2);
        assertEquals(0.5, speed.speed(), 1e-9);
        assertEquals(1, speed.slowPlayer());
    }

    private boolean evaluate(PlayerPlace... places) {
        now += TENTH;
        return speed.evaluate(places, 1, TENTH, now);
    }

    @Test
    void evaluatesWhatPlayersWhoTakePartHaveReported() {
        PlayerPlace[] places = Places.of(Rules.of(settings));
        places[0].take(Places.peer(0), null);
        places[0].activate(1, 0);
        places[1].status(1, 20 * MILLI);
        assertFalse(evaluate(places), "a player who takes no part");
        places[1].take(Places.peer(0), null);
        places[1].activate(1, 0);
        places[1].status(1, 20 * MILLI);
        assertTrue(evaluate(places));
        assertEquals(0.425, speed.speed(), 1e-9);
        assertEquals(1, speed.slowPlayer());
        assertFalse(evaluate(places));
        places[0].status(1, 20 * MILLI);
        places[1].status(1, 1 * MILLI);
        assertTrue(evaluate(places), "another player is slow");
        assertEquals(0, speed.slowPlayer());
        places[0].status(1, 1 * MILLI);
        for (int i = 0; i < 20; i++) {
            places[1].delay().sample(500 * MILLI);
            places[1].delay().evaluate(10 * MILLI);
        }
        evaluate(places);
        assertEquals(0.4, speed.speed(), 1e-9, "inputs that need more than the greatest delay of 200 ms");
    }

    @Test
    void aClaimWithoutEvidenceIsBelievedForSomeTimeOnly() {
        PlayerPlace[] places = Places.active(Rules.of(settings), 1, 0);
        places[1].status(1, 20 * MILLI);
        for (int i = 0; i < 100; i++) {
            evaluate(places);
            assertEquals(1, speed.slowPlayer());
        }
        evaluate(places);
        assertEquals(-1, speed.slowPlayer());
        assertEquals(0.43, speed.speed(), 1e-9);
        places[1].evidence().waited(1, now);
        evaluate(places);
        assertEquals(0.425, speed.speed(), 1e-9);
    }
}
