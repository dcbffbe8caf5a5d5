package io.github.freestep.physics.feed;

import io.github.freestep.physics.Command;
import io.github.freestep.physics.PhysicsEvent;
import io.github.freestep.physics.PhysicsMetrics;
import io.github.freestep.physics.feed.past.Past;
import io.github.freestep.physics.input.InputCollector;
import io.github.freestep.physics.input.InputStage;
import io.github.freestep.physics.input.StageAccess;
import io.github.freestep.physics.schedule.Schedule;
import io.github.freestep.physics.watch.UserCode;
import io.github.freestep.physics.watch.UserCode.Call;

/**
 * The input of a run that an {@link InputFeed} controls. A due tick waits until the feed has its input. For the thread
 * that steps. As long as the feed does not fail, it allocates only when a tick has more inputs than any before.
 */
final class AwaitedInput implements InputStage {
    private final InputFeed feed;
    private final Schedule schedule;
    private final InputCollector inputs;
    private final UserCode userCode;
    private final StageAccess<Command, PhysicsEvent> run;
    private final FedInput fed;

    /** The number of the tick that waits for its input; 0 if none waits. */
    private long awaitedTick;

    private long awaitedSinceNanos;
    private long waitNanos;

    AwaitedInput(
            InputFeed feed,
            Schedule schedule,
            InputCollector inputs,
            UserCode userCode,
            StageAccess<Command, PhysicsEvent> run) {
        if (inputs.sources() > 0) {
            throw new IllegalArgumentException("a feed replaces all other input, so input sources must be 0, was "
                    + inputs.sources() + "; read the devices where the feed is made");
        }
        // Pushed input is refused from now on.
        inputs.queue.close();
        this.feed = feed;
        this.schedule = schedule;
        this.inputs = inputs;
        this.userCode = userCode;
        this.run = run;
        FedInput past = new FedInput(inputs.values(), run::runAgain, null);
        fed = new FedInput(inputs.values(), run::run, new Past<>(run, past));
    }

    @Override
    public boolean isMissing() {
        if (!schedule.inBatch()) {
            return false;
        }
        long toTick = schedule.doneTick() + 1;
        userCode.enter(Call.FEED, toTick);
        try {
            return !feed.ready(toTick);
        } catch (Throwable t) {
            throw run.failed(toTick, t);
        } finally {
            userCode.leave();
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
            run.waits(0, PhysicsMetrics.NO_PLAYER, 0, schedule.debtNanos(now));
        }
        return waits;
    }

    private void noteWait(long now) {
        if (awaitedTick == 0) {
            awaitedSinceNanos = now;
        }
        awaitedTick = schedule.doneTick() + 1;
        int player = ask(now);
        run.waits(awaitedTick, player, waitNanos, schedule.debtNanos(now));
    }

    /** Asks the feed how long the tick has waited, and returns for which player. */
    private int ask(long now) {
        userCode.enter(Call.FEED, awaitedTick);
        try {
            long fedWaitNanos = feed.inputWaitNanos(awaitedTick);
            waitNanos = fedWaitNanos >= 0 ? fedWaitNanos : now - awaitedSinceNanos;
            return feed.awaitedPlayer(awaitedTick);
        } catch (Throwable t) {
            throw run.failed(awaitedTick, t);
        } finally {
            userCode.leave();
        }
    }

    @Override
    public void take(long tick, long dueNanos) {
        userCode.enter(Call.FEED, tick);
        fed.open();
        try {
            feed.feed(tick, fed);
        } catch (Throwable t) {
            throw run.failed(tick, t);
        } finally {
            fed.close();
            userCode.leave();
        }
        count(dueNanos);
    }

    private void count(long dueNanos) {
        int size = inputs.values().size;
        if (fed.hasCome) {
            // Input that has a time may be of axes only, and then still counts as one.
            inputs.count(Math.max(1, size), fed.cameNanos);
        } else {
            inputs.count(size, dueNanos);
        }
    }
}
