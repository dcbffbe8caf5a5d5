package io.github.freestep.physics.lockstep.link;

import static io.github.freestep.testing.Refused.refusedWith;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.net.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.state.StateLayout;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class InputBodyTest {
    private final MatchRules rules =
            Rules.of(MatchSettings.of("body", StateLayout.of(1), 2).axes(1));

    /** An input with an axis and actions of these codes. */
    private static ByteBuffer actions(float value, int... codes) {
        ByteBuffer body = ByteBuffer.allocate(1_000).putFloat(0).put((byte) codes.length);
        for (int code : codes) {
            InputBody.putAction(body, code, value);
        }
        return body.put((byte) 0).flip();
    }

    private static ByteBuffer commands(int... lengths) {
        ByteBuffer body = ByteBuffer.allocate(100_000).putFloat(0).put((byte) 0).put((byte) lengths.length);
        for (int length : lengths) {
            InputBody.putCommand(body, 1, ByteBuffer.allocate(length));
        }
        return body.flip();
    }

    private void accepts(ByteBuffer body) throws InvalidMessageException {
        int end = body.limit();
        InputBody.check(body, rules);
        assertEquals(0, body.position());
        assertEquals(end, body.limit());
    }

    private void refuses(String message, ByteBuffer body) {
        refusedWith(message, InvalidMessageException.class, () -> InputBody.check(body, rules));
    }

    @Test
    void actionsHaveACodeAndAFiniteValue() throws InvalidMessageException {
        accepts(actions(-3, 0, ActionCode.MAX));
        accepts(actions(3, 1));
        refuses(
                "the code of an action must be at most " + ActionCode.MAX + ", was " + (ActionCode.MAX + 1),
                actions(1, ActionCode.MAX + 1));
        refuses("action 1 must have a finite value, had Infinity", actions(Float.POSITIVE_INFINITY, 1));
        accepts(actions(1, new int[MatchRules.ACTIONS]));
        refuses("an input must have at most 16 actions, had 17", actions(1, new int[MatchRules.ACTIONS + 1]));
    }

    @Test
    void commandsAreBounded() throws InvalidMessageException {
        accepts(commands(0, InputBody.MAX_COMMAND));
        accepts(commands(InputBody.MAX_COMMAND, InputBody.MAX_INPUT - InputBody.MAX_COMMAND - 6 - 2 * 6));
        refuses(
                "an input must have at most 40000 bytes, had 40001",
                commands(InputBody.MAX_COMMAND, InputBody.MAX_INPUT - InputBody.MAX_COMMAND - 6 - 2 * 6 + 1));
        refuses(
                "a command has 32769 bytes; at most 32768 are allowed, and 32769 follow",
                commands(InputBody.MAX_COMMAND + 1));
        accepts(commands(new int[MatchRules.ACTIONS]));
        refuses("an input must have at most 16 commands, had 17", commands(new int[MatchRules.ACTIONS + 1]));
        ByteBuffer cut = commands(5);
        refuses("a command has 5 bytes; at most 32768 are allowed, and 4 follow", cut.limit(cut.limit() - 1));
    }

    @Test
    void endsAfterItsLastCommand() {
        ByteBuffer body = commands();
        refuses("an input is too short", commands().limit(body.limit() - 1));
        refuses("an input has 1 bytes too many", body.limit(body.limit() + 1));
    }
}
