package io.github.freestep.benchmarks.app.view;

import org.joml.Vector3f;

/** How to throw, so that a box comes to where somebody points. Stateless. */
final class Aim {
    private static final float SECONDS = 0.4f;
    private static final float GRAVITY = 9.81f;

    /** How much of the way to the middle of the scene lies behind the box when it appears. */
    private static final float NEAR = 0.35f;

    private Aim() {}

    /** From near the camera; or in the plane of the scene, where that is flat, from the left. */
    static Toss at(Camera camera, Look look, float x, float y, Area view) {
        Vector3f ray = camera.ray(x, y, view.width(), view.height(), new Vector3f());
        Vector3f eye = new Vector3f(camera.eye());
        float distance = look.flat() && ray.z < 0 ? -eye.z / ray.z : eye.distance(camera.target());
        Vector3f goal = new Vector3f(ray).mul(distance).add(eye);
        Vector3f from = look.flat()
                ? new Vector3f(goal).sub(look.radius(), -look.radius() / 3, 0)
                : new Vector3f(ray).mul(distance * NEAR).add(eye);
        Vector3f velocity = new Vector3f(goal).sub(from).div(SECONDS);
        // What gravity takes on the way.
        velocity.y += GRAVITY * SECONDS / 2;
        return Toss.of(from, velocity);
    }
}
