package io.github.freestep.benchmarks.app.view;

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
}
