package io.github.freestep.physics;

import io.github.freestep.internal.Inside;
import io.github.freestep.physics.input.InputCollector;
import io.github.freestep.physics.input.InputStage;
import io.github.freestep.physics.input.StageAccess;
import io.github.freestep.physics.schedule.Schedule;
import io.github.freestep.physics.watch.UserCode;
import io.github.freestep.physics.watch.UserCode.Call;
import java.util.function.LongPredicate;

/** An input stage that gives no input, and asks a test which ticks are ready. While one is not, player 2 is awaited. */
record WaitingStage(
        LongPredicate ready,
        Taking taking,
        Schedule schedule,
        InputCollector inputs,
        UserCode userCode,
        StageAccess<Command, PhysicsEvent> run)
        implements InputStage {
    /** Called for each tick, when its input is taken. */
    interface Taking {
        void take(long tick, StageAccess<Command, PhysicsEvent> run) throws Exception;
    }

    static PhysicsBuilder ready(PhysicsBuilder builder, LongPredicate ready) {
        return of(builder, ready, (tick, run) -> {});
    }

    static PhysicsBuilder taking(PhysicsBuilder builder, Taking taking) {
        return of(builder, tick -> true, taking);
    }

    private static PhysicsBuilder of(PhysicsBuilder builder, LongPredicate ready, Taking taking) {
        Inside.of(builder)
                .inputStage((schedule, inputs, userCode, run) ->
                        new WaitingStage(ready, taking, schedule, inputs, userCode, run));
        return builder;
    }

    private long nextTick() {
        return schedule.doneTick() + 1;
    }

    @Override
    public boolean isMissing() {
        if (!schedule.inBatch()) {
            return false;
        }
        userCode.enter(Call.FEED, nextTick());
        boolean isReady = ready.test(nextTick());
        userCode.leave();
        return !isReady;
    }

    @Override
    public boolean awaits(long now) {
        boolean waits = isMissing();
        long debtNanos = schedule.debtNanos(now);
        if (waits) {
            run.waits(nextTick(), 2, debtNanos, debtNanos);
        } else {
            run.waits(0, PhysicsMetrics.NO_PLAYER, 0, debtNanos);
        }
        return waits;
    }

    @Override
    public void take(long tick, long dueNanos) {
        userCode.enter(Call.FEED, tick);
        inputs.values().begin();
        try {
            taking.take(tick, run);
        } catch (Throwable t) {
            throw run.failed(tick, t);
        } finally {
            userCode.leave();
        }
    }
}
