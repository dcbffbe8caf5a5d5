package io.github.freestep.physics.lockstep.link;

import static io.github.freestep.testing.Refused.refusedWith;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.state.StateLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What a frame may hold. A sequencer that sends anything else must not reach the physics thread. */
class InputFrameTest {
    private static final int LATE_AT = 8;
    private static final int RATE_AT = 12;
    private static final int DELAY_AT = 20;

    private final MatchRules rules = Rules.of(
            MatchSettings.of("frame", StateLayout.of(1), 3).rate(50).axes(1).inputDelay(2, 5));
    private final InputFrame frame = new InputFrame(rules);

    /** A frame of tick 9 with the given controls, which are none or two, and with the given players' inputs. */
    private static ByteBuffer frame(List<Integer> controls, Integer... players) {
        ByteBuffer to = ByteBuffer.allocate(300);
        to.putLong(9).putInt(17).putDouble(1.5).putShort((short) 3).putLong(4);
        to.put((byte) controls.size());
        controls.forEach(to::putInt);
        to.put((byte) players.length);
        for (Integer player : players) {
            to.put(player.byteValue()).putInt(6).putFloat(player).putShort((short) 0);
        }
        return to.flip();
    }

    private static ByteBuffer with(Consumer<ByteBuffer> change) {
        ByteBuffer bytes = frame(List.of());
        change.accept(bytes);
        return bytes;
    }

    private void accepts(ByteBuffer bytes) {
        try {
            frame.read(bytes);
        } catch (InvalidMessageException e) {
            throw new AssertionError(e);
        }
    }

    private void refuses(String message, ByteBuffer bytes) {
        refusedWith(message, InvalidMessageException.class, () -> frame.read(bytes));
    }

    @Test
    void everyBoundIsInclusive() {
        accepts(with(bytes -> bytes.putLong(0, 1)));
        refuses("a frame of tick 0 has rate 1.5", with(bytes -> bytes.putLong(0, 0)));
        accepts(with(bytes -> bytes.putInt(LATE_AT, -1)));
        accepts(with(bytes -> bytes.putDouble(RATE_AT, 0)));
        accepts(with(bytes -> bytes.putDouble(RATE_AT, 1e9)));
        for (double rate : new double[] {-Double.MIN_VALUE, Math.nextUp(1e9), Double.NaN}) {
            refuses("a frame of tick 9 has rate " + rate, with(bytes -> bytes.putDouble(RATE_AT, rate)));
        }
        accepts(with(bytes -> bytes.putShort(DELAY_AT, (short) 2)));
        accepts(with(bytes -> bytes.putShort(DELAY_AT, (short) 5)));
        refuses("a frame has the delay 1", with(bytes -> bytes.putShort(DELAY_AT, (short) 1)));
        refuses("a frame has the delay 6", with(bytes -> bytes.putShort(DELAY_AT, (short) 6)));
    }

    @Test
    void namesOnlyKnownPlayers() {
        accepts(frame(List.of(0b111, 0b111)));
        for (int place = 0; place < 2; place++) {
            List<Integer> controls = new ArrayList<>(List.of(0, 0));
            controls.set(place, 0b1000);
            refuses("a frame names player 3 of 3", frame(controls));
            controls.set(place, 1 << 31);
            refuses("a frame names player 31 of 3", frame(controls));
        }
        accepts(frame(List.of(), 0, 1, 2));
        refuses("a frame names player 3 of 3", frame(List.of(), 0, 3));
        refuses("a frame has player 1 after player 1", frame(List.of(), 1, 1));
        refuses("a frame has player 0 after player 2", frame(List.of(), 2, 0));
    }

    @Test
    void endsAfterItsLastInput() {
        int least = InputFrame.HEADER + 2;
        refuses("a frame is too short", frame(List.of()).limit(least - 1));
        List<Integer> controls = List.of(1, 0);
        ByteBuffer whole = frame(controls, 0, 1);
        for (int limit = least; limit < whole.limit(); limit++) {
            String message = limit < least + InputFrame.CONTROLS
                    ? "a frame is too short for its controls"
                    : "a frame ends in the middle of an input";
            refuses(message, frame(controls, 0, 1).limit(limit));
        }
        accepts(whole);
        refuses("a frame has 1 bytes too many", frame(controls).limit(least + InputFrame.CONTROLS + 1));
        ByteBuffer negative = frame(List.of(), 0);
        refuses("a frame ends in the middle of an input", negative.putInt(least + 1, -1));
    }

    @Test
    void theLongestOneHasRoomForTheInputsOfAllPlayers() {
        ByteBuffer body = ByteBuffer.allocate(InputBody.MAX_INPUT);
        int length = body.capacity();
        body.putFloat(1).put((byte) 0).put((byte) 2);
        InputBody.putCommand(body, 1, ByteBuffer.allocate(InputBody.MAX_COMMAND));
        InputBody.putCommand(body, 2, ByteBuffer.allocate(length - body.position() - 6));
        ByteBuffer to = ByteBuffer.allocate(InputFrame.maxLength(rules));
        to.put(frame(List.of(0b111, 0b111)));
        to.put(to.position() - 1, (byte) 3);
        for (int player = 0; player < 3; player++) {
            to.put((byte) player).putInt(length).put(body.flip());
        }
        accepts(to.flip());
        assertTrue(to.limit() <= to.capacity());
    }
}
