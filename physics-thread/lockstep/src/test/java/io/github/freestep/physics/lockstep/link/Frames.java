package io.github.freestep.physics.lockstep.link;

import io.github.freestep.net.link.InvalidMessageException;
import java.nio.ByteBuffer;

/** Frames of a sequencer, for tests. */
public final class Frames {
    private Frames() {}

    /** Writes the content of a frame: its controls, which are none or two, and the inputs of the first players. */
    public static ByteBuffer write(ByteBuffer to, long tick, int delay, int[] controls, ByteBuffer... inputs) {
        to.putLong(tick).putInt(0).putDouble(1).putShort((short) delay).putLong(-1);
        to.put((byte) controls.length);
        for (int players : controls) {
            to.putInt(players);
        }
        to.put((byte) inputs.length);
        for (int player = 0; player < inputs.length; player++) {
            to.put((byte) player).putInt(inputs[player].remaining()).put(inputs[player]);
        }
        return to;
    }

    /** Returns a frame that was checked. */
    @SuppressWarnings("exports") // Tests are patched into the module.
    public static InputFrame of(MatchRules rules, long tick, int delay, int[] controls, ByteBuffer... inputs) {
        InputFrame frame = new InputFrame(rules);
        try {
            frame.read(write(ByteBuffer.allocate(50_000), tick, delay, controls, inputs)
                    .flip());
        } catch (InvalidMessageException e) {
            throw new AssertionError(e);
        }
        return frame;
    }
}
