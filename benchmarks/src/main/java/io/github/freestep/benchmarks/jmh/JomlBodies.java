package io.github.freestep.benchmarks.jmh;

import java.util.stream.IntStream;
import org.joml.Quaternionf;
import org.joml.Vector3f;

/**
 * Bodies as objects of JOML, each with its pose in the last two ticks and in the frame, to compare with. They are used
 * in the order of their allocation, which is best for the caches. For one thread.
 */
public final class JomlBodies {
    private final Vector3f[] olderPositions;
    private final Vector3f[] newerPositions;
    private final Vector3f[] positions;
    private final Quaternionf[] olderOrientations;
    private final Quaternionf[] newerOrientations;
    private final Quaternionf[] orientations;

    /** Makes bodies, which move in the first two ticks. */
    public JomlBodies(MovingSlots slots) {
        olderPositions = positions(slots.poses(0));
        newerPositions = positions(slots.poses(1));
        positions = positions(slots.poses(1));
        olderOrientations = orientations(slots.poses(0));
        newerOrientations = orientations(slots.poses(1));
        orientations = orientations(slots.poses(1));
    }

    private static Vector3f[] positions(float[][] p) {
        return IntStream.range(0, p[0].length)
                .mapToObj(body -> new Vector3f(p[0][body], p[1][body], p[2][body]))
                .toArray(Vector3f[]::new);
    }

    private static Quaternionf[] orientations(float[][] p) {
        return IntStream.range(0, p[0].length)
                .mapToObj(body -> new Quaternionf(p[3][body], p[4][body], p[5][body], p[6][body]))
                .toArray(Quaternionf[]::new);
    }

    /** Makes the frame with {@code slerp}. Returns what it wrote to. */
    public Object slerp(float t) {
        for (int body = 0; body < positions.length; body++) {
            olderPositions[body].lerp(newerPositions[body], t, positions[body]);
            olderOrientations[body].slerp(newerOrientations[body], t, orientations[body]);
        }
        return positions;
    }

    /** Makes the frame with {@code nlerp}. Returns what it wrote to. */
    public Object nlerp(float t) {
        for (int body = 0; body < positions.length; body++) {
            olderPositions[body].lerp(newerPositions[body], t, positions[body]);
            olderOrientations[body].nlerp(newerOrientations[body], t, orientations[body]);
        }
        return positions;
    }
}
