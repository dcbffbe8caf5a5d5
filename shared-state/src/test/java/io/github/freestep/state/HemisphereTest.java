package io.github.freestep.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import io.github.freestep.time.TimeAnchor;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HemisphereTest {
    private static final int BODIES = 3_000;

    private final StatePublisher publisher = StatePublisher.of(StateLayout.of(BODIES), 2);
    private final StateReader reader = publisher.states().reader();
    private int tick;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void adjacentOrientationsShareAHemisphereAndKeepTheirRotations(long seed) {
        Random random = Seeds.random(seed);
        for (int round = 0; round < 16; round++) {
            float[][] q = randomQuaternions(random);
            int from = random.nextInt(BODIES);
            int to = from + random.nextInt(BODIES - from + 1);
            write(q, from, to, Way.values()[(round + round / 4) % 4], round % 4 == 1 || round % 4 == 2);
            for (int body = 0; body < BODIES; body++) {
                assertSameRotation(q, body, "seed " + seed);
                if (reader.size() == 2) {
                    assertTrue(product(reader.state(1), body) >= 0, "body " + body + ", seed " + seed);
                }
            }
        }
    }

    /** How a range of bodies is written. */
    private enum Way {
        ONE_BY_ONE,
        AS_RANGE,
        AS_LIST,
        AS_LIST_OF_DOUBLES
    }

    /** Writes a range of bodies in one way and the rest one by one. */
    private void write(float[][] q, int from, int to, Way way, boolean replaces) {
        StateWriter writer =
                replaces ? publisher.replace(new TimeAnchor(), 0) : publisher.begin(tick++, 0, new TimeAnchor(), 0);
        for (int body = 0; body < BODIES; body++) {
            if (body < from || body >= to || way == Way.ONE_BY_ONE) {
                writer.orientation(body, q[0][body], q[1][body], q[2][body], q[3][body]);
            }
        }
        if (way == Way.AS_RANGE) {
            writer.orientations(q[0], q[1], q[2], q[3], from, to);
        } else if (way != Way.ONE_BY_ONE) {
            Poses poses = new Poses(BODIES, way == Way.AS_LIST_OF_DOUBLES);
            System.arraycopy(q, 0, poses.values, 3, 4);
            poses.write(writer, IntStream.range(from, to).toArray());
        }
        publisher.publish(0);
        assertTrue(reader.acquire());
    }

    private static float[][] randomQuaternions(Random random) {
        float[][] q = new float[4][BODIES];
        for (int body = 0; body < BODIES; body++) {
            double length = 0;
            for (float[] part : q) {
                part[body] = (float) random.nextGaussian();
                length += part[body] * part[body];
            }
            for (float[] part : q) {
                part[body] /= (float) Math.sqrt(length);
            }
        }
        return q;
    }

    private void assertSameRotation(float[][] q, int body, String message) {
        State state = reader.state(0);
        float sign = Math.abs(state.qw()[body] - q[3][body]) <= Math.abs(state.qw()[body] + q[3][body]) ? 1 : -1;
        assertEquals(q[0][body] * sign, state.qx()[body], message);
        assertEquals(q[1][body] * sign, state.qy()[body], message);
        assertEquals(q[2][body] * sign, state.qz()[body], message);
        assertEquals(q[3][body] * sign, state.qw()[body], message);
    }

    private float product(State before, int body) {
        State state = reader.state(0);
        return state.qx()[body] * before.qx()[body]
                + state.qy()[body] * before.qy()[body]
                + state.qz()[body] * before.qz()[body]
                + state.qw()[body] * before.qw()[body];
    }

    @ParameterizedTest
    @ValueSource(floats = {Float.NaN, Float.POSITIVE_INFINITY, 1e-20f, -Float.MIN_VALUE, 0})
    void anInvalidPreviousOrientationAffectsNoBody(float before) {
        float[][] q = randomQuaternions(Seeds.random(4));
        q[0][7] = q[1][7] = q[2][7] = q[3][7] = before;
        write(q, 0, BODIES, Way.AS_RANGE, false);
        float[][] turned = new float[4][BODIES];
        Arrays.fill(turned[3], -1);
        write(turned, 0, BODIES, Way.AS_RANGE, false);
        State state = reader.state(0);
        for (int body = 0; body < BODIES; body++) {
            assertEquals(1, Math.abs(state.qw()[body]), "body " + body);
            if (body != 7) {
                assertTrue(product(reader.state(1), body) >= 0, "body " + body);
            }
        }
    }

    /** Poses in arrays, which tests write as a list, with positions in floats or in doubles. */
    static final class Poses {
        /** Three coordinates, and the four parts of quaternions. */
        final float[][] values;

        private final boolean inDoubles;

        Poses(int bodies, boolean inDoubles) {
            values = new float[7][bodies];
            Arrays.fill(values[6], 1);
            this.inDoubles = inDoubles;
        }

        void write(StateWriter writer, int... slots) {
            float[][] v = values;
            if (inDoubles) {
                writer.poses(slots, slots.length, doubles(v[0]), doubles(v[1]), doubles(v[2]), v[3], v[4], v[5], v[6]);
            } else {
                writer.poses(slots, slots.length, v[0], v[1], v[2], v[3], v[4], v[5], v[6]);
            }
        }

        private static double[] doubles(float[] from) {
            double[] result = new double[from.length];
            Arrays.setAll(result, i -> from[i]);
            return result;
        }
    }
}
