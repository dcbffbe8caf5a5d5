package io.github.freestep.physics.recording;

import io.github.freestep.physics.recording.JournalEntry.Kind;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.util.List;

/**
 * A world that a rewind has kept, and what has entered the run from there on. Two threads may not use its entries at a
 * time.
 *
 * @param tick the tick of the run after which its world was this one
 * @param world the content of a keyframe
 * @param from the tick of the past whose world it is, if a rewind has led to it; -1 if it was saved after its tick
 * @param entries those of the ticks after it
 */
record RewindPart(long tick, byte[] world, long from, List<JournalEntry> entries) {
    boolean isBranch() {
        return from >= 0;
    }

    /** Whether a tick was stepped from here. */
    boolean hasTicks() {
        return entries.stream().anyMatch(entry -> entry.kind == Kind.TICK);
    }

    /** The first tick that can be computed from here. At its own tick, a branch is another world than that of then. */
    long oldestTick() {
        return isBranch() ? tick + 1 : tick;
    }

    /** What {@code Saves.save} has written. */
    DataInputStream open() {
        int head = Keyframe.HEAD_BYTES;
        return new DataInputStream(new ByteArrayInputStream(world, head, world.length - head));
    }

    /** The entries up to a tick. Its commands are those that ran after it. */
    List<JournalEntry> until(long to) {
        return entries.stream()
                .takeWhile(each -> each.tick < to || each.tick == to && each.kind != Kind.COMMAND)
                .toList();
    }
}
