package io.github.freestep.physics.recording;

import io.github.freestep.physics.PhysicsException;
import java.io.IOException;

/**
 * The keyframes of the file at which a replay can restart. If one is damaged, or does not restore the recorded state,
 * it is forgotten and the one before is used. For one thread.
 */
final class Keyframes {
    private static final long NONE = 0;

    private final Replay replay;
    private final boolean inFile;
    private final boolean exact;
    private final KeyframeIndex file;
    private boolean approximate;

    /** Finds the keyframes of the file. Uses those that do not restore exactly only if {@code approximate} is true. */
    Keyframes(Replay replay, boolean approximate) throws IOException {
        this.replay = replay;
        inFile = replay.restores(approximate);
        exact = replay.restores(false);
        file = replay.reader.keyframes();
        file.extend();
    }

    /** Returns whether the file has a keyframe that corrects the newest tick of an approximate replay. */
    boolean corrects() {
        return approximate && file.at(replay.tick()) != null;
    }

    /** Restores that keyframe in the running world. Returns false if it can't be used, and then forgets it. */
    boolean correct() throws IOException {
        Block keyframe = file.at(replay.tick());
        try {
            replay.correct(replay.reader.keyframe(keyframe));
            return true;
        } catch (RecordingException e) {
            file.remove(keyframe);
            return false;
        }
    }

    /** Returns the tick of the last keyframe before a tick, or 0, where a replay can always restart. */
    long lastBefore(long tick) {
        Block recorded = inFile ? file.before(tick) : null;
        return recorded == null ? NONE : recorded.tick();
    }

    /** Restarts the replay at the last usable keyframe before a tick, or at the beginning. */
    void restartBefore(long tick) throws IOException {
        file.extend();
        boolean restarted = false;
        for (long from = lastBefore(tick); from != NONE && !restarted; from = lastBefore(tick)) {
            restarted = restartAt(from);
        }
        if (!restarted) {
            replay.restart(null);
            approximate = false;
        }
    }

    /** Restarts the replay at the keyframe of a tick. Returns false if it can't be used, and then forgets it. */
    private boolean restartAt(long tick) throws IOException {
        Block keyframe = file.at(tick);
        try {
            replay.restart(replay.reader.keyframe(keyframe));
            approximate = !exact;
            return true;
        } catch (IOException | PhysicsException e) {
            file.remove(keyframe);
            return false;
        }
    }

    /** Whether the replay restarted at a keyframe that does not restore exactly. */
    boolean isApproximate() {
        return approximate;
    }
}
