package io.github.freestep.physics;

import static io.github.freestep.state.State.NO_SLOT;

import io.github.freestep.internal.time.Timeline;
import io.github.freestep.physics.input.InputCollector;
import io.github.freestep.physics.input.InputStage;
import io.github.freestep.physics.report.Fault;
import io.github.freestep.physics.schedule.Schedule;
import io.github.freestep.physics.watch.UserCode.Call;

/**
 * The input of a run that gets it from its port and its sources. No tick waits for it, because each takes what has come
 * by then. Allocates as {@link InputCollector} says.
 */
record PortInput(RunParts parts) implements InputStage {
    @Override
    public void collect(long nowNanos, boolean polls) {
        parts.inputs().drain(nowNanos);
        if (polls && parts.inputs().sources() > 0) {
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
    public void take(long tick, long dueNanos) {
        parts.inputs().take(parts.schedule().timeline(), parts.schedule().doneTick(), tick);
    }
}
