package io.github.freestep.physics;

import io.github.freestep.internal.Inside;
import io.github.freestep.internal.RunHealth;
import io.github.freestep.internal.RunHealth.Stage;
import io.github.freestep.physics.delivery.CommandCallbacks;
import io.github.freestep.physics.workers.Passes;
import io.github.freestep.physics.workers.Run;
import io.github.freestep.physics.workers.RunPlan;
import io.github.freestep.physics.workers.Worker;
import io.github.freestep.physics.workers.WorkerSettings;
import io.github.freestep.time.NanoClock;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The run of a service: its parts, its place in a group, and its end. {@link RunPasses} does its work. For the thread
 * that starts or closes the service, except where a method says otherwise.
 */
final class ServiceRun extends Run implements Suspect {
    static {
        try {
            Rehearsal.run();
        } catch (Throwable noMemory) {
            // Services then run as well, but may fail if the heap becomes full. An error thrown from here would
            // prevent every later start.
        }
    }

    private static final RunHealth NOT_BEGUN =
            new RunHealth(Stage.STALLED, "the physics service was not started, or still sets its world up", null);

    final Core core;
    final TimeControls controls;
    final Commands commands;
    final CommandCallbacks callbacks;
    final RunPlan plan;
    final RunPasses passes;
    final RunEnd end;

    private final HangWatches hangWatches;
    private final String name;
    private final @Nullable PhysicsGroup group;

    /** Null before it takes a place in the group, and without a group. */
    private @Nullable GroupMember member;

    /**
     * Whether the caller must start the callback thread, so that it does not inherit the processor of the physics
     * thread.
     */
    private final boolean startsCallbacks;

    private final boolean keepsThread;

    /** Null if the worker sets the world up: without a group, and to keep the thread. */
    private final @Nullable GroupSetUp groupSetUp;

    private volatile boolean stopRequested;

    /** Whether there are states. */
    private volatile boolean hasBegun;

    /** The worker whose turn {@link #workerTurn} has returned; null during a set-up. For the watchdog's thread. */
    private @Nullable Worker suspected;

    ServiceRun(Setup setup) {
        super(setup.clock.nanoTime(), setup.promptCommands, setup.closeTimeoutNanos, setup.watchdogNanos);
        name = setup.name;
        group = setup.group;
        startsCallbacks = setup.requests.areInherited();
        NanoClock clock = setup.clock;
        core = new Core(setup, clock, clock, this::signal);
        callbacks = new CommandCallbacks(
                this::isRunBy, 2 * setup.commandCapacity, setup.callbackThread(), setup.callbacks, core.metrics::tick);
        controls = new TimeControls(callbacks, clock, this::signal);
        core.resumedBy(controls::resumesBy);
        commands = new Commands(setup.commandCapacity, callbacks, core.world, this::signal);
        plan = new RunPlan(core, () -> !commands.isEmpty(), group != null);
        end = new RunEnd(core, controls, commands, callbacks);
        hangWatches = new HangWatches(
                this,
                Suspect.of(callbacks::thread, callbacks::letOthersGoOn),
                callbacks.code,
                core,
                setup.watchdogNanos);
        passes = new RunPasses(setup, this, hangWatches);
        Inside.of(core.publisher.states()).health(this::health);
        keepsThread = setup.keepThread;
        groupSetUp = group == null || keepsThread ? null : new GroupSetUp(this, group.setUps);
        if (group == null) {
            String own = name.isEmpty() ? "freestep-physics" : "freestep-physics-" + name;
            markStarted();
            placeAt(new Worker(
                    this, new WorkerSettings(own, clock, setup.spinBudgetPerMille, setup.timer, setup.requests)));
        }
    }

    /** Notes that the world is set up and time runs. */
    void hasBegun() {
        hasBegun = true;
    }

    private RunHealth health() {
        if (end.hasEnded()) {
            return end.health();
        }
        if (hangWatches.runHangs()) {
            String text = "the physics service hangs: a call after tick " + core.metrics.tick() + " has not returned";
            return new RunHealth(Stage.STALLED, text, null);
        }
        return hasBegun ? RunHealth.GOOD : NOT_BEGUN;
    }

    /** Places the run on a worker of its group. Does nothing for a run with a thread of its own. */
    void place(GroupMember service) {
        if (group != null) {
            member = service;
            group.place(service);
        }
    }

    /** Takes a place at a worker of the group. */
    void joinAt(Worker chosen) {
        chosen.place();
        core.metrics.worker(chosen.thread().getName());
        placeAt(chosen);
    }

    /** Takes back {@link #place}, for a run that does not start. */
    void withdraw() {
        if (group != null && worker() != null) {
            group.workers.withdraw(this);
        }
    }

    /**
     * Lets the run begin. In a group, another thread sets the world up, and then the worker begins. Without a group, or
     * to keep the thread, the worker sets the world up.
     */
    void begin() {
        // On the caller's thread, because threads that the physics thread starts inherit its processor.
        hangWatches.begin();
        if (startsCallbacks) {
            callbacks.request();
        }
        if (groupSetUp == null) {
            start();
        } else {
            groupSetUp.start();
        }
    }

    /**
     * Waits for the set-up and then for the end, as {@link #awaitEnd} does. Call it after {@link #requestStop}: a
     * set-up that has not begun ends at once, because those before it may be many.
     */
    boolean awaitSetUpAndEnd(long timeoutNanos) {
        long since = System.nanoTime();
        boolean isSetUp = groupSetUp == null || groupSetUp.endBeforeItBegins() || groupSetUp.awaitEnd(timeoutNanos);
        return isSetUp && awaitEnd(timeoutNanos - (System.nanoTime() - since));
    }

    /** Lets the worker begin. */
    void start() {
        if (group == null) {
            core.metrics.worker(worker().thread().getName());
            worker().start();
        } else {
            // From here on, the worker may begin. Before that, the start can still fail.
            markStarted();
            signal();
        }
    }

    @Override
    protected Passes passes() {
        return passes;
    }

    @Override
    protected RunPlan plan() {
        return plan;
    }

    @Override
    protected boolean mayMove() {
        return !keepsThread;
    }

    @Override
    protected void leave() {
        if (member != null) {
            group.left(member);
        }
        super.leave();
    }

    @Override
    protected void moveOthers(Worker from, long turn) {
        if (group != null) {
            group.workers.moveOthers(from, turn);
        }
    }

    boolean isStopRequested() {
        return stopRequested;
    }

    void requestStop() {
        stopRequested = true;
        signal();
        Worker to = worker();
        if (to != null) {
            to.wake();
        }
    }

    /** Hands the run over between two ticks, and ends it. If that fails, the run goes on. For any thread. */
    CompletableFuture<HandedOver> handOver() {
        core.requireHandOver();
        return commands.last(() -> {
            // Those that were requested before this request, or by the commands before it.
            controls.run(core.schedule(), core.clock);
            HandedOver all = core.handOver();
            end.handedOver(all.tick());
            requestStop();
            return all;
        });
    }

    /**
     * Ends a service whose worker never began or hangs. If the neighbours of a hanging call have not moved yet, for
     * example because the system has no thread for them, its watch continues to try until the call returns. Then {@link
     * RunPasses} ends the watch. For the thread that starts or closes the service.
     */
    void endWithout(@Nullable Throwable cause) {
        try {
            end.end(cause);
        } finally {
            // Last, because it may need memory, and the end does not.
            release();
            hangWatches.endOnce(() -> !holdsUpOthers());
        }
    }

    /** Returns whether other runs wait for a call of this one, and were not moved. For any thread. */
    private boolean holdsUpOthers() {
        Thread settingUp = settingUp();
        return settingUp == null ? mayHoldUpOthers() : settingUp == group.setUps.thread();
    }

    @Override
    public Thread thread() {
        Thread settingUp = settingUp();
        return settingUp != null ? settingUp : worker().thread();
    }

    /** Returns the thread that is setting the world up for the worker; null if none is. */
    private @Nullable Thread settingUp() {
        return groupSetUp == null ? null : groupSetUp.thread();
    }

    /** Returns whether a thread sets up or steps this run. */
    private boolean isRunBy(Thread thread) {
        return runsOn(thread) || thread == settingUp();
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
            groupSetUp.letOthersGoOn();
        } else {
            moveOthers(suspected, turn);
        }
    }

    /** Interrupts the code of this run, if no other run has the same thread. */
    void interruptCode() {
        if (groupSetUp != null) {
            groupSetUp.interrupt();
        }
        interrupt();
    }

    /**
     * Returns whether a thread steps this run or another run of its group. It must not wait for the end of this run.
     */
    boolean isOwnThread(Thread thread) {
        return isRunBy(thread) || group != null && (group.workers.runOn(thread) || thread == group.setUps.thread());
    }

    /** Names the run in the exception that a second run of the same simulation throws. */
    String runner() {
        return group == null ? "thread " + who() + " #" + worker().thread().getId() : who();
    }

    /** Returns what the names of its threads end with. */
    String suffix() {
        return name.isEmpty() ? "" : "-" + name;
    }

    /** Names the run for exceptions. */
    String who() {
        Worker by = worker();
        String thread = by == null ? "a thread of group " + group.name : thread().getName();
        return group == null ? thread : "service" + (name.isEmpty() ? "" : " " + name) + " on " + thread;
    }
}
