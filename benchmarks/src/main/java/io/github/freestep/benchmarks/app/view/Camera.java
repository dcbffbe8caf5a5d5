package io.github.freestep.benchmarks.app.view;

import io.github.freestep.render.Frame;
import org.joml.Matrix4f;
import org.joml.Vector3f;

/**
 * How to look at the drum, decided from its first frame. The ground is at height 0, and boxes are 1 m wide. The
 * camera's methods allocate nothing.
 */
final class Camera {
    private static final Vector3f UP = new Vector3f(0, 1, 0);
    private static final float FIELD_OF_VIEW = (float) Math.toRadians(40);
    private static final float YAW = (float) Math.toRadians(30);
    private static final float PITCH = (float) Math.toRadians(18);

    /** The number of boxes, without those that the drum consists of. */
    final int settled;

    /** The centre of a ball that contains all boxes. */
    final Vector3f centre;

    /** The radius of that ball, which fills the shorter side of a picture. */
    final float radius;

    /** Where the camera is. */
    final Vector3f eye = new Vector3f();

    private final float distance;

    Camera(int bodies, Frame first) {
        settled = bodies;
        Vector3f min = new Vector3f(Float.MAX_VALUE);
        Vector3f max = new Vector3f(-Float.MAX_VALUE);
        Vector3f at = new Vector3f();
        for (int body = 0; body < first.slots(); body++) {
            if (first.isAlive(body)) {
                first.position(body, at);
                min.min(at);
                max.max(at);
            }
        }
        radius = min.distance(max) / 2 + 1;
        centre = min.lerp(max, 0.5f);
        distance = radius / (float) Math.sin(FIELD_OF_VIEW / 2);
        eye.set(0, 0, distance).rotateX(-PITCH).rotateY(YAW).add(centre);
    }

    /** Returns the size of a cell of the grid on the ground. */
    float cell() {
        return (float) Math.pow(10, Math.floor(Math.log10(radius / 3)));
    }

    /** Sets {@code into} to the transformation from the world to a picture of that size. */
    Matrix4f matrix(float width, float height, Matrix4f into) {
        // In a picture that is higher than wide, the field of view is that of the width.
        float field =
                width >= height ? FIELD_OF_VIEW : 2 * (float) Math.atan(Math.tan(FIELD_OF_VIEW / 2) * height / width);
        return into.setPerspective(field, width / height, distance / 100, distance * 40)
                .lookAt(eye, centre, UP);
    }
}
