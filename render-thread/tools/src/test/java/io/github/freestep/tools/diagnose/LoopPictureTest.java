package io.github.freestep.tools.diagnose;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.render.FrameMode;
import io.github.freestep.render.SamplerOptions;
import io.github.freestep.render.trace.log.MotionLog;
import io.github.freestep.render.trace.log.SamplerSetup;
import io.github.freestep.render.trace.log.ShownFrame;
import io.github.freestep.render.trace.log.TickWork;
import io.github.freestep.tools.report.Lane;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What Freestep would have shown of frames at a display of 60 Hz, one of which takes 100 ms longer. */
class LoopPictureTest {
    private static final long PERIOD_NANOS = 16_666_667;
    private static final int LATE = 300;

    private static LoopPicture picture(boolean hasSteps, boolean isByStep) {
        SamplerSetup setup = new SamplerSetup(new SamplerOptions(FrameMode.INTERPOLATE, -1), 2, false, true);
        MotionLog log = new MotionLog("game", setup);
        long now = 1_000_000_000;
        for (int i = 0; i < 2 * LATE; i++) {
            long step = isByStep && i == LATE ? 100_000_000 : 1_000_000;
            if (hasSteps) {
                log.add(new TickWork(i, now, now, now + step));
            }
            now += PERIOD_NANOS + (i == LATE ? 100_000_000 : 0);
            log.add(new ShownFrame(i + 1, now, now, now, now, now, 0, true, false));
        }
        return new LoopPicture(log, PERIOD_NANOS / 1e6);
    }

    private static long still(Lane lane) {
        return Arrays.stream(lane.speeds()).filter(speed -> speed < 0.5).count();
    }

    private static double largest(Lane lane) {
        return Arrays.stream(lane.speeds()).max().orElseThrow();
    }

    /** States are missing for longer than a picture can go on without them, but it never jumps. */
    @Test
    void aLongStepHoldsUpNoFrameOfFreestep() {
        List<Lane> lanes = picture(true, true).lanes();
        assertEquals(6, still(lanes.get(0)));
        assertEquals(7, largest(lanes.get(0)), 0.01);
        assertTrue(
                still(lanes.get(1)) < 5 && largest(lanes.get(1)) < 1.3,
                () -> Arrays.toString(lanes.get(1).speeds()));
    }

    @Test
    void whatElseHoldsUpAFrameStaysAsItWas() {
        List<Lane> lanes = picture(true, false).lanes();
        assertEquals(6, still(lanes.get(0)));
        assertEquals(6, still(lanes.get(1)));
    }

    @Test
    void withoutStepsOnlyTheGameIsDrawn() {
        LoopPicture picture = picture(false, false);
        assertEquals(1, picture.lanes().size());
        assertTrue(picture.svg().startsWith("<svg"), picture::svg);
    }
}
