package io.github.freestep.physics.lockstep.cluster;

/**
 * How a node bounds its log. Tests use smaller values.
 *
 * @param segmentBytes the length of the files of the archive, a power of two; only whole files can be deleted
 * @param termLength the length of a term of the log, a power of two, at most that of a segment
 * @param snapshotBytes the bytes of the log after which the leader requests the next snapshot
 */
record LogSizes(int segmentBytes, int termLength, long snapshotBytes) {
    /** Two players at 100 ticks per second send {@code snapshotBytes} in about four minutes. */
    static final LogSizes DEFAULT = new LogSizes(4 << 20, 1 << 20, 8 << 20);
}
