package io.github.freestep.benchmarks.app.view;

import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.render.Frame;
import org.joml.Vector3f;

/**
 * How to look at a scene, decided from its first frame.
 *
 * @param centre of a ball that contains all bodies
 * @param radius of that ball
 * @param floor the height of the ground
 * @param boxSize the edge of the cube that stands for a body
 * @param settled the number of bodies at the start, without {@code parts}
 * @param parts the number of boxes that the scene itself consists of, in the slots behind those of the bodies
 * @param flat whether the scene lies in the plane z = 0
 */
record Look(Vector3f centre, float radius, float floor, float boxSize, int settled, int parts, boolean flat) {
    static Look at(ViewSettings settings, boolean flat, Frame first) {
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
        boolean engine = Scenes.isOfBoxes(settings.simulation());
        float extent = min.distance(max) / 2;
        float boxSize = engine ? 1 : Math.max(0.8f, extent / 45);
        int parts = Scenes.parts(settings.simulation(), settings.bodies());
        // Falling boxes spread out, unless something holds them.
        float radius = (engine && parts == 0 ? 1.25f : 1) * extent + boxSize;
        float floor = engine ? 0 : min.y - boxSize;
        return new Look(min.lerp(max, 0.5f), radius, floor, boxSize, settings.bodies(), parts, flat);
    }

    /** Returns the size of a cell of the grid on the ground. */
    float cell() {
        return (float) Math.pow(10, Math.floor(Math.log10(radius / 3)));
    }

    float yawDegrees() {
        return flat ? 0 : 30;
    }

    float pitchDegrees() {
        return flat ? 7 : 18;
    }
}
