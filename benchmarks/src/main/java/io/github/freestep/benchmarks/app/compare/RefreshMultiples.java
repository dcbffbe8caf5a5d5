package io.github.freestep.benchmarks.app.compare;

import java.util.function.LongUnaryOperator;

/**
 * Rounds what a frame took to whole refreshes of the display, and takes a step for each; a reader of the clock that is a little
 * late makes no difference. Glaiel snaps frame times in that way in "How to make your game run at 60fps". The length of a step is the
 * display's, so the simulation is another one on every display; and after a frame beyond the threshold there are two things to do.
 */
final class RefreshMultiples extends SteppingLoop {
    private static final int MOST_REFRESHES = 4;

    private final long refreshNanos;
    private long lastNanos;

    /** How many refreshes the one step after a frame that took too long stands for. */
    private final LongUnaryOperator tooLong;

    private RefreshMultiples(StepFunction stepper, long refreshNanos, LongUnaryOperator tooLong) {
        super(stepper);
        this.refreshNanos = refreshNanos;
        this.tooLong = tooLong;
    }

    /** Steps in multiples of the refresh, and after a frame that took too long once by all of it: no time is lost, but stability. */
    static Loop oneLongStep(StepFunction stepper, long refreshNanos) {
        return new RefreshMultiples(stepper, refreshNanos, refreshes -> refreshes);
    }

    /** Steps in multiples of the refresh, and after a frame that took too long says that it took one: time is lost, silently. */
    static Loop lieAboutTime(StepFunction stepper, long refreshNanos) {
        return new RefreshMultiples(stepper, refreshNanos, refreshes -> 1);
    }

    @Override
    public void frame(long nowNanos, ShownFrame picture) {
        long refreshes = Math.max(1, Math.round((double) (nowNanos - lastNanos) / refreshNanos));
        lastNanos = nowNanos;
        if (refreshes > MOST_REFRESHES) {
            step(tooLong.applyAsLong(refreshes) * refreshNanos);
        } else {
            for (int i = 0; i < refreshes; i++) {
                step(refreshNanos);
            }
        }
        showNewest(picture);
    }
}
