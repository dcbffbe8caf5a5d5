package io.github.freestep.render.picture;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.state.content.Blocks;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import io.github.freestep.time.TimeAnchor;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.joml.AxisAngle4d;
import org.joml.Quaterniond;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class InterpolatorTest {
    /** More than one block of either size, with an odd remainder. */
    private static final int BODIES = Interpolator.BLOCK + 1_001;

    private static final int STEPS = 8;

    private final StatePair pair = new StatePair(BODIES);
    private final Poses out = new Poses(pair.layout);
    private final Interpolator interpolator = new Interpolator();

    static LongStream seeds() {
        return Seeds.first(Thorough.of(1, 2));
    }

    /** The reference rotates from the older to the newer state, by t times the angle between them. */
    @ParameterizedTest
    @MethodSource("seeds")
    void aBodyMovesAtOneSpeedBetweenTwoStatesAndBeyondThem(long seed) {
        assertMoves(seed, 90, 0, 3, 1e-6);
        // At 180 degrees, both directions are equally short and rounding decides.
        assertMoves(seed, 179.99, 0, 1, 5e-5);
        assertMoves(seed, 175, 1, 3, 5e-5);
    }

    private void assertMoves(long seed, double mostDegrees, int first, int last, double tolerance) {
        pair.randomise(Seeds.random(seed), mostDegrees);
        pair.publish();
        for (int step = first * STEPS; step <= last * STEPS; step++) {
            double t = step / (double) STEPS;
            interpolate(t);
            for (int body = 0; body < BODIES; body++) {
                Quaterniond from =
                        StatePair.orientation(pair.olderState(), body).normalize();
                Quaterniond to = StatePair.orientation(pair.newerState(), body).normalize();
                AxisAngle4d turn = new AxisAngle4d(from.difference(to, new Quaterniond()));
                Quaterniond wanted = from.rotateAxis(t * turn.angle, turn.x, turn.y, turn.z);
                double off = StatePair.distance(wanted, StatePair.orientation(out, body));
                int at = body;
                // A guess repeats the rotation, and with it the rounding.
                assertTrue(
                        off <= tolerance * Math.max(1, t - 1),
                        () -> "off by " + off + ", t " + t + ", body " + at + ", seed " + seed);
            }
            for (int component : new int[] {0, 1, 2, 7}) {
                for (int body = 0; body < BODIES; body++) {
                    double older = pair.older[component][body];
                    double x = older + (pair.newer[component][body] - older) * t;
                    // Far beyond the states, floats are coarser, and some are added.
                    double rounding = Math.max(2e-6, 4 * Math.ulp((float) x));
                    assertEquals(x, StatePair.arrays(out)[component][body], rounding, () -> "seed " + seed);
                }
            }
        }
    }

    @Test
    void theEndsEqualTheStatesBitByBit() {
        pair.randomise(Seeds.random(7), 180);
        Arrays.fill(pair.older[0], -0f);
        Arrays.fill(pair.newer[1], -0f);
        Arrays.fill(pair.older[2], Float.MAX_VALUE);
        Arrays.fill(pair.newer[2], -Float.MAX_VALUE);
        pair.publish();
        interpolate(0);
        assertArrayEquals(StatePair.arrays(pair.olderState()), StatePair.arrays(out));
        interpolate(1);
        assertArrayEquals(StatePair.arrays(pair.newerState()), StatePair.arrays(out));
        interpolate(1 + 1e-8);
        assertArrayEquals(pair.newer[7], StatePair.arrays(out)[7]);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void quaternionsAreNormalised(long seed) {
        Random random = Seeds.random(seed);
        pair.randomise(random, 180);
        for (int component = StatePair.FIRST_OF_ORIENTATION; component < 7; component++) {
            for (int body = 0; body < BODIES; body++) {
                pair.older[component][body] *= body % 3 == 0 ? 1.001f : 0.999f;
                pair.newer[component][body] *= body % 2 == 0 ? 1.001f : 0.999f;
            }
        }
        pair.publish();
        for (double t : new double[] {1e-7, 0.25, 0.5, 0.99, 1.01, 1.5, 2}) {
            interpolate(t);
            for (int body = 0; body < BODIES; body++) {
                double length = Math.sqrt(StatePair.orientation(out, body).lengthSquared());
                assertEquals(1, length, 1e-6, "t " + t + ", body " + body + ", seed " + seed);
            }
        }
    }

    /** Between values of all magnitudes, no position or channel ever moves back while time moves on. */
    @ParameterizedTest
    @MethodSource("seeds")
    void linearMotionIsMonotonic(long seed) {
        Random random = Seeds.random(seed);
        pair.randomise(random, 90);
        for (int component : new int[] {0, 1, 2, 7}) {
            for (int body = 0; body < BODIES; body++) {
                pair.older[component][body] = anyFinite(random);
                pair.newer[component][body] = body % 2 == 0
                        ? anyFinite(random)
                        : pair.older[component][body] * (1 + random.nextFloat() / 1000);
            }
        }
        pair.older[0][0] = Float.MAX_VALUE;
        pair.newer[0][0] = -Float.MAX_VALUE;
        pair.publish();
        float[][] before = null;
        for (int i = 0; i < 100; i++) {
            int step = i;
            interpolate(step / 100.0);
            for (int component : new int[] {0, 1, 2, 7}) {
                float[] shown = StatePair.arrays(out)[component];
                for (int body = 0; body < BODIES && before != null; body++) {
                    float from = pair.older[component][body];
                    int direction = Float.compare(pair.newer[component][body], from);
                    int moved = shown[body] == before[component][body]
                            ? 0
                            : Float.compare(shown[body], before[component][body]);
                    int at = body;
                    assertTrue(
                            moved == 0 || moved == direction,
                            () -> "step " + step + ", body " + at + " from " + from + ", seed " + seed);
                }
            }
            before = Arrays.stream(StatePair.arrays(out)).map(float[]::clone).toArray(float[][]::new);
        }
        interpolate(0.25);
        assertEquals(Float.MAX_VALUE / 2, out.x[0], Math.ulp(Float.MAX_VALUE));
    }

    private static float anyFinite(Random random) {
        float value = Float.intBitsToFloat(random.nextInt());
        return Float.isFinite(value) ? value : 0;
    }

    /** Four states in which each body moves along one axis; the last column is how far it is shown beyond the last. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aBridgeFollowsTheCurveOfFreeMotionOnly(boolean inDoubles) {
        Object[][] motions = {
            {"as in free fall", 0, -1, -4, -9, -16},
            {"even", 0, 2, 4, 6, 8},
            {"from a contact on", 4, 2, 0, 2, 4},
            {"since it has come to rest", -5, -2, 0, 0, 0},
            {"braking as it did not before", 0, 9, 18, 20, 22},
        };
        int teleported = motions.length;
        int far = motions.length + 1;
        int bodies = motions.length + 2;
        StateLayout floats = StateLayout.of(bodies);
        StateLayout layout = inDoubles ? floats.doublePositions() : floats;
        StatePublisher publisher = StatePublisher.of(layout, 4);
        StateReader reader = publisher.states().reader();
        IntStream.range(0, bodies).forEach(publisher.bodies()::spawn);
        double[] jumps = {-20, 0, 10, 11};
        for (int tick = 0; tick < 4; tick++) {
            if (tick == 1 || tick == 2) {
                publisher.bodies().teleport(teleported);
            }
            // At 30 Hz, one of the periods is longer by a nanosecond.
            StateWriter state = publisher.begin(tick, tick * 100_000_000L / 3, new TimeAnchor(), 0);
            for (int body = 0; body < bodies; body++) {
                double high = tick % 3 == 0 ? 2e37 : -2e37;
                double other = body == teleported ? jumps[tick] : high;
                double x = body < motions.length ? (int) motions[body][tick + 1] : other;
                state.position(body, x, -x, 2 * x);
            }
            publisher.publish(0);
        }
        reader.acquire();
        Bracket bracket = new Bracket();
        Poses shown = new Poses(layout);
        for (long time : new long[] {166_666_668, 133_333_334}) {
            bracket.find(new PictureStates(publisher.states(), reader), time);
            interpolator.interpolate(bracket.older, bracket.newer, shown, 0, bodies, bracket.alpha);
            interpolator.bend(bracket, shown, 0, bodies);
            assertTrue(Float.isFinite(shown.z[far]), "two gaps ahead, it is beyond the largest float");
        }
        for (int body = 0; body < motions.length; body++) {
            int at = (int) motions[body][5];
            assertEquals(at, shown.x[body], 1e-6, (String) motions[body][0]);
            assertEquals(-at, shown.y[body], 1e-6, (String) motions[body][0]);
            assertEquals(2 * at, shown.z[body], 1e-6, (String) motions[body][0]);
        }
        assertEquals(12, shown.x[teleported], 1e-6, "straight, because it was teleported");
    }

    @Test
    void aLargeRangeGetsTheSamePosesAsItsParts() {
        int bodies = Interpolator.MANY + 1_001;
        StatePair large = new StatePair(bodies);
        large.randomise(Seeds.random(11), 90);
        large.publish();
        Poses whole = new Poses(large.layout);
        interpolator.interpolate(large.olderState(), large.newerState(), whole, 0, bodies, 0.4);
        Poses parts = new Poses(large.layout);
        for (int from = 0; from < bodies; from += 10_000) {
            int to = Math.min(from + 10_000, bodies);
            interpolator.interpolate(large.olderState(), large.newerState(), parts, from, to, 0.4);
        }
        assertArrayEquals(parts.all, whole.all);
    }

    private void interpolate(double t) {
        interpolator.interpolate(pair.olderState(), pair.newerState(), out, 0, BODIES, t);
    }

    /** Three times as many scattered bodies as are gathered at a time, and some more. */
    private static final int SCATTERED_BLOCKS = 100;

    private static final int SCATTERED = SCATTERED_BLOCKS * Blocks.SIZE;

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.3, 1, 1.4})
    void scatteredBodiesAreInterpolatedAsInARange(double t) {
        Random random = Seeds.random(1);
        StatePair many = new StatePair(SCATTERED);
        many.randomise(random, 90);
        many.publish();
        Poses wanted = new Poses(many.layout);
        interpolator.interpolate(many.olderState(), many.newerState(), wanted, 0, SCATTERED, t);
        Scattered scattered = new Scattered(many.layout);
        for (int block = 0; block < SCATTERED_BLOCKS; block++) {
            long bodies = someBodies(random);
            scattered.add(block, bodies);
            for (int i = 0; i < Blocks.SIZE; i++) {
                if ((bodies >>> i & 1) == 0) {
                    clear(wanted, block * Blocks.SIZE + i);
                }
            }
        }
        assertEquals(SCATTERED_BLOCKS * Scattered.FEW, scattered.count);
        Poses shown = new Poses(many.layout);
        scattered.interpolate(interpolator, many.olderState(), many.newerState(), shown, t);
        assertArrayEquals(wanted.all, shown.all);
    }

    private static void clear(Poses poses, int slot) {
        for (float[] component : poses.all) {
            component[slot] = 0;
        }
    }

    private static long someBodies(Random random) {
        long bodies = 0;
        while (Long.bitCount(bodies) < Scattered.FEW) {
            bodies |= 1L << random.nextInt(Blocks.SIZE);
        }
        return bodies;
    }
}
