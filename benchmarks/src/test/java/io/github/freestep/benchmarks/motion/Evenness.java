package io.github.freestep.benchmarks.motion;

import io.github.freestep.render.Frame;

/** Measures frame by frame how far the speed of a picture is from its own mean, for any intended speed. */
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

    /** Returns simulated time per wall time. */
    double speed() {
        return movedNanos / wallNanos;
    }

    /** Returns the RMS deviation as a share of the mean speed; frames are weighted by their length. */
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
