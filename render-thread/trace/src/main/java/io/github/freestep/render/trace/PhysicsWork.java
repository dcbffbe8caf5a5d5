package io.github.freestep.render.trace;

import io.github.freestep.render.trace.log.StateTimes;
import io.github.freestep.render.trace.log.TickWork;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the physics thread did in the last seconds: the states that the sampler acquired, and all ticks of the service
 * if they are recorded, or else those of the states. Not thread-safe.
 */
final class PhysicsWork {
    private static final long KEPT_NANOS = 4_000_000_000L;

    /** Steps that are too long belong together if the next one begins this soon. */
    private static final long TOGETHER_NANOS = 500_000_000;

    /** Without those of pauses, which can be closer, and those that were published again. */
    final ArrayDeque<StateTimes> states = new ArrayDeque<>();

    private final ArrayDeque<TickWork> works = new ArrayDeque<>();

    /** The newest of all states. */
    @Nullable StateTimes newest;

    /** The time scale of the newest state whose scale the service has not chosen itself. */
    double requestedScale = 1;

    private double tickNanos;

    /** The newest steps that were longer than a tick. */
    @Nullable Overruns overruns;

    void state(StateTimes state) {
        if (!state.isOverloaded() && !state.isPaused()) {
            requestedScale = state.scale();
        }
        StateTimes before = newest;
        newest = state;
        if (state.isAgain()) {
            return;
        }
        if (before != null && state.tick() > before.tick()) {
            tickNanos = (double) (state.simulationNanos() - before.simulationNanos()) / (state.tick() - before.tick());
        }
        if (!state.isPaused()) {
            states.add(state);
            while (state.publishedNanos() - states.element().publishedNanos() > KEPT_NANOS) {
                states.remove();
            }
            tick(new TickWork(state.tick(), state.dueNanos(), state.startedNanos(), state.publishedNanos()));
        }
    }

    /** Adds a tick, unless its state, or a later tick, has come before. */
    void tick(TickWork work) {
        if (!works.isEmpty() && work.tick() <= works.getLast().tick()) {
            return;
        }
        works.add(work);
        while (work.endedNanos() - works.element().endedNanos() > KEPT_NANOS) {
            works.remove();
        }
        long period = periodNanos();
        if (period > 0
                && work.stepNanos() > period
                && (overruns == null || work.startedNanos() - overruns.lastNanos > TOGETHER_NANOS)) {
            overruns = new Overruns(work, period);
        }
        if (overruns != null) {
            overruns.add(work);
        }
    }

    /** The least time between two states, in simulation time; 0 if it is not known. */
    long gapNanos() {
        long gap = Long.MAX_VALUE;
        StateTimes before = null;
        for (StateTimes each : states) {
            gap = before == null ? gap : Math.min(gap, each.simulationNanos() - before.simulationNanos());
            before = each;
        }
        return gap == Long.MAX_VALUE ? 0 : gap;
    }

    /** The wall time of a tick at the requested scale; 0 if it is not known yet. */
    long periodNanos() {
        return requestedScale == 0 ? 0 : (long) (tickNanos / requestedScale);
    }

    List<TickWork> all() {
        return List.copyOf(works);
    }

    void clear() {
        works.clear();
        overruns = null;
    }
}
