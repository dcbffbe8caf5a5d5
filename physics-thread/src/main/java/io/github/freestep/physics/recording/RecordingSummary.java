package io.github.freestep.physics.recording;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What is in a recording, found by reading all of it once. Immutable. Counts only what belongs to whole ticks. */
public final class RecordingSummary {
    private final RecordingHeader header;
    private final long fileBytes;
    private final Map<EntryKind, Long> counts = new EnumMap<>(EntryKind.class);
    private final long lastTick;
    private final long reachableTick;
    private final @Nullable String obstacle;
    private final long actions;
    private final long hashes;
    private final boolean complete;
    private final @Nullable String endReason;
    private final @Nullable String damage;

    /**
     * Reads a recording.
     *
     * @param path of the file
     * @return what is in it, up to the first damage if there is one
     * @throws RecordingException if it is no recording, or one of a newer version, or its header is damaged
     * @throws IOException if the file can't be read
     */
    public static RecordingSummary of(Path path) throws IOException {
        try (RecordingReader reader = RecordingReader.open(Objects.requireNonNull(path, "path must not be null"))) {
            return new RecordingSummary(reader);
        }
    }

    private RecordingSummary(RecordingReader reader) throws IOException {
        long readActions = 0;
        long readHashes = 0;
        long reachable = 0;
        String found = null;
        while (reader.next()) {
            if (found == null) {
                found = RecordedFeed.obstacle(reader, reachable);
                reachable = found == null ? reader.tick() : reachable;
            }
            counts.merge(EntryKind.TICK, 1L, Long::sum);
            readHashes += reader.hasHash() ? 1 : 0;
            for (Entry entry = reader.nextEntry(); entry != null; entry = reader.nextEntry()) {
                counts.merge(entry.kind, 1L, Long::sum);
                readActions += entry.kind == EntryKind.INPUT && entry.isAction ? 1 : 0;
            }
        }
        header = reader.header();
        fileBytes = reader.fileBytes();
        lastTick = reader.tick();
        reachableTick = reachable;
        obstacle = found;
        actions = readActions;
        hashes = readHashes;
        complete = reader.isComplete();
        endReason = reader.endReason();
        damage = reader.damage();
    }

    private long count(EntryKind kind) {
        return counts.getOrDefault(kind, 0L);
    }

    /**
     * What the recording says about itself.
     *
     * @return which simulation it is, and how to set it up again
     */
    public RecordingHeader header() {
        return header;
    }

    /**
     * The length of the file.
     *
     * @return bytes
     */
    public long fileBytes() {
        return fileBytes;
    }

    /**
     * The number of steps. A step that merged ticks counts as one.
     *
     * @return a count
     */
    public long steps() {
        return count(EntryKind.TICK);
    }

    /**
     * The number of the tick that the last step ended at.
     *
     * @return 0 if there is no step
     */
    public long lastTick() {
        return lastTick;
    }

    /**
     * The number of the last tick that a replay can reach.
     *
     * @return {@link #lastTick} unless there is an {@link #obstacle}
     */
    public long reachableTick() {
        return reachableTick;
    }

    /**
     * Why a replay ends before the last tick.
     *
     * @return null if it does not
     */
    @SuppressWarnings("exports") // See module-info.
    public @Nullable String obstacle() {
        return obstacle;
    }

    /**
     * The number of commands that a replay can run.
     *
     * @return a count
     */
    public long commands() {
        return count(EntryKind.COMMAND);
    }

    /**
     * The number of commands without a written form. No replay can go beyond the first.
     *
     * @return a count
     */
    public long opaqueCommands() {
        return count(EntryKind.OPAQUE_COMMAND);
    }

    /**
     * The number of changes of polled axes.
     *
     * @return a count
     */
    public long polledAxes() {
        return count(EntryKind.AXIS);
    }

    /**
     * The number of pushed changes of axes.
     *
     * @return a count
     */
    public long pushedAxes() {
        return count(EntryKind.INPUT) - actions;
    }

    /**
     * The number of actions.
     *
     * @return a count
     */
    public long actions() {
        return actions;
    }

    /**
     * The number of changes in how time runs: pauses, changes of scale, dropped time.
     *
     * @return a count
     */
    public long timeChanges() {
        return count(EntryKind.TIME);
    }

    /**
     * The number of faults.
     *
     * @return a count
     */
    public long faults() {
        return count(EntryKind.FAULT);
    }

    /**
     * The number of ticks with the hash of their state.
     *
     * @return a count
     */
    public long hashes() {
        return hashes;
    }

    /**
     * Whether the recording is whole: it has an end, which says that all is there.
     *
     * @return false if {@link #endReason} or {@link #damage} says what is missing
     */
    public boolean isComplete() {
        return complete;
    }

    /**
     * Why the recording was ended.
     *
     * @return null if it has no end
     */
    @SuppressWarnings("exports") // See module-info.
    public @Nullable String endReason() {
        return endReason;
    }

    /**
     * What is damaged or missing, where, and which tick is the last good one.
     *
     * @return null if nothing is
     */
    @SuppressWarnings("exports") // See module-info.
    public @Nullable String damage() {
        return damage;
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

    /** All values, for messages and logs. */
    @Override
    public String toString() {
        return "RecordingSummary[header=" + header + ", fileBytes=" + fileBytes + ", lastTick=" + lastTick
                + ", reachableTick=" + reachableTick + ", obstacle=" + obstacle + ", entries=" + counts + ", actions="
                + actions + ", hashes=" + hashes + ", complete=" + complete + ", endReason=" + endReason + ", damage="
                + damage + "]";
    }
}
