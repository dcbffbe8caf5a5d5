package io.github.freestep.physics;

import io.github.freestep.physics.schedule.Schedule;
import io.github.freestep.physics.watch.UserCode.Call;

/**
 * The input of a run that an {@link InputFeed} controls. A due tick waits until the feed has its input. For the thread
 * that steps. As long as the feed does not fail, it allocates only when a tick has more inputs than any before.
 */
final class AwaitedInput implements InputStage {
    private final RunParts parts;
    private final InputFeed feed;
    private final FedInput fed;

    /** The number of the tick that waits for its input; 0 if none waits. */
    private long awaitedTick;

    private long awaitedSinceNanos;
    private long waitNanos;

    AwaitedInput(RunParts parts, World world, Publication publication) {
        this.parts = parts;
        feed = parts.setup().feed();
        parts.journal().isFed = true;
        fed = new FedInput(
                feed, new TickInput(parts.inputs().forFeed()), world, new PastSteps(parts, world, publication));
    }

    @Override
    public boolean isMissing() {
        Schedule schedule = parts.schedule();
        if (!schedule.inBatch()) {
            return false;
        }
        long toTick = schedule.doneTick() + schedule.nextTicks();
        parts.userCode().enter(Call.FEED, toTick);
        try {
            return !feed.ready(toTick);
        } catch (Throwable t) {
            throw parts.faults().feedFailed(toTick, t);
        } finally {
            parts.userCode().leave();
        }
    }

    /**
     * Updates the metrics while a tick waits for its input, because meanwhile no tick ends, so nothing else updates
     * them.
     */
    @Override
    public boolean awaits(long now) {
        boolean waits = isMissing();
        if (waits) {
            noteWait(now);
        } else if (awaitedTick != 0) {
            awaitedTick = 0;
            parts.metrics().waits(0, InputFeed.NO_PLAYER, 0, parts.schedule().debtNanos(now));
        }
        return waits;
    }

    private void noteWait(long now) {
        Schedule schedule = parts.schedule();
        if (awaitedTick == 0) {
            awaitedSinceNanos = now;
        }
        awaitedTick = schedule.doneTick() + schedule.nextTicks();
        int player = ask(now);
        parts.metrics().waits(awaitedTick, player, waitNanos, schedule.debtNanos(now));
    }

    /** Asks the feed how long the tick has waited, and returns for which player. */
    private int ask(long now) {
        parts.userCode().enter(Call.FEED, awaitedTick);
        try {
            long fedWaitNanos = feed.inputWaitNanos(awaitedTick);
            waitNanos = fedWaitNanos >= 0 ? fedWaitNanos : now - awaitedSinceNanos;
            return feed.awaitedPlayer(awaitedTick);
        } catch (Throwable t) {
            throw parts.faults().feedFailed(awaitedTick, t);
        } finally {
            parts.userCode().leave();
        }
    }

    @Override
    public TickInput take(Tick tick) {
        parts.userCode().enter(Call.FEED, tick.number());
        try {
            return fed.take(parts.inputs(), tick.number(), tick.dueNanos());
        } catch (Throwable t) {
            throw parts.faults().feedFailed(tick.number(), t);
        } finally {
            parts.userCode().leave();
        }
    }
}
