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
 * differ from the guess. The session's thread adds frames. The thread of the prediction calls {@link #read} and
 * {@link #isLost}. Lock-free; allocates only for a frame that is longer than those before it.
 */
final class ArrivedFrames implements InputBody.Visitor {
    /** A prediction is at most 120 ticks ahead of the match. */
    private static final int KEPT = 256;

    /** Longer frames, which have long commands, are left to the match. */
    private static final int MOST_BYTES = 8_192;

    private final MatchRules rules;
    private final OwnInputs own;
    private final RecentBytes frames = new RecentBytes(KEPT);
    private final ByteBuffer content = ByteBuffer.allocate(MOST_BYTES);
    private volatile long newest = -1;

    /** The number of frames that differed from the guess and can be read. For any thread. */
    volatile long wrong;

    /** The same, counted before such a frame can be read. For any thread. */
    volatile long comingWrong;

    // For the session's thread.
    private final float[] levels;
    private boolean begun;
    private int player;
    private boolean known;
    private boolean differs;

    ArrivedFrames(MatchRules rules, OwnInputs own) {
        this.rules = rules;
        this.own = own;
        levels = new float[rules.players * rules.axes];
        // Equal to no axis, so the first frame differs.
        Arrays.fill(levels, Float.NaN);
    }

    /** Notes that frames up to a tick have arrived before. The first call counts. */
    void begin(long newestTick) {
        if (!begun) {
            begun = true;
            newest = newestTick;
        }
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
        if (from.remaining() <= MOST_BYTES) {
            frames.add(frame.tick(), from, 0, from.remaining());
        }
        newest = frame.tick();
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

    /** Returns whether the frame of a tick has arrived, but only the match has it. */
    boolean isLost(long tick) {
        return tick <= newest && !frames.has(tick);
    }
}
