package io.github.freestep.benchmarks.app.compare.loops;

/** What a display showed of the observed body, frame by frame. */
public interface Film {
    /** Returns the number of frames. */
    int frames();

    /** Returns when a frame came on the screen. */
    long displayedNanos(int frame);

    /** Returns which simulation time a frame showed. */
    long shownNanos(int frame);

    /** Returns where a frame showed the body, in metres from the first wall of the {@link WalkingBody}. */
    double position(int frame);

    /** Returns the first frame displayed at or after this time; the last but one if there is none. */
    default int frameAt(long nanos) {
        int earlier = 0;
        while (earlier < frames() && displayedNanos(earlier) < nanos) {
            earlier++;
        }
        return Math.max(0, Math.min(earlier, frames() - 2));
    }
}
