package io.github.freestep.physics;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the events of the last ticks of a prediction. Ticks that are stepped again then report each event only
 * once, and an event that the match does not confirm is found. An event that comes at most {@value #SAME_TICKS} ticks
 * earlier or later is the same one: a correction moves many events by a tick, and a sound must then not be played
 * twice. For the thread that steps. Allocates only when it holds more events than ever before.
 */
final class EventHistory {
    static final int SAME_TICKS = 4;

    /** How long an event is kept after the match has stepped its tick. Worlds that are restored are newer. */
    private static final int KEPT_TICKS = 32;

    /** If there are more, the oldest are forgotten. */
    private static final int MOST = 4_096;

    private static final int FEW = 64;

    private PhysicsEvent[] events = {};

    /** Whether the tick of the event is stepped again, and has not reported the event again yet. */
    private boolean[] doubtful = {};

    private boolean[] certain = {};
    private int size;

    /** How many events are doubtful. */
    private int doubts;

    /**
     * Where {@link #predict} begins to search: behind the event that it has found last, because a tick that is stepped
     * again reports most of its events in the same order. A new event still passes all doubtful ones, and none if there
     * are none.
     */
    private int search;

    /** Notes an event of a step of the prediction. Returns whether to report it. */
    boolean predict(PhysicsEvent event) {
        int i = search;
        for (int left = doubts; left > 0; i++) {
            i = i < size ? i : 0;
            if (!doubtful[i]) {
                continue;
            }
            left--;
            if (isSame(events[i], event)) {
                search = i + 1;
                doubtful[i] = false;
                doubts--;
                // What is certain keeps its tick.
                events[i].tick = certain[i] ? events[i].tick : event.tick;
                return false;
            }
        }
        add(event);
        return true;
    }

    /** Notes an event of the match. Returns whether to report it, because it was not predicted. */
    boolean confirm(PhysicsEvent event) {
        for (int i = 0; i < size; i++) {
            if (!certain[i] && isSame(events[i], event)) {
                certain[i] = true;
                return false;
            }
        }
        add(event);
        certain[size - 1] = true;
        return true;
    }

    /**
     * Compares what events are about. Places and impulses may change a little, and a corrected body may have another
     * life.
     */
    private static boolean isSame(PhysicsEvent one, PhysicsEvent other) {
        boolean sameUser = one.kind != PhysicsEvent.Kind.USER
                || one.values.code == other.values.code && one.values.data == other.values.data;
        return one.kind == other.kind
                && one.values.slotA == other.values.slotA
                && one.values.slotB == other.values.slotB
                && sameUser
                && Math.abs(one.tick - other.tick) <= SAME_TICKS;
    }

    private void add(PhysicsEvent event) {
        if (size == MOST) {
            remove(0, MOST / 4);
        }
        if (size == events.length) {
            int length = Math.max(FEW, 2 * size);
            events = Arrays.copyOf(events, length);
            doubtful = Arrays.copyOf(doubtful, length);
            certain = Arrays.copyOf(certain, length);
            for (int i = size; i < length; i++) {
                events[i] = new PhysicsEvent();
            }
        }
        events[size].copy(event);
        doubtful[size] = false;
        certain[size] = false;
        size++;
    }

    /** Removes a range, and keeps its objects for later events. */
    private void remove(int from, int count) {
        for (int i = from; i < from + count; i++) {
            doubts -= doubtful[i] ? 1 : 0;
        }
        for (int i = from + count; i < size; i++) {
            PhysicsEvent moved = events[i];
            events[i] = events[i - count];
            events[i - count] = moved;
            doubtful[i - count] = doubtful[i];
            certain[i - count] = certain[i];
        }
        size -= count;
        search = 0;
    }

    /** Notes that all ticks after one are stepped again. */
    void doubt(long afterTick) {
        search = 0;
        doubts = 0;
        for (int i = 0; i < size; i++) {
            doubtful[i] = events[i].tick > afterTick;
            doubts += doubtful[i] ? 1 : 0;
        }
    }

    /**
     * Removes an event that was wrong, and returns it.
     *
     * @param confirmedTick the tick up to which all events of the match are noted
     * @return valid until the next call; null if there is none
     */
    @Nullable PhysicsEvent takeWrong(long confirmedTick) {
        for (int i = 0; i < size; i++) {
            if (!certain[i] && events[i].tick + SAME_TICKS <= confirmedTick) {
                remove(i, 1);
                // Behind the events in use, until the next one is added.
                return events[size];
            }
        }
        return null;
    }

    /** Forgets what is never stepped again. */
    void forget(long confirmedTick) {
        int old = 0;
        while (old < size && events[old].tick < confirmedTick - KEPT_TICKS) {
            old++;
        }
        if (old > FEW) {
            remove(0, old);
        }
    }
}
