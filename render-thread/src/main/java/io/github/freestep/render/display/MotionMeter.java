package io.github.freestep.render.display;

import io.github.freestep.render.Frame;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Measures how evenly a sampler's picture moves, compared with simulation time. For the sampler's thread; allocates
 * nothing.
 *
 * <pre>{@code
 * MotionMeter meter = new MotionMeter();
 * meter.add(frames.sample());                   // in each frame
 * hud.text("judder " + 100 * meter.judder() + " %");
 * }</pre>
 *
 * <p>Pass every frame that is shown to {@link #add}. A meter measures one sampler at a time: the first frame of another
 * sampler sets all counts to zero.
 *
 * <p>Judder is the root mean square, over all frames, of {@code picture / simulation - 1}. Here {@code picture} is by
 * how much the time shown moved since the previous frame, and {@code simulation} is by how much simulation time moved.
 * Two frames of the same instant count as one, and frames in a pause do not count. After a change of the time scale,
 * the frames count as uneven until the picture follows, which is after its delay.
 */
public final class MotionMeter {
    private static final double HALF = 0.5;

    /** The frame of the measured sampler. A sampler has only one frame, which it overwrites. */
    private @Nullable Frame measured;

    private boolean begun;
    private boolean wasPaused;

    private long frameNanos;
    private long shownNanos;
    private long rawNanos;

    private long frames;
    private long moving;
    private double squares;
    private long frozen;
    private long jumping;
    private long backward;

    /** Creates a meter, with all counts at zero. */
    public MotionMeter() {}

    /**
     * Measures by how much a frame moved the picture and the simulation since the one before. Call it for every frame
     * that is shown.
     *
     * @param frame a frame that was just sampled
     */
    public void add(Frame frame) {
        if (Objects.requireNonNull(frame, "frame must not be null") != measured) {
            begin(frame);
        }
        // A frame before the first state shows nothing.
        if (frame.hasState()) {
            add(frame.frameNanos(), frame.simulationNanos(), frame.currentSimulationNanos(), frame.isPaused());
        }
    }

    /**
     * Counts a frame of a sampler from its times, such as from a flight recording.
     *
     * @param atNanos the {@link Frame#frameNanos}
     * @param simulationNanos the {@link Frame#simulationNanos}
     * @param currentSimulationNanos the {@link Frame#currentSimulationNanos}
     * @param isPaused whether time was paused
     */
    public void add(long atNanos, long simulationNanos, long currentSimulationNanos, boolean isPaused) {
        if (begun && atNanos == frameNanos) {
            return;
        }
        frames++;
        backward += begun && simulationNanos < shownNanos ? 1 : 0;
        if (begun && !wasPaused && !isPaused && currentSimulationNanos > rawNanos) {
            double off = (double) (simulationNanos - shownNanos) / (currentSimulationNanos - rawNanos) - 1;
            moving++;
            squares += off * off;
            frozen += off < -HALF ? 1 : 0;
            jumping += off > HALF ? 1 : 0;
        }
        begun = true;
        wasPaused = isPaused;
        frameNanos = atNanos;
        shownNanos = simulationNanos;
        rawNanos = currentSimulationNanos;
    }

    private void begin(Frame frame) {
        measured = frame;
        begun = false;
        reset();
    }

    /** Sets all counts to zero. The next frame is still compared with the last one. */
    public void reset() {
        frames = 0;
        moving = 0;
        squares = 0;
        frozen = 0;
        jumping = 0;
        backward = 0;
    }

    /**
     * Judder as a share of the speed: 0.003 means that the speed of the picture is off by 0.3 % (root mean square).
     *
     * @return 0 for even motion, and before the second frame
     */
    public double judder() {
        return moving == 0 ? 0 : Math.sqrt(squares / moving);
    }

    /**
     * The number of frames that were measured.
     *
     * @return the number of frames; several frames of the same instant count once
     */
    public long frames() {
        return frames;
    }

    /**
     * The number of frames that moved at less than half of the speed of simulation time.
     *
     * @return the number of frames; zero if motion is even
     */
    public long frozen() {
        return frozen;
    }

    /**
     * The number of frames that moved at more than one and a half times the speed of simulation time.
     *
     * @return the number of frames; zero if motion is even
     */
    public long jumping() {
        return jumping;
    }

    /**
     * The number of frames that went back in time.
     *
     * @return the number of frames; always zero, because the time shown never decreases
     */
    public long backward() {
        return backward;
    }
}
