package io.github.freestep.benchmarks.app.view;

import io.github.freestep.render.Frame;
import org.joml.Vector3f;

/**
 * How to look at the drum, decided from its first frame. The ground is at height 0, and boxes are 1 m wide.
 *
 * @param centre of a ball that contains all boxes
 * @param radius of that ball
 * @param settled the number of boxes, without those that the drum consists of
 */
record Look(Vector3f centre, float radius, int settled) {
    static Look at(int bodies, Frame first) {
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
        float radius = min.distance(max) / 2 + 1;
        return new Look(min.lerp(max, 0.5f), radius, bodies);
    }

    /** Returns the size of a cell of the grid on the ground. */
    float cell() {
        return (float) Math.pow(10, Math.floor(Math.log10(radius / 3)));
    }
}
