package io.github.freestep.physics.lockstep.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.physics.lockstep.link.Frames;
import io.github.freestep.physics.lockstep.link.InputBody;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.RecentBytes;
import io.github.freestep.state.StateLayout;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** The frames of a match of two players with one axis each. The local player is number 1. */
class ArrivedFramesTest {
    private final MatchRules rules =
            Rules.of(MatchSettings.of("arrived", StateLayout.of(1), 2).rate(100).axes(1));
    private final OwnInputs own = new OwnInputs();
    private final ArrivedFrames arrived = new ArrivedFrames(rules, own, new RecentBytes(OwnInputs.KEPT));

    private boolean add(long tick, float of0, float of1, int... controls) {
        return add(tick, new ByteBuffer[] {body(of0, 0), body(of1, 0)}, controls);
    }

    private boolean add(long tick, ByteBuffer[] inputs, int... controls) {
        return arrived.add(Frames.of(rules, tick, 4, controls, inputs), 1);
    }

    /** An input with an axis, and with a command of some bytes if there are any. */
    private static ByteBuffer body(float axis, int bytes) {
        ByteBuffer body = ByteBuffer.allocate(20 + bytes).putFloat(axis).put((byte) 0);
        body.put((byte) (bytes > 0 ? 1 : 0));
        if (bytes > 0) {
            InputBody.putCommand(body, 1, ByteBuffer.allocate(bytes));
        }
        return body.flip();
    }

    /** Adds the sample for a tick, as the session does. */
    private void sample(long tick) {
        own.add(tick, body(0, 0), 0, 6, LocalInput.NONE);
    }

    @Test
    void aFrameDiffersIfAnotherPlayerActs() {
        assertTrue(add(7, 0, 0), "the axes before the first frame are not known");
        sample(8);
        sample(9);
        sample(10);
        assertFalse(add(8, 0, 1));
        assertTrue(add(9, 1, 1));
        assertFalse(add(10, 1, 0.5f));
        assertTrue(add(11, 1, 1), "the own input is not known");
        sample(12);
        assertTrue(add(12, new ByteBuffer[] {body(1, 5), body(1, 0)}));
        sample(13);
        assertTrue(add(13, new ByteBuffer[] {body(1, 0)}, 0, 0b10));
        sample(14);
        assertTrue(add(14, 0, 0), "the axis of the other");
    }

    /** The prediction begins in the middle of a match, and the samples before that are on their way. */
    @Test
    void thePredictionWaitsForNoSampleThatWillNeverBeMade() {
        assertTrue(own.isComplete(7));
        sample(8);
        assertTrue(own.isComplete(7) && own.isComplete(8));
        assertFalse(own.isComplete(9));
    }

    @Test
    void theNewestFramesAreKeptUnlessTheyAreLong() {
        int kept = OwnInputs.KEPT;
        for (int tick = 7; tick <= 7 + kept; tick++) {
            add(tick, tick, 0);
        }
        assertNull(arrived.read(7));
        ByteBuffer content = arrived.read(8);
        assertNotNull(content);
        assertEquals(8, content.getLong(0));
        add(8 + kept, new ByteBuffer[] {body(1, 9_000)});
        assertNull(arrived.read(8 + kept), "it is left to the match");
        assertNotNull(arrived.read(7 + kept));
    }

    @Test
    void aSampleThatThePredictionHasNotFoundIsNotKnown() {
        add(7, 0, 0);
        own.guess(8);
        sample(8);
        assertTrue(add(8, 0, 1));
    }
}
