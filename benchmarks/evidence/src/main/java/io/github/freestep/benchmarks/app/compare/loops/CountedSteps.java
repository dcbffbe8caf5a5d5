package io.github.freestep.benchmarks.app.compare.loops;

import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/** Takes the steps of a run: moves the world, spends the cost of the step, and counts it. For the thread that steps. */
public final class CountedSteps implements LongConsumer {
    private final Stage stage;
    private final SpringWorld world;
    private final LongSupplier costs;
    private final long hitchAtNanos;
    private long hitchNanos;
    private long rests;
    private int inARow;
    private int mostInARow;
    private long longestNanos;

    public CountedSteps(Stage stage, SpringWorld world, PlaySettings setting) {
        this.stage = stage;
        this.world = world;
        costs = setting.load().costs(setting.seed());
        hitchAtNanos = setting.settledNanos();
        hitchNanos = setting.load().hitchNanos;
    }

    @Override
    public void accept(long dtNanos) {
        if (stage.rests() != rests) {
            rests = stage.rests();
            inARow = 0;
        }
        mostInARow = Math.max(mostInARow, ++inARow);
        world.step(dtNanos);
        longestNanos = Math.max(longestNanos, dtNanos);
        long costNanos = costs.getAsLong();
        if (hitchNanos > 0 && stage.nanoTime() >= hitchAtNanos) {
            costNanos = hitchNanos;
            hitchNanos = 0;
        }
        stage.work(costNanos);
    }

    /** Returns the time that the longest step has simulated. */
    long longestNanos() {
        return longestNanos;
    }

    /** Returns the number of waits before the newest step; it stays the same until the next wait. */
    long row() {
        return rests;
    }

    /** Returns the most steps without a wait between them, such as the steps of one frame. */
    int mostInARow() {
        return mostInARow;
    }
}
