package io.github.freestep.physics.recording;

import io.github.freestep.physics.saves.Saves;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.nio.ByteBuffer;

/**
 * A point where a replay can resume: the saved run after a tick, the position of the next tick in the file, and perhaps
 * the hash of the recorded state. Its content has these fields, in the types of {@link Format}:
 *
 * <ol>
 *   <li>one byte of flags: 1 if the tick has a hash; all other bits are 0
 *   <li>u64: the hash of the tick's state, 0 without flag 1
 *   <li>all other bytes: what {@link Saves#save} has written
 * </ol>
 */
record Keyframe(long tick, RecordingReader.Mark mark, DataInputStream saved, boolean hashed, long hash) {
    /** Bytes before the saved run. */
    static final int HEAD_BYTES = 1 + Long.BYTES;

    /** Decodes the content of a keyframe in a file. */
    static Keyframe read(ByteBuffer content, Block block) throws RecordingException {
        long tick = block.tick();
        if (content.remaining() < HEAD_BYTES || (content.get(0) & ~Entry.HAS_HASH) != 0) {
            throw new RecordingException("the keyframe of tick " + tick + " is invalid: it has " + content.remaining()
                    + " bytes, and the flags " + content.get(0));
        }
        boolean hashed = content.get() != 0;
        long hash = content.getLong();
        DataInputStream saved =
                new DataInputStream(new ByteArrayInputStream(content.array(), content.position(), content.remaining()));
        return new Keyframe(tick, new RecordingReader.Mark(block.next(), tick), saved, hashed, hash);
    }
}
