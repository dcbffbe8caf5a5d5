package io.github.freestep.render.trace.codec;

import io.github.freestep.time.TimeAnchor;

/** An entry of a trace. Reader and writer each use one object for all entries. Not thread-safe. */
public final class TraceEntry {
    /** The maximum number of values in a snapshot. */
    public static final int MAX_VALUES = 512;

    /** What an entry is. The order is that of the codes in a file. */
    public enum Kind {
        /** A frame. */
        FRAME,
        /** A state. */
        STATE,
        /** The newest state, published again. */
        REPLACED,
        /** A pause of the virtual machine. */
        PAUSE,
        /** A digest of the frames since the last one. */
        DIGEST,
        /** Frames are missing. */
        LOST,
        /** The options and the inner state of a sampler. */
        SNAPSHOT,
        /** The end of the trace. */
        END,
        /** A tick that was in no window that the sampler acquired. */
        TICK,
        /** When the display showed a frame. */
        DISPLAYED
    }

    /** What this is; decides which fields have a meaning. */
    public Kind kind = Kind.END;

    /** The time of a frame; the beginning of a pause; when a frame was displayed. */
    public long nanos;

    /** By how much the time of a frame was ahead of the clock. */
    public long leadNanos;

    /** The length of a pause; a digest; the number of lost frames; the number of values; how many frames before. */
    public long value;

    /** A state's tick. */
    public long tick;

    /** The tick of the state before it. */
    public long predecessorTick;

    /** A state's simulation time. */
    public long simulationNanos;

    /** When a tick was due; that of a state follows from its anchor. */
    public long dueNanos;

    /** When the work on a state or a tick began. */
    public long startedNanos;

    /** Whether the service has chosen a state's time scale itself. */
    public boolean overloaded;

    /** When a state was published, or a tick ended. */
    public long publishedNanos;

    /** The anchor of a state. */
    public final TimeAnchor anchor = new TimeAnchor();

    /** The values of a snapshot. */
    public final long[] values = new long[MAX_VALUES];

    /** What a frame showed; not in a file, but in the digest. */
    public final long[] shown = new long[ShownWords.COUNT];
}
