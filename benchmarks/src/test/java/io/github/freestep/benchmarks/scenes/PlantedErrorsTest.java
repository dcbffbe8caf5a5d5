package io.github.freestep.benchmarks.scenes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.render.Frame;
import io.github.freestep.state.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** While a sampler blends out an error, planted flaws in the picture and in the error are found. */
class PlantedErrorsTest {
    private final PictureRig picture = new PictureRig("swarm");
    private final Frame frame = picture.afterBridge(5);
    private final float[][] error = FrameError.of(frame, new State[4]);
    private final float[][] values = PictureRig.values(frame);
    private final int body = wrongBody();

    private int wrongBody() {
        assertEquals(2 / 3.0, FrameError.left(frame), 1e-6, "three gaps blend it out, of which one has passed");
        assertNull(picture.scene.flaw(frame));
        int wrong = 0;
        while (!frame.isAlive(wrong) || Math.abs(error[0][wrong]) < 0.02f) {
            wrong++;
        }
        return wrong;
    }

    private void assertFound(String what) {
        String flaw = picture.scene.flaw(frame);
        assertNotNull(flaw, what);
        assertTrue(flaw.contains("body " + body + ": ") && flaw.contains(what), flaw);
    }

    /** The shown values have no flaw. */
    private void enlarge(int component, float by) {
        float more = error[component][body] * (by - 1);
        error[component][body] += more;
        values[component][body] += FrameError.left(frame) * more;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
    void oneFloatThatIsSlightlyOffIsFound(int component) {
        float right = values[component][body];
        for (float off :
                component < 3 || component == 7 ? new float[] {0.002f, -0.002f} : new float[] {2e-5f, -2e-5f}) {
            values[component][body] = right + off;
            assertFound(" was " + (right + off) + ", expected ");
        }
        values[component][body] = right;
        assertNull(picture.scene.flaw(frame));
    }

    /** The body was held for 0.4 ticks; the bound is 1 tick. */
    @Test
    void anErrorLargerThanPossibleIsFound() {
        for (int i : new int[] {0, 1, 2, 7}) {
            enlarge(i, 3);
        }
        assertFound("an error of");
    }
}
