package io.github.freestep.physics;

import io.github.freestep.physics.delivery.CommandCallbacks;
import io.github.freestep.physics.delivery.Reply;
import io.github.freestep.physics.schedule.Schedule;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.Ratio;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Takes requests to change simulation time. Any thread may make requests. A request is never refused for lack of room,
 * because each one leads to the one before it, and never blocks, except that the first request of a service starts a
 * thread. The physics thread applies all waiting requests, one after the other, in their order.
 *
 * <p>The future of a change completes once the change applies. That of steps completes once the last of them is taken
 * and its state is published, and fails once one of them is discarded by a later pause or resume. The alternative, to
 * take the steps before a resume applies, would let a long sequence of steps hold up a resume.
 */
final class TimeControls {
    private enum Kind {
        PAUSE,
        RESUME,
        STEP,
        SCALE
    }

    private final CommandCallbacks callbacks;

    /** The newest waiting change, or the end. The older ones follow it. */
    private final AtomicReference<Change> waiting = new AtomicReference<>();

    /** The newest change whose steps are not all taken, or the end. The older ones follow it. */
    private final AtomicReference<Change> stepping = new AtomicReference<>();

    private final Change end;
    private final NanoClock clock;
    private final Runnable signal;
    private volatile Throwable ended;
    private Throwable rejection;

    /**
     * Creates a queue.
     *
     * @param clock gives the times of requests to resume
     * @param signal called after each request, by the requesting thread
     */
    TimeControls(CommandCallbacks callbacks, NanoClock clock, Runnable signal) {
        this.callbacks = callbacks;
        this.clock = clock;
        this.signal = signal;
        end = new Change(callbacks, Kind.PAUSE, 0, null, 0);
    }

    CompletableFuture<Void> pause() {
        return request(new Change(callbacks, Kind.PAUSE, 0, null, 0));
    }

    CompletableFuture<Void> resume() {
        return request(new Change(callbacks, Kind.RESUME, 0, null, clock.nanoTime()));
    }

    CompletableFuture<Void> step(int ticks) {
        return request(new Change(callbacks, Kind.STEP, ticks, null, 0));
    }

    CompletableFuture<Void> timeScale(Ratio scale) {
        return request(new Change(callbacks, Kind.SCALE, 0, scale, 0));
    }

    /**
     * Returns whether a resume waits that was requested at or before a given time. Input of that time is then no longer
     * input of the pause. For the physics thread.
     */
    boolean resumesBy(long nanos) {
        Change newest = waiting.get();
        return newest != null && newest.endsPause && nanos - newest.endNanos >= 0;
    }

    private CompletableFuture<Void> request(Change change) {
        callbacks.register(change);
        Change before;
        do {
            before = waiting.get();
            if (before == end) {
                return callbacks.refuse(change, Commands.hasEnded(ended));
            }
            change.follow(before);
        } while (!waiting.compareAndSet(before, change));
        signal.run();
        return change;
    }

    /**
     * Applies all waiting changes, at one time. If the clock throws, all fail, because a resume must not fail after the
     * pause before it has applied. For the physics thread.
     *
     * @throws Error if the clock or a change throws an error; the futures have failed with it by then
     */
    void run(Schedule schedule, NanoClock clock) {
        if (waiting.get() == null) {
            return;
        }
        Throwable failure;
        try {
            // The clock is read before the changes are taken, so that a thread that closes the service finds them if
            // the clock hangs.
            long nowNanos = clock.nanoTime();
            failure = apply(takeAll(waiting), schedule, nowNanos);
        } catch (Throwable noTime) {
            fail(takeAll(waiting), noTime);
            failure = noTime;
        }
        if (failure instanceof Error error) {
            throw error;
        }
    }

    /** Throws nothing. Returns an error that a change has thrown. */
    private @Nullable Error apply(@Nullable Change newest, Schedule schedule, long nowNanos) {
        Error error = null;
        Change next;
        for (Change each = oldestFirst(newest); each != null; each = next) {
            next = each.neighbour;
            each.neighbour = null;
            try {
                each.apply(schedule, nowNanos);
            } catch (Throwable t) {
                each.fail(t);
                error = t instanceof Error thrown ? thrown : error;
            }
            // Before the schedule counts new steps, or they would pass for those that were discarded.
            settle(schedule);
            if (each.lastStep > 0) {
                await(each);
            } else {
                callbacks.add(each);
            }
        }
        return error;
    }

    /** Takes steps at once, without the queue. For the physics thread, which then steps. */
    CompletableFuture<Void> stepNow(Schedule schedule, long nowNanos, int ticks) {
        Change change = new Change(callbacks, Kind.STEP, ticks, null, 0);
        change.apply(schedule, nowNanos);
        await(change);
        return change;
    }

    /**
     * Completes the futures of steps that are taken, and fails those of steps that were discarded. For the physics
     * thread, after each tick.
     */
    void settle(Schedule schedule) {
        if (stepping.get() == null) {
            return;
        }
        Change next;
        for (Change each = oldestFirst(takeAll(stepping)); each != null; each = next) {
            next = each.neighbour;
            each.neighbour = null;
            if (each.waits(schedule)) {
                await(each);
            } else {
                callbacks.add(each);
            }
        }
    }

    /** Lets a change wait for its steps, unless another thread has ended this queue because a step hangs. */
    private void await(Change change) {
        Change before = stepping.get();
        change.neighbour = before;
        if (before == end || !stepping.compareAndSet(before, change)) {
            change.neighbour = null;
            fail(change, rejection);
        }
    }

    /** Ends this queue. The parameters are those of {@link Commands#end}. */
    void end(Throwable reason, Throwable rejection) {
        if (ended == null) {
            this.rejection = rejection;
            ended = reason;
        }
        fail(stepping.getAndSet(end), this.rejection);
        fail(waiting.getAndSet(end), this.rejection);
    }

    private void fail(@Nullable Change newest, Throwable cause) {
        Change next;
        for (Change each = oldestFirst(newest == end ? null : newest); each != null; each = next) {
            next = each.neighbour;
            each.neighbour = null;
            each.fail(cause);
            callbacks.add(each);
        }
    }

    private @Nullable Change takeAll(AtomicReference<Change> from) {
        Change newest;
        do {
            newest = from.get();
        } while (newest != null && newest != end && !from.compareAndSet(newest, null));
        return newest == end ? null : newest;
    }

    private static @Nullable Change oldestFirst(@Nullable Change newest) {
        Change oldest = null;
        Change each = newest;
        while (each != null) {
            Change before = each.neighbour;
            each.neighbour = oldest;
            oldest = each;
            each = before;
        }
        return oldest;
    }

    private static final class Change extends Reply<Void> {
        private final Kind kind;
        private final int steps;
        private final Ratio scale;
        private final long requestedNanos;

        /** The change before this one, or after it in a list that begins with the oldest. */
        private @Nullable Change neighbour;

        /** Whether this change or a waiting one before it ends a pause, and when the first of them was requested. */
        private boolean endsPause;

        private long endNanos;

        /** The number of single steps of the run after which this change is done; 0 if it waits for none. */
        private long lastStep;

        /** Whether steps of this change were discarded. Then {@link #taken} is the number of the others. */
        private boolean discards;

        private long taken;

        Change(CommandCallbacks callbacks, Kind kind, int steps, Ratio scale, long requestedNanos) {
            super(callbacks);
            this.kind = kind;
            this.steps = steps;
            this.scale = scale;
            this.requestedNanos = requestedNanos;
        }

        void follow(@Nullable Change before) {
            neighbour = before;
            boolean ended = before != null && before.endsPause && kind != Kind.PAUSE;
            endsPause = ended || kind == Kind.RESUME;
            endNanos = ended ? before.endNanos : requestedNanos;
        }

        void apply(Schedule schedule, long nowNanos) {
            switch (kind) {
                case PAUSE -> schedule.pause(nowNanos);
                case RESUME -> schedule.resume(nowNanos, requestedNanos);
                case STEP -> {
                    schedule.step(nowNanos, steps);
                    lastStep = schedule.stepsPromised();
                }
                case SCALE -> schedule.scale(nowNanos, scale);
            }
        }

        /** Returns whether steps are left to take. Fails this change if they were discarded. */
        boolean waits(Schedule schedule) {
            long left = lastStep - schedule.stepsPromised();
            if (left > 0) {
                discards = true;
                taken = Math.max(0, steps - left);
                return false;
            }
            return lastStep > schedule.stepsTaken();
        }

        /** Creates the exception for discarded steps here, because the physics thread must not allocate. */
        @Override
        protected @Nullable Throwable failure() {
            Throwable failure = super.failure();
            return failure != null || !discards
                    ? failure
                    : new IllegalStateException(taken + " of " + steps + " steps were taken before pause(), resume()"
                            + " or a fault discarded the others; to take all, wait for the future of step() first");
        }
    }
}
