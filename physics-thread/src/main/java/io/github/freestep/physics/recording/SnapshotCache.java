package io.github.freestep.physics.recording;

import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * A cache of a recording's states, by tick. A <i>stretch</i> is a sequence of ticks that is replayed in one go. A ring
 * keeps the newest ticks of the last stretch. For any other tick, the cache replays again: from the nearest keyframe
 * before it, or from the beginning if there is none. For one thread.
 *
 * <p>Let n be the length of the ring. If the requested tick is before the ticks in the ring, the new stretch starts at
 * least n ticks before the requested tick, and ends with it. So a caller that goes backwards finds the preceding ticks
 * in the ring, and waits for a replay only once in n ticks.
 */
final class SnapshotCache {
    private static final int MOST_KEYFRAMES = 64;

    private final Replay replay;
    private final StateLayout layout;
    private final StateSnapshot[] ring;
    private final int[] epochs;
    private final TreeMap<Long, Keyframe> keyframes = new TreeMap<>();

    private StateReader reader;
    private long stretch;
    private long keyframeEvery = 512;
    private boolean savable = true;

    /** The ring holds the ticks from {@code oldest} to {@code newest}. It is empty if {@code oldest > newest}. */
    private long oldest = 1;

    private long newest;

    /** The first tick whose state differed, or -1. Any thread may read it. */
    private volatile long firstDifferentTick = -1;

    /** Starts before the first tick; keeps {@code kept} snapshots. */
    SnapshotCache(Replay replay, int kept) {
        this.replay = replay;
        layout = replay.header().layout();
        ring = new StateSnapshot[kept];
        epochs = new int[layout.capacity()];
        begin();
    }

    /**
     * Begins a stretch at the replay's tick. If the stretch begins at a keyframe, the state of that tick has no
     * predecessor to compare with. So it is not kept, and only provides the epochs for the next tick.
     */
    private void begin() {
        reader = replay.states().reader();
        stretch++;
        Arrays.fill(epochs, 0);
        newest = replay.tick();
        if (newest == 0) {
            oldest = 0;
            take(ringElement());
        } else {
            oldest = newest + 1;
            take(new StateSnapshot(layout));
        }
    }

    /** The snapshot of a tick, or of the last tick if the recording ends before it. Valid until the next call. */
    StateSnapshot at(long tick) throws IOException {
        if (tick < oldest) {
            restart(Math.max(0, tick - ring.length));
        } else if (isKeyframeBefore(tick)) {
            restart(tick - 1);
        }
        while (newest < tick && replay.next()) {
            add();
        }
        if (newest < oldest) {
            // The recording ends with a keyframe, which has no snapshot: the stretch must begin earlier.
            return at(newest);
        }
        return ring[(int) (Math.min(tick, newest) % ring.length)];
    }

    /** Whether there is a keyframe after the newest tick and before {@code tick}. */
    private boolean isKeyframeBefore(long tick) {
        Long keyframe = keyframes.lowerKey(tick);
        return keyframe != null && keyframe > newest;
    }

    private void restart(long atTheLatest) throws IOException {
        if (reader != null) {
            reader.close();
            // The old reader refers to the state buffer of a world that is about to be discarded.
            reader = null;
        }
        Map.Entry<Long, Keyframe> from = keyframes.floorEntry(atTheLatest);
        replay.restart(from == null ? null : from.getValue());
        begin();
    }

    private void add() throws IOException {
        newest = replay.tick();
        take(ringElement());
        oldest = Math.max(oldest, newest - ring.length + 1);
        if (!replay.matches() && (firstDifferentTick < 0 || newest < firstDifferentTick)) {
            firstDifferentTick = newest;
        }
        if (savable && newest % keyframeEvery == 0) {
            keyframe();
        }
    }

    /** Returns the ring's element for the newest tick. Its content is that of a tick that the ring no longer keeps. */
    private StateSnapshot ringElement() {
        int place = (int) (newest % ring.length);
        if (ring[place] == null) {
            ring[place] = new StateSnapshot(layout);
        }
        return ring[place];
    }

    private void take(StateSnapshot into) {
        reader.acquire();
        into.copy(reader.state(0), epochs, stretch);
    }

    private void keyframe() throws IOException {
        Keyframe keyframe = replay.keyframe();
        savable = keyframe != null;
        if (savable) {
            keyframes.putIfAbsent(newest, keyframe);
            if (keyframes.size() > MOST_KEYFRAMES) {
                keyframeEvery *= 2;
                keyframes.keySet().removeIf(tick -> tick % keyframeEvery != 0);
            }
        }
    }

    /**
     * The newest tick replayed in this stretch. If {@link #at} reached the end of the recording, it is the last tick.
     */
    long newest() {
        return newest;
    }

    /** The first replayed tick whose state differs from the recorded one, or -1. */
    long firstDifferentTick() {
        return firstDifferentTick;
    }
}
