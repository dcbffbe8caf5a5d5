package io.github.freestep.physics.prediction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a user can rely on, with a server in this process, or one to which each way takes some ticks. */
class OwnRulesTest {
    private static final int WAY = 3;

    private final OwnServer server = new OwnServer(0, WAY).measured();
    private final OwnBody own = server.own;
    private double before;
    private int actions;

    private void act() {
        assertTrue(own.action(5, 1));
        actions++;
    }

    /** The clock may begin anywhere, and wrap. */
    @ParameterizedTest
    @CsvSource({"0, 0", "0, 3", "-360000000000000, 3", "9223372035854775807, 0", "9223372035854775807, 3"})
    void eachInputCountsOnceAndInTheNextFrame(long startNanos, int wayTicks) {
        OwnServer any = new OwnServer(startNanos, wayTicks).measured();
        long corrections = any.own.corrections();
        Random random = Seeds.random(1);
        double[] expected = {any.shownX, any.shownY, 0};
        for (int i = 0; i < 500; i++) {
            int value = random.nextInt(3) - 1;
            boolean acts = random.nextInt(4) == 0;
            any.run(1, () -> {
                any.own.axis(OwnServer.AXIS, value);
                if (acts) {
                    any.own.action(5, 1);
                }
            });
            assertEquals(expected[0] += expected[2], any.shownX);
            assertEquals(expected[1], any.shownY);
            expected[1] += acts ? 1 : 0;
            expected[2] = value;
        }
        assertEquals(corrections, any.own.corrections());
        assertEquals(wayTicks == 0 ? 0.5 : 0, any.fraction, "from a network, inputs come at the beginning of a tick");
    }

    /** The clock of a server is estimated, so a near one can seem to apply an input before it was given. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anInputThatSeemsToTakeEffectBeforeItWasGivenCounts(boolean isInTime) {
        OwnServer early = new OwnServer(0, 1, 50, isInTime);
        early.anchor.set(-100_000_000, 0, 1, 1);
        early.run(2, () -> early.own.axis(OwnServer.AXIS, 1));
        early.isStarved = true;
        early.run(3, () -> {});
        early.isStarved = false;
        early.run(1, () -> {});
        assertEquals(0, early.own.missingTicks());
        early.run(100, () -> early.own.axis(OwnServer.AXIS, 1));
        assertEquals(early.x, early.shownX, 20);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1_000_000_000_000L})
    void inputBeforeTheFirstStateDoesNotHoldTheBody(long startNanos) {
        OwnServer any = new OwnServer(startNanos, 0);
        any.run(30, () -> any.own.axis(OwnServer.AXIS, 1));
        assertEquals(29, any.shownX, 1);
    }

    @Test
    void aRoundTripThatDoesNotFitShowsInputLaterAndMotionAsEven() {
        OwnServer far = new OwnServer(0, WAY, 4, false).measured();
        assertEquals(3, far.own.missingTicks(), "of a round trip of 7 ticks");
        assertEquals(0, own.missingTicks());
        far.run(100, () -> far.own.axis(OwnServer.AXIS, 1));
        long corrections = far.own.corrections();
        before = far.shownX;
        far.run(50, () -> {});
        assertEquals(before + 50, far.shownX);
        far.run(1, () -> far.own.action(5, 1));
        far.run(1, () -> {});
        assertEquals(0, far.shownY, "the next frame would have it if it fitted");
        far.run(3, () -> {});
        far.run(50, () -> assertEquals(1, far.shownY));
        assertEquals(corrections, far.own.corrections());
    }

    @Test
    void whatTheSenderRoundsIsNoCorrection() {
        server.grid = 0x1p-10;
        server.run(20, () -> {});
        long corrections = own.corrections();
        Random random = Seeds.random(2);
        server.run(1_000, () -> own.axis(OwnServer.AXIS, random.nextFloat() / 10));
        assertEquals(corrections, own.corrections());
        server.run(20, () -> own.axis(OwnServer.AXIS, 0));
        server.x += 2 * server.grid;
        server.run(20, () -> {});
        assertEquals(corrections + 1, own.corrections());
        assertEquals(2 * server.grid, own.correctionDistance(), 1e-5);
    }

    @Test
    void aStateThatWasGuessedCorrectsNothing() {
        server.run(50, () -> own.axis(OwnServer.AXIS, 1));
        long corrections = own.corrections();
        before = server.shownX;
        server.isGuessed = true;
        server.run(20, () -> {});
        server.isGuessed = false;
        server.run(20, () -> {});
        assertEquals(before + 40, server.shownX);
        assertEquals(corrections, own.corrections());
    }

    @Test
    void anAxisIsSentWhenItsValueChanges() {
        int sent = server.sent;
        own.axis(OwnServer.AXIS, 0);
        assertEquals(sent, server.sent);
        own.axis(OwnServer.AXIS, 1);
        assertEquals(sent + 2, server.sent, "the value, and its number");
    }

    /** In a pause nothing is confirmed, so there may be no room for all inputs. */
    @Test
    void ofTooManyInputsOfAPauseActionsAreForgottenAndNotTheValueOfAnAxis() {
        server.isPaused = true;
        server.run(20, () -> {});
        before = server.shownX;
        assertTrue(own.axis(OwnServer.AXIS, 1));
        for (int i = 0; i < 300; i++) {
            act();
        }
        server.isPaused = false;
        server.run(WAY + 4, () -> {});
        assertTrue(server.shownX > before, () -> "at " + server.shownX);
        assertEquals(255, server.shownY, 1);
    }

    /** Otherwise a lost action would be shown for ever. */
    @Test
    void anInputThatNoStateContainsExpires() {
        server.losesNumbers = true;
        server.run(1, this::act);
        server.run(20, () -> {});
        assertEquals(2, server.shownY, 0.1, "no state says that it contains the action");
        server.run(100, () -> {});
        assertEquals(1, server.shownY);
    }

    @Test
    void inAnOutageTheBodyGoesOnForTheTicksOfThePredictionAndDoesNotJumpAtTheEnd() {
        server.run(50, () -> own.axis(OwnServer.AXIS, 1));
        before = server.shownX;
        server.isCut = true;
        server.run(200, () -> {});
        assertEquals(before + 50, server.shownX, WAY * 2 + 1);
        before = server.shownX;
        server.isCut = false;
        server.run(300, () -> {
            double step = server.shownX - before;
            assertTrue(step > -1e-6 && step < 25, () -> before + " -> " + server.shownX);
            before = server.shownX;
        });
        assertEquals(server.x + WAY, server.shownX);
    }

    @Test
    void inAPauseOnlyCommandsMoveTheBody() {
        server.run(50, () -> own.axis(OwnServer.AXIS, 1));
        server.isPaused = true;
        server.run(50, () -> {});
        before = server.shownX;
        server.run(20, this::act);
        assertEquals(before, server.shownX);
        assertEquals(0, server.shownY);
        server.x += 10;
        server.run(100, () -> {});
        assertEquals(before + 10, server.shownX, 1e-3);
        server.isPaused = false;
        before = server.shownX;
        server.run(100, () -> {
            assertTrue(server.shownX >= before && server.shownX <= before + 2, () -> before + " -> " + server.shownX);
            before = server.shownX;
        });
        assertEquals(server.x + WAY, server.shownX);
        assertEquals(20, server.shownY);
    }

    @Test
    void theSmallWorldCountsTicksAsTheServerDoesAfterAPauseAnOutageAndARestart() {
        server.isPaused = true;
        server.run(33, () -> {});
        server.isPaused = false;
        countsAsTheServer();
        server.isCut = true;
        server.run(200, () -> {});
        server.isCut = false;
        countsAsTheServer();
        server.restarted = server.tick;
        countsAsTheServer();
    }

    private void countsAsTheServer() {
        server.run(300, () -> {});
        long corrections = own.corrections();
        server.run(50, () -> {});
        assertEquals(OwnServer.place(server.tick - server.restarted + WAY), server.shownZ);
        assertEquals(corrections, own.corrections());
    }

    @Test
    void aDeadBodyIsNotShownAndALaterOneIsAtItsPlaceAtOnce() {
        server.run(50, () -> own.axis(OwnServer.AXIS, 1));
        server.isAlive = false;
        server.run(WAY + 2, () -> {});
        assertFalse(server.isShown || own.isAlive());
        int steps = server.steps;
        server.run(20, () -> assertFalse(server.isShown));
        assertEquals(steps, server.steps);
        server.x = 1_000;
        server.isAlive = true;
        server.run(20, () -> assertTrue(!server.isShown || server.shownX >= 1_000, () -> "at " + server.shownX));
        assertTrue(server.isShown && own.isAlive());
        server.isPaused = true;
        server.isAlive = false;
        server.run(WAY + 2, () -> {});
        assertFalse(server.isShown, "also if it dies in a pause");
        server.isAlive = true;
        server.run(WAY + 2, () -> {});
        assertTrue(server.isShown);
    }

    @Test
    void aTeleportIsShownAtOnce() {
        long corrections = own.corrections();
        int epoch = server.epoch;
        server.x += 2;
        server.teleports = true;
        server.run(WAY + 2, () -> {});
        assertEquals(server.x, server.shownX);
        assertNotEquals(epoch, server.epoch, "no frame is between the two places");
        assertEquals(corrections, own.corrections());
    }

    /** The number that is repeated comes 9 ticks late, just before the next one. */
    @Test
    void oneHitchDoesNotLetInputInTimeRunFurtherAhead() {
        OwnServer timed = new OwnServer(0, WAY, 50, true).measured();
        int usual = timed.own.depthTicks();
        int sent = timed.sent;
        while (timed.sent == sent) {
            timed.run(1, () -> {});
        }
        timed.holdsInput = true;
        timed.run(WAY + 9, () -> {});
        timed.holdsInput = false;
        timed.run(100, () -> {});
        assertEquals(usual, timed.own.depthTicks(), 1);
    }

    /** A receiver may wait for its server for long. A lead is made smaller by 5 % of the time that passes. */
    @Test
    void inputInTimeBeginsWithTheNewestRoundTrip() {
        OwnServer timed = new OwnServer(0, WAY, 50, true);
        timed.losesNumbers = true;
        timed.roundTripNanos = 5_000_000_000L;
        timed.run(WAY - 1, () -> {});
        timed.roundTripNanos = 42_000_000;
        timed.run(20, () -> {});
        int first = timed.own.depthTicks();
        timed.roundTripNanos = 12_000_000;
        timed.run(100, () -> {});
        assertEquals(3, first - timed.own.depthTicks());
        assertEquals(WAY + 8, first, 1);
    }
}
