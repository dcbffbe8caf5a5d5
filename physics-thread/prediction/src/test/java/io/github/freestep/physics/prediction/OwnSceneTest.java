package io.github.freestep.physics.prediction;

import static io.github.freestep.testing.Refused.failureElsewhere;
import static io.github.freestep.testing.Refused.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.PhysicsService;
import io.github.freestep.state.InputSink;
import io.github.freestep.state.State;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.testing.Allocations;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Which bodies of the server are predicted, and how those are shown that are not. */
class OwnSceneTest {
    static final int NEAR = 1;
    static final int FAR = 2;
    private static final int NEXT = 3;
    static final float STEP = 0.05f;

    /** A body that moves by {@link #STEP}, and an error that decays. */
    private static final double MOST_STEP = 0.1;

    LineServer server = open(builder -> builder).measured();
    private final OwnBody own = server.own;

    /** The longest step of each body in a frame. */
    private final double[] longest = new double[LineServer.BODIES];

    private final double[] before = new double[LineServer.BODIES];

    LineServer open(UnaryOperator<OwnBody.Builder> options) {
        return new LineServer(options, State.NO_SLOT);
    }

    void show(int frames) {
        for (int i = 0; i < frames; i++) {
            for (int slot = 0; slot < LineServer.BODIES; slot++) {
                before[slot] = server.shown.isAlive(slot) ? server.shown.x(slot) : Double.NaN;
            }
            server.run(1, () -> {});
            for (int slot = 0; slot < LineServer.BODIES; slot++) {
                double step = server.shown.isAlive(slot) ? Math.abs(server.shown.x(slot) - before[slot]) : 0;
                longest[slot] = Math.max(longest[slot], step);
            }
        }
    }

    @Test
    void aNearBodyIsPushedInTheTickInWhichTheOwnOneTouchesIt() {
        own.axis(LineServer.AXIS, STEP);
        int pushed = 0;
        for (int i = 0; i < 80; i++) {
            show(1);
            double gap = server.shown.x(NEAR) - server.shown.x(0);
            assertTrue(gap > 1 - 1e-6, () -> "the bodies overlap: " + gap);
            pushed += server.shown.x(NEAR) > 3 ? 1 : 0;
        }
        assertEquals(80 - 2 / STEP, pushed, 2);
        assertTrue(server.line.x[NEAR] < server.shown.x(NEAR) - 2 * STEP, "the server is later");
        assertEquals(0, server.sets[FAR], "no other is set");
    }

    /** Another player has pushed the body on, so the own one is free to run into it again, while errors decay. */
    @Test
    void theOwnBodyIsNotShownInsideOfWhatItPushes() {
        own.axis(LineServer.AXIS, STEP);
        show(80);
        server.line.x[NEAR] += 1.5;
        for (int i = 0; i < 80; i++) {
            show(1);
            double gap = server.shown.x(NEAR) - server.shown.x(0);
            assertTrue(gap > 0.975, () -> "the bodies overlap: " + gap);
        }
        assertTrue(longest[0] < MOST_STEP && longest[NEAR] < MOST_STEP * 2);
    }

    @Test
    void aFarBodyIsShownAsItWasAndANearOneAsItWillBe() {
        server.line.speed[NEAR] = STEP;
        server.line.speed[FAR] = STEP;
        show(100);
        assertEquals(-LineServer.WAY, server.behind(NEAR), 0.5);
        assertEquals(LineServer.WAY, server.behind(FAR), 1.1);
    }

    @Test
    void aBodyThatComesNearOrLeavesDoesNotJump() {
        server.line.speed[FAR] = -STEP;
        server.line.x[NEAR] = -3;
        show(400);
        assertTrue(server.sets[FAR] > 0);
        assertEquals(-LineServer.WAY, server.behind(FAR), 0.5);
        // It leaves.
        server.line.speed[FAR] = 2 * STEP;
        show(300);
        assertEquals(LineServer.WAY, server.behind(FAR), 1.1);
        int sets = server.sets[FAR];
        show(50);
        assertEquals(sets, server.sets[FAR], "it is no longer predicted");
        assertTrue(longest[FAR] < MOST_STEP * 2, () -> "a step of " + longest[FAR]);
    }

    /** A body that is further off at its two times than the distance beyond which corrections jump by default. */
    private void beginFast(double x) {
        server = open(builder -> builder.snapBeyond(3)).measured();
        server.line.x[NEAR] = -1e6;
        server.line.x[FAR] = x;
        show(LineServer.WAY + 50);
        server.line.speed[FAR] = -0.6;
        longest[FAR] = 0;
    }

    @Test
    void aFastBodyThatComesNearOrLeavesDoesNotJump() {
        beginFast(60);
        show(100);
        int sets = server.sets[FAR];
        assertTrue(sets > 0);
        show(400);
        assertTrue(server.sets[FAR] > sets + 12);
        assertEquals(LineServer.WAY, server.behind(FAR), 1.1);
        assertTrue(longest[FAR] < 1.2, () -> "a step of " + longest[FAR]);
    }

    @Test
    void aFastBodyDoesNotJumpWhenThePlayerDies() {
        beginFast(60);
        show(100);
        server.isAlive[0] = false;
        show(200);
        assertEquals(LineServer.WAY, server.behind(FAR), 1.1);
        assertTrue(longest[FAR] < 1.2, () -> "a step of " + longest[FAR]);
    }

    @Test
    void whatAPredictedBodyPushesIsPredictedAtAnyDistanceUntilItRests() {
        server = open(builder -> builder.reach(0.1)).measured();
        assertEquals(0, server.sets[NEAR]);
        server.own.axis(LineServer.AXIS, STEP);
        show(100);
        assertTrue(server.sets[NEAR] > 5, () -> server.sets[NEAR] + " times");
        assertTrue(server.shown.x(NEAR) - server.shown.x(0) > 0.8);
        int rests = server.rests[NEAR];
        show(150);
        assertEquals(rests, server.rests[NEAR], "it is predicted while it moves");
        server.own.axis(LineServer.AXIS, 0);
        show(120);
        int sets = server.sets[NEAR];
        show(50);
        assertEquals(sets, server.sets[NEAR], "it is no longer predicted");
        assertTrue(longest[NEAR] < MOST_STEP * 2, () -> "a step of " + longest[NEAR]);
        assertEquals(server.line.x[NEAR], server.shown.x(NEAR), 1e-3);
    }

    @Test
    void whatIsPushedInAnOutageIsShownAtOnce() {
        server = open(builder -> builder.reach(0.1)).measured();
        server.own.axis(LineServer.AXIS, STEP);
        show(30);
        server.isCut = true;
        show(20);
        double gap = server.shown.x(NEAR) - server.shown.x(0);
        assertTrue(server.shown.x(NEAR) > 3 + STEP, () -> "at " + server.shown.x(NEAR));
        assertTrue(gap > 1 - 1e-6, () -> "the bodies overlap: " + gap);
    }

    @Test
    void whatIsRoundedWasNotPushed() {
        // As far as floats are apart there, and a millimetre where that is the unit.
        for (double[] places : new double[][] {{20_000, 0.002, 5}, {20_000, 1, 5_000}}) {
            server = open(builder -> builder.reach(places[2]));
            server.line.x[FAR] = places[0];
            server.line.x[NEXT] = 30_000;
            server.rounding = places[1];
            server.measured();
            assertTrue(server.rests[FAR] > 0);
            assertEquals(0, server.sets[FAR], "it is not predicted");
        }
    }

    @Test
    void whatWasMovedByAHairRestsAgain() {
        int rests = server.rests[FAR];
        show(20);
        assertEquals(rests, server.rests[FAR]);
        server.world.line.x[FAR] += 1e-4;
        show(6);
        assertEquals(server.line.x[FAR], server.world.line.x[FAR]);
        show(20);
        assertEquals(rests + 1, server.rests[FAR]);
        assertEquals(0, server.sets[FAR], "it was not predicted");
    }

    @Test
    void errorsEndWhenAllRest() {
        own.axis(LineServer.AXIS, STEP);
        show(80);
        server.line.x[NEAR] += 0.5;
        show(20);
        own.axis(LineServer.AXIS, 0);
        show(2 * LineServer.WAY + 190);
        for (int slot = 0; slot < LineServer.BODIES; slot++) {
            assertEquals((float) server.line.x[slot], server.shown.x(slot), "body " + slot);
        }
        assertTrue(longest[NEAR] < MOST_STEP * 2, () -> "a step of " + longest[NEAR]);
    }

    @Test
    void aTeleportIsShownAtOnceForBothKinds() {
        for (int slot : new int[] {NEAR, NEXT}) {
            int epoch = server.shown.epoch(slot);
            server.line.x[slot] += 1;
            server.teleported = slot;
            show(LineServer.WAY + 6);
            assertEquals((float) server.line.x[slot], server.shown.x(slot));
            assertNotEquals(epoch, server.shown.epoch(slot), "no frame is between the two places");
        }
    }

    @Test
    void aTeleportIsShownAtOnceIfTheStatesThatHaveItFirstAreLeftOut() {
        server.isGuessed = true;
        server.line.x[NEAR] += 1;
        server.teleported = NEAR;
        show(10);
        server.isGuessed = false;
        show(LineServer.WAY + 3);
        assertEquals((float) server.line.x[NEAR], server.shown.x(NEAR));
    }

    @Test
    void aBodyThatTheServerRemovesIsNotShownAndNotInTheWay() {
        server.isAlive[NEAR] = false;
        int rests = server.rests[NEAR];
        show(LineServer.WAY + 6);
        assertFalse(server.shown.isAlive(NEAR));
        assertEquals(rests + 1, server.rests[NEAR]);
        server.isAlive[NEAR] = true;
        show(LineServer.WAY + 6);
        assertTrue(server.shown.isAlive(NEAR));
    }

    @Test
    void aBodyThatIsRemovedWhileThePlayerHasNoneIsNotInTheWay() {
        server.isAlive[0] = false;
        show(50);
        server.isAlive[NEAR] = false;
        int rests = server.rests[NEAR];
        show(50);
        server.isAlive[0] = true;
        show(LineServer.WAY + 6);
        assertEquals(rests + 1, server.rests[NEAR]);
        passes();
    }

    @Test
    void aBodyThatTheServerNeverHadIsNotInTheWay() {
        server = open(builder -> builder);
        server.isAlive[NEAR] = false;
        server.measured();
        assertEquals(1, server.rests[NEAR]);
        passes();
    }

    @Test
    void aMovingBodyThatTheServerRemovesVanishesAtOnce() {
        server.jitter = tick -> tick % 20 == 0 ? 8 : 0;
        show(301 - (int) server.ticks() % 20);
        server.line.speed[NEAR] = STEP;
        show(50);
        longest[NEAR] = 0;
        server.isAlive[NEAR] = false;
        show(LineServer.WAY);
        assertTrue(server.shown.isAlive(NEAR));
        for (int i = 0; i < 20; i++) {
            show(1);
            assertFalse(server.shown.isAlive(NEAR), "frame " + i);
        }
        assertTrue(longest[NEAR] < MOST_STEP, () -> "a step of " + longest[NEAR]);
        server.isAlive[NEAR] = true;
        show(LineServer.WAY + 30);
        assertTrue(server.shown.isAlive(NEAR));
    }

    /** Asserts that the own body is not stopped where the next one began. */
    private void passes() {
        server.line.x[NEAR] = 1e9;
        server.own.axis(LineServer.AXIS, STEP);
        long corrections = server.own.corrections();
        show(80);
        assertTrue(server.shown.x(0) > 3);
        assertEquals(corrections, server.own.corrections());
    }

    @Test
    void aBodyThatTheSmallWorldLacksIsAlwaysInterpolated() {
        server = new LineServer(builder -> builder, NEAR).measured();
        server.line.speed[NEAR] = STEP;
        show(100);
        assertEquals(0, server.sets[NEAR] + server.rests[NEAR]);
        assertEquals(LineServer.WAY, server.behind(NEAR), 1.1);
    }

    @Test
    void theOthersAreShownWhileThePlayerHasNoBody() {
        server.line.speed[NEAR] = STEP;
        show(50);
        server.isAlive[0] = false;
        show(200);
        assertFalse(server.shown.isAlive(0) || own.isAlive());
        assertEquals(LineServer.WAY, server.behind(NEAR), 1.1);
        assertTrue(longest[NEAR] < MOST_STEP, () -> "a step of " + longest[NEAR]);
        server.isAlive[0] = true;
        show(LineServer.WAY + 6);
        assertTrue(server.shown.isAlive(0) && own.isAlive());
    }

    @Test
    void noBodyJumpsAfterAnOutageOrAPause() {
        server.line.speed[FAR] = STEP;
        own.axis(LineServer.AXIS, STEP);
        show(30);
        server.isCut = true;
        show(150);
        server.isCut = false;
        show(200);
        assertEquals(LineServer.WAY, server.behind(FAR), 4);
        server.isPaused = true;
        show(100);
        server.isPaused = false;
        show(200);
        assertTrue(longest[0] < 1, () -> "a step of " + longest[0]);
        assertTrue(longest[NEAR] < 1, () -> "a step of " + longest[NEAR]);
        assertTrue(longest[FAR] < 1, () -> "a step of " + longest[FAR]);
    }

    @Test
    void ticksAreSteppedAgainOnceIn40Milliseconds() {
        own.axis(LineServer.AXIS, STEP);
        int steps = server.steps;
        show(100);
        int again = own.depthTicks() - 1;
        assertEquals(100 + 25 * again, server.steps - steps, own.depthTicks());
        assertTrue(own.depthTicks() >= 2 * LineServer.WAY);
    }

    @Test
    void aFrameAllocatesNothing() {
        assertEquals(0, Allocations.least(() -> {
            server.line.x[FAR] = server.line.x[FAR] > 10 ? 4 : 20;
            own.axis(LineServer.AXIS, STEP - own.depthTicks() % 2 * 2 * STEP);
            long before = server.allocated;
            show(2_000);
            return server.allocated - before;
        }));
    }

    @Test
    void aBodyThatTheSmallWorldGetsLaterIsPredictedFromThenOn() {
        server = new LineServer(builder -> builder, NEAR).measured();
        server.line.speed[NEAR] = STEP / 5;
        show(50);
        assertEquals(LineServer.WAY, server.behind(NEAR), 1.1);
        server.comes = NEAR;
        show(100);
        assertEquals(-LineServer.WAY, server.behind(NEAR), 0.5);
    }

    @Test
    void anotherThreadCannotCloseIt() {
        Throwable failure = failureElsewhere(own::close);
        assertTrue(failure instanceof IllegalStateException, () -> "failed with " + failure);
        own.axis(LineServer.AXIS, STEP);
        show(100);
        assertEquals(-LineServer.WAY, server.behind(0), 0.5);
        own.close();
        assertTrue(server.world.isClosed);
        refused("this prediction has ended: its status is CLOSED", IllegalStateException.class, own::advance);
    }

    @Test
    void attachedBodiesAreRefused() {
        server.attaches = true;
        refused(
                "bodies of an OwnScene must not be attached",
                IllegalStateException.class,
                () -> show(2 * LineServer.WAY));
    }

    @Test
    void whatCannotWorkIsRefused() {
        StateBuffer others =
                StatePublisher.of(StateLayout.of(LineServer.BODIES)).states();
        refused(
                "the layout of an OwnScene must be that of the server's states",
                IllegalArgumentException.class,
                () -> OwnBody.builder(server.world, others, server).open());
        refused(
                "reach must be at least 0, was NaN",
                IllegalArgumentException.class,
                () -> OwnBody.builder(server.world, others, server).reach(Double.NaN));
        refused(
                "the small world must not be an OwnScene",
                IllegalArgumentException.class,
                () -> RunAhead.builder(
                                server.world,
                                PhysicsService.builder(new Still()).inline())
                        .open());
        refused(
                "reach(1.0) needs a small world that is an OwnScene",
                IllegalArgumentException.class,
                () -> OwnBody.builder(new Still(), others, (InputSink) server).reach(1));
    }
}
