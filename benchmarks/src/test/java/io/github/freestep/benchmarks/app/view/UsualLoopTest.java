package io.github.freestep.benchmarks.app.view;

import static org.junit.jupiter.api.Assertions.assertFalse;

import io.github.freestep.benchmarks.examples.Toys;
import io.github.freestep.time.NanoClock;
import java.nio.FloatBuffer;
import org.junit.jupiter.api.Test;

class UsualLoopTest {
    @Test
    void aPictureIsNewOnlyOnce() throws InterruptedException {
        FloatBuffer poses = FloatBuffer.allocate(7 * Toys.BODIES);
        Toys toys = new Toys(NanoClock.system());
        try (UsualLoop loop = new UsualLoop(toys, 60, NanoClock.system())) {
            loop.refresh();
            while (!loop.picture(poses, 10)) {
                // The thread of the loop makes it as soon as it gets a processor.
            }
            assertFalse(loop.picture(poses, 10));
        }
    }
}
