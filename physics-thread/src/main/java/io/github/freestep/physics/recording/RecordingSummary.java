package io.github.freestep.physics.recording;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;

/**
 * What is in a recording, by one look through all of it. Immutable. Only what belongs to whole ticks is counted.
 *
 * @param header what it says of itself
 * @param fileBytes the length of the file, in bytes
 * @param steps the number of steps
 * @param lastTick the number of the tick that the last step ended at, or 0
 * @param reachableTick the number of the last tick that a replay can reach; {@code lastTick} unless there is
 *     an obstacle
 * @param obstacle why a replay ends at {@code reachableTick}, before the last tick; or null
 * @param commands the number of commands that a replay can run
 * @param opaqueCommands the number of commands that did not declare how they are written: no replay can go beyond
 *     the first
 * @param axes the number of changes of polled axes
 * @param moves the number of pushed changes of axes
 * @param edges the number of edges
 * @param times the number of new anchors of time: pauses, changes of scale, dropped time
 * @param faults the number of failures
 * @param hashes the number of ticks with the hash of their state
 * @param complete whether all is there, up to an end that says so
 * @param endReason what the recording was ended with, or null if it has no end
 * @param damage what is damaged or missing, where, and which tick is the last good one; or null
 */
public record RecordingSummary(
        RecordingHeader header,
        long fileBytes,
        long steps,
        long lastTick,
        long reachableTick,
        String obstacle,
        long commands,
        long opaqueCommands,
        long axes,
        long moves,
        long edges,
        long times,
        long faults,
        long hashes,
        boolean complete,
        String endReason,
        String damage) {
    /**
     * Reads a recording.
     *
     * @param path where it is
     * @return what is in it, up to the first damage if there is one
     * @throws RecordingException if it is no recording, or one of a newer version, or its header is damaged
     * @throws IOException if the file can't be read
     */
    public static RecordingSummary of(Path path) throws IOException {
        try (RecordingReader reader = RecordingReader.open(Objects.requireNonNull(path, "path must not be null"))) {
            return of(reader);
        }
    }

    private static RecordingSummary of(RecordingReader reader) throws IOException {
        long[] counts = new long[Kind.values().length];
        long edges = 0;
        long hashes = 0;
        long reachable = 0;
        String obstacle = null;
        while (reader.next()) {
            if (obstacle == null) {
                obstacle = RecordedFeed.obstacle(reader, reachable);
                reachable = obstacle == null ? reader.tick() : reachable;
            }
            counts[Kind.TICK.ordinal()]++;
            hashes += reader.hasHash() ? 1 : 0;
            for (Entry entry = reader.nextEntry(); entry != null; entry = reader.nextEntry()) {
                counts[entry.kind.ordinal()]++;
                edges += entry.kind == Kind.INPUT && entry.edge ? 1 : 0;
            }
        }
        return new RecordingSummary(
                reader.header(),
                reader.fileBytes(),
                counts[Kind.TICK.ordinal()],
                reader.tick(),
                reachable,
                obstacle,
                counts[Kind.COMMAND.ordinal()],
                counts[Kind.OPAQUE_COMMAND.ordinal()],
                counts[Kind.AXIS.ordinal()],
                counts[Kind.INPUT.ordinal()] - edges,
                edges,
                counts[Kind.TIME.ordinal()],
                counts[Kind.FAULT.ordinal()],
                hashes,
                reader.isComplete(),
                reader.endReason(),
                reader.damage());
    }

    /**
     * The length of the recording, in seconds of simulation time.
     *
     * @return seconds up to its last tick
     */
    public double seconds() {
        return (double) lastTick
                * header.run().rate().denominator()
                / header.run().rate().numerator();
    }
}
