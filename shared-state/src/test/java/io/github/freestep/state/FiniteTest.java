package io.github.freestep.state;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.time.TimeAnchor;
import java.util.List;
import org.junit.jupiter.api.Test;

class FiniteTest {
    private static final int BODIES = 150;

    private final StatePublisher publisher =
            StatePublisher.of(StateLayout.of(BODIES).linear("fuel").stepped("gear"));

    @Test
    void everyValueOfEveryBodyIsChecked() {
        for (int body = 0; body < BODIES; body++) {
            publisher.bodies().spawn(body);
        }
        StateWriter writer = publisher.begin(0, 0, new TimeAnchor(), 0);
        for (int body = 0; body < BODIES; body++) {
            writer.position(body, 0, 0, 0);
        }
        State state = publisher.begunState();
        for (float[] values : arrays(state)) {
            for (int body = BODIES - 1; body >= 0; body--) {
                for (float bad : new float[] {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY}) {
                    set(values, body, bad);
                    assertEquals(body, publisher.firstNotFinite());
                }
                set(values, body, Float.MAX_VALUE);
                assertEquals(-1, publisher.firstNotFinite());
            }
        }
        set(state.qy, 20, Float.NaN);
        set(state.z, 19, Float.NaN);
        assertEquals(19, publisher.firstNotFinite(), "the first slot with a NaN or infinite value");
    }

    @Test
    void valuesOfSlotsWithoutABodyAreIgnored() {
        publisher.bodies().spawn(2);
        publisher.bodies().spawn(7);
        publisher.bodies().remove(7);
        StateWriter writer = publisher.begin(0, 0, new TimeAnchor(), 0);
        writer.position(1, Float.NaN, 0, 0);
        writer.position(7, Float.NaN, 0, 0);
        writer.position(2, 0, 0, 0);
        assertEquals(-1, publisher.firstNotFinite());
        writer.position(2, 0, Float.NaN, 0);
        assertEquals(2, publisher.firstNotFinite());
    }

    /** Changes any value. A teleport makes its block count as changed. */
    private void set(float[] values, int body, float value) {
        publisher.bodies().teleport(body);
        values[body] = value;
    }

    private static List<float[]> arrays(State state) {
        return List.of(
                state.x, state.y, state.z, state.qx, state.qy, state.qz, state.qw, state.linear[0], state.stepped[0]);
    }
}
