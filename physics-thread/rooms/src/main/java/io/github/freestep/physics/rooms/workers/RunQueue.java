package io.github.freestep.physics.rooms.workers;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The runs of a worker: those that wait for their next pass, by the time of that pass; those that are due and whose
 * urgency is another time, by that; and dormant ones. For the thread of the worker. Allocates only when a run joins.
 */
final class RunQueue {
    /** A signalled run goes before all runs but those whose ticks have been due for longer than this. */
    private static final long SIGNAL_LEAD_NANOS = 1_000_000_000;

    /** A run goes first once in this time, so that a flood of signals to it does not hold up the others. */
    static final long LEAD_INTERVAL_NANOS = 8_000_000;

    private static final int FIRST_PLACES = 4;

    private final RunHeap waiting = new RunHeap();
    private final RunHeap ready = new RunHeap();
    private Run[] runs = new Run[FIRST_PLACES];
    int size;
    private int promptRuns;

    /** Makes room for n more runs, so that their {@link #join} needs no memory. */
    void reserve(int n) {
        if (size + n > runs.length) {
            runs = Arrays.copyOf(runs, Math.max(size + n, 2 * size));
        }
        waiting.reserve(runs.length);
        ready.reserve(runs.length);
    }

    /** Adds a run. Its first pass becomes due by {@link #hurry}. */
    void join(Run run) {
        reserve(1);
        run.queuePlace = size;
        runs[size++] = run;
        promptRuns += run.isPrompt ? 1 : 0;
    }

    /** Removes a run, if it has joined. */
    void leave(Run run) {
        int place = run.queuePlace;
        if (place < size && runs[place] == run) {
            waiting.remove(place);
            ready.remove(place);
            Run last = runs[--size];
            runs[place] = last;
            last.queuePlace = place;
            runs[size] = null;
            waiting.rename(size, place);
            ready.rename(size, place);
            promptRuns -= run.isPrompt ? 1 : 0;
        }
    }

    /** Returns whether signals may wake the worker while ticks are to come. */
    boolean hasPromptRuns() {
        return promptRuns > 0;
    }

    /** Returns a run by its place, from 0, which changes when others leave; null for {@link RunHeap#NONE}. */
    Run get(int place) {
        return place == RunHeap.NONE ? null : runs[place];
    }

    /** Returns the part of a core that all runs need, by the newest measurement. */
    double demand() {
        double sum = 0;
        for (int i = 0; i < size; i++) {
            sum += runs[i].groupPlan().demand();
        }
        return sum;
    }

    /** Adds the next pass of a run, as its plan says. */
    void add(Run run) {
        GroupPlan plan = run.groupPlan();
        if (!plan.isDormant()) {
            waiting.add(run.queuePlace, plan.wakeNanos());
        }
    }

    /**
     * Makes the next pass of a run due, unless it is due already. Usually, the run goes before the others. A run that
     * comes from another worker keeps its place if its tick has been due for longer.
     */
    void hurry(Run run, long nowNanos) {
        if (ready.has(run.queuePlace) || waiting.has(run.queuePlace, nowNanos)) {
            return;
        }
        waiting.remove(run.queuePlace);
        boolean leads = nowNanos - run.ledNanos >= LEAD_INTERVAL_NANOS;
        if (leads) {
            run.ledNanos = nowNanos;
        }
        long signalNanos = leads ? nowNanos - SIGNAL_LEAD_NANOS : nowNanos;
        GroupPlan plan = run.groupPlan();
        boolean waitsLonger = !plan.isDormant() && plan.priorityNanos - signalNanos < 0;
        ready.add(run.queuePlace, waitsLonger ? plan.priorityNanos : signalNanos);
    }

    /** Removes and returns the most urgent run whose pass is due, or null. */
    @Nullable Run next(long nowNanos) {
        int first = firstDue(nowNanos);
        // Usually, the urgency is the time of the pass. It is never earlier, so the first one can stay where it is.
        while (first != RunHeap.NONE && runs[first].groupPlan().priorityNanos != waiting.firstKey()) {
            waiting.remove(first);
            ready.add(first, runs[first].groupPlan().priorityNanos);
            first = firstDue(nowNanos);
        }
        int other = ready.first();
        boolean isOther = first == RunHeap.NONE || other != RunHeap.NONE && ready.firstKey() - waiting.firstKey() < 0;
        int next = isOther ? other : first;
        (isOther ? ready : waiting).remove(next);
        return get(next);
    }

    private int firstDue(long nowNanos) {
        int first = waiting.first();
        return first != RunHeap.NONE && waiting.firstKey() - nowNanos <= 0 ? first : RunHeap.NONE;
    }

    /** Returns the run whose pass is the next one to become due, or null. */
    @Nullable Run firstWaiting() {
        return get(waiting.first());
    }
}
