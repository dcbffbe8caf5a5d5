package io.github.freestep.benchmarks.app.compare;

/**
 * What a loop makes of a stall.
 *
 * @param steps the most in one frame; of a physics thread, the most without a wait
 * @param lostSeconds simulated time that is missing at the end, beside the pace from before the stall: dropped, or not yet
 *     caught up
 */
record Stall(int steps, double lostSeconds) {
    static Stall of(FrameHistory film, PlaySettings setting) {
        int before = film.frameAt(setting.settledNanos()) - 1;
        int last = film.frames() - 1;
        // To the hundredth: what is finer is the ticks' own grain, and ten minutes would make much of it.
        double pace = Math.rint(100.0 * film.simulatedNanos(before) / film.displayedNanos(before)) / 100;
        double expected = pace * (film.displayedNanos(last) - film.displayedNanos(before));
        return new Stall(film.mostSteps(), (expected - film.simulatedNanos(last) + film.simulatedNanos(before)) / 1e9);
    }
}
