package io.github.freestep.physics.lockstep.link;

import io.github.freestep.net.link.InvalidMessageException;
import java.nio.ByteBuffer;

/**
 * A tick as the sequencer has decided it: all players' inputs and changes of the match. It is the same for all players,
 * except for the delay. A view of a message; one object reads all frames. For one thread. The content is
 *
 * <pre>{@code
 * long   tick
 * int    lateness: how late the tick was when the frame was sent, in microseconds of match time
 * double rate: match time per real time
 * short  delay of the receiver: input that it samples at the latest when this tick is fed is for tick + delay
 * long   agreed tick, up to which the states of all active players were the same; -1 for none
 * byte   1 if this tick has controls, which follow: int joining, int leaving players; otherwise 0
 * byte   number of inputs, each: byte player, int length, InputBody
 * }</pre>
 */
public final class InputFrame {
    /** Where the delay is in the content. */
    public static final int DELAY_AT = 8 + 4 + 8;

    public static final int HEADER = DELAY_AT + 2 + 8;

    /** How many bytes the controls have, if there are any. */
    public static final int CONTROLS = 2 * Integer.BYTES;

    private final MatchRules rules;
    private ByteBuffer content = ByteBuffer.allocate(0);
    private int inputsAt;

    public InputFrame(MatchRules rules) {
        this.rules = rules;
    }

    /** Returns the longest content of a frame. */
    public static int maxLength(MatchRules rules) {
        return HEADER + 2 + CONTROLS + rules.players * (5 + InputBody.MAX_INPUT);
    }

    /** Takes the content from a message up to its limit, and checks it. */
    public void read(ByteBuffer message) throws InvalidMessageException {
        content = message.slice();
        message.position(message.limit());
        if (content.limit() < HEADER + 2) {
            throw new InvalidMessageException("a frame is too short");
        }
        if (tick() < 1 || !(rate() >= 0 && rate() <= 1e9)) {
            throw new InvalidMessageException("a frame of tick " + tick() + " has rate " + rate());
        }
        if (delay() < rules.minDelay || delay() > rules.maxDelay()) {
            throw new InvalidMessageException("a frame has the delay " + delay());
        }
        checkControls();
        checkInputs();
    }

    private void checkControls() throws InvalidMessageException {
        readChecked(content);
        if (inputsAt >= content.limit()) {
            throw new InvalidMessageException("a frame is too short for its controls");
        }
        requirePlayer(Integer.SIZE - 1 - Integer.numberOfLeadingZeros(joining() | leaving()));
    }

    private void checkInputs() throws InvalidMessageException {
        int inputs = content.get(inputsAt) & 0xFF;
        int at = inputsAt + 1;
        int before = -1;
        for (int i = 0; i < inputs; i++) {
            if (content.limit() - at < 5
                    || content.getInt(at + 1) < 0
                    || content.limit() - at - 5 < content.getInt(at + 1)) {
                throw new InvalidMessageException("a frame ends in the middle of an input");
            }
            int player = content.get(at) & 0xFF;
            requirePlayer(player);
            if (player <= before) {
                throw new InvalidMessageException("a frame has player " + player + " after player " + before);
            }
            before = player;
            int end = at + 5 + content.getInt(at + 1);
            InputBody.check(content.duplicate().limit(end).position(at + 5), rules);
            at = end;
        }
        if (at != content.limit()) {
            throw new InvalidMessageException("a frame has " + (content.limit() - at) + " bytes too many");
        }
    }

    private void requirePlayer(int player) throws InvalidMessageException {
        if (player >= rules.players) {
            throw new InvalidMessageException("a frame names player " + player + " of " + rules.players);
        }
    }

    /** Returns the checked content, to be kept and read again by {@link #readChecked}. */
    public ByteBuffer content() {
        return content.duplicate().rewind();
    }

    /** Takes content that {@link #read} has checked. Does not allocate. */
    public void readChecked(ByteBuffer checked) {
        content = checked;
        inputsAt = HEADER + 1 + (content.get(HEADER) == 0 ? 0 : CONTROLS);
    }

    public long tick() {
        return content.getLong(0);
    }

    /** Returns the match time when the frame was sent, to the microsecond. */
    public long stamp() {
        return rules.dueNanos(tick()) + content.getInt(8) * 1_000L;
    }

    public double rate() {
        return content.getDouble(12);
    }

    /** Returns the delay of the receiver; before it takes part, the greatest delay of the players. */
    public int delay() {
        return content.getShort(DELAY_AT);
    }

    public long agreedTick() {
        return content.getLong(DELAY_AT + 2);
    }

    /**
     * Returns bit p for each player who becomes active before the inputs of this tick. Its first input is for tick +
     * its delay.
     */
    public int joining() {
        return control(0);
    }

    /**
     * Returns bit p for each player who leaves before the inputs of this tick. From this tick on it has no input, and
     * its axes are 0.
     */
    public int leaving() {
        return control(1);
    }

    private int control(int index) {
        return content.get(HEADER) == 0 ? 0 : content.getInt(HEADER + 1 + index * Integer.BYTES);
    }

    /** Whether the bit of a player is set. */
    public static boolean has(int bits, int player) {
        return (bits >>> player & 1) != 0;
    }

    /** Passes on the inputs of all players, in the order of their numbers. Players without input are left out. */
    public void visit(InputBody.Visitor visitor) {
        int limit = content.limit();
        int inputs = content.get(inputsAt) & 0xFF;
        int at = inputsAt + 1;
        for (int i = 0; i < inputs; i++) {
            int player = content.get(at) & 0xFF;
            int end = at + 5 + content.getInt(at + 1);
            content.limit(end).position(at + 5);
            InputBody.visit(player, content, rules.axes, visitor);
            content.limit(limit);
            at = end;
        }
    }
}
