package io.github.freestep.physics;

import io.github.freestep.physics.request.CommandCallbacks;
import io.github.freestep.physics.watch.HangCheck;
import io.github.freestep.physics.watch.HangWatch;
import io.github.freestep.physics.watch.Suspect;
import io.github.freestep.physics.watch.Watchdog;
import io.github.freestep.problem.Problem;
import io.github.freestep.state.State;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Watches all code of a service: its world, its commands and input on the physics thread, its callbacks, and its event
 * handlers. For the watchdog's thread, except where a method says otherwise.
 */
final class HangWatches implements Watchdog.Watched, HangWatch.Reports {
    private final HangWatch run;
    private final Pass pass;
    private final long limitNanos;
    private long checkedNanos = System.nanoTime();

    /** Null before the first request. For the watchdog's thread only. */
    private @Nullable HangWatch ofCallbacks;

    /** By the delivery of a subscription, which has no equals. For the watchdog's thread only. */
    private final Map<EventDelivery, HangWatch> handlers = new HashMap<>();

    /**
     * Creates watches that have not begun.
     *
     * @param limitNanos how long a call may last
     */
    HangWatches(Suspect run, Pass pass, long limitNanos) {
        this.pass = pass;
        this.run = new HangWatch(run, pass.parts.userCode(), limitNanos);
        this.limitNanos = limitNanos;
    }

    /** Begins the watch. Call it on the thread that starts the service. */
    void begin() {
        Watchdog.SYSTEM.watch(this);
    }

    /** Ends the watch. For any thread. */
    void end() {
        Watchdog.SYSTEM.release(this);
    }

    /** Returns whether a call of the run hangs, so that no states are published. For any thread. */
    boolean runHangs() {
        return run.hangs();
    }

    @Override
    public long everyNanos() {
        return HangCheck.everyNanos(limitNanos);
    }

    @Override
    public void check(long now) {
        if (now - checkedNanos < everyNanos() / 2) {
            return; // The threads of groups are watched more often.
        }
        checkedNanos = now;
        run.check(now, this);
        CommandCallbacks callbacks = pass.parts.requests().callbacks();
        if (callbacks != null) {
            ofCallbacks = ofCallbacks == null ? new HangWatch(callbacks, callbacks.code, limitNanos) : ofCallbacks;
            ofCallbacks.check(now, this);
        }
        Events events = pass.parts.output().made();
        List<EventDelivery> served = events == null ? List.of() : events.subscriptions;
        // Without a need, no iterator: with a full heap, each one would cost a collection.
        if (!served.isEmpty() || !handlers.isEmpty()) {
            handlers.keySet().retainAll(served);
            served.forEach(each -> handlers.computeIfAbsent(each, it -> new HangWatch(it, it.code, limitNanos))
                    .check(now, this));
        }
    }

    @Override
    public Runnable hung(String what, long tick, Throwable where) {
        String text = pass.metrics.prefix() + what;
        PhysicsException cause = new PhysicsException(text, tick, State.NO_SLOT, where);
        pass.metrics.hungStep();
        pass.parts.flightEvents().hung(tick, text, where.getStackTrace());
        return () -> pass.parts.setup().reporter().report(Problem.Kind.HUNG_STEP, "", cause);
    }
}
