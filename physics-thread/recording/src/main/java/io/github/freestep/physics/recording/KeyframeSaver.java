package io.github.freestep.physics.recording;

import io.github.freestep.internal.time.Timeline;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.saves.Saves;
import io.github.freestep.physics.saves.content.SavedContent;
import io.github.freestep.time.Ratio;
import java.io.DataOutputStream;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Saves the world for a recorder, or a rewind. The physics thread saves it into a buffer, and the recorder's thread
 * writes the buffer to the file. There is only one buffer, which bounds memory and which allocates only while it grows.
 * So while the disk is slow, keyframes are late, and are not queued.
 */
class KeyframeSaver {
    private enum Turn {
        /** The physics thread may fill the buffer. */
        SAVING,
        /** The recorder's thread may read the buffer. */
        WRITING,
        /** No more keyframes, because one has failed. */
        NONE
    }

    final PhysicsContext run;

    /** From one keyframe to the next. Only the physics thread sets it. */
    volatile long everyTicks;

    /** The content of a keyframe. For the recorder's thread, between {@link #save} and {@link #written}. */
    final SavedContent.Out buffer;

    private final DataOutputStream out;
    private final AtomicReference<Turn> turn = new AtomicReference<>(Turn.SAVING);

    /** For the physics thread. */
    private long lastTick;

    /**
     * @param lastTick from which tick on to count to the first keyframe
     * @param mostBytes the most that a keyframe may have; a larger one is the last, because each attempt takes its time
     */
    KeyframeSaver(PhysicsContext run, long everyTicks, long lastTick, int mostBytes) {
        buffer = new SavedContent.Out(mostBytes);
        out = new DataOutputStream(buffer);
        this.run = run;
        this.lastTick = lastTick;
        this.everyTicks = everyTicks;
    }

    /** How many ticks a time has, but at least 1. */
    static long ticks(Ratio rate, Duration time) {
        return Math.max(1, new Timeline(rate, 0).tickAt(time.toNanos()));
    }

    /** Returns whether a keyframe is due after a tick. For the physics thread; allocates nothing, and never waits. */
    boolean isDue(long tick) {
        return tick - lastTick >= everyTicks && turn.get() == Turn.SAVING;
    }

    /** Saves the world. Returns this object if the buffer has it, otherwise the failure. For the physics thread. */
    Object save(long tick) {
        lastTick = tick;
        buffer.clear();
        try {
            // Room for the flags and the hash, which the recorder's thread fills in.
            out.writeByte(0);
            out.writeLong(0);
            Saves.save(run, out);
        } catch (Throwable e) {
            // Catches errors too, such as a heap that is too small for the buffer: the run must continue.
            stop();
            return e;
        }
        turn.set(Turn.WRITING);
        return this;
    }

    /** Lets the physics thread save the next keyframe. For the recorder's thread. */
    void written() {
        turn.compareAndSet(Turn.WRITING, Turn.SAVING);
    }

    /** Makes no more keyframes. */
    void stop() {
        turn.set(Turn.NONE);
    }

    boolean hasStopped() {
        return turn.get() == Turn.NONE;
    }
}
