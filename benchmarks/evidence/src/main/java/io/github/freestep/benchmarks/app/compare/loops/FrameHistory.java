package io.github.freestep.benchmarks.app.compare.loops;

import java.util.ArrayList;
import java.util.List;

/**
 * Records frame by frame what was on screen and how far the simulation was. Times count from the start of the
 * simulation. The drawing thread writes it.
 */
public final class FrameHistory {
    private final SpringWorld world;
    private final CountedSteps steps;
    private final List<Shot> shots = new ArrayList<>();
    private long endNanos;
    private long backlogNanos;
    private int mostSteps;
    private long row = -1;
    private boolean catchesUp;

    public FrameHistory(SpringWorld world, CountedSteps steps) {
        this.world = world;
        this.steps = steps;
    }

    /** Adds a frame. {@code picture} is null if it shows no state yet. */
    public void add(long displayedNanos, ShownFrame picture, long backlog) {
        endNanos = displayedNanos;
        // Read here and not at the end, because a physics thread may go on stepping while it is being stopped.
        backlogNanos = backlog;
        mostSteps = steps.mostInARow();
        catchesUp = steps.row() == row;
        row = steps.row();
        if (picture != null) {
            shots.add(new Shot(displayedNanos - picture.beganNanos(), picture, world.simulatedNanos(), backlog));
        }
    }

    private record Shot(long displayedNanos, ShownFrame picture, long simulatedNanos, long backlogNanos) {}

    public int frames() {
        return shots.size();
    }

    /** Returns when a frame came on the screen. */
    public long displayedNanos(int frame) {
        return shots.get(frame).displayedNanos;
    }

    /** Returns which simulation time a frame showed. */
    public long shownNanos(int frame) {
        return shots.get(frame).picture.shownNanos();
    }

    public long simulatedNanos(int frame) {
        return shots.get(frame).simulatedNanos;
    }

    /** Returns where a frame showed the body, in metres from the first wall of the {@link WalkingBody}. */
    public double position(int frame) {
        return shots.get(frame).picture.position();
    }

    /** Returns the backlog at the first frame displayed at or after this time; that of the end if there is none. */
    public long backlogNanosAt(long nanos) {
        return frames() == 0 ? backlogNanos : shots.get(frameAt(nanos)).backlogNanos;
    }

    public long endNanos() {
        return endNanos;
    }

    public long backlogNanos() {
        return backlogNanos;
    }

    public int mostSteps() {
        return mostSteps;
    }

    /** Returns whether the steps around the last two frames followed each other without a wait. */
    boolean catchesUp() {
        return catchesUp;
    }

    /** Returns the time that the longest step has simulated. */
    public long longestStepNanos() {
        return steps.longestNanos();
    }

    public String ending() {
        return world.ending();
    }

    /** Returns the first frame displayed at or after this time; the last but one if there is none. */
    public int frameAt(long nanos) {
        int earlier = 0;
        while (earlier < frames() && displayedNanos(earlier) < nanos) {
            earlier++;
        }
        return Math.max(0, Math.min(earlier, frames() - 2));
    }
}
