package io.github.freestep.benchmarks.app.view;

import org.joml.Matrix4f;
import org.joml.Vector3f;

/** Looks at a point from a distance, and can be turned about it. For one thread; allocates nothing once it is there. */
final class Camera {
    private static final float FIELD = (float) Math.toRadians(40);
    private static final float STEEPEST = (float) Math.toRadians(88);
    private static final float RADIANS_A_PIXEL = 0.006f;
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

    /** Where it returns to: so far off that a ball of that radius fills the smaller side of the picture. */
    void frame(Vector3f centre, float radius, float yawDegrees, float pitchDegrees) {
        homeTarget.set(centre);
        homeDistance = radius / (float) Math.sin(FIELD / 2);
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

    /** By a movement of the mouse, in pixels. */
    void turn(float right, float down) {
        yaw -= right * RADIANS_A_PIXEL;
        pitch = Math.max(-STEEPEST, Math.min(STEEPEST, pitch + down * RADIANS_A_PIXEL));
    }

    /** By turns of the wheel; forward is nearer. */
    void zoom(float forward) {
        float wanted = distance * (float) Math.pow(ZOOM, forward);
        distance = Math.max(homeDistance / 50, Math.min(homeDistance * 8, wanted));
    }

    Vector3f eye() {
        return eye.set((float) (Math.sin(yaw) * Math.cos(pitch)), (float) Math.sin(pitch), (float)
                        (Math.cos(yaw) * Math.cos(pitch)))
                .mul(distance)
                .add(target);
    }

    Vector3f target() {
        return target;
    }

    /** From the world to the picture, whose sides are as long as that. */
    Matrix4f matrix(float width, float height, Matrix4f into) {
        // In a picture that is higher than wide, the field is that of the width.
        float field = width >= height ? FIELD : 2 * (float) Math.atan(Math.tan(FIELD / 2) * height / width);
        Vector3f from = eye();
        return into.setPerspective(field, width / height, distance / 100, distance * 40)
                .lookAt(from.x, from.y, from.z, target.x, target.y, target.z, 0, 1, 0);
    }

    /**
     * Where a point of the picture looks.
     *
     * @param x from the left, in pixels
     * @param y from the top, in pixels
     * @param into of length one
     */
    Vector3f ray(float x, float y, float width, float height, Vector3f into) {
        // The near plane's point less the eye; the inverse of the whole is what was drawn with.
        matrix(width, height, scratch).invert();
        into.set(2 * x / width - 1, 1 - 2 * y / height, 1);
        scratch.transformProject(into);
        return into.sub(eye()).normalize();
    }

    private final Matrix4f scratch = new Matrix4f();
}
