package io.github.freestep.benchmarks.app.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.joml.Matrix4f;
import org.joml.Vector3f;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class TossTest {
    private static final Area VIEW = new Area(0, 0, 640, 720);

    @BeforeAll
    static void avoidUnsafe() {
        WindowSystem.avoidUnsafe();
    }

    @Test
    void aBoxFliesThroughThePointedPixel() {
        Camera camera = new Camera();
        camera.frame(new Vector3f(0, 5, 0), 10, 40, 20);
        Toss toss = Toss.at(camera, look(false), 200, 500, VIEW);
        assertEquals(0, missed(toss, camera, 200, 500), 2);
    }

    @Test
    void inAFlatSceneTheBoxStaysInThePlane() {
        Camera camera = new Camera();
        camera.frame(new Vector3f(0, 5, 0), 10, 0, 10);
        Toss toss = Toss.at(camera, look(true), 420, 300, VIEW);
        assertEquals(0, toss.z(), 1e-4f);
        assertEquals(0, toss.velocityZ(), 1e-4f);
        assertTrue(toss.velocityX() > 0);
        assertEquals(0, missed(toss, camera, 420, 300), 2);
    }

    private static Look look(boolean flat) {
        return new Look(new Vector3f(0, 5, 0), 10, 0, 1, 0, 0, true, flat);
    }

    /** Follows the path of the box without an engine; returns how near it comes to the pixel, in pixels. */
    private static float missed(Toss toss, Camera camera, float x, float y) {
        Matrix4f matrix = camera.matrix(VIEW.width(), VIEW.height(), new Matrix4f());
        float nearest = Float.MAX_VALUE;
        for (float t = 0; t < 1; t += 0.001f) {
            Vector3f at = new Vector3f(
                    toss.x() + toss.velocityX() * t,
                    toss.y() + toss.velocityY() * t - 9.81f * t * t / 2,
                    toss.z() + toss.velocityZ() * t);
            matrix.transformProject(at);
            double off = Math.hypot((at.x + 1) / 2 * VIEW.width() - x, (1 - at.y) / 2 * VIEW.height() - y);
            nearest = (float) Math.min(nearest, off);
        }
        return nearest;
    }
}
