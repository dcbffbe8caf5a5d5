package io.github.freestep.physics.recording;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds the keyframes in a recording. Reads only the frames of the blocks. So an hour is scanned in about 10 ms, and
 * damage in the content of a block does not hide the keyframes after it. Memory is bounded: of too many keyframes, it
 * forgets every second one. For one thread.
 */
final class KeyframeIndex {
    private static final int MOST_KEYFRAMES = 1 << 16;

    /** Limits the time that a hostile file of tiny blocks takes. A recorder writes this many in 12 days. */
    private static final int MOST_BLOCKS = 1 << 20;

    private final RecordingBlockReader blocks;
    private final TreeMap<Long, Block> keyframes = new TreeMap<>();

    /** Where the next block begins. */
    private Block.Place next;

    private long newestTick;

    /** How many were found, including those that were forgotten. */
    long count;

    /** Finds the keyframes that the file has now. */
    KeyframeIndex(RecordingBlockReader blocks) throws IOException {
        this.blocks = blocks;
        next = blocks.first;
        extend();
    }

    /** Continues to the end of the file, which may have grown, or to the first damaged frame. */
    void extend() throws IOException {
        try {
            for (Block block = blocks.blockAt(next); block != null; block = blocks.blockAt(next)) {
                if (next.number() > MOST_BLOCKS || block.isKeyframe() && !add(block)) {
                    return;
                }
                next = block.next();
            }
        } catch (RecordingException e) {
            // Without the length in this frame, no later block can be found. A replay that reads this far reports
            // the damage.
        }
    }

    private boolean add(Block keyframe) {
        if (keyframe.tick() <= newestTick) {
            return false;
        }
        newestTick = keyframe.tick();
        count++;
        keyframes.put(newestTick, keyframe);
        if (keyframes.size() > MOST_KEYFRAMES) {
            // Those with an odd index, so that the newest stays.
            boolean[] odd = {true};
            keyframes.values().removeIf(each -> odd[0] ^= true);
        }
        return true;
    }

    /** Returns the last keyframe before a tick; null if there is none. */
    @Nullable Block before(long tick) {
        Map.Entry<Long, Block> found = keyframes.lowerEntry(tick);
        return found == null ? null : found.getValue();
    }

    /** Forgets the keyframe of a tick, which can't be used. */
    void remove(long tick) {
        keyframes.remove(tick);
    }

    Iterable<Block> all() {
        return keyframes.values();
    }
}
