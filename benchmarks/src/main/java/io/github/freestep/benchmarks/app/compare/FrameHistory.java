package io.github.freestep.benchmarks.app.compare;

import java.util.Arrays;

/**
 * Records frame by frame what was on screen and how far the simulation was. Times count from the start of the
 * simulation. The drawing thread writes it.
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
    private long backlogNanos;
    private int mostSteps;
    private long row = -1;
    private boolean catchesUp;

    FrameHistory(SpringWorld world, CountedSteps steps) {
        this.world = world;
        this.steps = steps;
    }

    void add(long displayedNanos, ShownFrame picture, long backlog) {
        endNanos = displayedNanos;
        // Read here and not at the end, because a physics thread may go on stepping while it is being stopped.
        backlogNanos = backlog;
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

    /** Returns the first frame displayed at or after this time; the last but one if there is none. */
    int frameAt(long nanos) {
        int at = Arrays.binarySearch(displayed, 0, frames, nanos);
        return Math.max(0, Math.min(at < 0 ? -at - 1 : at, frames - 2));
    }

    long endNanos() {
        return endNanos;
    }

    long backlogNanos() {
        return backlogNanos;
    }

    int mostSteps() {
        return mostSteps;
    }

    /** Returns whether the steps around the last two frames followed each other without a wait. */
    boolean catchesUp() {
        return catchesUp;
    }

    String ending() {
        return world.ending();
    }
}
