package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.render.display.MotionMeter;
import io.github.freestep.render.picture.Picture;
import io.github.freestep.state.StateLayout;
import org.junit.jupiter.api.Test;

class MotionMeterTest {
    private final Frame frame = new Frame(new Picture(StateLayout.of(1), false, false));
    private final MotionMeter meter = new MotionMeter();

    private boolean isPaused;

    private void add(long frameNanos, long shownNanos) {
        add(frame, frameNanos, shownNanos);
    }

    private void add(Frame of, long frameNanos, long shownNanos) {
        of.begin(frameNanos);
        of.shows(shownNanos, frameNanos, 0, isPaused);
        meter.add(of);
    }

    @Test
    void unevenMotionIsCountedByKind() {
        add(0, 0);
        add(1_000, 0);
        add(2_000, 2_000);
        add(3_000, 1_900);
        add(4_000, 2_900);
        assertEquals(2, meter.frozen(), "the frame that goes backward is below half speed as well");
        assertEquals(1, meter.jumping());
        assertEquals(1, meter.backward());
        assertEquals(Math.sqrt((1 + 1 + 1.1 * 1.1) / 4), meter.judder(), 1e-12);
    }

    @Test
    void repeatedFramesAndPausesAreNotJudder() {
        add(0, 0);
        add(1_000, 1_000);
        add(1_000, 1_000);
        isPaused = true;
        add(2_000, 1_000);
        add(9_000, 1_000);
        isPaused = false;
        add(10_000, 1_000);
        add(11_000, 2_000);
        assertEquals(0, meter.judder());
        assertEquals(6, meter.frames());
    }

    @Test
    void startsOverWithTheFrameOfAnotherSampler() {
        add(1_000, 0);
        add(2_000, 5_000);
        add(3_000, 1_000);
        Frame other = new Frame(new Picture(StateLayout.of(1), false, false));
        long later = 2_283_243_000_000L;
        add(other, later, 0);
        assertEquals(1, meter.frames());
        assertEquals(0, meter.judder());
        assertEquals(0, meter.frozen() + meter.jumping() + meter.backward());
        add(other, later + 1_000, 1_000);
        assertEquals(0, meter.judder());
        assertEquals(2, meter.frames());
    }
}
