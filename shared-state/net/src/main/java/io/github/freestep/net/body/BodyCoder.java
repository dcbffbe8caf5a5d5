package io.github.freestep.net.body;

import io.github.freestep.net.codec.CoderModels;
import io.github.freestep.net.codec.ModelStarts;
import io.github.freestep.net.codec.RangeCoder;
import io.github.freestep.net.codec.RangeDecoder;
import io.github.freestep.state.StateLayout;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Codes the bodies of a state against those of two earlier states, which the receiver has: the newer one, and an older
 * one that says how the body moved. The same calls encode and decode, as those of {@link RangeCoder} do. For one
 * thread; allocates nothing once made.
 *
 * <p>Most bodies rest, so what is coded first is whether the body has changed, and its model is chosen by whether it
 * changed between the two earlier states, and how fast. A body that has changed is where these two states foretell it,
 * but for a small difference, whose size has a model for each speed. The bodies of one datagram are too few to learn
 * from, so the models begin with what {@code bodies.models} has of other scenes. {@code compare --models} of the
 * benchmarks makes that file.
 *
 * <p>What is decoded are the ints that were encoded, so they can stand for the earlier state of a later one.
 *
 * <p>Without the velocity, scenes of {@code compare --bytes} take 1 to 25 % more bytes, and without the rotation,
 * bodies that spin take 20 % more. Rejected: models by the time since the newer state, which save less than 1 %; a file
 * for each kind of scene, of which a datagram names the best, because it saves at most 4 %; and a flag for half turns,
 * at which an orientation's parameters jump to the opposite side, because it saves 2 % in one scene and nothing in the
 * others.
 */
public final class BodyCoder {
    /** How a slot changed between the two earlier states: it has no body, or its change is not known. */
    private static final int NO_BODY = 0;

    private static final int UNKNOWN = 1;
    private static final int RESTS = 2;
    private static final int MOVES = 3;

    /** Those that move more than this number of grid steps for each tick are of the next kind. */
    private static final int SLOW = 4;

    private static final int FAST = 16;
    private static final int KINDS = MOVES + 3;

    /** Sizes are told apart by their number of bits, up to this one. */
    private static final int WIDTHS = 12;

    /**
     * Each number has models by the sum of those before it in the same body: by its number of bits, in steps of two.
     */
    private static final int BEFORE = 6;

    private static final int CHANGED = 0;
    private static final int OTHER = CHANGED + 2 * KINDS;
    private static final int TURNED = OTHER + 1;
    private static final int MOVED = TURNED + 4;
    private static final int TRAINED_FLAGS = MOVED + 16;
    private static final int RAW = TRAINED_FLAGS;
    private static final int CHANNEL_FLAGS = RAW + 1;

    /** Of each channel: whether it has changed, by whether it did before, and whether it is as foretold. */
    private static final int FLAGS_OF_CHANNEL = 3;

    private static final int MOVE = 0;
    private static final int TURN = 1;
    private static final int TRAINED_NUMBERS = 2;
    private static final int EPOCH = TRAINED_NUMBERS;
    private static final int BOND = EPOCH + 1;
    private static final int VALUES = BOND + 1;

    private static final int TURN_SIZES = WIDTHS * BEFORE;
    private static final int SIZES = 2 * WIDTHS * BEFORE;

    private static final int AXES = BodyFields.AXES;
    private static final int TURNS = BodyFields.POSE + AXES;

    /** A body that has moved by more between the two earlier states was put there, and says nothing about its speed. */
    private static final long FAR = 1 << 20;

    /** The fractional bits of a ratio of times. */
    private static final int RATIO = 16;

    private static final ModelStarts STARTS =
            ModelStarts.of(BodyCoder.class.getResourceAsStream("bodies.models"), TRAINED_FLAGS, TRAINED_NUMBERS, SIZES);

    private final BodyFields fields;
    private final PoseGrid grid;
    private final Rotations rotations;
    private final RangeCoder coder;
    private final boolean decodes;
    private final int[] nothing;

    /**
     * Whether the slot before has changed, of those without a body or with an unknown change, at rest, and in motion.
     */
    private final boolean[] changedBefore = new boolean[KINDS];

    /** The newest bodies that were coded without an earlier state, on the grid and as floats, and their bond. */
    private final int[][] last;

    private final int[] forecast = new int[AXES];
    private final int[] moves = new int[AXES];

    /** The time from the newer state on, in times from the older to the newer state. */
    private int ticksA;

    private int ticksA2;
    private long ratio;

    /** @param coder has at least the models {@link #models} */
    public BodyCoder(StateLayout layout, PoseGrid grid, RangeCoder coder) {
        fields = new BodyFields(layout);
        this.grid = grid;
        this.coder = coder;
        decodes = coder instanceof RangeDecoder;
        rotations = new Rotations(grid);
        nothing = new int[fields.block];
        last = new int[2][fields.stride];
    }

    /** The models that a coder needs for bodies. */
    public static CoderModels models(BodyFields fields) {
        return new CoderModels(
                CHANNEL_FLAGS + FLAGS_OF_CHANNEL * fields.channels, VALUES + 3 * fields.stride, SIZES, STARTS);
    }

    /** Begins a datagram. */
    public void begin() {
        Arrays.fill(changedBefore, false);
        for (int[] body : last) {
            Arrays.fill(body, 0);
        }
    }

    /**
     * Codes one body.
     *
     * @param now the ints of the slot's block in this state; those of the slot are written if this decodes
     * @param a the ints of the block in a state before; null if there is none
     * @param a2 those in a state before that; null if there is none
     * @param ticksA how many ticks the state of {@code a} is before this one
     * @param ticksA2 how many ticks the state of {@code a2} is before that of {@code a}
     * @return false if what was decoded is invalid
     */
    public boolean body(int slot, int[] now, int @Nullable [] a, int @Nullable [] a2, int ticksA, int ticksA2) {
        int at = fields.at(slot);
        int[] base = a == null ? nothing : a;
        boolean isKnown = a2 != null && isLike(a2, base, at);
        int[] older = isKnown ? a2 : base;
        int kind = base[at + BodyFields.FORM] == BodyFields.DEAD
                ? NO_BODY
                : isKnown ? kind(base, older, at, ticksA2) : UNKNOWN;
        if (!changed(kind, !decodes && !isSame(now, base, at, 0, fields.stride))) {
            copy(base, now, at, 0, fields.stride);
            return isSound();
        }
        if (kind == NO_BODY || coder.flag(OTHER, !decodes && !isNear(now, base, at))) {
            whole(now, base, at);
        } else {
            times(ticksA, ticksA2);
            copy(base, now, at, 0, BodyFields.POSE);
            if (base[at + BodyFields.FORM] == BodyFields.RAW) {
                floats(now, base, at);
            } else {
                move(now, base, older, at, turn(now, base, older, at));
            }
            channels(now, base, older, at);
        }
        return isSound() && (!decodes || fields.isValid(now, at));
    }

    private boolean isSound() {
        return !decodes || !coder.failed() && !((RangeDecoder) coder).isBeyond();
    }

    private boolean changed(int kind, boolean changed) {
        int group = Math.min(kind, MOVES);
        boolean coded = coder.flag(CHANGED + 2 * kind + (changedBefore[group] ? 1 : 0), changed);
        changedBefore[group] = coded;
        return coded;
    }

    /** Whether two states have the same body, in the same form and with the same parent. */
    private static boolean isLike(int[] one, int[] other, int at) {
        return isSame(one, other, at, 0, BodyFields.POSE);
    }

    private static boolean isSame(int[] one, int[] other, int at, int from, int to) {
        return Arrays.equals(one, at + from, at + to, other, at + from, at + to);
    }

    private void copy(int[] from, int[] to, int at, int first, int end) {
        if (decodes) {
            System.arraycopy(from, at + first, to, at + first, end - first);
        }
    }

    private int kind(int[] base, int[] older, int at, int ticks) {
        if (isSame(base, older, at, 0, fields.stride)) {
            return RESTS;
        }
        long moved = 0;
        for (int axis = 0; axis < AXES; axis++) {
            moved += Math.min(FAR, Math.abs(fields.coordinate(base, at, axis) - fields.coordinate(older, at, axis)));
        }
        return moved > (long) FAST * ticks ? MOVES + 2 : moved > (long) SLOW * ticks ? MOVES + 1 : MOVES;
    }

    /** Whether a body can be coded as a difference, which must fit into an int. */
    private boolean isNear(int[] now, int[] base, int at) {
        boolean isNear = isLike(now, base, at);
        for (int axis = 0; axis < fields.wide && now[at + BodyFields.FORM] == BodyFields.ON_GRID; axis++) {
            long moved = fields.coordinate(now, at, axis) - fields.coordinate(base, at, axis);
            isNear &= Math.abs(moved) <= BodyFields.MAX_GRID;
        }
        return isNear;
    }

    /** Codes the ints themselves. Bodies that come at once are likely to have much in common. */
    private void whole(int[] now, int[] base, int at) {
        int epoch = at + BodyFields.EPOCH;
        now[epoch] = base[epoch] + coder.number(EPOCH, now[epoch] - base[epoch]);
        if ((now[epoch] & 1) == 0) {
            Arrays.fill(now, at + BodyFields.FORM, at + fields.stride, 0);
            return;
        }
        boolean isRaw = grid.isExact() || coder.flag(RAW, now[at + BodyFields.FORM] == BodyFields.RAW);
        now[at + BodyFields.FORM] = isRaw ? BodyFields.RAW : BodyFields.ON_GRID;
        now[at + BodyFields.BOND] =
                last[0][BodyFields.BOND] ^ coder.number(BOND, now[at + BodyFields.BOND] ^ last[0][BodyFields.BOND]);
        last[0][BodyFields.BOND] = now[at + BodyFields.BOND];
        int[] before = last[isRaw ? 1 : 0];
        int numbers = VALUES + (isRaw ? fields.stride : 0);
        for (int i = BodyFields.POSE; i < fields.stride; i++) {
            now[at + i] = before[i] + coder.number(numbers + i, now[at + i] - before[i]);
            before[i] = now[at + i];
        }
    }

    /** Codes the differences of the bits of floats, or of doubles. */
    private void floats(int[] now, int[] base, int at) {
        int numbers = VALUES + 2 * fields.stride;
        for (int i = BodyFields.POSE + fields.wide; i < BodyFields.CHANNELS; i++) {
            now[at + i] = base[at + i] + coder.number(numbers + i, now[at + i] - base[at + i]);
        }
        for (int axis = 0; axis < fields.wide; axis++) {
            long from = fields.coordinate(base, at, axis);
            long moved = fields.coordinate(now, at, axis) - from;
            int upper = coder.number(numbers + fields.upper + axis, BodyFields.upper(moved, BodyFields.RAW));
            int lower = coder.number(numbers + BodyFields.POSE + axis, BodyFields.lower(moved, BodyFields.RAW));
            fields.coordinate(now, at, axis, from + BodyFields.coordinate(upper, lower, BodyFields.RAW));
        }
    }

    private void times(int newer, int older) {
        if (newer != ticksA || older != ticksA2) {
            ticksA = newer;
            ticksA2 = older;
            ratio = ((long) newer << RATIO) / Math.max(1, older);
        }
    }

    /** Codes the orientation. Returns how far it is from where it was foretold. */
    private int turn(int[] now, int[] base, int[] older, int at) {
        boolean turned = !isSame(base, older, at, TURNS, TURNS + AXES);
        boolean moved = !isSame(base, older, at, BodyFields.POSE, TURNS);
        int model = TURNED + (turned ? 2 : 0) + (moved ? 1 : 0);
        now[at + BodyFields.POSE + BodyFields.VALUES - 1] = 0;
        if (!coder.flag(model, !decodes && !isSame(now, base, at, TURNS, TURNS + AXES))) {
            copy(base, now, at, TURNS, TURNS + AXES);
            return 0;
        }
        int turn = turned ? rotations.onwards(older, base, at + TURNS, (double) ratio / (1 << RATIO), forecast) : 0;
        if (!turned) {
            System.arraycopy(base, at + TURNS, forecast, 0, AXES);
        }
        int sum = 0;
        for (int i = 0; i < AXES; i++) {
            int size = TURN_SIZES + BEFORE * width(turn) + before(sum);
            int beyond = coder.sized(size, TURN, 0, now[at + TURNS + i] - forecast[i]);
            now[at + TURNS + i] = forecast[i] + beyond;
            sum += Math.min(Math.abs(beyond), 1 << WIDTHS);
        }
        return sum;
    }

    /** Codes the position on the grid, after what {@link #turn} returned. */
    private void move(int[] now, int[] base, int[] older, int at, int turn) {
        boolean turned = !isSame(base, older, at, TURNS, TURNS + AXES);
        int widest = 0;
        boolean moved = false;
        for (int axis = 0; axis < AXES; axis++) {
            long step = fields.coordinate(base, at, axis) - fields.coordinate(older, at, axis);
            moved |= step != 0;
            moves[axis] = Math.abs(step) > FAR ? 0 : (int) (step * ratio + (1 << RATIO - 1) >> RATIO);
            widest = Math.max(widest, Math.abs(moves[axis]));
        }
        int model = MOVED + (turned ? 2 : 0) + (moved ? 1 : 0) + 4 * Math.min(3, length(turn));
        boolean hasMoved = coder.flag(model, !decodes && !isSamePlace(now, base, at));
        int sum = 0;
        for (int axis = 0; axis < AXES; axis++) {
            long from = fields.coordinate(base, at, axis);
            if (hasMoved) {
                int size = BEFORE * ((width(moves[axis]) + width(widest) + 1) / 2) + before(axis == 0 ? turn : sum);
                from += moves[axis];
                int beyond = coder.sized(
                        size, MOVE, Integer.signum(moves[axis]), (int) (fields.coordinate(now, at, axis) - from));
                from += beyond;
                sum += Math.min(Math.abs(beyond), 1 << WIDTHS);
            }
            if (decodes) {
                fields.coordinate(now, at, axis, from);
            }
        }
    }

    private boolean isSamePlace(int[] now, int[] base, int at) {
        return isSame(now, base, at, BodyFields.POSE, TURNS) && isSame(now, base, at, fields.upper, fields.stride);
    }

    /** A float that changes evenly does so in its bits as well, unless it passes a power of two. */
    private void channels(int[] now, int[] base, int[] older, int at) {
        for (int i = 0; i < fields.channels; i++) {
            int of = at + BodyFields.CHANNELS + i;
            int flags = CHANNEL_FLAGS + FLAGS_OF_CHANNEL * i;
            if (coder.flag(flags + (base[of] == older[of] ? 0 : 1), now[of] != base[of])) {
                int foretold = (int) (base[of] + ((long) base[of] - older[of]) * ticksA / Math.max(1, ticksA2));
                boolean isOther = coder.flag(flags + 2, now[of] != foretold);
                int numbers = VALUES + 2 * fields.stride + BodyFields.CHANNELS + i;
                now[of] = foretold + (isOther ? coder.number(numbers, now[of] - foretold) : 0);
            } else {
                now[of] = base[of];
            }
        }
    }

    private static int before(int sum) {
        return Math.min(BEFORE - 1, (length(sum) + 1) / 2);
    }

    private static int length(int value) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(Math.abs(value));
    }

    private static int width(int value) {
        return Math.min(WIDTHS - 1, length(value));
    }
}
