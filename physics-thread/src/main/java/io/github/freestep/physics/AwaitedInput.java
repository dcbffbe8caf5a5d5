package io.github.freestep.physics;

import io.github.freestep.physics.UserCode.Call;

/**
 * The input of a run that an {@link InputFeed} controls. A due tick waits until the feed has its input. For the thread
 * that steps. As long as the feed does not fail, it allocates only when a tick has more inputs than any before.
 */
final class AwaitedInput {
    private final InputCollector inputs;
    private final FedInput fed;
    private final World world;
    private final PhysicsMetrics metrics;
    private final UserCode userCode;

    /** The number of the tick that waits for its input; 0 if none waits. */
    private long awaitedTick;

    private long awaitedSinceNanos;

    AwaitedInput(InputFeed feed, InputCollector inputs, World world, PhysicsMetrics metrics, UserCode userCode) {
        this.inputs = inputs;
        this.world = world;
        this.metrics = metrics;
        this.userCode = userCode;
        fed = inputs.fedBy(feed, world);
    }

    /** Returns whether a tick is due whose input is not known yet. */
    boolean isMissing(Schedule schedule) {
        if (!schedule.inBatch()) {
            return false;
        }
        long toTick = schedule.doneTick() + schedule.nextTicks();
        userCode.enter(Call.FEED, toTick, schedule.timeline().simulationOf(toTick));
        try {
            return !fed.ready(toTick);
        } catch (Throwable t) {
            throw world.feedFailed(toTick, t);
        } finally {
            userCode.leave();
        }
    }

    /** Updates the metrics while a tick waits for its input. Meanwhile no tick ends, so nothing else updates them. */
    void noteWait(boolean waits, Schedule schedule, long now) {
        if (!waits && awaitedTick == 0) {
            return;
        }
        if (awaitedTick == 0) {
            awaitedSinceNanos = now;
        }
        awaitedTick = waits ? schedule.doneTick() + schedule.nextTicks() : 0;
        metrics.waits(awaitedTick, waits ? now - awaitedSinceNanos : 0, schedule.debtNanos(now));
    }

    /** Returns the input of a tick, which the feed must have. */
    TickInput take(long toTick, long dueNanos, long simulationNanos) {
        userCode.enter(Call.FEED, toTick, simulationNanos);
        try {
            return inputs.take(fed, toTick, dueNanos);
        } catch (Throwable t) {
            throw world.feedFailed(toTick, t);
        } finally {
            userCode.leave();
        }
    }
}
