package io.github.freestep.net.wire;

/**
 * The first byte of all datagrams, and bounds of their numbers. The first byte is the version of the format and the
 * kind of the datagram.
 */
public final class Datagrams {
    /**
     * In the upper four bits of the first byte. Goes up with every change that an older receiver would misread, and
     * from 15 to 1.
     */
    private static final int VERSION = 1 << 4;

    static final int PIECE = VERSION | 1;
    static final int RUN = VERSION | 2;
    public static final byte CLIENT = (byte) (VERSION | 3);
    public static final byte REPLY = (byte) (VERSION | 4);

    /** Comes before the sealed form of {@link #CLIENT}, after which the player's name comes. Both are not sealed. */
    public static final byte SEALED_CLIENT = (byte) (VERSION | 5);

    public static final byte REFUSAL = (byte) (VERSION | 7);

    static final int EVENTS = VERSION | 8;

    /** A piece for one client. */
    static final int CLIENT_PIECE = VERSION | 11;

    /** A notice of why a server sends no states, or that it ends. */
    public static final byte NOTICE = (byte) (VERSION | 12);

    /** The greatest length of a datagram, in bytes. With all that is added to it, at most 1,200 bytes. */
    public static final int MAX_DATAGRAM = 1_148;

    private static final int KIND = 0xF;

    /** Times and counters beyond this are refused, so that sums of two never overflow. */
    public static final long LIMIT = 1L << 61;

    /** No run has more events. */
    public static final long MOST_EVENTS = 1L << 48;

    private Datagrams() {}

    /** Whether a first byte is that of a client's datagram of any version. */
    public static boolean isClients(byte first) {
        int kind = first & KIND;
        return kind == (CLIENT & KIND) || kind == (SEALED_CLIENT & KIND);
    }

    public static boolean isEvents(byte first) {
        return (first & 0xFF) == EVENTS;
    }

    /** Whether a first byte is that of a refusal of any version. */
    public static boolean isRefusal(byte first) {
        return (first & KIND) == (REFUSAL & KIND);
    }

    public static boolean isThisVersion(byte first) {
        return (first & ~KIND & 0xFF) == VERSION;
    }

    static boolean sane(long value) {
        return value >= -LIMIT && value <= LIMIT;
    }
}
