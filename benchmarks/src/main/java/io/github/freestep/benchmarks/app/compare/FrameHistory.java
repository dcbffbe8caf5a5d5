package io.github.freestep.benchmarks.app.compare;

import java.util.Arrays;

/**
 * What was on screen and when, frame by frame, and what the simulation had come to; times are since that began. Written by
 * the thread that draws.
 */
final class FrameHistory {
    private final SpringWorld world;
    private final CountedSteps steps;
    private long[] displayed = new long[1024];
    private long[] shown = new long[1024];
    private long[] simulated = new long[1024];
    private double[] positions = new double[1024];
    private int frames;
    private long endNanos;
    private long owedNanos;
    private int mostSteps;
    private long row = -1;
    private boolean catchesUp;

    FrameHistory(SpringWorld world, CountedSteps steps) {
        this.world = world;
        this.steps = steps;
    }

    void add(long displayedNanos, ShownFrame picture, long pending) {
        endNanos = displayedNanos;
        // Here and not when it is asked for: a physics thread may step on while it is being ended.
        owedNanos = pending;
        mostSteps = steps.mostInARow();
        catchesUp = steps.row() == row;
        row = steps.row();
        if (picture.blank()) {
            return;
        }
        if (frames == displayed.length) {
            grow(2 * frames);
        }
        displayed[frames] = displayedNanos - picture.beganNanos();
        shown[frames] = picture.shownNanos();
        simulated[frames] = world.simulatedNanos();
        positions[frames] = picture.position();
        frames++;
    }

    private void grow(int length) {
        displayed = Arrays.copyOf(displayed, length);
        shown = Arrays.copyOf(shown, length);
        simulated = Arrays.copyOf(simulated, length);
        positions = Arrays.copyOf(positions, length);
    }

    int frames() {
        return frames;
    }

    long displayedNanos(int frame) {
        return displayed[frame];
    }

    long shownNanos(int frame) {
        return shown[frame];
    }

    long simulatedNanos(int frame) {
        return simulated[frame];
    }

    double position(int frame) {
        return positions[frame];
    }

    /** The first frame that is displayed no earlier; the last but one if there is none. */
    int frameAt(long nanos) {
        int at = Arrays.binarySearch(displayed, 0, frames, nanos);
        return Math.max(0, Math.min(at < 0 ? -at - 1 : at, frames - 2));
    }

    long endNanos() {
        return endNanos;
    }

    long owedNanos() {
        return owedNanos;
    }

    int mostSteps() {
        return mostSteps;
    }

    /** Whether the row of steps that was going on at the newest frame had begun before the frame before it. */
    boolean catchesUp() {
        return catchesUp;
    }

    String ending() {
        return world.ending();
    }
}
