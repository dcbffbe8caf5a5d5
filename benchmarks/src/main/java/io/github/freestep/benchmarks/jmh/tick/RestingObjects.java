package io.github.freestep.benchmarks.jmh.tick;

import java.util.stream.IntStream;
import org.joml.Quaternionf;
import org.joml.Vector3f;

/** The same bodies as objects of JOML, each with its pose in the last two ticks and in the frame. For one thread. */
final class RestingObjects {
    private static final float T = 0.3f;

    private final MovingSlots share;
    private final int[] all;
    private final Vector3f[] olderPositions;
    private final Vector3f[] newerPositions;
    private final Vector3f[] positions;
    private final Quaternionf[] olderOrientations;
    private final Quaternionf[] newerOrientations;
    private final Quaternionf[] orientations;
    private long tick;

    RestingObjects(MovingSlots share) {
        this.share = share;
        all = IntStream.range(0, share.bodies()).toArray();
        olderPositions = positions();
        newerPositions = positions();
        positions = positions();
        olderOrientations = orientations();
        newerOrientations = orientations();
        orientations = orientations();
        tick();
        move(all, share.poses(0));
        move(all, share.poses(0));
    }

    private Vector3f[] positions() {
        return IntStream.of(all).mapToObj(body -> new Vector3f()).toArray(Vector3f[]::new);
    }

    private Quaternionf[] orientations() {
        return IntStream.of(all).mapToObj(body -> new Quaternionf()).toArray(Quaternionf[]::new);
    }

    /** Moves the bodies that move. */
    Object tick() {
        move(share.moving(), share.poses(tick++));
        return newerPositions;
    }

    private void move(int[] bodies, float[][] poses) {
        for (int body : bodies) {
            olderPositions[body].set(newerPositions[body]);
            newerPositions[body].set(poses[0][body], poses[1][body], poses[2][body]);
            olderOrientations[body].set(newerOrientations[body]);
            newerOrientations[body].set(poses[3][body], poses[4][body], poses[5][body], poses[6][body]);
        }
    }

    Object frameOfAll() {
        return frame(all);
    }

    Object frameOfTheMoving() {
        return frame(share.moving());
    }

    private Object frame(int[] bodies) {
        for (int body : bodies) {
            olderPositions[body].lerp(newerPositions[body], T, positions[body]);
            olderOrientations[body].slerp(newerOrientations[body], T, orientations[body]);
        }
        return positions;
    }
}
