package io.github.freestep.net.body;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.codec.RangeDecoder;
import io.github.freestep.net.codec.RangeEncoder;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.content.Blocks;
import io.github.freestep.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies that no encoder writes are refused, because receivers compute with everything that is let in. */
class BodyDecoderTest {
    private static final StateLayout LAYOUT = StateLayout.of(100).linear("fuel").stepped("gear");

    /** In the middle of a block that is not the first one. */
    private static final int SLOT = Blocks.SIZE + 5;

    private static final int OFFSET = 8;
    private static final int MOST = BodyFields.MAX_GRID;

    private final byte[] bytes = new byte[10_000];
    private BodyFields fields;
    private BodyCodec codec;
    private RangeEncoder coder;
    private BodyDecoder decoder;
    private DecodedBodies into;

    /** A body of floats at (1, 2, 3) that is not turned. */
    BodyDecoderTest() {
        use(LAYOUT);
    }

    private void use(StateLayout layout) {
        fields = new BodyFields(layout);
        codec = new BodyCodec(fields, false);
        coder = new RangeEncoder(BodyCodec.models(fields), 5_000);
        decoder = new BodyDecoder(layout, PoseGrid.STANDARD, new RangeDecoder(BodyCodec.models(fields)));
        into = new DecodedBodies(layout);
    }

    private static void raw(BodyCodec body) {
        body.epoch = 1;
        body.isRaw = true;
        float[] values = {1, 2, 3, 0, 0, 0, 1};
        for (int i = 0; i < values.length; i++) {
            body.pose[i] = BodyFields.ordered(values[i]);
        }
    }

    private static Consumer<BodyCodec> raw(int value, float number) {
        return body -> {
            raw(body);
            body.pose[value] = BodyFields.ordered(number);
        };
    }

    private static Consumer<BodyCodec> turned(float qx, float qw) {
        return raw(6, qw).andThen(body -> body.pose[3] = BodyFields.ordered(qx));
    }

    private static Consumer<BodyCodec> onGrid(int value, int number) {
        return body -> {
            body.epoch = 1;
            body.pose[value] = number;
        };
    }

    private static Consumer<BodyCodec> channel(int channel, float number) {
        return onGrid(0, 7).andThen(body -> body.channel[channel] = BodyFields.ordered(number));
    }

    /** Attached to a slot. */
    private static Consumer<BodyCodec> bound(int parent, int epoch) {
        return onGrid(0, 7).andThen(body -> body.bond = Bond.of(parent, epoch));
    }

    static List<Consumer<BodyCodec>> invalid() {
        List<Consumer<BodyCodec>> all = new ArrayList<>();
        for (int i = 0; i < BodyCodec.POSE; i++) {
            all.add(raw(i, Float.NaN));
            all.add(raw(i, Float.NEGATIVE_INFINITY));
        }
        all.add(turned(0, 0));
        all.add(turned(0, 1e-7f));
        all.add(turned(1e7f, 1));
        for (int i = 0; i < 3; i++) {
            all.add(onGrid(i, MOST + 1));
            all.add(onGrid(i, -MOST - 1));
            all.add(onGrid(i, Integer.MIN_VALUE));
        }
        all.add(bound(LAYOUT.capacity(), 1));
        all.add(bound(Integer.MAX_VALUE, 0));
        all.add(bound(-1, 1));
        for (int i = 0; i < 2; i++) {
            all.add(channel(i, Float.NaN));
            all.add(channel(i, Float.POSITIVE_INFINITY));
        }
        return all;
    }

    @ParameterizedTest
    @MethodSource("invalid")
    void aBodyWithAValueThatNoBodyHasIsRefused(Consumer<BodyCodec> body) {
        decode(body);
        assertFalse(decoder.whole(SLOT, new int[fields.block]));
        assertFalse(decoder.put(SLOT, null, into));
    }

    static List<Consumer<BodyCodec>> valid() {
        List<Consumer<BodyCodec>> all = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            all.add(raw(i, Float.MAX_VALUE));
            all.add(onGrid(i, MOST));
            all.add(onGrid(i, -MOST));
            all.add(onGrid(3 + i, Integer.MIN_VALUE));
        }
        all.add(bound(LAYOUT.capacity() - 1, -1));
        all.add(turned(0, -1e-5f));
        all.add(turned(1e5f, 0));
        all.add(channel(0, -Float.MAX_VALUE));
        return all;
    }

    @ParameterizedTest
    @MethodSource("valid")
    void aBodyMayHaveTheLastValueOfARange(Consumer<BodyCodec> body) {
        decode(body);
        assertTrue(decoder.whole(SLOT, new int[fields.block]));
        assertTrue(decoder.put(SLOT, null, into));
        assertTrue(Rotations.isUsable(
                into.others[0][SLOT], into.others[1][SLOT], into.others[2][SLOT], into.others[3][SLOT]));
    }

    /** Such a difference says nothing about where the body is. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aDifferenceFromABodyThatIsNotThereIsRefused(boolean raw) {
        decode(difference(raw, 1));
        assertFalse(decoder.whole(SLOT, new int[fields.block]));
        assertFalse(decoder.put(SLOT, null, into), "no baseline");
        assertFalse(decoder.put(SLOT, new int[fields.block], into), "a dead body");
        assertFalse(decoder.put(SLOT, baseline(raw ? BodyFields.ON_GRID : BodyFields.RAW, 0), into), "another form");
        assertTrue(decoder.put(SLOT, baseline(raw ? BodyFields.RAW : BodyFields.ON_GRID, 0), into));
    }

    @Test
    void aDifferenceMovesAndTurnsABodyWithinTheGrid() {
        for (int turned : new int[] {3, 4, 5}) {
            int sign = turned % 2 * 2 - 1;
            decode(difference(false, sign).andThen(body -> body.pose[turned] = 1));
            assertFalse(decoder.put(SLOT, baseline(BodyFields.ON_GRID, sign * MOST), into));
            assertTrue(decoder.put(SLOT, baseline(BodyFields.ON_GRID, sign * (MOST - 1)), into));
            assertEquals(sign * Math.scalb((float) MOST, -PoseGrid.STANDARD.shift()), into.places[1][SLOT]);
            assertTrue(into.others[turned - 3][SLOT] > 0);
            codec.pose[turned] = 0;
        }
    }

    @Test
    void aDifferenceThatMakesAValueInfiniteIsRefused() {
        decode(difference(true, 1));
        assertFalse(decoder.put(SLOT, baseline(BodyFields.RAW, BodyFields.ordered(Float.MAX_VALUE)), into));
        assertTrue(decoder.put(SLOT, baseline(BodyFields.RAW, BodyFields.ordered(Float.MAX_VALUE) - 1), into));
        assertEquals(Float.MAX_VALUE, into.places[1][SLOT]);
    }

    @Test
    void aContentThatEndsTooSoonIsRefused() {
        decoder.begin(bytes, OFFSET, OFFSET);
        for (int decoded = 0; decoder.next(); decoded++) {
            assertTrue(decoded < 10_000, "bodies of no bytes");
        }
    }

    /** The difference is in the y position alone. */
    private static Consumer<BodyCodec> difference(boolean raw, int steps) {
        return body -> {
            body.isDelta = true;
            body.isRaw = raw;
            body.pose[1] = steps;
        };
    }

    private int[] baseline(int form, int y) {
        int[] ints = new int[fields.block];
        int at = fields.at(SLOT);
        ints[at + BodyFields.EPOCH] = 1;
        ints[at + BodyFields.FORM] = form;
        ints[at + BodyFields.POSE + 1] = y;
        ints[at + BodyFields.POSE + 6] = form == BodyFields.RAW ? BodyFields.ordered(1) : 0;
        return ints;
    }

    /** Encodes a body with these values and decodes it. */
    private void decode(Consumer<BodyCodec> body) {
        coder.open(bytes, OFFSET);
        codec.begin();
        body.accept(codec);
        codec.code(coder);
        coder.end();
        decoder.begin(bytes, OFFSET, coder.finish());
        assertTrue(decoder.next());
    }

    /** The ends of a world in doubles, and what is beyond them. */
    @Test
    void aCoordinateInDoublesIsBelowItsLimit() {
        use(LAYOUT.doublePositions());
        double most = Math.nextDown(0x1p125);
        for (int axis = 0; axis < 3; axis++) {
            for (double valid : new double[] {most, -most, 0, -0.0, Double.MIN_VALUE, 1e7 + 1e-9}) {
                assertEquals(valid, arrives(axis, valid));
            }
            for (double wrong : new double[] {0x1p125, -0x1p125, Double.MAX_VALUE, Double.NaN, -1 / 0.0, 1 / 0.0}) {
                assertEquals(null, arrives(axis, wrong));
            }
        }
    }

    /** The decoded coordinate of a body in doubles; null if it is refused. */
    private Double arrives(int axis, double coordinate) {
        long ordered = BodyFields.ordered(coordinate);
        decode(body -> {
            raw(body);
            for (int i = 0; i < 3; i++) {
                body.pose[i] = i == axis ? BodyFields.lower(ordered, BodyFields.RAW) : 0;
                body.upper[i] = i == axis ? BodyFields.upper(ordered, BodyFields.RAW) : 0;
            }
        });
        boolean valid = decoder.whole(SLOT, new int[fields.block]);
        assertEquals(valid, decoder.put(SLOT, null, into));
        return valid ? into.places[axis][SLOT] : null;
    }

    /** Each baseline is a difference from the one before, for as long as the body lives. */
    @Test
    void aBaselineInDoublesMovesAnyDistance() {
        use(LAYOUT.doublePositions());
        int[] before = null;
        for (int steps = 0; steps < 9; steps++) {
            int[] ints = new int[fields.block];
            decode(before == null ? onGrid(1, 0) : difference(false, MOST / 2));
            assertTrue(decoder.renewed(SLOT, before, ints), "steps " + steps);
            assertEquals(steps * (MOST / 2L), fields.coordinate(ints, fields.at(SLOT), 1));
            before = ints;
        }
    }

    /** A receiver has the same ints as the sender, on which their later differences rest, whatever was there before. */
    @Test
    void aBlockComesBackAsTheSameInts() {
        Seeds.first(20).forEach(seed -> {
            Random random = Seeds.random(seed);
            int[] sent = new int[fields.block];
            for (int slot = 0; slot < Blocks.SIZE; slot++) {
                fill(sent, slot * fields.stride, random);
            }
            BodyEncoder encoder = new BodyEncoder(LAYOUT, PoseGrid.STANDARD, coder);
            coder.open(bytes, OFFSET);
            encoder.begin();
            for (int slot = 0; slot < Blocks.SIZE; slot++) {
                encoder.encode(null, slot, sent, null);
            }
            coder.end();
            decoder.begin(bytes, OFFSET, coder.finish());
            int[] received = random.ints(fields.block).toArray();
            for (int slot = 0; slot < Blocks.SIZE; slot++) {
                assertTrue(decoder.next() && decoder.whole(slot, received));
            }
            assertTrue(decoder.coder.end() && decoder.coder.isAtEnd());
            assertArrayEquals(sent, received, "seed " + seed);
        });
    }

    /** A body of each form, and slots that were never in use or have no body any more. */
    private void fill(int[] ints, int at, Random random) {
        int form = random.nextInt(4);
        if (form == 3) {
            return;
        }
        ints[at + BodyFields.EPOCH] = 2 * random.nextInt(5) + (form == BodyFields.DEAD ? 0 : 1);
        ints[at + BodyFields.FORM] = form;
        ints[at + BodyFields.BOND] = form == BodyFields.DEAD ? Bond.NONE : Bond.of(random.nextInt(3), random.nextInt());
        for (int i = 0; i < BodyCodec.POSE && form == BodyFields.RAW; i++) {
            ints[at + BodyFields.POSE + i] = BodyFields.ordered(random.nextFloat() + 1);
        }
        for (int i = 0; i < 6 && form == BodyFields.ON_GRID; i++) {
            ints[at + BodyFields.POSE + i] = random.nextInt(2_001) - 1_000;
        }
        for (int i = 0; i < fields.channels && form != BodyFields.DEAD; i++) {
            ints[at + BodyFields.CHANNELS + i] = BodyFields.ordered(random.nextInt(3));
        }
    }
}
