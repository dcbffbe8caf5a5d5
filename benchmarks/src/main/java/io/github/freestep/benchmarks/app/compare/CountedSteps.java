package io.github.freestep.benchmarks.app.compare;

import java.util.function.LongSupplier;

/** The steps of a run: each moves the world, costs its time, and is counted. For the thread that steps. */
final class CountedSteps implements StepFunction {
    private final Stage stage;
    private final SpringWorld world;
    private final LongSupplier costs;
    private long rests;
    private int inARow;
    private int mostInARow;

    CountedSteps(Stage stage, SpringWorld world, PlaySettings setting) {
        this.stage = stage;
        this.world = world;
        costs = setting.load().costs(setting.seed());
    }

    @Override
    public void step(long dtNanos) {
        if (stage.rests() != rests) {
            rests = stage.rests();
            inARow = 0;
        }
        mostInARow = Math.max(mostInARow, ++inARow);
        world.step(dtNanos);
        stage.work(costs.getAsLong());
    }

    /** How often anybody had waited before the newest step; as long as that stays the same, it is one row of steps. */
    long row() {
        return rests;
    }

    /** Without a wait between them: in one frame, where steps are taken in frames. */
    int mostInARow() {
        return mostInARow;
    }
}
