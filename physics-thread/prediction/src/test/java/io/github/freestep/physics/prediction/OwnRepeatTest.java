package io.github.freestep.physics.prediction;

import static io.github.freestep.testing.Refused.failureElsewhere;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.time.EstimatedClock;
import io.github.freestep.state.InputSink;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.InputCalls;
import io.github.freestep.time.TimeAnchor;
import io.github.freestep.time.VirtualClock;
import org.junit.jupiter.api.Test;

/** What a prediction sends again, to a server that forgets a client after an outage, as {@code RemoteInput} says. */
class OwnRepeatTest {
    private static final long TICK = 10_000_000;
    private static final int CAPACITY = 256;
    private static final StateLayout LAYOUT = StateLayout.of(1).stepped("number");

    private final VirtualClock clock = new VirtualClock(0);
    private final TimeAnchor anchor = new TimeAnchor();
    private final StatePublisher server = StatePublisher.of(LAYOUT, 4, clock, true);

    /** The axes that the server has: one to walk, one that is never used, and the numbers. */
    private final float[] axes = new float[3];

    private int tick;
    private int sent;
    private int unusedSent;
    private int unacknowledged;
    private boolean isCut;

    /** Whether all input is refused here. */
    private boolean isRefusing;

    /** How many zeros are accepted here, and refused by the server. */
    private int lostZeros;

    private final InputSink input = new InputCalls(axes.length, this::axis, (code, value, nanos) -> sent++ >= 0);

    private boolean axis(int axis, float value, long nanos) {
        sent++;
        unusedSent += axis == 1 ? 1 : 0;
        if (isRefusing) {
            return false;
        }
        if (isCut) {
            return unacknowledged < CAPACITY && unacknowledged++ >= 0;
        }
        if (axis == 0 && value == 0 && lostZeros > 0) {
            lostZeros--;
        } else {
            axes[axis] = value;
        }
        return true;
    }

    private final OwnBody own = OwnBody.builder(new Still(), server.states(), input)
            .confirmedBy(2, 0)
            .open();

    private void run(int ticks) {
        for (int i = 0; i < ticks; i++) {
            clock.advance(TICK);
            if (!isCut) {
                publish();
            }
            own.advance();
        }
    }

    private void publish() {
        tick = (int) (clock.nanoTime() / TICK);
        if (server.bodies().slots() == 0) {
            server.bodies().spawn(0);
        }
        StateWriter state = server.begin(tick, tick * TICK, anchor, tick * TICK);
        state.position(0, 0, 0, 0);
        state.stepped(0, 0, axes[2]);
        server.publish(tick * TICK);
    }

    @Test
    void aReleaseThatTheServerRefusesIsRepeated() {
        run(50);
        own.axis(0, 1);
        run(50);
        lostZeros = 2;
        own.axis(0, 0);
        run(5);
        assertEquals(1, axes[0]);
        run(50);
        assertEquals(0, axes[0]);
    }

    /** After a restart of the server, input is refused until no picture shows the former run. */
    @Test
    void aReleaseThatIsRefusedHereIsSentLater() {
        run(50);
        assertTrue(own.axis(0, 1));
        run(50);
        isRefusing = true;
        assertFalse(own.axis(0, 0));
        run(20);
        axes[0] = 0;
        isRefusing = false;
        for (int i = 0; i < 50; i++) {
            run(1);
            assertEquals(0, axes[0]);
        }
        assertTrue(own.axis(0, 1));
        assertEquals(1, axes[0]);
    }

    /** A key that is held while the client connects makes no further input. */
    @Test
    void aFirstValueThatIsRefusedHereIsSentLater() {
        isRefusing = true;
        assertFalse(own.axis(0, 1));
        run(20);
        isRefusing = false;
        run(15);
        assertEquals(1, axes[0]);
        assertTrue(own.axis(0, 1), "it is held already");
    }

    @Test
    void anOutageLeavesRoomForTheInputOfThePlayer() {
        run(50);
        own.axis(0, 1);
        isCut = true;
        run(3_000);
        assertTrue(own.axis(0, 0.5f));
        assertTrue(unacknowledged < 8, () -> unacknowledged + " inputs wait");
        // The server has forgotten what it has not acknowledged.
        isCut = false;
        run(50);
        assertEquals(0.5f, axes[0]);
        assertEquals(0, unusedSent, "an axis without input needs no care");
    }

    @Test
    void whatCanNotBeInputIsRefusedBeforeItIsSent() {
        for (int axis : new int[] {-1, 2, 32}) {
            assertEquals(
                    "axis must be between 0 and 31, and not 2, that of the numbers of inputs, was " + axis,
                    assertThrows(IllegalArgumentException.class, () -> own.axis(axis, 1))
                            .getMessage());
        }
        assertThrows(IllegalArgumentException.class, () -> own.axis(0, Float.NaN));
        assertThrows(IllegalArgumentException.class, () -> own.action(1, Float.POSITIVE_INFINITY));
        assertEquals(0, sent);
    }

    @Test
    void statesOfAnotherProcessMustSayWhichInputTheyContain() {
        EstimatedClock estimated = clock::nanoTime;
        StatePublisher remote = StatePublisher.of(LAYOUT, 4, estimated, true);
        OwnBody.Builder builder = OwnBody.builder(new Still(), remote.states(), input);
        assertThrows(IllegalArgumentException.class, builder::open);
        builder.confirmedBy(2, 0).open().close();
    }

    @Test
    void theChannelThatPlayersWriteConfirmsNoAxis() {
        StatePublisher players = StatePublisher.of(StateLayout.of(1).stepped("kind", OwnBody.INPUT_NUMBER));
        OwnBody.Builder builder = OwnBody.builder(new Still(), players.states(), input);
        assertThrows(IllegalArgumentException.class, () -> builder.confirmedBy(2, 1));
    }

    @Test
    void anotherRateThanThatOfTheServerIsRefused() {
        OwnBody.Builder builder = OwnBody.builder(new Still(), server.states(), input);
        OwnBody wrong = builder.confirmedBy(2, 0).rate(60).open();
        run(2);
        wrong.advance(); // The server may have restarted between these two states.
        run(1);
        assertEquals(
                "rate must be that of the server, whose ticks take 10000000 ns, was 60; pass the same rate to the"
                        + " prediction",
                assertThrows(IllegalStateException.class, wrong::advance).getMessage());
    }

    @Test
    void nothingIsSentAfterCloseOrByAnotherThread() {
        run(50);
        own.axis(0, 1);
        int before = sent;
        for (Runnable call : new Runnable[] {() -> own.axis(0, 0), () -> own.action(1, 1), own::advance}) {
            clock.advance(SentInputs.REPEAT_NANOS);
            publish();
            assertEquals(IllegalStateException.class, failureElsewhere(call).getClass());
            assertEquals(before, sent);
        }
        own.close();
        assertThrows(IllegalStateException.class, () -> own.axis(0, 0));
        assertThrows(IllegalStateException.class, () -> own.action(1, 1));
        assertThrows(IllegalStateException.class, own::advance);
        assertEquals(before, sent);
    }

    /** Another prediction has left a key held there, such as that on foot before the player has entered a car. */
    @Test
    void theFirstValueOfAnAxisIsSentEvenIfItIsZero() {
        own.axis(0, 1);
        run(20);
        own.close();
        try (OwnBody next = OwnBody.builder(new Still(), server.states(), input)
                .confirmedBy(2, 0)
                .open()) {
            next.axis(0, 0);
        }
        assertEquals(0, axes[0]);
    }
}
