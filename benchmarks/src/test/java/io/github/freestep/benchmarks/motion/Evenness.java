package io.github.freestep.benchmarks.motion;

import io.github.freestep.render.Frame;

/** How far the motion of a picture, frame by frame, is off its own mean speed, whatever that speed is meant to be. */
final class Evenness {
    private boolean begun;
    private long frameNanos;
    private long shownNanos;
    private double wallNanos;
    private double movedNanos;
    private double squares;
    int frames;
    int still;

    void add(Frame frame) {
        if (begun) {
            double passed = frame.frameNanos() - frameNanos;
            double moved = frame.simulationNanos() - shownNanos;
            frames++;
            still += moved <= 0 ? 1 : 0;
            wallNanos += passed;
            movedNanos += moved;
            squares += moved * moved / passed;
        }
        begun = true;
        frameNanos = frame.frameNanos();
        shownNanos = frame.simulationNanos();
    }

    /** Simulated time per wall time. */
    double speed() {
        return movedNanos / wallNanos;
    }

    /** The root of the mean square, as a share of the mean speed; a frame counts by how long it is. */
    double unevenness() {
        double mean = speed();
        return Math.sqrt(Math.max(0, squares / wallNanos / (mean * mean) - 1));
    }

    @Override
    public String toString() {
        return String.format(
                "speed %.3f, uneven by %.2f %%, %d of %d frames still", speed(), 100 * unevenness(), still, frames);
    }
}
