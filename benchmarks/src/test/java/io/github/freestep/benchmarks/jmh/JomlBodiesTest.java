package io.github.freestep.benchmarks.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.List;
import java.util.stream.Stream;
import org.joml.Vector3f;
import org.junit.jupiter.api.Test;

/** The objects to compare with have work to do: {@code slerp} returns early if both of its ends are equal. */
class JomlBodiesTest {
    private static final int BODIES = 200;
    private static final int QX = 3;

    @Test
    void allBodiesMoveAndTurnBetweenTheTwoTicksOfAFrame() {
        MovingSlots slots = new MovingSlots(BODIES);
        JomlBodies objects = new JomlBodies(slots);
        List<Vector3f> older = shown(objects, 0);
        List<Vector3f> newer = shown(objects, 1);
        for (int body = 0; body < BODIES; body++) {
            assertEquals(slots.poses(0)[0][body], older.get(body).x);
            assertEquals(slots.poses(1)[0][body], newer.get(body).x);
            assertNotEquals(slots.poses(0)[QX][body], slots.poses(1)[QX][body]);
        }
    }

    private static List<Vector3f> shown(JomlBodies objects, float t) {
        Vector3f[] positions = (Vector3f[]) objects.slerp(t);
        return Stream.of(positions).map(position -> new Vector3f(position)).toList();
    }
}
