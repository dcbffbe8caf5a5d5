package io.github.freestep.physics;

import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.schedule.Schedule;
import io.github.freestep.physics.spi.PastTicks;
import io.github.freestep.physics.workers.UserCode.Call;

/**
 * The input of a run that an {@link InputFeed} controls. A due tick waits until the feed has its input. For the thread
 * that steps. As long as the feed does not fail, it allocates only when a tick has more inputs than any before.
 */
final class AwaitedInput {
    /** A shorter wait is no event: on a network with jitter, every other tick may wait for a moment. */
    private static final long REPORTED_NANOS = 100_000_000;

    private final CoreParts parts;
    private final InputFeed feed;
    private final FedInput fed;
    private final World world;

    /** The number of the tick that waits for its input; 0 if none waits. */
    private long awaitedTick;

    private long awaitedSinceNanos;
    private long waitNanos;

    /** Whether the present wait was reported as an event, and for which player. */
    private boolean reported;

    private int reportedPlayer;

    AwaitedInput(CoreParts parts, World world, PastTicks<Command, FedInput, PhysicsEvent> past) {
        this.parts = parts;
        this.world = world;
        feed = parts.setup().feed;
        fed = new FedInput(feed, parts.inputs().forFeed(), world, past);
    }

    /** Returns whether a tick is due whose input is not known yet. */
    boolean isMissing(Schedule schedule) {
        if (!schedule.inBatch()) {
            return false;
        }
        long toTick = schedule.doneTick() + schedule.nextTicks();
        parts.userCode().enter(Call.FEED, toTick, schedule.timeline().simulationOf(toTick));
        try {
            return !feed.ready(toTick);
        } catch (Throwable t) {
            throw world.feedFailed(toTick, t);
        } finally {
            parts.userCode().leave();
        }
    }

    /**
     * Updates the metrics while a tick waits for its input, and reports a long wait and its end. Meanwhile no tick
     * ends, so nothing else updates the metrics.
     */
    void noteWait(boolean waits, Schedule schedule, long now) {
        if (waits) {
            noteWait(schedule, now);
        } else if (awaitedTick != 0) {
            awaitedTick = 0;
            parts.metrics().waits(0, InputFeed.NO_PLAYER, 0, schedule.debtNanos(now));
            if (reported) {
                reported = false;
                report(Kind.INPUT_ARRIVED, schedule);
            }
        }
    }

    private void noteWait(Schedule schedule, long now) {
        if (awaitedTick == 0) {
            awaitedSinceNanos = now;
        }
        awaitedTick = schedule.doneTick() + schedule.nextTicks();
        int player = ask(schedule, now);
        parts.metrics().waits(awaitedTick, player, waitNanos, schedule.debtNanos(now));
        if (waitNanos >= REPORTED_NANOS && (!reported || player != reportedPlayer)) {
            reported = true;
            reportedPlayer = player;
            report(Kind.INPUT_WAIT, schedule);
        }
    }

    /** Asks the feed how long the tick has waited, and returns for which player. */
    private int ask(Schedule schedule, long now) {
        parts.userCode().enter(Call.FEED, awaitedTick, schedule.timeline().simulationOf(awaitedTick));
        try {
            long fedWaitNanos = feed.inputWaitNanos(awaitedTick);
            waitNanos = fedWaitNanos >= 0 ? fedWaitNanos : now - awaitedSinceNanos;
            return feed.awaitedPlayer(awaitedTick);
        } catch (Throwable t) {
            throw world.feedFailed(awaitedTick, t);
        } finally {
            parts.userCode().leave();
        }
    }

    private void report(Kind kind, Schedule schedule) {
        // With the newest tick, not the awaited one: a reader that follows the picture gets it once that tick is shown.
        parts.sink()
                .inputWait(kind, schedule.doneTick(), schedule.timeline().simulatedNanos(), reportedPlayer, waitNanos);
    }

    /** Returns the input of a tick, which the feed must have. */
    TickInput take(long toTick, long dueNanos, long simulationNanos) {
        parts.userCode().enter(Call.FEED, toTick, simulationNanos);
        try {
            return fed.take(parts.inputs(), toTick, dueNanos);
        } catch (Throwable t) {
            throw world.feedFailed(toTick, t);
        } finally {
            parts.userCode().leave();
        }
    }
}
