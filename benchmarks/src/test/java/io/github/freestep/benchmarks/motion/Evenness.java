package io.github.freestep.benchmarks.motion;

import io.github.freestep.render.Frame;

/** Measures frame by frame how far the speed of a picture is from its own mean, for any intended speed. */
public final class Evenness {
    private boolean begun;
    private long frameNanos;
    private long shownNanos;
    private double wallNanos;
    private double movedNanos;
    private double squares;
    int frames;
    public int still;

    void add(Frame frame) {
        if (begun) {
            add(frame.frameNanos() - frameNanos, frame.simulationNanos() - shownNanos);
        }
        begun = true;
        frameNanos = frame.frameNanos();
        shownNanos = frame.simulationNanos();
    }

    /** Adds a frame: the wall time since the frame before, and by how much the shown time moved. */
    public void add(double passed, double moved) {
        frames++;
        still += moved <= 0 ? 1 : 0;
        wallNanos += passed;
        movedNanos += moved;
        squares += moved * moved / passed;
    }

    /** Returns simulated time per wall time. */
    public double speed() {
        return movedNanos / wallNanos;
    }

    /** Returns the RMS deviation as a share of the mean speed; frames are weighted by their length. */
    public double unevenness() {
        double mean = speed();
        return Math.sqrt(Math.max(0, squares / wallNanos / (mean * mean) - 1));
    }

    @Override
    public String toString() {
        return String.format(
                "speed %.3f, uneven by %.2f %%, %d of %d frames still", speed(), 100 * unevenness(), still, frames);
    }
}
