package io.github.freestep.physics.workers;

import io.github.freestep.physics.schedule.Overload;
import io.github.freestep.physics.schedule.Schedule;
import io.github.freestep.time.Ratio;

/** A run without work, of 100 ticks a second, for tests of what a worker keeps of it. */
final class IdleRun extends Run {
    private final RunPlan plan;
    private final Schedule schedule = new Schedule(Ratio.of(100), new Overload(Overload.BY_CLAMP, 1), 4, 1, 0, 0);

    IdleRun(boolean isPrompt) {
        super(0, isPrompt, 1, 1);
        plan = new RunPlan(
                new RunPlan.Ticks() {
                    @Override
                    public Schedule schedule() {
                        return schedule;
                    }

                    @Override
                    public long steppedTicks() {
                        return 0;
                    }

                    @Override
                    public boolean slips() {
                        return true;
                    }
                },
                () -> false,
                true);
    }

    @Override
    protected Passes passes() {
        throw new UnsupportedOperationException();
    }

    @Override
    protected RunPlan plan() {
        return plan;
    }

    @Override
    protected void moveOthers(Worker from, long turn) {}
}
