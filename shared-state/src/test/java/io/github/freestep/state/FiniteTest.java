package io.github.freestep.state;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.time.TimeAnchor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FiniteTest {
    private static final int BODIES = 150;
    private static final int ARRAYS = 9;

    private final StatePublisher publisher =
            StatePublisher.of(StateLayout.of(BODIES).linear("fuel").stepped("gear"));

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyValueOfAListedPoseIsChecked(boolean inDoubles) {
        int[] slots = {3, 70, 149};
        HemisphereTest.Poses poses = new HemisphereTest.Poses(BODIES, inDoubles);
        for (int body : slots) {
            publisher.bodies().spawn(body);
        }
        for (int tick = 0; tick < 2; tick++) {
            StateWriter writer = publisher.begin(tick, 0, new TimeAnchor(), 0);
            for (int i = 0; i < 7 * slots.length; i++) {
                int slot = slots[i / 7];
                float[] values = poses.values[i % 7];
                for (float bad : new float[] {Float.NaN, Float.POSITIVE_INFINITY}) {
                    float good = values[slot];
                    values[slot] = bad;
                    poses.write(writer, slots);
                    assertEquals(slot, publisher.firstNotFinite());
                    values[slot] = good;
                }
                poses.write(writer, slots);
                assertEquals(-1, publisher.firstNotFinite());
            }
            publisher.publish(0);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyValueOfEveryBodyIsChecked(boolean asRange) {
        for (int body = 0; body < BODIES; body++) {
            publisher.bodies().spawn(body);
        }
        StateWriter writer = publisher.begin(0, 0, new TimeAnchor(), 0);
        float[] zeros = new float[BODIES];
        writer.positions(zeros, zeros, zeros, 0, BODIES);
        for (int array = 0; array < ARRAYS; array++) {
            for (int body = BODIES - 1; body >= 0; body--) {
                for (float bad : new float[] {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY}) {
                    write(writer, array, body, bad, asRange);
                    assertEquals(body, publisher.firstNotFinite());
                }
                write(writer, array, body, Float.MAX_VALUE, asRange);
                assertEquals(-1, publisher.firstNotFinite());
            }
        }
        write(writer, 4, 20, Float.NaN, asRange);
        write(writer, 2, 19, Float.NaN, asRange);
        assertEquals(19, publisher.firstNotFinite(), "the first slot with a NaN or infinite value");
    }

    /** Writes a value of one body, by itself or as one of a range. */
    private static void write(StateWriter writer, int array, int body, float value, boolean asRange) {
        float[] v = new float[ARRAYS];
        v[array] = value;
        if (!asRange) {
            writer.position(body, v[0], v[1], v[2]);
            writer.orientation(body, v[3], v[4], v[5], v[6]);
            writer.linear(0, body, v[7]);
            writer.stepped(0, body, v[8]);
            return;
        }
        int from = body < 90 ? 0 : 90;
        float[][] all = new float[ARRAYS][BODIES];
        all[array][body] = value;
        writer.positions(all[0], all[1], all[2], from, BODIES);
        writer.orientations(all[3], all[4], all[5], all[6], from, BODIES);
        writer.linear(0, all[7], from, BODIES);
        writer.stepped(0, all[8], from, BODIES);
    }
}
