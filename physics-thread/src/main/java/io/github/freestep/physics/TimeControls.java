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
 * and never blocks, except that the first request of a service starts a thread. The physics thread applies all waiting
 * requests at once, in time that does not depend on their number, unless steps are among them.
 *
 * <p>This works because changes that apply at the same instant can be combined into one: the last pause or resume
 * counts, the steps requested after it are added up, steps requested before it are discarded, and the last scale
 * counts. Each request combines its change with the waiting ones, and the physics thread applies only the result.
 *
 * <p>The future of a change completes once the change applies. That of steps completes once the last of them is taken
 * and its state is published, and fails once one of them is discarded. The alternative, to take the steps before a
 * resume applies, would let a long sequence of steps hold up a resume.
 */
final class TimeControls {
    private enum Run {
        AS_IT_IS,
        PAUSE,
        RESUME
    }

    private final CommandCallbacks callbacks;

    /** The newest waiting change, or the end. */
    private final AtomicReference<Change> waiting = new AtomicReference<>();

    /** The newest change whose steps are not all taken, or the end. The older ones follow it. */
    private final AtomicReference<Change> stepping = new AtomicReference<>();

    // For the physics thread.
    private final Changes done = new Changes();
    private final Changes left = new Changes();

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
        end = new Change(callbacks, Run.AS_IT_IS, 0, null, 0);
    }

    CompletableFuture<Void> pause() {
        return request(new Change(callbacks, Run.PAUSE, 0, null, 0));
    }

    CompletableFuture<Void> resume() {
        return request(new Change(callbacks, Run.RESUME, 0, null, clock.nanoTime()));
    }

    CompletableFuture<Void> step(int ticks) {
        return request(new Change(callbacks, Run.AS_IT_IS, ticks, null, 0));
    }

    CompletableFuture<Void> timeScale(Ratio scale) {
        return request(new Change(callbacks, Run.AS_IT_IS, 0, scale, 0));
    }

    /**
     * Returns whether a resume waits that was requested at or before a given time. Input of that time is then no longer
     * input of the pause. For the physics thread.
     */
    boolean resumesBy(long nanos) {
        Change newest = waiting.get();
        return newest != null && newest.run == Run.RESUME && nanos - newest.resumedNanos >= 0;
    }

    private CompletableFuture<Void> request(Change change) {
        callbacks.request();
        Change before;
        do {
            before = waiting.get();
            if (before == end) {
                return change.refuse(Commands.hasEnded(ended));
            }
            change.combine(before);
        } while (!waiting.compareAndSet(before, change));
        signal.run();
        return change;
    }

    /**
     * Applies all waiting changes. For the physics thread.
     *
     * @throws Error if a change throws an error; the futures of all applied changes have failed with it by then
     */
    void run(Schedule schedule, NanoClock clock) {
        Change newest;
        do {
            newest = waiting.get();
            if (newest == null || newest == end) {
                return;
            }
        } while (!waiting.compareAndSet(newest, null));
        Throwable failure = newest.apply(schedule, clock, this);
        newest.allFail(failure);
        if (newest.anySteps) {
            settle(schedule, newest);
        } else {
            settle(schedule);
            callbacks.add(newest, newest.first);
            callbacks.flush();
        }
        if (failure instanceof Error error) {
            throw error;
        }
    }

    /** Takes steps at once, without the queue. For the physics thread, which then steps. */
    CompletableFuture<Void> stepNow(Schedule schedule, long nowNanos, int ticks) {
        Change change = new Change(callbacks, Run.AS_IT_IS, ticks, null, 0);
        schedule.step(nowNanos, ticks);
        change.lastStep = schedule.stepsPromised();
        settle(schedule, change);
        return change;
    }

    /**
     * Completes the futures of steps that are taken, and fails those of steps that were discarded. For the physics
     * thread, after each tick.
     */
    void settle(Schedule schedule) {
        if (stepping.get() != null) {
            settle(schedule, null);
        }
    }

    /** Settles changes that were just applied, given newest first, and those whose steps were not all taken before. */
    private void settle(Schedule schedule, @Nullable Change applied) {
        Change before = stepping.get();
        if (before == end || !stepping.compareAndSet(before, null)) {
            before = null;
        }
        done.clear();
        left.clear();
        sort(schedule, applied);
        sort(schedule, before);
        if (left.newest != null && !stepping.compareAndSet(null, left.newest)) {
            // Another thread has ended this queue meanwhile, because a step has not returned in time.
            fail(left.newest);
        }
        if (done.newest != null) {
            callbacks.add(done.newest, done.oldest);
        }
        callbacks.flush();
    }

    private void sort(Schedule schedule, @Nullable Change newest) {
        Change next;
        for (Change each = newest; each != null; each = next) {
            next = each.before();
            (each.waits(schedule) ? left : done).append(each);
        }
    }

    /** Ends this queue. The parameters are those of {@link Commands#end}. */
    void end(Throwable reason, Throwable rejection) {
        if (ended == null) {
            this.rejection = rejection;
            ended = reason;
        }
        fail(stepping.getAndSet(end));
        fail(waiting.getAndSet(end));
    }

    private void fail(@Nullable Change newest) {
        if (newest != null && newest != end) {
            newest.allFail(rejection);
            callbacks.add(newest, newest.oldest());
        }
    }

    /** A list of changes, newest first. Reused, so that the physics thread needs no memory for it. */
    private static final class Changes {
        private @Nullable Change newest;
        private @Nullable Change oldest;

        void clear() {
            newest = null;
            oldest = null;
        }

        void append(Change change) {
            change.setNext(null);
            if (oldest == null) {
                newest = change;
            } else {
                oldest.setNext(change);
            }
            oldest = change;
        }
    }

    /** One change, combined with all changes that wait before it. */
    private static final class Change extends Reply<Void> {
        private final Run ownRun;
        private final int ownSteps;
        private final Ratio ownScale;
        private final long ownResumedNanos;

        private Run run;

        /** When the resume that ends the pause was requested. Valid if {@link #run} is a resume. */
        private long resumedNanos;

        private long steps;
        private Ratio scale;

        /** The oldest of these changes. */
        private @Nullable Change first;

        /** Whether any of these changes requests steps, even if a later one discards them. */
        private boolean anySteps;

        /** The number of single steps of the run after which this change is done; 0 if it waits for none. */
        private long lastStep;

        /** Whether steps of this change were discarded. Then {@link #taken} is the number of the others. */
        private boolean discards;

        private long taken;

        Change(CommandCallbacks callbacks, Run run, int steps, Ratio scale, long nowNanos) {
            super(callbacks);
            ownResumedNanos = nowNanos;
            ownRun = run;
            ownSteps = steps;
            ownScale = scale;
        }

        void combine(Change before) {
            setNext(before);
            first = before == null ? this : before.first;
            anySteps = ownSteps > 0 || before != null && before.anySteps;
            boolean adds = before != null && ownRun == Run.AS_IT_IS;
            run = adds ? before.run : ownRun;
            boolean resumesAgain =
                    before != null && ownRun == Run.RESUME && before.run == Run.RESUME && before.steps == 0;
            resumedNanos = adds || resumesAgain ? before.resumedNanos : ownResumedNanos;
            steps = adds ? before.steps + ownSteps : ownSteps;
            scale = before == null || ownScale != null ? ownScale : before.scale;
        }

        @Override
        protected void forget() {
            first = null;
        }

        @Nullable Change before() {
            return (Change) next();
        }

        @Nullable Throwable apply(Schedule schedule, NanoClock clock, TimeControls controls) {
            try {
                long now = clock.nanoTime();
                if (run == Run.PAUSE) {
                    schedule.pause(now);
                } else if (run == Run.RESUME) {
                    schedule.resume(now, resumedNanos);
                }
                // Before the schedule counts new steps, or they would pass for those that were discarded.
                controls.settle(schedule);
                takeSteps(schedule, now);
                if (scale != null) {
                    schedule.scale(now, scale);
                }
                return null;
            } catch (Throwable t) {
                return t;
            }
        }

        /**
         * Requests the steps. If simulation time has no room for the sum of all steps, the requests for steps fail, and
         * no others.
         */
        private void takeSteps(Schedule schedule, long now) {
            try {
                if (steps > 0) {
                    schedule.step(now, steps);
                }
                awaitSteps(schedule.stepsPromised());
            } catch (IllegalArgumentException tooMany) {
                for (Change each = this; each != null; each = each.before()) {
                    if (each.ownSteps > 0) {
                        each.fail(tooMany);
                    }
                }
            }
        }

        /** Lets each change wait for its own steps. Those before a pause or a resume were discarded. */
        private void awaitSteps(long promised) {
            long last = promised;
            boolean counts = true;
            for (Change each = this; each != null; each = each.before()) {
                if (each.ownSteps > 0 && counts) {
                    each.lastStep = last;
                    last -= each.ownSteps;
                } else if (each.ownSteps > 0) {
                    each.failAfter(0);
                }
                counts &= each.ownRun == Run.AS_IT_IS;
            }
        }

        /** Returns whether steps are left to take. Fails this change if they were discarded. */
        boolean waits(Schedule schedule) {
            long left = lastStep - schedule.stepsPromised();
            if (left > 0) {
                failAfter(Math.max(0, ownSteps - left));
                return false;
            }
            return lastStep > schedule.stepsTaken();
        }

        private void failAfter(long takenSteps) {
            discards = true;
            taken = takenSteps;
        }

        /** Creates the exception for discarded steps here, because the physics thread must not allocate. */
        @Override
        protected @Nullable Throwable failure() {
            Throwable failure = super.failure();
            return failure != null || !discards
                    ? failure
                    : new IllegalStateException(taken + " of " + ownSteps + " steps were taken before pause(), resume()"
                            + " or a fault discarded the others; to take all, wait for the future of step() first");
        }

        Change oldest() {
            Change oldest = this;
            while (oldest.next() != null) {
                oldest = oldest.before();
            }
            return oldest;
        }

        void allFail(Throwable failure) {
            if (failure != null) {
                for (Change each = this; each != null; each = each.before()) {
                    each.fail(failure);
                }
            }
        }
    }
}
