package io.github.freestep.physics.lockstep.session;

import io.github.freestep.physics.lockstep.link.InputBody;
import io.github.freestep.physics.lockstep.link.InputFrame;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.RecentBytes;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The frames that have arrived, even if they are not due yet. A prediction does not guess them. Finds the frames that
 * differ from the guess. The session's thread adds frames. The thread of the prediction calls {@link #read}.
 * Lock-free; allocates only for a frame much longer or shorter than before.
 */
final class ArrivedFrames implements InputBody.Visitor {
    /** Longer frames, which have long commands, are left to the match. */
    private static final int MOST_BYTES = 8_192;

    private final MatchRules rules;
    private final OwnInputs own;
    private final RecentBytes frames;
    private final ByteBuffer content = ByteBuffer.allocate(MOST_BYTES);

    /** The number of frames that differed from the guess and can be read. For any thread. */
    volatile long wrong;

    /** The same, counted before such a frame can be read. For any thread. */
    volatile long comingWrong;

    // For the session's thread.
    private final float[] levels;
    private int player;
    private boolean known;
    private boolean differs;

    /** Adds frames to those of a session. */
    ArrivedFrames(MatchRules rules, OwnInputs own, RecentBytes frames) {
        this.rules = rules;
        this.own = own;
        this.frames = frames;
        levels = new float[rules.players * rules.axes];
        // Equal to no axis, so the first frame differs.
        Arrays.fill(levels, Float.NaN);
    }

    /**
     * Adds the next frame.
     *
     * @param mine the number of the local player
     * @return whether the frame has what the prediction did not guess: another player has moved an axis, or has done
     *     anything else, or the player's input is one that the prediction does not have
     */
    boolean add(InputFrame frame, int mine) {
        player = mine;
        known = own.isKnown(frame.tick());
        int changed = frame.joining() | frame.leaving();
        differs = changed != 0;
        for (int left = changed; left != 0; left &= left - 1) {
            int who = Integer.numberOfTrailingZeros(left);
            // A player who joins has no input yet, and one who leaves has none any more. So the axes are 0.
            Arrays.fill(levels, who * rules.axes, (who + 1) * rules.axes, 0);
        }
        frame.visit(this);
        comingWrong += differs ? 1 : 0;
        ByteBuffer from = frame.content();
        frames.add(frame.tick(), from, 0, from.remaining());
        wrong = comingWrong;
        return differs;
    }

    @Override
    public void axis(int from, int axis, float value) {
        int index = from * rules.axes + axis;
        if (Float.floatToRawIntBits(levels[index]) != Float.floatToRawIntBits(value)) {
            acted(from);
        }
        levels[index] = value;
    }

    @Override
    public void action(int from, int code, float value) {
        acted(from);
    }

    @Override
    public void command(int from, int type, ByteBuffer bytes) {
        acted(from);
    }

    private void acted(int from) {
        // Before its first sample, the prediction guesses the player's input like that of others.
        differs |= from != player || !known;
    }

    /**
     * Returns a copy of the frame of a tick, valid until the next call; null if it has not arrived, or was too long.
     */
    @Nullable ByteBuffer read(long tick) {
        return frames.read(tick, content);
    }
}
