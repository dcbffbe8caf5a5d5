package io.github.freestep.physics;

import io.github.freestep.internal.FineTimer;
import io.github.freestep.internal.Inside;
import io.github.freestep.internal.WorldId;
import io.github.freestep.internal.problem.Problems;
import io.github.freestep.internal.problem.Reporter;
import io.github.freestep.internal.time.PreciseWait;
import io.github.freestep.physics.spi.RunRecorder;
import io.github.freestep.physics.spi.RunStart;
import io.github.freestep.physics.thread.DeliveryThread;
import io.github.freestep.physics.thread.ThreadRequests;
import io.github.freestep.physics.thread.ThreadedRun;
import io.github.freestep.physics.thread.WorkerSettings;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.Ratio;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The settings of a {@link PhysicsBuilder}. A service or a stepper has a copy, which nothing changes. */
final class Setup implements Cloneable {
    /**
     * The default of {@link PhysicsBuilder#publishEvery}, states that are at least 5 ms apart, and of {@link
     * PhysicsBuilder#window}. Both numbers then depend on the rate.
     */
    static final int BY_RATE = 0;

    /** Stands for the limit of the group, or for the default in a service without a group. Not in a copy. */
    static final long GROUP_WATCHDOG = -1;

    final Simulation simulation;
    String name = "";

    @Nullable ServiceThreads group;

    List<InputSource> sources = new ArrayList<>();
    InputFeed feed;

    /** Null in a builder, which has these values itself. */
    RunSettings run;

    /** Null in a builder for the clock of the group, or of the system. */
    NanoClock clock;

    FineTimer timer = FineTimer.system();
    ThreadRequests requests = ThreadRequests.NONE;
    RunRecorder recorder = RunRecorder.FOUND;
    Problems problems = Problems.toLog();

    /** Reports the problems of this run; null in a builder. */
    Reporter reporter;

    OverloadPolicy overloadPolicy = OverloadPolicy.slip();
    FaultPolicy faultPolicy = FaultPolicy.stop();
    int window = BY_RATE;
    int publishEvery = BY_RATE;
    int commandCapacity = 4_096;
    boolean promptCommands;
    boolean keepThread;
    int spinBudgetPerMille = PreciseWait.DEFAULT_BUDGET_PER_MILLE;
    long closeTimeoutNanos = 5_000_000_000L;
    long watchdogNanos = GROUP_WATCHDOG;

    long startTick;

    /** Null in a builder to begin with the world of the set-up. */
    @Nullable Command restore;

    /** Null for a run that continues no other. */
    @Nullable RunStart<Simulation, PhysicsContext> start;

    Setup(Simulation simulation) {
        this.simulation = simulation;
    }

    Setup copy() {
        try {
            Setup copy = (Setup) clone();
            copy.sources = List.copyOf(sources);
            copy.reporter = problems.of(name);
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    Ratio rate() {
        return run.rate();
    }

    /**
     * Returns the number of ticks from one published state to the next.
     *
     * @param byRate the default for this rate
     */
    int publishEvery(int byRate) {
        return publishEvery == BY_RATE ? byRate : publishEvery;
    }

    /** Returns the number of states in a window. The default is that for the rate. */
    int window(int byRate) {
        return window == BY_RATE ? byRate : window;
    }

    /** Lets receivers of states tell the world from others that begin at its tick. */
    void identify(StateBuffer states) {
        if (start != null || startTick > 0) {
            Inside.of(states).world(start != null ? start.world() : WorldId.startsAt(startTick));
        }
    }

    /** Returns the number of the newest tick, which before the first one is the tick at which the run begins. */
    long newestTick(PhysicsMetrics metrics) {
        return Math.max(startTick, metrics.tick());
    }

    /** Returns what the names of the threads of the service end with: a hyphen and its name, if it has one. */
    String suffix() {
        return name.isEmpty() ? "" : "-" + name;
    }

    /** Returns our thread for callbacks: that of the group, or a new one. */
    DeliveryThread callbackThread() {
        if (group != null) {
            return Inside.of(group).callbacks();
        }
        return new DeliveryThread("freestep-commands" + suffix(), false);
    }

    /** Returns the thread for the handler of a subscription: that of the group, or a new one. */
    DeliveryThread handlerThread(String subscription) {
        if (group != null) {
            return Inside.of(group).handlers();
        }
        String service = name.isEmpty() ? "" : name + "-";
        return new DeliveryThread(Events.THREAD_PREFIX + service + subscription, false);
    }

    /** Returns what the threads of a group must know of the run. */
    ThreadedRun.Settings threadedRun() {
        double tickNanos = 1e9 * rate().denominator() / rate().numerator();
        return new ThreadedRun.Settings(name, tickNanos, promptCommands, keepThread, closeTimeoutNanos, watchdogNanos);
    }

    /** Returns the settings of the thread of a service that has one of its own. */
    WorkerSettings threadSettings() {
        return new WorkerSettings("freestep-physics" + suffix(), clock, spinBudgetPerMille, timer, requests);
    }
}
