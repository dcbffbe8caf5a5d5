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
