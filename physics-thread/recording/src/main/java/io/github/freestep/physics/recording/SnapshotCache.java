package io.github.freestep.physics.recording;

import io.github.freestep.internal.Inside;
import io.github.freestep.physics.PhysicsException;
import io.github.freestep.state.State;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.content.BufferInside;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A cache of a recording's states, by tick. A <i>stretch</i> is a sequence of ticks that is replayed in one go. A ring
 * keeps the newest ticks of the last stretch. For any other tick, the cache replays again: from the nearest keyframe
 * before it, or from the beginning if there is none. For one thread at a time.
 *
 * <p>So a caller that goes to a tick waits for at most the ticks since the keyframe before it. A caller that goes
 * backwards finds the preceding ticks in the ring, and waits once for each keyframe, or once for each length of the
 * ring if that is shorter.
 */
final class SnapshotCache {
    private final Replay replay;
    private final StateSnapshot[] ring;
    private final int[] epochs;

    /** Those at which the replay can restart. */
    private final KeyframeIndex keyframes;

    /** Whether keyframes restore the recorded states exactly. If not, no keyframe is used. */
    private final boolean restores;

    /** What {@link #at} has returned. A player may have to write it after the ring has gone on. */
    private @Nullable StateSnapshot taken;

    private StateReader reader;
    private BufferInside<State> buffer;
    private long stretch;

    /** The ring holds the ticks from {@code oldest} to {@code newest}. It is empty if {@code oldest > newest}. */
    private long oldest = 1;

    /**
     * The newest tick replayed in this stretch. If {@link #reach} came to the end of the recording, it is the last
     * tick. Any thread may read it.
     */
    volatile long newest;

    /** The first replayed tick whose state differs from the recorded one, or -1. Any thread may read it. */
    volatile long firstDifferentTick = -1;

    /** Starts before the first tick; keeps {@code kept} snapshots. */
    SnapshotCache(Replay replay, int kept) throws IOException {
        this.replay = replay;
        ring = new StateSnapshot[kept];
        epochs = new int[replay.header().layout().capacity()];
        keyframes = new KeyframeIndex(replay.reader.blocks);
        restores = replay.restores();
        begin();
    }

    /**
     * Begins a stretch at the replay's tick. If the stretch begins at a keyframe in the middle, the state of that tick
     * has no predecessor to compare with. So it is not kept, and only provides the epochs for the next tick.
     */
    private void begin() {
        reader = replay.states().reader();
        buffer = Inside.of(replay.states());
        stretch++;
        Arrays.fill(ring, null);
        Arrays.fill(epochs, 0);
        newest = replay.tick();
        if (newest == replay.reader.beginning().tick()) {
            oldest = newest;
            take(ringElement());
        } else {
            oldest = newest + 1;
            take(new StateSnapshot(buffer, epochs.length));
        }
    }

    /**
     * Replays until {@link #at} has the snapshot of a tick, or that of the last tick if the recording ends before it.
     * Makes at least one step if one is needed.
     *
     * @param enough whether to stop after a step; a later call continues
     * @return false if it has stopped before
     */
    boolean reach(long tick, BooleanSupplier enough) throws IOException {
        Block last = lastKeyframeBefore(tick);
        if (tick < oldest || last != null && last.tick() > newest) {
            restart(tick);
        }
        long to = tick;
        while (newest < to) {
            if (!step()) {
                if (newest >= oldest) {
                    return true;
                }
                // The recording ends with a keyframe, which has no snapshot, so the stretch must begin earlier. The
                // keyframe is forgotten, so that a later call, which continues, does not begin there again.
                keyframes.remove(newest);
                to = newest;
                restart(to);
            }
            if (newest < to && enough.getAsBoolean()) {
                return false;
            }
        }
        return true;
    }

    /** The snapshot of a tick that was reached. Valid until the next call. */
    StateSnapshot at(long tick) {
        return taken = ring[(int) (Math.min(tick, newest) % ring.length)];
    }

    private void restart(long before) throws IOException {
        // It refers to the state buffer of a world that is about to be discarded.
        reader.close();
        keyframes.extend();
        Block from = lastKeyframeBefore(before);
        while (from != null && !restartAt(from)) {
            from = lastKeyframeBefore(before);
        }
        if (from == null) {
            replay.restart(null);
        }
        begin();
    }

    /** Returns the last keyframe before a tick; null if the replay can only restart at the beginning. */
    private @Nullable Block lastKeyframeBefore(long tick) {
        return restores ? keyframes.before(tick) : null;
    }

    /**
     * Restarts the replay at a keyframe. Returns false if it is damaged, does not restore the recorded state, or has a
     * tick at which no run can begin, and then forgets it.
     */
    private boolean restartAt(Block keyframe) throws IOException {
        try {
            replay.restart(Keyframe.read(replay.reader.blocks.content(keyframe), keyframe));
            return true;
        } catch (IOException | PhysicsException | IllegalArgumentException e) {
            keyframes.remove(keyframe.tick());
            return false;
        }
    }

    private boolean step() throws IOException {
        boolean steps = replay.next();
        if (steps) {
            add();
        }
        return steps;
    }

    private void add() {
        newest = replay.tick();
        take(ringElement());
        oldest = Math.max(oldest, newest - ring.length + 1);
        if (!replay.matches() && (firstDifferentTick < 0 || newest < firstDifferentTick)) {
            firstDifferentTick = newest;
        }
    }

    /** Returns the ring's element for the newest tick. Its content is that of a tick that the ring no longer keeps. */
    private StateSnapshot ringElement() {
        int place = (int) (newest % ring.length);
        if (ring[place] == null || ring[place] == taken) {
            ring[place] = new StateSnapshot(buffer, epochs.length);
        }
        return ring[place];
    }

    private void take(StateSnapshot into) {
        reader.acquire();
        into.copy(buffer, reader.state(0), epochs, stretch);
        // In a group, another thread may take the next step.
        reader.release();
        replay.release();
    }

    /** The tick nearest to the newest one that {@link #reach} reaches within a step. */
    long nearest() {
        return Math.max(newest, oldest);
    }
}
