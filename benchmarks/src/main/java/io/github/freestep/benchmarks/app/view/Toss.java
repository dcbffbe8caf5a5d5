package io.github.freestep.benchmarks.app.view;

import org.joml.Vector3f;

/** A box to throw: its start and its velocity. Immutable, so that it can be handed to the physics thread. */
record Toss(float x, float y, float z, float velocityX, float velocityY, float velocityZ) {
    private static final float FLIGHT_SECONDS = 0.4f;
    private static final float GRAVITY = 9.81f;

    /** Where the box appears, as a share of the distance from the camera to its target. */
    private static final float START = 0.35f;

    /**
     * Aims at a point of the picture. The box starts near the camera; in a flat scene, it starts at the left and stays
     * in the plane of the scene.
     */
    static Toss at(Camera camera, Look look, float x, float y, Area view) {
        Vector3f ray = camera.ray(x, y, view.width(), view.height(), new Vector3f());
        Vector3f eye = new Vector3f(camera.eye());
        float distance = look.flat() && ray.z < 0 ? -eye.z / ray.z : eye.distance(camera.target());
        Vector3f goal = new Vector3f(ray).mul(distance).add(eye);
        Vector3f from = look.flat()
                ? new Vector3f(goal).sub(look.radius(), -look.radius() / 3, 0)
                : new Vector3f(ray).mul(distance * START).add(eye);
        Vector3f velocity = new Vector3f(goal).sub(from).div(FLIGHT_SECONDS);
        // Compensates the fall during the flight.
        velocity.y += GRAVITY * FLIGHT_SECONDS / 2;
        return new Toss(from.x, from.y, from.z, velocity.x, velocity.y, velocity.z);
    }
}
