package io.github.freestep.physics.rooms.workers;

import io.github.freestep.physics.thread.Passes;
import io.github.freestep.physics.thread.RunThread;
import io.github.freestep.physics.thread.ThreadedRun;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A run of a service in a group. Another thread sets its world up, and then its worker begins; to keep the thread, the
 * worker sets it up, too.
 */
public final class GroupRun extends Run implements RunThread {
    private final ThreadedRun.Settings settings;
    private final GroupThreads group;

    /** What the threads run, and its plan; null before it takes a place in the group. */
    ThreadedRun run;

    private GroupPlan plan;

    /** Null if the worker sets the world up. */
    private final @Nullable GroupSetUp setUp;

    /** Closes the service; null before it takes a place in the group. */
    @Nullable Runnable close;

    /** Closes the service on another thread. Set with {@link #close}. */
    @Nullable Supplier<CompletableFuture<Void>> closeAsync;

    /** The worker whose turn {@link #workerTurn} has returned; null during a set-up. For the watchdog's thread. */
    private @Nullable Worker suspected;

    GroupRun(ThreadedRun.Settings settings, GroupThreads group) {
        super(group.clock.nanoTime(), settings.isPrompt(), settings.closeTimeoutNanos(), settings.watchdogNanos());
        this.settings = settings;
        this.group = group;
        setUp = settings.keepsThread() ? null : new GroupSetUp(this, group.setUps);
    }

    String name() {
        return settings.name().isEmpty() ? "one without a name" : settings.name();
    }

    @Override
    Passes passes() {
        return run.passes();
    }

    @Override
    GroupPlan groupPlan() {
        return plan;
    }

    @Override
    double tickNanos() {
        return settings.tickNanos();
    }

    @Override
    boolean mayMove() {
        return !settings.keepsThread();
    }

    @Override
    public void place(ThreadedRun placed, Runnable closing, Supplier<CompletableFuture<Void>> closingAsync) {
        take(placed);
        close = closing;
        closeAsync = closingAsync;
        group.place(this);
    }

    /** Takes the run that the threads step. */
    public void take(ThreadedRun placed) {
        run = placed;
        plan = new GroupPlan(placed.passes());
    }

    /** Takes a place at a worker of the group. */
    public void joinAt(Worker chosen) {
        chosen.place();
        placeAt(chosen);
    }

    @Override
    public void withdraw() {
        if (worker() != null) {
            group.workers.withdraw(this);
        }
    }

    @Override
    public void begin(Passes passes) {
        if (setUp == null) {
            join();
        } else {
            setUp.start();
        }
    }

    /** Lets the worker begin. Until this call, the start can still fail. */
    public void join() {
        markStarted();
        signal();
    }

    /** Returns whether closing the service would return without a wait. For any thread. */
    boolean isQuiet() {
        return hasLeft() && run.isQuiet();
    }

    @Override
    void leave() {
        if (run.hasFailed() && !hasLeft()) {
            group.failed(this);
        }
        closed();
        super.leave();
    }

    @Override
    public void closed() {
        if (close != null) {
            group.left(this);
        }
    }

    @Override
    void moveOthers(Worker from, long turn) {
        group.workers.moveOthers(from, turn);
    }

    @Override
    public void wake() {
        Worker to = worker();
        if (to != null) {
            to.wake();
        }
    }

    /**
     * Waits for the set-up and then for the end. Call it after the end was requested: a set-up that has not begun ends
     * at once, because those before it may be many.
     */
    @Override
    public boolean awaitEnd(long timeoutNanos) {
        long since = System.nanoTime();
        boolean isSetUp = setUp == null || setUp.endBeforeItBegins() || setUp.awaitEnd(timeoutNanos);
        return isSetUp && awaitLeave(timeoutNanos - (System.nanoTime() - since));
    }

    @Override
    public boolean holdsUpOthers() {
        Thread settingUp = settingUp();
        return settingUp == null ? mayHoldUpOthers() : settingUp == group.setUps.thread();
    }

    @Override
    public Thread thread() {
        Thread settingUp = settingUp();
        return settingUp != null ? settingUp : worker().thread;
    }

    /** Returns the thread that is setting the world up for the worker; null if none is. */
    private @Nullable Thread settingUp() {
        return setUp == null ? null : setUp.thread;
    }

    @Override
    public boolean runs(Thread thread) {
        return runsOn(thread) || thread == settingUp();
    }

    @Override
    public boolean isOwn(Thread thread) {
        return runs(thread) || group.serves(thread);
    }

    @Override
    public long workerTurn() {
        // The thread for set-ups also writes the first state and closes the world of a failed set-up. The worker is
        // then in the code of other runs, if in any.
        suspected = settingUp() == null ? worker() : null;
        return suspected == null ? 0 : suspected.turn();
    }

    @Override
    public void freeOthers(long turn) {
        if (suspected == null) {
            setUp.letOthersContinue();
        } else {
            moveOthers(suspected, turn);
        }
    }

    @Override
    public void interruptCode() {
        if (setUp != null) {
            setUp.interrupt();
        }
        interrupt();
    }

    @Override
    public String runner() {
        return who();
    }

    @Override
    public String who() {
        String thread = worker() == null ? "a thread of group " + group.name : thread().getName();
        return "service" + (settings.name().isEmpty() ? "" : " " + settings.name()) + " on " + thread;
    }
}
