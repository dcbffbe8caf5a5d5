package io.github.freestep.physics;

import static io.github.freestep.state.State.NO_SLOT;

import io.github.freestep.internal.time.Timeline;
import io.github.freestep.physics.input.InputCollector;
import io.github.freestep.physics.report.Fault;
import io.github.freestep.physics.schedule.Schedule;
import io.github.freestep.physics.watch.UserCode.Call;

/** The input of a run that gets it from its port and its sources. Allocates as {@link InputCollector} says. */
record CollectedInput(RunParts parts, TickInput input) implements InputStage {
    @Override
    public void collect(long nowNanos, boolean polls) {
        parts.inputs().drain(nowNanos);
        if (polls && parts.inputs().hasSources()) {
            poll(parts.schedule(), parts.schedule().timeline());
        }
    }

    private void poll(Schedule schedule, Timeline timeline) {
        long done = schedule.doneTick();
        parts.userCode().enter(Call.POLL, done);
        Throwable failure = parts.inputs().poll(timeline.dueNanos(schedule.targetTick()));
        parts.userCode().leave();
        if (failure != null) {
            parts.faults().handle(Fault.POLL, done + 1, NO_SLOT, failure, done, timeline.simulatedNanos());
        }
    }

    @Override
    public TickInput take(Tick tick) {
        parts.inputs().take(parts.schedule().timeline(), parts.schedule().doneTick(), tick.number());
        return input;
    }
}
