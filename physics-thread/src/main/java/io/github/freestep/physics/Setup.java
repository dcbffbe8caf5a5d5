package io.github.freestep.physics;

import io.github.freestep.internal.Inside;
import io.github.freestep.internal.WorldId;
import io.github.freestep.internal.problem.Reporter;
import io.github.freestep.physics.input.InputStage;
import io.github.freestep.physics.journal.Unrecorded;
import io.github.freestep.physics.report.RunRecorder;
import io.github.freestep.physics.run.RunStart;
import io.github.freestep.physics.thread.DeliveryThread;
import io.github.freestep.physics.thread.ServiceGroup;
import io.github.freestep.physics.thread.ThreadedRun;
import io.github.freestep.physics.thread.WorkerSettings;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.Ratio;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The immutable settings of a service or a stepper. {@link PhysicsBuilder#setup} has decided the defaults that depend
 * on other settings.
 *
 * @param inputStage null to collect the input from the port and the sources
 * @param restore null to begin with the world of the set-up
 * @param start null for a run that continues no other
 * @param isInline whether it is a stepper, in which one thread steps and shows the world, so no state is late
 * @param clock makes ticks due; in a stepper, the host moves it
 * @param stopwatch measures how long steps take; in a service, the same as {@code clock}
 * @param window the number of states in a window
 * @param publishEvery the number of ticks from one published state to the next
 * @param group null for a service that has a thread of its own
 * @param thread what any thread must know of the service; a stepper does not use it
 * @param worker the settings of the thread of a service that has one of its own
 * @param recorder null if nothing records runs
 */
record Setup(
        Simulation simulation,
        String name,
        RunSettings run,
        OverloadPolicy overloadPolicy,
        FaultPolicy faultPolicy,
        List<InputSource> sources,
        InputStage.@Nullable Maker<Command, PhysicsEvent> inputStage,
        long startTick,
        @Nullable Command restore,
        @Nullable RunStart<Simulation, PhysicsContext> start,
        boolean isInline,
        NanoClock clock,
        NanoClock stopwatch,
        int window,
        int publishEvery,
        int commandCapacity,
        @Nullable ServiceGroup group,
        ThreadedRun.Settings thread,
        WorkerSettings worker,
        @Nullable RunRecorder recorder,
        Reporter reporter) {
    /**
     * Returns the tick at which the run begins, but at least 1 if it begins with another world than that of its set-up,
     * because a recorder must not take such a run for a new one.
     */
    long recordedFrom() {
        return restore == null || restore instanceof Unrecorded ? startTick : Math.max(1, startTick);
    }

    Ratio rate() {
        return run.rate();
    }

    /** Returns whether the run may sleep while its world rests: it is a service, and no tick needs a poll or a feed. */
    boolean canRest() {
        return !isInline && inputStage == null && sources.isEmpty();
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

    /**
     * Returns our thread for callbacks: that of the group, or a new one. Null for a stepper, whose owner completes
     * futures itself.
     */
    @Nullable DeliveryThread callbackThread() {
        if (isInline) {
            return null;
        }
        return group != null ? group.callbacks() : DeliveryThread.of("freestep-commands" + suffix(name), false);
    }

    /** Returns the thread for the handler of a subscription: that of the group, or a new one. */
    DeliveryThread handlerThread(String subscription) {
        if (group != null) {
            return group.handlers();
        }
        String service = name.isEmpty() ? "" : name + "-";
        return DeliveryThread.of(Events.THREAD_PREFIX + service + subscription, false);
    }

    /** Returns what the names of the threads of a service end with: a hyphen and its name, if it has one. */
    static String suffix(String name) {
        return name.isEmpty() ? "" : "-" + name;
    }
}
