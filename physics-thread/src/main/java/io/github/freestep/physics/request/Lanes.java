package io.github.freestep.physics.request;

import io.github.freestep.physics.schedule.Schedule;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.Ratio;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.LongConsumer;
import org.jctools.queues.atomic.MpscUnboundedAtomicArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * The requests that wait for the physics thread, in two lanes: changes of time, which are never refused for lack of
 * room, and commands. Any thread may make a request and add it, which never blocks. The first request of a run makes
 * the lanes, see {@link RunRequests}. The physics thread carries out each lane in its order, without allocation of its
 * own.
 *
 * <p>The future of a change completes once the change applies. That of steps completes once the last of them is taken
 * and its state is published, and fails once one of them is discarded by a later pause or resume. The alternative, to
 * take the steps before a resume applies, would let a long sequence of steps hold up a resume.
 */
public final class Lanes {
    /** How long commands may delay a tick. The remaining ones run before the next. */
    public static final long BUDGET_NANOS = 2_000_000;

    /**
     * The text of the exception with which requests fail that still wait at the end. It is made before, because making
     * it at the end would need memory.
     */
    private final String endText;

    /** Completes the futures. */
    public final CommandCallbacks callbacks;

    private final Runnable signal;
    private final BiConsumer<Reply<?>, @Nullable Throwable> noteRun;
    private final Schedule schedule;

    // They begin small, and a requesting thread makes room as it is needed.
    private final MpscUnboundedAtomicArrayQueue<Change> changes = new MpscUnboundedAtomicArrayQueue<>(16);
    private final MpscUnboundedAtomicArrayQueue<Request<?>> commands = new MpscUnboundedAtomicArrayQueue<>(16);
    private final int capacity;

    /** Steps that are not all taken, oldest first. For the physics thread. Grows only while more than 16 wait. */
    private final Queue<Change> stepping = new ArrayDeque<>();

    /** The time at which the waiting changes apply. For the physics thread. */
    private long nowNanos;

    /** The reason for the end; null before it. */
    private volatile @Nullable Throwable ended;

    /** See {@link #stop}. */
    private boolean stopped;

    /**
     * Creates both lanes.
     *
     * @param who names the run for exceptions
     * @param capacity how many commands can wait
     * @param signal lets the physics thread look for requests
     * @param noteRun takes each command that has run, with its failure if there is one
     */
    public Lanes(
            String who,
            int capacity,
            CommandCallbacks callbacks,
            Runnable signal,
            BiConsumer<Reply<?>, @Nullable Throwable> noteRun,
            Schedule schedule) {
        endText = who + " ended before this ran";
        this.capacity = capacity;
        this.callbacks = callbacks;
        this.signal = signal;
        this.noteRun = noteRun;
        this.schedule = schedule;
    }

    /** Lets a request wait for the physics thread, and signals it, unless the request fails at once. */
    public <T> CompletableFuture<T> add(Request<T> request) {
        callbacks.open.add(request);
        RejectedExecutionException refusal = null;
        if (ended == null && !waits(request)) {
            refusal = new RejectedExecutionException("the command queue is full: " + capacity + " commands wait"
                    + " already, as many as commandCapacity allows; submit fewer at a time, do more in each, or raise"
                    + " commandCapacity");
        }
        // Either the end finds this request among the open ones, or this thread sees the end.
        Throwable reason = ended;
        if (reason != null) {
            refusal = new RejectedExecutionException(
                    "the run has ended; start another to run commands, to pause, or to set the time scale", reason);
        }
        if (refusal == null) {
            signal.run();
        } else if (request.moves(Stage.WAITING, Stage.RUNNING)) {
            // The end of the run may find this request meanwhile. Whichever thread completes it, it fails.
            request.carryOut(refusal);
            callbacks.completeNow(request);
        }
        return request;
    }

    private boolean waits(Request<?> request) {
        return request instanceof Change change
                ? changes.offer(change)
                : commands.size() < capacity && commands.offer(request);
    }

    /** Returns whether a change or a command waits to be carried out. For any thread. */
    public boolean isAnyWaiting() {
        return !changes.isEmpty() || !commands.isEmpty();
    }

    /** Returns whether a command waits. For the physics thread. */
    public boolean hasCommands() {
        return !commands.isEmpty();
    }

    /** Returns whether another command may run. If not, too many wait for their callbacks. For the physics thread. */
    boolean hasRoom() {
        return callbacks.waiting() < 2 * capacity;
    }

    /**
     * Applies the waiting changes, at one time. If the clock throws, all fail, because a resume must not fail after the
     * pause before it has applied. For the physics thread.
     *
     * @param clock gives the time of the changes
     * @throws Error if the clock or a change throws an error; the futures have failed with it by then
     */
    public void applyChanges(NanoClock clock) {
        int most = changes.size();
        if (most == 0) {
            return;
        }
        Throwable noTime = null;
        try {
            nowNanos = clock.nanoTime();
        } catch (Throwable t) {
            noTime = t;
        }
        Throwable error = noTime;
        for (int left = most; left > 0; left--) {
            Change each = changes.relaxedPoll();
            // If it is null, its thread is still adding it, and will signal. If it does not move, a thread that closes
            // the service has ended it while the clock or a step hung.
            if (each != null && each.moves(Stage.WAITING, Stage.RUNNING)) {
                Throwable failure = apply(each, noTime);
                error = failure instanceof Error ? failure : error;
            }
        }
        throwIfError(error);
    }

    /** Applies a change, or only lets it fail if the clock has. Returns its failure, or null. */
    private @Nullable Throwable apply(Change change, @Nullable Throwable noTime) {
        Throwable failure = change.carryOut(noTime);
        // Before the schedule counts new steps, or they would pass for those that were discarded.
        settle();
        if (failure == null && change.steps > 0) {
            change.lastStep = schedule.stepsPromised();
            change.moves(Stage.RUNNING, Stage.STEPPING);
            stepping.add(change);
        } else {
            finish(change);
        }
        return failure;
    }

    /**
     * Completes the futures of steps that are taken, and fails those of steps that were discarded. For the physics
     * thread, after each change, and at the end of each pass that does not only warm up.
     */
    public void settle() {
        for (int left = stepping.size(); left > 0; left--) {
            Change each = stepping.poll();
            if (each.waits(schedule)) {
                stepping.add(each);
            } else {
                finish(each);
            }
        }
    }

    /**
     * Runs the waiting commands until the budget is spent. Runs at least one, so that none waits forever. For the
     * physics thread.
     *
     * @throws Error if a command throws it; the future of that command has already failed
     */
    public void runCommands(NanoClock stopwatch, long budgetNanos) {
        // Runs at most as many commands as wait now, because a command may submit another.
        int most = commands.size();
        if (most == 0) {
            return;
        }
        long since = stopwatch.nanoTime();
        boolean stops = false;
        for (int left = most; left > 0 && !stops && hasRoom(); left--) {
            Request<?> each = commands.relaxedPoll();
            if (each == null || !each.moves(Stage.WAITING, Stage.RUNNING)) {
                // The thread that submits it is still adding it, or another thread has ended all requests.
                return;
            }
            Throwable failure = run(each);
            if (each.stage.get() == Stage.LAST) {
                return;
            }
            finish(each);
            throwIfError(failure);
            stops = stopped || stopwatch.nanoTime() - since >= budgetNanos;
        }
    }

    /** Lets no command run after the present one, which has closed its stepper. For the thread that runs them. */
    public void stop() {
        stopped = true;
    }

    /**
     * Runs a new command at once, outside its lane, and completes its future. For the physics thread.
     *
     * @return the exception that the command has thrown, or null
     * @throws Error if the command throws it; its future has already failed
     */
    public @Nullable Throwable runNow(Request<?> command) {
        Throwable failure = run(command);
        command.completeNow();
        if (!command.isDone()) {
            // There was no memory. The end completes it.
            callbacks.open.add(command);
        }
        throwIfError(failure);
        return failure;
    }

    private @Nullable Throwable run(Request<?> command) {
        Throwable failure = command.carryOut(null);
        noteRun.accept(command, failure);
        return failure;
    }

    private static void throwIfError(@Nullable Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
    }

    private void finish(Request<?> request) {
        if (request.stage.getAndSet(Stage.DONE) != Stage.DONE) {
            callbacks.add(request);
        }
    }

    /**
     * Ends both lanes and the callbacks. Open requests and later ones fail. The physics thread calls this at its end. A
     * closing thread calls it if the physics thread hangs, possibly in a command. If there is no memory to fail a
     * request, {@link CommandCallbacks#awaitEnd} does so.
     *
     * @param reason the cause of the exception with which these requests fail
     */
    public void end(Throwable reason) {
        // Set before anything is made, because that needs memory, and later requests must fail in any case.
        ended = reason;
        try {
            failOpen(reason);
        } finally {
            callbacks.end();
        }
    }

    private void failOpen(Throwable reason) {
        Throwable rejection = new RejectedExecutionException(endText, reason);
        for (Reply<?> open : callbacks.open) {
            Request<?> request = (Request<?>) open;
            Stage before = request.stage.getAndSet(Stage.DONE);
            if (before == Stage.WAITING || before == Stage.STEPPING) {
                request.work = null;
                request.setFailure(rejection);
            } else if (before == Stage.RUNNING) {
                request.setFailure(reason);
            }
            // Also those that wait for their completion already, because there may have been no memory for it.
            callbacks.add(request);
        }
    }

    public Request<Void> pause() {
        return change(0, schedule::pause);
    }

    public Request<Void> resume() {
        return change(0, schedule::resume);
    }

    public Request<Void> step(int ticks) {
        return change(ticks, now -> schedule.step(now, ticks));
    }

    public Request<Void> timeScale(Ratio scale) {
        return change(0, now -> schedule.scale(now, scale));
    }

    /** Makes a change, which is given the time at which it applies. */
    private Change change(int steps, LongConsumer applies) {
        Change made = new Change(callbacks, steps);
        ((Request<Void>) made).work = change -> applies.accept(nowNanos);
        return made;
    }

    /**
     * Makes the request that ends the run, unless it throws. Its value goes to the future after the end. The commands
     * submitted before it have run by then, and those after it fail.
     *
     * @param end ends the run on the physics thread; no journal records it
     */
    public <T> Request<T> last(Work<T> end) {
        return request(request -> {
            end.run(request);
            request.moves(Stage.RUNNING, Stage.LAST);
        });
    }

    public <T> Request<T> request(Work<T> work) {
        Request<T> made = new Request<>(callbacks);
        made.work = work;
        return made;
    }

    /** The work that a request asks for. It sets the value of the future, if there is one. For the physics thread. */
    public interface Work<T> {
        void run(Request<T> request) throws Exception;
    }

    private enum Stage {
        /** The request waits for the physics thread. */
        WAITING,
        RUNNING,
        /** The change applies, and some of its steps are not taken yet. */
        STEPPING,
        /** The request has ended the run. Its future completes after the end. */
        LAST,
        /** The future was handed over for completion, by the thread that has set this stage. */
        DONE
    }

    /** A request, until its outcome. */
    public static class Request<T> extends Reply<T> {
        private final AtomicReference<Stage> stage = new AtomicReference<>(Stage.WAITING);

        /** Null once it runs or fails, so that a future that is kept does not keep it. */
        private @Nullable Work<T> work;

        private Request(CommandCallbacks callbacks) {
            super(callbacks);
        }

        boolean moves(Stage from, Stage to) {
            return stage.compareAndSet(from, to);
        }

        /** Returns the exception that was thrown, or null. With a fault, only fails. */
        @Nullable Throwable carryOut(@Nullable Throwable fault) {
            Work<T> taken = work;
            work = null;
            try {
                if (fault != null) {
                    throw fault;
                }
                Objects.requireNonNull(taken).run(this);
                return null;
            } catch (Throwable t) {
                if (t instanceof InterruptedException) {
                    // The interrupt flag asks the thread to end. Code that throws this exception clears the flag.
                    Thread.currentThread().interrupt();
                }
                setFailure(t);
                return t;
            }
        }
    }

    /** A change of time. */
    public static final class Change extends Request<Void> {
        public final int steps;

        /** The number of single steps of the run after which this change is done. */
        private long lastStep;

        /** The number of the steps that were taken before the others were discarded; -1 if none was discarded. */
        private long taken = -1;

        private Change(CommandCallbacks callbacks, int steps) {
            super(callbacks);
            this.steps = steps;
        }

        /** Returns whether steps are left to take. Fails this change if they were discarded. */
        private boolean waits(Schedule schedule) {
            long left = lastStep - schedule.stepsPromised();
            if (left > 0) {
                taken = Math.max(0, steps - left);
                return false;
            }
            return lastStep > schedule.stepsTaken();
        }

        /** Creates the exception for discarded steps here, because the physics thread must not allocate. */
        @Override
        protected @Nullable Throwable failure() {
            Throwable failure = super.failure();
            return failure != null || taken < 0
                    ? failure
                    : new IllegalStateException(taken + " of " + steps + " steps were taken before pause(), resume()"
                            + " or a fault discarded the others; to take all, wait for the future of step() first");
        }
    }
}
