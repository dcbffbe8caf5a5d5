package io.github.freestep.physics.recording;

import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * The states of a recording by their tick: those of the newest stretch that was replayed are kept, all others are replayed
 * again, from the nearest keyframe or, without any, from the beginning. For one thread.
 *
 * <p>A stretch ends at the tick that was asked for when it was begun. So whoever goes backwards finds the ones before it, and
 * has to wait once a stretch.
 */
final class Pictures {
    private static final int MOST_KEYFRAMES = 64;

    private final Replay replay;
    private final StateLayout layout;
    private final Picture[] ring;
    private final int[] epochs;
    private final TreeMap<Long, Keyframe> keyframes = new TreeMap<>();

    private StateReader reader;
    private long keyframeEvery = 512;
    private boolean savable = true;

    /** The ring has the ticks from the oldest to the newest; none if the oldest is newer. */
    private long oldest = 1;

    private long newest;
    /** For any thread. */
    private volatile long differs = -1;

    /** In front of its first tick; keeps so many. */
    Pictures(Replay replay, int kept) {
        this.replay = replay;
        layout = replay.header().layout();
        ring = new Picture[kept];
        epochs = new int[layout.capacity()];
        begin();
    }

    /** A new stretch. The state that it begins behind is only there for the first to be compared with. */
    private void begin() {
        reader = replay.states().reader();
        Arrays.fill(epochs, 0);
        newest = replay.tick();
        if (newest == 0) {
            oldest = 0;
            take(place());
        } else {
            oldest = newest + 1;
            take(new Picture(layout));
        }
    }

    /** The picture of a tick, or of the last there is; valid until the next call. */
    Picture of(long tick) throws IOException {
        if (tick < oldest) {
            restart(Math.max(0, tick - ring.length));
        } else if (isKeyframeBefore(tick)) {
            restart(tick - 1);
        }
        while (newest < tick && replay.next()) {
            add();
        }
        if (newest < oldest) {
            // The recording ends with a keyframe, of which there is no picture: its stretch has to begin earlier.
            return of(newest);
        }
        return ring[(int) (Math.min(tick, newest) % ring.length)];
    }

    /** Whether there is a keyframe between the newest and that tick. */
    private boolean isKeyframeBefore(long tick) {
        Long keyframe = keyframes.lowerKey(tick);
        return keyframe != null && keyframe > newest;
    }

    private void restart(long atTheLatest) throws IOException {
        if (reader != null) {
            reader.close();
            // It holds the states of a world that is about to be rebuilt.
            reader = null;
        }
        Map.Entry<Long, Keyframe> from = keyframes.floorEntry(atTheLatest);
        replay.restart(from == null ? null : from.getValue());
        begin();
    }

    private void add() throws IOException {
        newest = replay.tick();
        take(place());
        oldest = Math.max(oldest, newest - ring.length + 1);
        if (!replay.matches() && (differs < 0 || newest < differs)) {
            differs = newest;
        }
        if (savable && newest % keyframeEvery == 0) {
            keyframe();
        }
    }

    /** Where the newest goes: in place of one that is a whole ring older. */
    private Picture place() {
        int place = (int) (newest % ring.length);
        if (ring[place] == null) {
            ring[place] = new Picture(layout);
        }
        return ring[place];
    }

    private void take(Picture into) {
        reader.acquire();
        into.take(reader.state(0), epochs);
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

    /** The last tick there is, if {@link #of} had to stop at it; or the newest so far. */
    long newest() {
        return newest;
    }

    /** The first tick so far whose state is not what it was; -1 if there is none. */
    long differs() {
        return differs;
    }
}
