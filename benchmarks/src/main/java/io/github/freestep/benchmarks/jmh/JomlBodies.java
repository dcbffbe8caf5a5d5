package io.github.freestep.benchmarks.jmh;

import java.util.stream.IntStream;
import org.joml.Quaternionf;
import org.joml.Vector3f;

/**
 * Bodies as objects of JOML, each with its pose in the last two ticks and in the frame, to compare with. They are used
 * in the order of their allocation, which is best for the caches. For one thread.
 */
public final class JomlBodies {
    /** All slots. */
    public final int[] all;

    private final Vector3f[] olderPositions;
    private final Vector3f[] newerPositions;
    private final Vector3f[] positions;
    private final Quaternionf[] olderOrientations;
    private final Quaternionf[] newerOrientations;
    private final Quaternionf[] orientations;

    /** Makes bodies, which move in the first two ticks. */
    public JomlBodies(MovingSlots slots) {
        all = IntStream.range(0, slots.bodies()).toArray();
        olderPositions = positions();
        newerPositions = positions();
        positions = positions();
        olderOrientations = orientations();
        newerOrientations = orientations();
        orientations = orientations();
        move(all, slots.poses(0));
        move(all, slots.poses(1));
    }

    private Vector3f[] positions() {
        return IntStream.of(all).mapToObj(body -> new Vector3f()).toArray(Vector3f[]::new);
    }

    private Quaternionf[] orientations() {
        return IntStream.of(all).mapToObj(body -> new Quaternionf()).toArray(Quaternionf[]::new);
    }

    /** Moves bodies to poses. Returns what it wrote to. */
    public Object move(int[] moving, float[][] poses) {
        for (int body : moving) {
            olderPositions[body].set(newerPositions[body]);
            newerPositions[body].set(poses[0][body], poses[1][body], poses[2][body]);
            olderOrientations[body].set(newerOrientations[body]);
            newerOrientations[body].set(poses[3][body], poses[4][body], poses[5][body], poses[6][body]);
        }
        return newerPositions;
    }

    /** Makes the frame of bodies with {@code slerp}. Returns what it wrote to. */
    public Object slerp(int[] shown, float t) {
        for (int body : shown) {
            olderPositions[body].lerp(newerPositions[body], t, positions[body]);
            olderOrientations[body].slerp(newerOrientations[body], t, orientations[body]);
        }
        return positions;
    }

    /** Makes the frame of bodies with {@code nlerp}. Returns what it wrote to. */
    public Object nlerp(int[] shown, float t) {
        for (int body : shown) {
            olderPositions[body].lerp(newerPositions[body], t, positions[body]);
            olderOrientations[body].nlerp(newerOrientations[body], t, orientations[body]);
        }
        return positions;
    }
}
