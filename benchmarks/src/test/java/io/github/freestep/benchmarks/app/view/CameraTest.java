package io.github.freestep.benchmarks.app.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import java.util.Random;
import org.joml.Matrix4f;
import org.joml.Vector3f;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class CameraTest {
    @BeforeAll
    static void avoidUnsafe() {
        WindowSystem.avoidUnsafe();
    }

    @Test
    void aRayThroughAPixelHitsThePointDrawnThere() {
        for (long seed = 0; seed < 200; seed++) {
            Random random = Seeds.random(seed);
            Camera camera = camera(random);
            float width = 200 + random.nextInt(2_000);
            float height = 200 + random.nextInt(2_000);
            Vector3f point = new Vector3f(random.nextFloat(), random.nextFloat(), random.nextFloat()).mul(6);
            Vector3f drawn = camera.matrix(width, height, new Matrix4f()).transformProject(new Vector3f(point));
            float x = (drawn.x + 1) / 2 * width;
            float y = (1 - drawn.y) / 2 * height;
            Vector3f ray = camera.ray(x, y, width, height, new Vector3f());
            Vector3f way = new Vector3f(point).sub(camera.eye());
            float distance = way.length();
            assertEquals(0, way.sub(ray.mul(distance)).length(), 1e-3f * distance, "seed " + seed);
        }
    }

    private static Camera camera(Random random) {
        Camera camera = new Camera();
        camera.frame(new Vector3f(2, 3, 1), 8, random.nextInt(360), random.nextInt(120) - 60);
        camera.turn(random.nextInt(400) - 200, random.nextInt(400) - 200);
        camera.zoom(random.nextInt(8) - 4);
        return camera;
    }

    @Test
    void theFramedBallIsInThePictureForAnyAspectRatio() {
        Vector3f centre = new Vector3f(5, 0, -3);
        Camera camera = new Camera();
        camera.frame(centre, 4, 30, 20);
        for (float[] size : new float[][] {{1280, 720}, {640, 720}, {100, 1000}}) {
            Matrix4f matrix = camera.matrix(size[0], size[1], new Matrix4f());
            Random random = Seeds.random(7);
            for (int i = 0; i < 500; i++) {
                Vector3f on = new Vector3f((float) random.nextGaussian(), (float) random.nextGaussian(), (float)
                                random.nextGaussian())
                        .normalize(4)
                        .add(centre);
                matrix.transformProject(on);
                assertTrue(Math.abs(on.x) <= 1.001 && Math.abs(on.y) <= 1.001 && Math.abs(on.z) <= 1, on::toString);
            }
        }
    }

    @Test
    void itStaysBelowTheZenithAndReturnsHome() {
        Camera camera = new Camera();
        camera.frame(new Vector3f(), 4, 30, 20);
        Vector3f home = new Vector3f(camera.eye());
        camera.turn(0, 400);
        assertTrue(camera.eye().y > 0.99f * home.length(), () -> "" + camera.eye());
        assertTrue(camera.eye().x * home.x + camera.eye().z * home.z > 0, () -> "" + camera.eye());
        camera.zoom(1_000);
        assertTrue(camera.eye().length() > 0.1);
        camera.home();
        assertEquals(0, home.distance(camera.eye()), 1e-4f);
    }
}
