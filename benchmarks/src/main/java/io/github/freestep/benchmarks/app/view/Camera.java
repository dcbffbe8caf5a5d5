package io.github.freestep.benchmarks.app.view;

import org.joml.Matrix4f;
import org.joml.Vector3f;

/** Where the pictures are seen from. Its methods allocate nothing. */
final class Camera {
    private static final Vector3f UP = new Vector3f(0, 1, 0);
    private static final float FIELD_OF_VIEW = (float) Math.toRadians(40);

    private final Vector3f target;
    private final Vector3f eye = new Vector3f();
    private final float distance;

    /** Looks so that a ball of that radius fills the shorter side of a picture. */
    Camera(Vector3f centre, float radius, float yawDegrees, float pitchDegrees) {
        target = centre;
        distance = radius / (float) Math.sin(FIELD_OF_VIEW / 2);
        eye.set(0, 0, distance)
                .rotateX(-(float) Math.toRadians(pitchDegrees))
                .rotateY((float) Math.toRadians(yawDegrees))
                .add(target);
    }

    Vector3f eye() {
        return eye;
    }

    /** Sets {@code into} to the transformation from the world to a picture of that size. */
    Matrix4f matrix(float width, float height, Matrix4f into) {
        // In a picture that is higher than wide, the field of view is that of the width.
        float field =
                width >= height ? FIELD_OF_VIEW : 2 * (float) Math.atan(Math.tan(FIELD_OF_VIEW / 2) * height / width);
        return into.setPerspective(field, width / height, distance / 100, distance * 40)
                .lookAt(eye, target, UP);
    }
}
