package io.github.freestep.net.body;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.codec.RangeDecoder;
import io.github.freestep.net.codec.RangeEncoder;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.content.Blocks;
import io.github.freestep.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntBinaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is decoded must be what was encoded, to the last bit, because later states are coded against it. */
class BodyCoderTest {
    private static final int OFFSET = 8;
    private static final int RING = 16;
    private static final int ROUND_TRIP = 3;

    private final byte[] bytes = new byte[1 << 18];
    private StateLayout layout = StateLayout.of(100);
    private PoseGrid grid = PoseGrid.STANDARD;
    private BodyFields fields;
    private RangeEncoder encoder;
    private RangeDecoder decoder;
    private BodyCoder encodes;
    private BodyCoder decodes;

    private void open() {
        fields = new BodyFields(layout);
        encoder = new RangeEncoder(BodyCoder.models(fields), bytes.length / 2);
        decoder = new RangeDecoder(BodyCoder.models(fields));
        encodes = new BodyCoder(layout, grid, encoder);
        decodes = new BodyCoder(layout, grid, decoder);
    }

    static LongStream seeds() {
        return Seeds.first(24);
    }

    private Random use(long seed) {
        layout = layout.linear("fuel").stepped("gear");
        layout = seed % 2 == 0 ? layout.doublePositions() : layout;
        grid = seed % 3 == 0 ? PoseGrid.EXACT : grid;
        open();
        return Seeds.random(seed);
    }

    /** The blocks of a state, all without bodies. */
    private int[][] state() {
        return new int[(layout.capacity() + Blocks.SIZE - 1) / Blocks.SIZE][fields.block];
    }

    /** Returns the end of the datagram. */
    private int encode(int[][] now, int[][] a, int[][] a2, int ticksA, int ticksA2) {
        encoder.open(bytes, OFFSET);
        encodes.begin();
        for (int slot = 0; slot < layout.capacity(); slot++) {
            int block = slot / Blocks.SIZE;
            assertTrue(encodes.body(
                    slot, now[block], a == null ? null : a[block], a2 == null ? null : a2[block], ticksA, ticksA2));
        }
        encoder.end();
        return encoder.finish();
    }

    /** Returns whether all is valid. What was decoded before a body that is not valid is. */
    private boolean decode(int end, int[][] into, int[][] a, int[][] a2, int ticksA, int ticksA2) {
        decoder.open(bytes, OFFSET, end);
        decodes.begin();
        for (int slot = 0; slot < layout.capacity(); slot++) {
            int block = slot / Blocks.SIZE;
            if (!decodes.body(
                    slot, into[block], a == null ? null : a[block], a2 == null ? null : a2[block], ticksA, ticksA2)) {
                return false;
            }
            assertTrue(fields.isValid(into[block], fields.at(slot)));
        }
        return decoder.end() && decoder.isAtEnd();
    }

    /** Lets bodies appear, vanish, jump, change their form or parent, or move, also far away and at all angles. */
    private void change(int[] block, int at, Random random) {
        int what = random.nextInt(60);
        if (what == 0) {
            block[at + BodyFields.EPOCH] += 1 + random.nextInt(3);
        }
        boolean isAlive = (block[at + BodyFields.EPOCH] & 1) != 0;
        if (!isAlive) {
            for (int i = BodyFields.FORM; i < fields.stride; i++) {
                block[at + i] = 0;
            }
        } else if (what < 2 || block[at + BodyFields.FORM] == BodyFields.DEAD) {
            boolean isRaw = grid.isExact() || random.nextInt(4) == 0;
            block[at + BodyFields.FORM] = isRaw ? BodyFields.RAW : BodyFields.ON_GRID;
            block[at + BodyFields.BOND] = random.nextInt(3) == 0 ? Bond.of(random.nextInt(100), 2 * what + 1) : 0;
            double extent = fields.wide > 0 ? 0x1p40 : 0x1p20;
            for (int axis = 0; axis < BodyFields.AXES; axis++) {
                double place = extent * random.nextDouble() * random.nextDouble();
                long whole = (long) (fields.wide > 0 ? 0x1p57 * random.nextGaussian() / 8 : BodyFields.MAX_GRID - axis);
                long raw = fields.wide > 0 ? BodyFields.ordered(place) : BodyFields.ordered((float) place);
                fields.coordinate(block, at, axis, isRaw ? raw : whole);
            }
            turn(block, at, random);
        } else if (what < 50) {
            for (int axis = 0; axis < BodyFields.AXES; axis++) {
                int speed = 40 * Math.floorMod(at + axis, 7) - random.nextInt(20);
                long to = fields.coordinate(block, at, axis) - speed;
                boolean isBound = fields.wide == 0 && block[at + BodyFields.FORM] == BodyFields.ON_GRID;
                fields.coordinate(block, at, axis, isBound ? Math.min(to, BodyFields.MAX_GRID) : to);
            }
            for (int i = 0; i < fields.channels; i++) {
                block[at + BodyFields.CHANNELS + i] += what % 3 * 100;
            }
            if (what < 30) {
                turn(block, at, random);
            }
        }
    }

    private void turn(int[] block, int at, Random random) {
        int to = at + BodyFields.POSE + BodyFields.AXES;
        float w = random.nextInt(3) == 0 ? 0.01f * random.nextFloat() : random.nextFloat();
        float[] parts = {random.nextFloat(), random.nextFloat() - 0.5f, 0.3f, w};
        for (int i = 0; i < parts.length && block[at + BodyFields.FORM] == BodyFields.RAW; i++) {
            block[to + i] = BodyFields.ordered(parts[i]);
        }
        if (block[at + BodyFields.FORM] == BodyFields.ON_GRID) {
            new Rotations(grid).toGrid(parts[0], parts[1], parts[2], parts[3], block, to);
        }
    }

    private int[][] next(int[][] before, Random random) {
        int[][] now = state();
        for (int slot = 0; slot < layout.capacity(); slot++) {
            int[] block = now[slot / Blocks.SIZE];
            System.arraycopy(before[slot / Blocks.SIZE], fields.at(slot), block, fields.at(slot), fields.stride);
            change(block, fields.at(slot), random);
        }
        return now;
    }

    /** A receiver decodes against what it has decoded itself. */
    @ParameterizedTest
    @MethodSource("seeds")
    void statesArriveAsTheyAreWhateverIsLost(long seed) {
        Random random = use(seed);
        int[][][] sent = new int[RING][][];
        int[][][] received = new int[RING][][];
        for (int tick = 0; tick < 150; tick++) {
            int[][] now = next(tick == 0 ? state() : sent[(tick - 1) % RING], random);
            sent[tick % RING] = now;
            received[tick % RING] = null;
            int a = newest(received, tick, ROUND_TRIP);
            int a2 = a == 0 ? 0 : newest(received, tick, a + 1);
            int end = encode(now, at(sent, tick, a), at(sent, tick, a2), a, a2 - a);
            if (random.nextInt(3) > 0) {
                int[][] into = state();
                assertTrue(decode(end, into, at(received, tick, a), at(received, tick, a2), a, a2 - a));
                assertArrayEquals(now, into);
                received[tick % RING] = into;
            }
        }
    }

    /** Returns how many ticks ago the newest state is from that have come; 0 if there is none. */
    private static int newest(int[][][] received, int tick, int from) {
        for (int ago = from; ago < Math.min(RING, tick); ago++) {
            if (received[(tick - ago) % RING] != null) {
                return ago;
            }
        }
        return 0;
    }

    private static int[][] at(int[][][] ring, int tick, int ago) {
        return ago == 0 ? null : ring[(tick - ago) % RING];
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void damagedBytesAreRefusedOrGiveBodiesThatCanBe(long seed) {
        Random random = use(seed);
        int[][] a2 = next(state(), random);
        int[][] a = next(next(a2, random), random);
        int[][] now = next(a, random);
        for (int i = 0; i < 200; i++) {
            boolean isFirst = i % 3 == 0;
            int end = encode(now, isFirst ? null : a, isFirst ? null : a2, 1, 2);
            for (int flips = random.nextInt(3); flips >= 0; flips--) {
                bytes[OFFSET + random.nextInt(end - OFFSET)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
            }
            int cut = random.nextInt(4) == 0 ? OFFSET + random.nextInt(end - OFFSET) : end;
            decode(cut, state(), isFirst ? null : a, isFirst ? null : a2, 1, 2);
        }
    }

    /** A body on the grid, or of floats at the origin, with another value in one of its ints. */
    private int[][] body(boolean isRaw, int field, int value) {
        int[][] now = state();
        now[0][BodyFields.EPOCH] = 1;
        now[0][BodyFields.FORM] = isRaw ? BodyFields.RAW : BodyFields.ON_GRID;
        now[0][BodyFields.POSE + 6] = isRaw ? BodyFields.ordered(1.0f) : 0;
        now[0][field] = value;
        return now;
    }

    static List<Object[]> values() {
        List<Object[]> all = new ArrayList<>();
        for (int i = BodyFields.POSE; i < BodyFields.POSE + 3; i++) {
            for (int sign = -1; sign < 2; sign += 2) {
                all.add(new Object[] {false, i, sign * BodyFields.MAX_GRID, true});
                all.add(new Object[] {false, i, sign * (BodyFields.MAX_GRID + 1), false});
                all.add(new Object[] {true, i, BodyFields.ordered(sign * Float.MAX_VALUE), true});
                all.add(new Object[] {true, i, BodyFields.ordered(sign * Float.POSITIVE_INFINITY), false});
            }
            all.add(new Object[] {false, i, Integer.MIN_VALUE, false});
            all.add(new Object[] {false, i + 3, Integer.MIN_VALUE, true});
        }
        for (float w : new float[] {0, 1e-7f, Float.NaN, 1e7f}) {
            all.add(new Object[] {true, BodyFields.POSE + 6, BodyFields.ordered(w), false});
        }
        all.add(new Object[] {true, BodyFields.POSE + 6, BodyFields.ordered(-1e-5f), true});
        for (int i = BodyFields.CHANNELS; i < BodyFields.CHANNELS + 2; i++) {
            all.add(new Object[] {false, i, BodyFields.ordered(Float.NaN), false});
            all.add(new Object[] {false, i, BodyFields.ordered(Float.NEGATIVE_INFINITY), false});
            all.add(new Object[] {false, i, BodyFields.ordered(-Float.MAX_VALUE), true});
        }
        all.add(new Object[] {false, BodyFields.BOND, Bond.of(99, -1), true});
        all.add(new Object[] {false, BodyFields.BOND, Bond.of(100, 1), false});
        all.add(new Object[] {false, BodyFields.BOND, Bond.of(-1, 1), false});
        return all;
    }

    /** Receivers compute with everything that is let in. */
    @ParameterizedTest
    @MethodSource("values")
    void aBodyMayHaveTheLastValueOfARangeAndNoneBeyond(boolean isRaw, int field, int value, boolean isValid) {
        use(1);
        int end = encode(body(isRaw, field, value), null, null, 0, 0);
        assertEquals(isValid, decode(end, state(), null, null, 0, 0));
        int[][] before = body(isRaw, BodyFields.POSE + 1, 5);
        end = encode(body(isRaw, field, value), before, null, 1, 0);
        assertEquals(isValid, decode(end, state(), before, null, 1, 0));
    }

    /** The ends of a world in doubles, and what is beyond them. */
    @Test
    void aCoordinateInDoublesIsBelowItsLimit() {
        use(2);
        double most = Math.nextDown(0x1p125);
        for (double place :
                new double[] {most, -most, -0.0, Double.MIN_VALUE, 0x1p125, -0x1p125, Double.NaN, 1 / 0.0}) {
            int[][] now = body(true, BodyFields.EPOCH, 1);
            fields.coordinate(now[0], 0, 1, BodyFields.ordered(place));
            int[][] into = state();
            assertEquals(Math.abs(place) <= most, decode(encode(now, null, null, 0, 0), into, null, null, 0, 0));
            assertEquals(place, fields.raw(into[0], 0, 1));
        }
    }

    /** The bits of a body that moved from tick to tick as an operator says, by body and tick. */
    private double bits(IntBinaryOperator place, double radiansPerTick) {
        layout = StateLayout.of(64);
        open();
        int[][][] ticks = new int[9][][];
        for (int tick = 0; tick < ticks.length; tick++) {
            ticks[tick] = state();
            for (int slot = 0; slot < layout.capacity(); slot++) {
                int at = fields.at(slot);
                int[] block = ticks[tick][0];
                block[at + BodyFields.EPOCH] = 1;
                block[at + BodyFields.FORM] = BodyFields.ON_GRID;
                block[at + BodyFields.POSE] = place.applyAsInt(slot, tick);
                block[at + BodyFields.POSE + 1] = 2 * place.applyAsInt(slot, tick);
                double half = (slot + tick * radiansPerTick) / 2;
                new Rotations(grid)
                        .toGrid((float) Math.sin(half), 0, 0, (float) Math.cos(half), block, at + BodyFields.POSE + 3);
            }
        }
        int end = encode(ticks[8], ticks[2], ticks[0], 6, 2);
        int[][] into = state();
        assertTrue(decode(end, into, ticks[2], ticks[0], 6, 2));
        assertArrayEquals(ticks[8], into);
        return (double) Byte.SIZE * (end - OFFSET) / layout.capacity();
    }

    @Test
    void whatRestsTakesNothingAndWhatMovesEvenlyTakesLittle() {
        double rest = bits((slot, tick) -> 1_000 * slot, 0);
        double even = bits((slot, tick) -> (1_000 + 5 * tick) * slot, 0);
        double turning = bits((slot, tick) -> 1_000 * slot, 0.1);
        assertTrue(rest < 0.5 && even < 4.5 && turning < 7, () -> rest + ", " + even + ", " + turning);
    }
}
