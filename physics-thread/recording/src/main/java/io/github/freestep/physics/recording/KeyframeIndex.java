package io.github.freestep.physics.recording;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finds the keyframes in a recording. Reads the frames of the blocks, 8 bytes of each, and checks only those of
 * keyframes. So an hour is scanned in about 10 ms, and damage in a block does not hide the keyframes after it. Memory
 * is bounded: of too many keyframes, it forgets every second one. For one thread.
 */
final class KeyframeIndex {
    private static final int MOST_KEYFRAMES = 1 << 16;

    /** Limits the time that a hostile file of tiny blocks takes. A recorder writes this many in 12 days. */
    private static final int MOST_BLOCKS = 1 << 20;

    private final RecordingBlockReader blocks;
    private final TreeMap<Long, Place> places = new TreeMap<>();

    /** Where the next block begins. */
    private long position;

    /** The number of the next block that is no keyframe. */
    private int number;

    /** Where the checksum is that precedes the next block. */
    private long sumPosition;

    private long newestTick;
    private int scanned;

    /** A keyframe, and where the reading goes on after it. */
    record Place(KeyframeBlock block, RecordingBlockReader.Place next) {}

    /** Starts with no keyframes. */
    KeyframeIndex(RecordingBlockReader blocks) {
        this.blocks = blocks;
        RecordingBlockReader.Place start = blocks.first();
        position = start.position();
        number = start.number();
        sumPosition = position - Format.CHECKSUM_BYTES;
    }

    /** Goes on to the end of the file, which may have grown, or to the first damaged frame. */
    void extend() throws IOException {
        try {
            while (scanned < MOST_BLOCKS && scan()) {
                scanned++;
            }
        } catch (RecordingException e) {
            // Without the length in this frame, no later block can be found. A replay that reads this far reports
            // the damage.
        }
    }

    private boolean scan() throws IOException {
        ByteBuffer frame = blocks.frameAt(position);
        if (frame == null) {
            return false;
        }
        int found = frame.getInt(0);
        int length = frame.getInt(Integer.BYTES);
        if (found == KeyframeBlock.MARK) {
            return add(blocks.keyframeAt(position, blocks.sumAt(sumPosition)));
        }
        long end = position + Format.BLOCK_FRAME + length + Format.CHECKSUM_BYTES;
        if (found != number || length < 1 || length > Format.MAX_PAYLOAD) {
            return false;
        }
        number++;
        position = end;
        sumPosition = end - Format.CHECKSUM_BYTES;
        return true;
    }

    private boolean add(KeyframeBlock keyframe) {
        if (keyframe.tick() <= newestTick) {
            return false;
        }
        newestTick = keyframe.tick();
        position = keyframe.end();
        sumPosition = keyframe.contentPosition() - Format.CHECKSUM_BYTES;
        places.put(newestTick, new Place(keyframe, new RecordingBlockReader.Place(position, number, keyframe.sum())));
        if (places.size() > MOST_KEYFRAMES) {
            boolean[] odd = {false};
            places.values().removeIf(place -> odd[0] ^= true);
        }
        return true;
    }

    /** Returns the last keyframe before a tick; null if there is none. */
    Place before(long tick) {
        Map.Entry<Long, Place> found = places.lowerEntry(tick);
        return found == null ? null : found.getValue();
    }

    /** Returns the keyframe of a tick; null if it has none. */
    Place at(long tick) {
        return places.get(tick);
    }

    /** Forgets a keyframe that can't be used. */
    void remove(Place place) {
        places.remove(place.block().tick());
    }

    Iterable<Place> all() {
        return places.values();
    }
}
