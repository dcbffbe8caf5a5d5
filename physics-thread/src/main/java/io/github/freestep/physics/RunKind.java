package io.github.freestep.physics;

import io.github.freestep.physics.request.CommandCallbacks;
import io.github.freestep.physics.schedule.Schedule;
import io.github.freestep.physics.thread.DeliveryThread;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.time.NanoClock;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * The kind of a run: what differs for its {@link Pass} between a service, alone or in a group, and a stepper.
 * Its answers never change.
 *
 * @param clock by which ticks are due
 * @param isInline whether one thread both steps and shows the world, so that no state is ever late
 * @param window the number of states in a window
 * @param publishEvery the number of ticks from one published state to the next
 * @param canRest whether the run may sleep while its world rests, because no tick needs a poll
 */
record RunKind(Setup setup, NanoClock clock, boolean isInline, int window, int publishEvery, boolean canRest) {
    /** Returns the kind of a service. Its states can be late, so by default its window covers the usual lateness. */
    static RunKind service(Setup setup) {
        int every = setup.publishEvery(Schedule.coveringTicks(setup.rate()));
        // A window of K states covers K - 2 gaps.
        int covering = Math.min(2 + Schedule.coveringGaps(setup.rate(), every), StatePublisher.MAX_WINDOW);
        int window = setup.window(Math.max(StatePublisher.DEFAULT_WINDOW, covering));
        boolean canRest = setup.feed == null && setup.sources.isEmpty();
        return new RunKind(setup, setup.clock, false, window, every, canRest);
    }

    /**
     * Returns the kind of a stepper, whose host moves the clock. Larger gaps between states would only cost smoothness.
     */
    static RunKind stepper(Setup setup, NanoClock clock) {
        int window = setup.window(StatePublisher.DEFAULT_WINDOW);
        return new RunKind(setup, clock, true, window, setup.publishEvery(1), false);
    }

    /** Returns a schedule whose time has not begun. */
    Schedule schedule() {
        return new Schedule(setup.rate(), setup.overloadPolicy.values, window, publishEvery, 0, setup.startTick);
    }

    /**
     * Returns what completes the futures of requests. The owner of a stepper does so itself.
     *
     * @param runs returns whether a thread steps the run
     * @param tick returns the newest tick
     */
    CommandCallbacks callbacks(Predicate<Thread> runs, LongSupplier tick) {
        DeliveryThread thread = isInline ? null : setup.callbackThread();
        return new CommandCallbacks(runs, 2 * setup.commandCapacity, thread, tick, setup.reporter);
    }

    /** Returns the text of the exception of a request that still waits when the run ends. */
    String endText() {
        return isInline ? "the stepper ended before this ran" : "the physics service ended before this ran";
    }
}
