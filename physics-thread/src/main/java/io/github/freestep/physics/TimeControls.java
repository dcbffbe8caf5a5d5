package io.github.freestep.physics;

import io.github.freestep.physics.delivery.CommandCallbacks;
import io.github.freestep.physics.delivery.Pending;
import io.github.freestep.physics.schedule.Schedule;
import io.github.freestep.physics.workers.Run;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.Ratio;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Takes requests to change simulation time. Any thread may make requests. A request is never refused for lack of room,
 * and never blocks, except that the first request of a service starts a thread. The physics thread applies all waiting
 * requests at once, in time that does not depend on their number.
 *
 * <p>This works because changes that apply at the same instant can be combined into one: the last pause or resume
 * counts, the steps requested after it are added up, steps requested before it are discarded, and the last scale
 * counts. Each request combines its change with the waiting ones, and the physics thread applies only the result.
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

    private final Change end;
    private final Runnable signal;
    private volatile Throwable ended;

    /**
     * Creates a queue.
     *
     * @param signal called after each request, by the requesting thread
     */
    TimeControls(CommandCallbacks callbacks, Runnable signal) {
        this.callbacks = callbacks;
        this.signal = signal;
        end = new Change(callbacks, Run.AS_IT_IS, 0, null);
    }

    CompletableFuture<Void> pause() {
        return request(new Change(callbacks, Run.PAUSE, 0, null));
    }

    CompletableFuture<Void> resume() {
        return request(new Change(callbacks, Run.RESUME, 0, null));
    }

    CompletableFuture<Void> step(int ticks) {
        return request(new Change(callbacks, Run.AS_IT_IS, ticks, null));
    }

    CompletableFuture<Void> timeScale(Ratio scale) {
        return request(new Change(callbacks, Run.AS_IT_IS, 0, scale));
    }

    private CompletableFuture<Void> request(Change change) {
        callbacks.request();
        Change before;
        do {
            before = waiting.get();
            if (before == end) {
                return change.refuse(Commands.hasEnded(ended));
            }
            change.follow(before);
        } while (!waiting.compareAndSet(before, change));
        signal.run();
        return change.future();
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
        Throwable failure = newest.apply(schedule, clock);
        newest.allFail(failure);
        callbacks.add(newest, newest.first);
        callbacks.flush();
        if (failure instanceof Error error) {
            throw error;
        }
    }

    /** Ends this queue. The parameters are those of {@link Commands#end}. */
    void end(Throwable reason, Throwable rejection) {
        if (ended == null) {
            ended = reason;
        }
        Change newest = waiting.getAndSet(end);
        if (newest != null && newest != end) {
            newest.allFail(rejection);
            callbacks.add(newest, newest.first);
        }
    }

    /** One change, combined with all changes that wait before it. */
    private static final class Change extends Pending<Void> {
        private final Run ownRun;
        private final int ownSteps;
        private final Ratio ownScale;

        private Run run;
        private long steps;
        private Ratio scale;
        private Change first;

        Change(CommandCallbacks callbacks, Run run, int steps, Ratio scale) {
            super(callbacks);
            ownRun = run;
            ownSteps = steps;
            ownScale = scale;
        }

        void follow(Change before) {
            next = before;
            first = before == null ? this : before.first;
            boolean adds = before != null && ownRun == Run.AS_IT_IS;
            run = adds ? before.run : ownRun;
            steps = adds ? before.steps + ownSteps : ownSteps;
            scale = before == null || ownScale != null ? ownScale : before.scale;
        }

        Throwable apply(Schedule schedule, NanoClock clock) {
            try {
                long now = clock.nanoTime();
                if (run == Run.PAUSE) {
                    schedule.pause(now);
                } else if (run == Run.RESUME) {
                    schedule.resume(now);
                }
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
            } catch (IllegalArgumentException tooMany) {
                for (Change each = this; each != null; each = (Change) each.next) {
                    if (each.ownSteps > 0) {
                        each.fail(tooMany);
                    }
                }
            }
        }

        void allFail(Throwable failure) {
            if (failure != null) {
                for (Change each = this; each != null; each = (Change) each.next) {
                    each.fail(failure);
                }
            }
        }
    }
}
