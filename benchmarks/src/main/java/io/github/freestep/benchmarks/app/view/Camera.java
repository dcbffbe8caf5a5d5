package io.github.freestep.benchmarks.app.view;

import org.joml.Matrix4f;
import org.joml.Vector3f;

/** A camera that orbits a target. Its methods allocate nothing. */
final class Camera {
    static final Vector3f UP = new Vector3f(0, 1, 0);
    private static final float FIELD_OF_VIEW = (float) Math.toRadians(40);
    private static final float MAX_PITCH = (float) Math.toRadians(88);
    private static final float RADIANS_PER_PIXEL = 0.006f;
    private static final float ZOOM = 0.9f;

    private final Vector3f target = new Vector3f();
    private final Vector3f eye = new Vector3f();
    private final Vector3f homeTarget = new Vector3f();
    private float homeDistance = 10;
    private float homeYaw;
    private float homePitch;
    private float distance;
    private float yaw;
    private float pitch;

    /** Goes home to a new position, from which a ball of that radius fills the shorter side of the picture. */
    void frame(Vector3f centre, float radius, float yawDegrees, float pitchDegrees) {
        homeTarget.set(centre);
        homeDistance = radius / (float) Math.sin(FIELD_OF_VIEW / 2);
        homeYaw = (float) Math.toRadians(yawDegrees);
        homePitch = (float) Math.toRadians(pitchDegrees);
        home();
    }

    void home() {
        target.set(homeTarget);
        distance = homeDistance;
        yaw = homeYaw;
        pitch = homePitch;
    }

    /** Turns by a movement of the mouse, in pixels. */
    void turn(float right, float down) {
        yaw -= right * RADIANS_PER_PIXEL;
        pitch = Math.max(-MAX_PITCH, Math.min(MAX_PITCH, pitch + down * RADIANS_PER_PIXEL));
    }

    /** Zooms by turns of the wheel; forward is nearer. */
    void zoom(float forward) {
        float wanted = distance * (float) Math.pow(ZOOM, forward);
        distance = Math.max(homeDistance / 50, Math.min(homeDistance * 8, wanted));
    }

    Vector3f eye() {
        return eye.set(0, 0, distance).rotateX(-pitch).rotateY(yaw).add(target);
    }

    Vector3f target() {
        return target;
    }

    /** Sets {@code into} to the transformation from the world to a picture of that size. */
    Matrix4f matrix(float width, float height, Matrix4f into) {
        // In a picture that is higher than wide, the field of view is that of the width.
        float field =
                width >= height ? FIELD_OF_VIEW : 2 * (float) Math.atan(Math.tan(FIELD_OF_VIEW / 2) * height / width);
        return into.setPerspective(field, width / height, distance / 100, distance * 40)
                .lookAt(eye(), target, UP);
    }
}
