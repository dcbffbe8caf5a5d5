package io.github.freestep.net.body;

import io.github.freestep.net.codec.BitEncoder;
import io.github.freestep.net.codec.CoderModels;
import io.github.freestep.net.codec.RangeCoder;
import java.util.Arrays;

/**
 * The coded form of one body: what differs from its baseline, or the whole of it. The same code encodes and decodes,
 * see {@link RangeCoder}. The fields hold the values to encode, or the decoded values. For one thread; allocates
 * nothing.
 *
 * <p>What is coded does not depend on the values of baselines. So a receiver that lacks a baseline can skip that block,
 * and continues with the next one.
 *
 * <p>Neighbouring slots often move alike, because boxes are spawned in rows. So the displacement of the body before
 * predicts the next one, while such predictions have been better than none. Rejected: the velocity between the last two
 * baselines, and one measured at the baseline. In a collapsing pile, both say little about the next half second. Also
 * rejected: a field of displacements over space that is fitted while coding.
 */
public final class BodyCodec {
    /** The values of a pose: three of the position, and three or four of the orientation. */
    static final int POSE = 7;

    private static final int POSITION = 3;
    private static final int ON_GRID = 6;

    /** The contexts of a number on the grid: the greatest length of the numbers before it, in steps of three bits. */
    private static final int WIDTHS = 6;

    /** The three forms that code upper bits: whole grid poses, whole doubles, and differences of doubles. */
    private static final int FORMS = 3;

    private static final int SAME = 0;
    private static final int USUAL = SAME + 2;
    private static final int DELTA = USUAL + 2;
    private static final int RAW = DELTA + 1;
    private static final int CHANNEL_FLAGS = RAW + 1;

    private static final int EPOCH = 0;
    private static final int BOND = EPOCH + 1;
    private static final int WHOLE_GRID = BOND + 1;
    private static final int DELTA_GRID = WHOLE_GRID + ON_GRID;
    private static final int WHOLE_RAW = DELTA_GRID + ON_GRID;
    private static final int DELTA_RAW = WHOLE_RAW + POSE;
    private static final int CHANNELS = DELTA_RAW + POSE;

    private final boolean isExact;
    private final int channels;

    /** The first model of the upper bits of a position in doubles; see {@link #upper(RangeCoder)}. */
    private final int uppers;

    /** Whether nothing differs from the baseline; then no other field has a meaning. */
    boolean same;

    /** Whether the values are differences from the baseline, which has the same epoch, form and bond. */
    boolean isDelta;

    /** The epoch, unless the values are differences. */
    int epoch;

    /** The {@link Bond}, unless the values are differences. */
    int bond;

    /** Whether the values of the pose are the bits of floats; otherwise they are on the grid. */
    boolean isRaw;

    final int[] pose = new int[POSE];

    /** The upper bits of the position, see {@link BodyFields}; empty if positions are floats. */
    final int[] upper;

    final int[] channel;

    private boolean wasSame;
    private boolean wasUsual;

    /** For each model of numbers, the last value: whole, or a displacement on the grid, or a channel's difference. */
    private final int[] last;

    /** The numbers that were coded for the last displacement and rotation on the grid. */
    private final int[] coded = new int[ON_GRID];

    /** Recent sums of the sizes of the displacements without a prediction, and of those that remain with it. */
    private long unpredicted;

    private long predicted;

    BodyCodec(BodyFields fields, boolean isExact) {
        this.isExact = isExact;
        channels = fields.channels;
        uppers = CHANNELS + 2 * channels;
        upper = new int[fields.wide];
        last = new int[uppers + FORMS * fields.wide];
        channel = new int[channels];
    }

    /** The models that a coder needs for bodies. Further flags and numbers may follow. */
    public static CoderModels models(BodyFields fields) {
        int values = 2 * fields.channels;
        return new CoderModels(CHANNEL_FLAGS + values, CHANNELS + values + FORMS * fields.wide, ON_GRID * WIDTHS);
    }

    /**
     * The likely sizes of numbers for a coder that does not learn: a displacement or rotation along one axis is
     * likely to be as long as those along the axes before it, or a little shorter.
     */
    public static int[] likelySizes(CoderModels models) {
        int contexts = 2 * models.numbers();
        int[] likely = new int[contexts + models.sizes()];
        Arrays.fill(likely, BitEncoder.UNLIKELY);
        for (int i = 0; i < ON_GRID; i++) {
            // The first number of each has none before it of its own kind.
            for (int width = 0; width < WIDTHS && i % POSITION != 0; width++) {
                likely[contexts + i * WIDTHS + width] = Math.min(12, width == 0 ? 0 : 3 * width + 1);
            }
        }
        return likely;
    }

    /** Begins a datagram, or a body that does not depend on those before it. */
    void begin() {
        wasSame = false;
        wasUsual = false;
        unpredicted = 0;
        predicted = 0;
        Arrays.fill(coded, 0);
        Arrays.fill(last, 0);
        last[EPOCH] = 1;
        last[BOND] = Bond.NONE;
    }

    boolean isAlive() {
        return isDelta || (epoch & 1) != 0;
    }

    void code(RangeCoder coder) {
        same = coder.flag(SAME + (wasSame ? 1 : 0), same);
        wasSame = same;
        if (same || !form(coder)) {
            return;
        }
        if (isDelta && !isRaw) {
            displacement(coder);
            rotation(coder);
        } else {
            pose(coder);
            upper(coder);
        }
        channels(coder);
    }

    /**
     * Codes the kind of the values that follow, and the epoch. Returns false if the body is dead, so that none follow.
     */
    private boolean form(RangeCoder coder) {
        boolean usual = coder.flag(USUAL + (wasUsual ? 1 : 0), isDelta && isRaw == isExact);
        wasUsual = usual;
        if (usual) {
            isDelta = true;
            isRaw = isExact;
            return true;
        }
        isDelta = !isExact && coder.flag(DELTA, isDelta);
        if (isDelta) {
            isRaw = true;
            return true;
        }
        epoch = last[EPOCH] ^ coder.number(EPOCH, epoch ^ last[EPOCH]);
        last[EPOCH] = epoch;
        if (isAlive()) {
            bond = last[BOND] ^ coder.number(BOND, bond ^ last[BOND]);
            last[BOND] = bond;
            isRaw = isExact || coder.flag(RAW, isRaw);
        }
        return isAlive();
    }

    /** Codes a whole pose, or the differences of floats. */
    private void pose(RangeCoder coder) {
        int models = isDelta ? DELTA_RAW : isRaw ? WHOLE_RAW : WHOLE_GRID;
        for (int i = 0; i < (isRaw ? POSE : ON_GRID); i++) {
            boolean isPlain = isDelta || !isRaw && i >= POSITION;
            int from = isPlain ? 0 : last[models + i];
            pose[i] = from + coder.number(models + i, pose[i] - from);
            last[models + i] = pose[i];
        }
    }

    /** Codes the upper bits of a position in doubles. Most whole positions have the upper bits of the previous body. */
    private void upper(RangeCoder coder) {
        int models = uppers + (isDelta ? 2 : isRaw ? 1 : 0) * upper.length;
        for (int i = 0; i < upper.length; i++) {
            int from = isDelta ? 0 : last[models + i];
            upper[i] = from + coder.number(models + i, upper[i] - from);
            last[models + i] = upper[i];
        }
    }

    private void displacement(RangeCoder coder) {
        boolean predicts = predicted < unpredicted;
        int widest = length(coded[0]);
        long without = 0;
        long with = 0;
        for (int i = 0; i < POSITION; i++) {
            int from = predicts ? last[DELTA_GRID + i] : 0;
            coded[i] = onGrid(coder, i, widest, pose[i] - from);
            widest = i == 0 ? length(coded[0]) : Math.max(widest, length(coded[i]));
            pose[i] = from + coded[i];
            without += Math.abs((long) pose[i]);
            with += Math.abs((long) pose[i] - last[DELTA_GRID + i]);
            last[DELTA_GRID + i] = pose[i];
        }
        unpredicted += without - (unpredicted >> 4);
        predicted += with - (predicted >> 4);
    }

    private void rotation(RangeCoder coder) {
        int widest = Math.max(length(coded[0]), Math.max(length(coded[1]), length(coded[2])));
        for (int i = POSITION; i < ON_GRID; i++) {
            coded[i] = onGrid(coder, i, widest, pose[i]);
            pose[i] = coded[i];
            widest = i == POSITION ? length(coded[i]) : Math.max(widest, length(coded[i]));
        }
    }

    /** Codes a difference on the grid. Its length depends on those before it, and its sign on the body before. */
    private int onGrid(RangeCoder coder, int i, int widest, int value) {
        int width = Math.min(widest / 3, WIDTHS - 1);
        return coder.sized(i * WIDTHS + width, DELTA_GRID + i, Integer.signum(coded[i]), value);
    }

    /** Many bodies share a value or its difference, such as that of a counter. Such a channel takes one flag. */
    private void channels(RangeCoder coder) {
        for (int i = 0; i < channels; i++) {
            int model = 2 * i + (isDelta ? 1 : 0);
            int before = last[CHANNELS + model];
            boolean differs = coder.flag(CHANNEL_FLAGS + model, channel[i] != before);
            int from = isDelta ? 0 : before;
            channel[i] = differs ? from + coder.number(CHANNELS + model, channel[i] - from) : before;
            last[CHANNELS + model] = channel[i];
        }
    }

    private static int length(int value) {
        return 32 - Integer.numberOfLeadingZeros(Math.abs(value));
    }
}
