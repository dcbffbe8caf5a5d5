package io.github.freestep.smooth.turns;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.time.NanoClock;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Takes steps that frames begin, on a thread of its own. The world has one owner at a time, and {@link #stage} says
 * which: the writes of one thread happen before that thread changes the stage, and the other thread reads the stage
 * first, so neither needs a lock.
 */
final class Stepping {
    /** The world is the game's. */
    private static final int GAMES = 0;

    /** The steps are due, and no thread has begun them. */
    private static final int OFFERED = 1;

    /** A thread takes the steps. */
    private static final int TAKEN = 2;

    /** After this, a thread that must wait looks whether it can take the steps, or has waited for too long. */
    private static final long LOOK_NANOS = 100_000_000;

    /** A step that takes longer does not seem to return. */
    private static final long HANGS_NANOS = 2_000_000_000;

    private static final long LONGEST_END_NANOS = 5_000_000_000L;

    private static final System.Logger LOG = System.getLogger("io.github.freestep");

    private final InlineStepper stepper;
    private final NanoClock clock;
    private @Nullable Thread thread;
    private final AtomicInteger stage = new AtomicInteger(GAMES);
    private long elapsedNanos;
    private @Nullable Runnable before;
    private boolean isOnlyThere;
    private volatile @Nullable Thread waiting;
    private volatile @Nullable Throwable failure;
    private volatile boolean ends;

    /** The thread that takes the steps; null if none does. */
    private volatile @Nullable Thread worker;

    Stepping(InlineStepper stepper, NanoClock clock) {
        this.stepper = stepper;
        this.clock = clock;
    }

    void start(ThreadFactory threads) {
        thread = threads.newThread(this::run);
        thread.setName("freestep-smooth");
        thread.setDaemon(true);
        thread.start();
    }

    /** Whether the calling thread takes steps. */
    boolean isWorker() {
        return worker == Thread.currentThread();
    }

    boolean isIdle() {
        return stage.get() == GAMES;
    }

    /** Why the steps have ended; null while they continue. */
    @Nullable Throwable failure() {
        return failure;
    }

    /**
     * Hands the world over, until the steps that become due within a time are taken. Only if the world is the game's.
     */
    void begin(long nanos) {
        elapsedNanos = nanos;
        stage.set(OFFERED);
        LockSupport.unpark(thread);
    }

    /** Runs something on the stepping thread, the only one to take steps from then on, and waits for it. */
    void callOnlyThere(Runnable first) {
        before = first;
        isOnlyThere = true;
        waiting = Thread.currentThread();
        begin(0);
        boolean wasInterrupted = false;
        while (!isIdle()) {
            LockSupport.park(this);
            wasInterrupted |= Thread.interrupted(); // or no park would last
        }
        waiting = null;
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Waits for the steps, but not for long. If no thread has begun them until then, the thread of the frame takes
     * them: on a busy machine, the other one may get no processor for a while, and steps are mostly short.
     *
     * @return whether the world is the game's
     */
    boolean await(long nanos) {
        if (stage.get() == GAMES) {
            return true;
        }
        boolean wasInterrupted = false;
        waiting = Thread.currentThread();
        long until = clock.nanoTime() + nanos;
        for (long left = nanos; stage.get() != GAMES && left > 0; left = until - clock.nanoTime()) {
            clock.park(left);
            wasInterrupted |= Thread.interrupted(); // or no park would last
        }
        waiting = null;
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
        return stage.get() == GAMES || !isOnlyThere && take();
    }

    /** Waits for the steps for as long as they take, and says where they are if that is long. */
    void awaitEnd() {
        if (!awaitAtMost(HANGS_NANOS)) {
            LOG.log(System.Logger.Level.WARNING, "a step has run for 2 s, and the game waits for it; " + where());
            while (!await(LOOK_NANOS)) {}
        }
    }

    /** Waits in short turns, so that the calling thread soon takes steps that no thread has begun. */
    private boolean awaitAtMost(long nanos) {
        long beganNanos = clock.nanoTime();
        boolean isOver = await(LOOK_NANOS);
        while (!isOver && clock.nanoTime() - beganNanos < nanos) {
            isOver = await(LOOK_NANOS);
        }
        return isOver;
    }

    private String where() {
        StringBuilder where = new StringBuilder("it is in");
        StackTraceElement[] stack = thread.getStackTrace();
        for (int i = 0; i < Math.min(5, stack.length); i++) {
            where.append(i == 0 ? " " : ", called by ").append(stack[i]);
        }
        return where.toString();
    }

    private boolean take() {
        boolean isMine = claim();
        if (isMine) {
            work();
        }
        return isMine;
    }

    /** Returns whether the calling thread takes the steps, because they are due and no thread has begun them. */
    boolean claim() {
        return stage.compareAndSet(OFFERED, TAKEN);
    }

    /** Takes the steps, and gives the world back. */
    void work() {
        worker = Thread.currentThread();
        try {
            if (before != null) {
                before.run();
                before = null;
            }
            stepper.advance(elapsedNanos);
        } catch (Throwable e) {
            failure = e;
        }
        try {
            stepper.release(); // Perhaps another thread takes the next steps.
        } catch (Throwable e) {
            failure = failure == null ? e : failure;
        }
        worker = null;
        stage.set(GAMES);
        LockSupport.unpark(waiting);
    }

    private void run() {
        while (!ends) {
            if (!take()) {
                LockSupport.park(this);
                Thread.interrupted(); // A step may have interrupted its own thread, and then no park would last.
            }
        }
    }

    /** Waits for the steps, but not for ever, and ends the thread. */
    void close() {
        boolean isOver = awaitAtMost(LONGEST_END_NANOS);
        ends = true;
        if (!isOver) {
            thread.interrupt();
            throw new IllegalStateException("a step has not returned within 5 s after the end; " + where());
        }
        LockSupport.unpark(thread);
    }
}
