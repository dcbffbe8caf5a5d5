package io.github.freestep.physics.prediction.shown;

import io.github.freestep.internal.EventValues;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the events of the last ticks of a prediction. Ticks that are stepped again then report each event only
 * once, and an event that the match does not confirm is found. An event that comes at most {@value #SAME_TICKS} ticks
 * earlier or later is the same one: a correction moves many events by a tick, and a sound must then not be played
 * twice. For the thread that steps. Allocates only when it holds more events than ever before.
 */
public final class EventHistory {
    static final int SAME_TICKS = 4;

    /** How long an event is kept after the match has stepped its tick. Worlds that are restored are newer. */
    private static final int KEPT_TICKS = 32;

    /** If there are more, the oldest are forgotten. */
    private static final int MOST = 4_096;

    private static final int FEW = 64;

    private Entry[] entries = {};
    private int size;

    /** How many events are doubtful. */
    private int doubts;

    /**
     * Where {@link #predict} begins to search: behind the event that it has found last, because a tick that is stepped
     * again reports most of its events in the same order. A new event still passes all doubtful ones, and none if there
     * are none.
     */
    private int search;

    private static final class Entry {
        final EventValues event = new EventValues();

        /** Whether the tick of the event is stepped again, and has not reported the event again yet. */
        boolean isDoubtful;

        /** Whether the match has the event as well. */
        boolean isCertain;
    }

    /** Notes an event of a step of the prediction. Returns whether to report it. */
    public boolean predict(EventValues event) {
        int i = search;
        for (int left = doubts; left > 0; i++) {
            i = i < size ? i : 0;
            Entry each = entries[i];
            if (!each.isDoubtful) {
                continue;
            }
            left--;
            if (isSame(each.event, event)) {
                search = i + 1;
                each.isDoubtful = false;
                doubts--;
                // What is certain keeps its tick.
                each.event.tick = each.isCertain ? each.event.tick : event.tick;
                return false;
            }
        }
        add(event);
        return true;
    }

    /** Notes an event of the match. Returns whether to report it, because it was not predicted. */
    public boolean confirm(EventValues event) {
        for (int i = 0; i < size; i++) {
            if (!entries[i].isCertain && isSame(entries[i].event, event)) {
                entries[i].isCertain = true;
                return false;
            }
        }
        add(event);
        entries[size - 1].isCertain = true;
        return true;
    }

    /**
     * Compares what events are about. Places and impulses may change a little, and a corrected body may have another
     * life.
     */
    private static boolean isSame(EventValues one, EventValues other) {
        boolean sameUser = one.kind != EventValues.USER || one.code == other.code && one.data == other.data;
        return one.kind == other.kind
                && one.slotA == other.slotA
                && one.slotB == other.slotB
                && sameUser
                && Math.abs(one.tick - other.tick) <= SAME_TICKS;
    }

    private void add(EventValues event) {
        if (size == MOST) {
            remove(0, MOST / 4);
        }
        if (size == entries.length) {
            entries = Arrays.copyOf(entries, Math.max(FEW, 2 * size));
            for (int i = size; i < entries.length; i++) {
                entries[i] = new Entry();
            }
        }
        Entry added = entries[size++];
        added.event.copy(event);
        added.isDoubtful = false;
        added.isCertain = false;
    }

    /** Removes a range, and keeps its objects for later events. */
    private void remove(int from, int count) {
        for (int i = from; i < from + count; i++) {
            doubts -= entries[i].isDoubtful ? 1 : 0;
        }
        for (int i = from + count; i < size; i++) {
            Entry moved = entries[i];
            entries[i] = entries[i - count];
            entries[i - count] = moved;
        }
        size -= count;
        search = 0;
    }

    /** Notes that all ticks after one are stepped again. */
    public void doubt(long afterTick) {
        search = 0;
        doubts = 0;
        for (int i = 0; i < size; i++) {
            entries[i].isDoubtful = entries[i].event.tick > afterTick;
            doubts += entries[i].isDoubtful ? 1 : 0;
        }
    }

    /**
     * Removes an event that was wrong, and returns it.
     *
     * @param confirmedTick the tick up to which all events of the match are noted
     * @return valid until the next call; null if there is none
     */
    public @Nullable EventValues takeWrong(long confirmedTick) {
        for (int i = 0; i < size; i++) {
            if (!entries[i].isCertain && entries[i].event.tick + SAME_TICKS <= confirmedTick) {
                remove(i, 1);
                // Behind the entries in use, until the next one is added.
                return entries[size].event;
            }
        }
        return null;
    }

    /** Forgets what is never stepped again. */
    public void forget(long confirmedTick) {
        int old = 0;
        while (old < size && entries[old].event.tick < confirmedTick - KEPT_TICKS) {
            old++;
        }
        if (old > FEW) {
            remove(0, old);
        }
    }
}
