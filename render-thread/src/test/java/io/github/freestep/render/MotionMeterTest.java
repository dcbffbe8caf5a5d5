package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.state.StateLayout;
import org.junit.jupiter.api.Test;

class MotionMeterTest {
    private final Frame frame = new Frame(new Picture(StateLayout.of(1)));
    private final MotionMeter meter = new MotionMeter();

    private void add(long frameNanos, long shownNanos) {
        frame.hasState = true;
        frame.frameNanos = frameNanos;
        frame.currentSimulationNanos = frameNanos;
        frame.simulationNanos = shownNanos;
        meter.add(frame);
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
        frame.isPaused = true;
        add(2_000, 1_000);
        add(9_000, 1_000);
        frame.isPaused = false;
        add(10_000, 1_000);
        add(11_000, 2_000);
        assertEquals(0, meter.judder());
        assertEquals(6, meter.frames());
    }

    @Test
    void inputLatencyIsMeasuredToThePicture() {
        add(0, 0);
        frame.picture.inputSequence = 3;
        frame.picture.inputNanos = 400;
        add(1_000, 1_000);
        add(2_000, 2_000);
        assertEquals(1, meter.inputs());
        assertEquals(600, meter.maxInputLatencyNanos());
        meter.reset();
        assertEquals(0, meter.frames() + meter.inputs());
    }

    @Test
    void startsOverWithTheFrameOfAnotherSampler() {
        input(1, 900);
        add(1_000, 0);
        add(2_000, 5_000);
        input(2, 2_500);
        add(3_000, 1_000);
        Frame other = new Frame(new Picture(StateLayout.of(1)));
        other.hasState = true;
        other.frameNanos = 2_283_243_000_000L;
        other.currentSimulationNanos = other.frameNanos;
        other.picture.inputSequence = 9;
        meter.add(other);
        assertEquals(1, meter.frames());
        assertEquals(0, meter.judder());
        assertEquals(0, meter.frozen() + meter.jumping() + meter.backward());
        assertEquals(0, meter.inputs() + meter.maxInputLatencyNanos());
        other.frameNanos += 1_000;
        other.currentSimulationNanos += 1_000;
        other.simulationNanos += 1_000;
        meter.add(other);
        assertEquals(0, meter.judder());
        assertEquals(2, meter.frames());
    }

    private void input(long sequence, long nanos) {
        frame.picture.inputSequence = sequence;
        frame.picture.inputNanos = nanos;
    }

    @Test
    void aPauseIsNoInputLatency() {
        add(0, 0);
        input(1, 900);
        frame.isPaused = true;
        add(1_000, 0);
        assertEquals(100, meter.maxInputLatencyNanos(), "the first frame of the pause shows what came before");
        add(5_000, 0);
        frame.isPaused = false;
        input(2, 950);
        add(6_000, 1_000);
        assertEquals(2, meter.inputs());
        assertEquals(100, meter.maxInputLatencyNanos());
        input(3, 5_500);
        add(7_000, 2_000);
        assertEquals(1_500, meter.maxInputLatencyNanos());
    }
}
