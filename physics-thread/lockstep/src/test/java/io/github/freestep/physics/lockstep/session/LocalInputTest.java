package io.github.freestep.physics.lockstep.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.link.Allowance;
import io.github.freestep.net.link.InvalidMessageException;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.physics.lockstep.link.InputBody;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.Messages;
import io.github.freestep.physics.saves.PortableCommand;
import io.github.freestep.state.StateLayout;
import io.github.freestep.time.VirtualClock;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LocalInputTest {
    private final MatchRules rules =
            Rules.of(MatchSettings.of("input", StateLayout.of(1), 2).axes(2));
    private final VirtualClock clock = new VirtualClock(0);
    private final LocalInput input = new LocalInput(2, clock, clock);

    /** A command of so many bytes. */
    private record Bytes(int type, int length) implements PortableCommand {
        @Override
        public void run(PhysicsContext context) {}

        @Override
        public void write(DataOutput out) throws IOException {
            if (length < 0) {
                throw new IOException("no bytes");
            }
            out.write(new byte[length]);
        }
    }

    /** Returns what the next tick gets, and checks that the sequencer would take it. */
    private List<String> written() throws InvalidMessageException {
        ByteBuffer body = ByteBuffer.allocate(7 + InputBody.MAX_INPUT).position(7);
        input.write(body, rules);
        body.flip().position(7);
        InputBody.check(body, rules);
        List<String> parts = new ArrayList<>();
        InputBody.visit(1, body, 2, new InputBody.Visitor() {
            @Override
            public void axis(int player, int axis, float value) {
                parts.add("axis " + axis + " " + value);
            }

            @Override
            public void action(int player, int code, float value) {
                parts.add("action " + code + " " + value);
            }

            @Override
            public void command(int player, int type, ByteBuffer bytes) {
                parts.add("command " + type + " of " + bytes.remaining());
            }
        });
        return parts;
    }

    @Test
    void whatDoesNotFitWaitsForTheNextTick() throws InvalidMessageException {
        int most = MatchRules.ACTIONS;
        for (int i = 0; i < most + 2; i++) {
            input.action(i, 1);
            input.command(new Bytes(i, 1));
        }
        List<String> first = kinds();
        assertEquals(2 * most, first.size());
        assertEquals(List.of("action 0", "action 1"), first.subList(0, 2));
        assertEquals(List.of("command 0", "command 1"), first.subList(most, most + 2));
        assertEquals(
                List.of("action " + most, "action " + (most + 1), "command " + most, "command " + (most + 1)), kinds());
        // The first two fill the input to its last byte.
        int rest = InputBody.MAX_INPUT - 2 * 4 - 2 - 6 - InputBody.MAX_COMMAND - 6;
        input.command(new Bytes(1, InputBody.MAX_COMMAND));
        input.command(new Bytes(2, rest));
        input.command(new Bytes(3, InputBody.MAX_COMMAND));
        input.command(new Bytes(4, rest + 1));
        assertEquals(List.of("command 1", "command 2"), kinds());
        assertEquals(List.of("command 3"), kinds());
        assertEquals(List.of("command 4"), kinds());
    }

    private List<String> kinds() throws InvalidMessageException {
        return written().stream()
                .filter(part -> !part.startsWith("axis"))
                .map(part -> part.replaceAll("( \\d+) .*", "$1"))
                .toList();
    }

    /** It removes a player who sends faster. */
    @Test
    void commandsLeaveNoFasterThanTheSequencerAllows() throws InvalidMessageException {
        for (int i = 0; i < 60; i++) {
            assertTrue(input.command(new Bytes(i, 30_000)));
        }
        Allowance allowed = new Allowance(Messages.INPUT_BYTES_PER_SECOND, Messages.INPUT_BYTES_AT_ONCE, 0);
        int left = 60;
        for (int tick = 0; tick < 600; tick++) {
            int sent = kinds().size();
            assertTrue(allowed.take(30_006 * sent, clock.nanoTime()), "tick " + tick);
            left -= sent;
            clock.advance(10_000_000);
        }
        assertEquals(0, left);
    }

    @Test
    void queuesAreBounded() {
        int actions = 0;
        while (input.action(1, 1)) {
            actions++;
        }
        int commands = 0;
        while (input.command(new Bytes(1, 1))) {
            commands++;
        }
        assertEquals(List.of(1_024, 256), List.of(actions, commands));
    }

    private static String refused(Runnable call) {
        return assertThrows(IllegalArgumentException.class, call::run).getMessage();
    }

    @Test
    void onlyWhatTheSequencerTakesIsAccepted() {
        String axis = "axis must be at least 0 and below 2, the axes of a player, was ";
        assertEquals(axis + "2; declare more with MatchSettings.axes(n)", refused(() -> input.axis(2, 0)));
        assertEquals(axis + "-1; declare more with MatchSettings.axes(n)", refused(() -> input.axis(-1, 0)));
        String value = "value must be finite, was NaN; filter it where the device is read";
        assertEquals(value, refused(() -> input.axis(0, Float.NaN)));
        assertEquals(value, refused(() -> input.action(0, Float.NaN)));
        assertEquals(
                "command must write at most 32768 bytes, wrote 32769",
                refused(() -> input.command(new Bytes(1, InputBody.MAX_COMMAND + 1))));
        assertEquals(
                "command must be writable, but Bytes[type=1, length=-1] failed",
                refused(() -> input.command(new Bytes(1, -1))));
        assertThrows(NullPointerException.class, () -> input.command(null));
    }
}
