package io.github.freestep.physics.lockstep.sequencer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.physics.lockstep.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.state.StateLayout;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class PlayerInputsTest {
    private static final int MAX_DELAY = 17;

    private final MatchRules rules =
            Rules.of(MatchSettings.of("t", StateLayout.of(1), 2).axes(1).inputDelay(1, MAX_DELAY));
    private final PlayerInputs inputs = new PlayerInputs(rules);

    private void add(long tick, long newest) throws InvalidMessageException {
        inputs.add(tick, body(tick), newest);
    }

    private static ByteBuffer body(float axis) {
        return ByteBuffer.allocate(6).putFloat(axis).putShort((short) 0).flip();
    }

    @Test
    void keepsAllInputsThatMayComeBeforeTheirFrames() throws InvalidMessageException {
        inputs.begin(101);
        for (int tick = 101; tick <= 100 + MAX_DELAY; tick++) {
            add(tick, 100);
        }
        for (int tick = 101; tick <= 100 + MAX_DELAY; tick++) {
            assertTrue(inputs.has(tick) && !inputs.lacks(tick), "tick " + tick);
            ByteBuffer into = ByteBuffer.allocate(10);
            inputs.put(tick, into);
            assertEquals(inputs.length(tick), into.position());
            assertEquals(tick, into.getFloat(0));
        }
        assertFalse(inputs.has(100));
        assertTrue(inputs.lacks(101 + MAX_DELAY));
        assertThrows(InvalidMessageException.class, () -> add(101 + MAX_DELAY, 100), "too early");
        add(101 + MAX_DELAY, 101);
        inputs.begin(101);
        assertFalse(inputs.has(102), "an input of the peer before");
    }
}
