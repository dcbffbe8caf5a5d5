package io.github.freestep.physics;

import io.github.freestep.internal.FineTimer;
import io.github.freestep.physics.delivery.DeliveryThread;
import io.github.freestep.physics.schedule.Schedule;
import io.github.freestep.physics.spi.RunRecorder;
import io.github.freestep.physics.workers.ThreadRequests;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.Ratio;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The settings of a {@link PhysicsBuilder} when it built a service or a stepper. Immutable. */
record Setup(
        String name,
        PhysicsGroup group,
        Simulation simulation,
        List<InputSource> sources,
        InputFeed feed,
        RunSettings run,
        NanoClock clock,
        FineTimer timer,
        ThreadRequests requests,
        RunRecorder recorder,
        OverloadPolicy overloadPolicy,
        FaultPolicy faultPolicy,
        PausedInputPolicy pausedInput,
        int window,
        int publishEvery,
        int commandCapacity,
        long commandBudgetNanos,
        boolean promptCommands,
        int spinBudgetPerMille,
        long closeTimeoutNanos,
        long watchdogNanos,
        @Nullable Executor callbacks,
        long startTick,
        Command restore,
        @Nullable HandedOver handedOver) {

    /**
     * The default of {@link PhysicsBuilder#publishEvery}, a state about every 10 ms, and of
     * {@link PhysicsBuilder#window}. Both numbers then depend on the rate.
     */
    static final int BY_RATE = 0;

    Ratio rate() {
        return run.rate();
    }

    /**
     * Returns the number of ticks from one published state to the next.
     *
     * @param late whether states can be late, as in a service; if they cannot, larger gaps only cost smoothness
     */
    int publishEvery(boolean late) {
        if (publishEvery != BY_RATE) {
            return publishEvery;
        }
        return late ? Schedule.coveringTicks(rate()) : 1;
    }

    /**
     * Returns the number of states in a window.
     *
     * @param late whether states can be late, as in a service
     */
    int window(boolean late) {
        if (window != BY_RATE) {
            return window;
        }
        // A window of K states covers K - 2 gaps.
        int covering = late ? 2 + Schedule.coveringGaps(rate(), publishEvery(true)) : 0;
        return Math.max(StatePublisher.DEFAULT_WINDOW, Math.min(covering, StatePublisher.MAX_WINDOW));
    }

    /** Returns our thread for callbacks: that of the group, or a new one. */
    DeliveryThread callbackThread() {
        if (group != null) {
            return group.callbacks();
        }
        return DeliveryThread.own(name.isEmpty() ? "freestep-commands" : "freestep-commands-" + name);
    }

    /** Returns the thread for the handler of a subscription: that of the group, or a new one. */
    DeliveryThread handlerThread(String subscription) {
        if (group != null) {
            return group.handlers();
        }
        String service = name.isEmpty() ? "" : name + "-";
        return DeliveryThread.own(EventSubscription.THREAD_PREFIX + service + subscription);
    }
}
