package io.github.freestep.benchmarks.app.view;

import io.github.freestep.render.Frame;
import java.util.Set;
import org.joml.Vector3f;

/**
 * How a scene is to be looked at: where its bodies are at the beginning, and what cannot be told from them. Immutable.
 *
 * @param centre of a ball that has all of them in it
 * @param radius of that ball
 * @param floor the height of the ground
 * @param boxSize how large bodies are drawn
 * @param settled bodies from this number on were thrown
 * @param takesBoxes whether boxes can be thrown
 * @param flat whether it is in the plane z = 0
 */
record Look(Vector3f centre, float radius, float floor, float boxSize, int settled, boolean takesBoxes, boolean flat) {
    private static final Set<String> ENGINES = Set.of("pile", "stack", "pile2d");

    static Look at(ViewSettings settings, boolean flat, Frame first) {
        Vector3f least = new Vector3f(Float.MAX_VALUE);
        Vector3f most = new Vector3f(-Float.MAX_VALUE);
        Vector3f at = new Vector3f();
        for (int body = 0; body < first.slots(); body++) {
            if (first.isAlive(body)) {
                first.position(body, at);
                least.min(at);
                most.max(at);
            }
        }
        boolean engine = ENGINES.contains(settings.simulation());
        float extent = least.distance(most) / 2;
        float boxSize = engine ? 1 : Math.max(0.8f, extent / 45);
        return new Look(
                least.lerp(most, 0.5f, new Vector3f()),
                // What falls spreads out.
                (engine ? 1.25f : 1) * extent + boxSize,
                engine ? 0 : least.y - boxSize,
                boxSize,
                settings.bodies(),
                engine,
                flat);
    }

    /** Of the grid on the ground. */
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
