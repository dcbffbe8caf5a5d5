package io.github.freestep.physics.recording;

import io.github.freestep.time.Ratio;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Summarizes a recording in numbers. Reads the whole file once. Counts an entry only if all entries of its tick are in
 * the file. Immutable.
 */
public final class RecordingSummary {
    private final RecordingHeader header;
    private final long fileBytes;
    private final Map<EntryKind, Long> counts = new EnumMap<>(EntryKind.class);
    private final long lastTick;
    private final long reachableTick;
    private final @Nullable String obstacle;
    private final long actions;
    private final long hashes;
    private final long keyframes;
    private final long damagedKeyframes;
    private final boolean complete;
    private final @Nullable String endReason;
    private final @Nullable String damage;

    /**
     * Reads a recording.
     *
     * @param path the path of the file
     * @return a summary, up to the first damage if there is one
     * @throws RecordingException if the file is not a recording, or has another version, or its header is damaged
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
        KeyframeIndex index = reader.keyframes();
        index.extend();
        long allKeyframes = 0;
        long damaged = 0;
        for (KeyframeIndex.Place place : index.all()) {
            allKeyframes++;
            damaged += reader.isIntact(place) ? 0 : 1;
        }
        keyframes = allKeyframes;
        damagedKeyframes = damaged;
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
     * Returns the header: which simulation it is, and how to set it up again.
     *
     * @return the recording's header
     */
    public RecordingHeader header() {
        return header;
    }

    /**
     * Returns the length of the file.
     *
     * @return a number of bytes
     */
    public long fileBytes() {
        return fileBytes;
    }

    /**
     * Returns the number of steps. A step that merged ticks counts as one.
     *
     * @return a count
     */
    public long steps() {
        return count(EntryKind.TICK);
    }

    /**
     * Returns the last recorded tick.
     *
     * @return a tick's number; 0 if there is none
     */
    public long lastTick() {
        return lastTick;
    }

    /**
     * Returns the last tick that a replay can reach.
     *
     * @return a tick's number; {@link #lastTick} unless there is an {@link #obstacle}
     */
    public long reachableTick() {
        return reachableTick;
    }

    /**
     * Returns why a replay ends before the last tick.
     *
     * @return null if a replay reaches the last tick
     */
    @SuppressWarnings("exports") // See module-info.
    public @Nullable String obstacle() {
        return obstacle;
    }

    /**
     * Returns the number of commands with a written form.
     *
     * @return a count
     */
    public long commands() {
        return count(EntryKind.COMMAND);
    }

    /**
     * Returns the number of commands without a written form. No replay can pass the first of them.
     *
     * @return a count
     */
    public long opaqueCommands() {
        return count(EntryKind.OPAQUE_COMMAND);
    }

    /**
     * Returns the number of changes of polled axes.
     *
     * @return a count
     */
    public long polledAxes() {
        return count(EntryKind.AXIS);
    }

    /**
     * Returns the number of pushed changes of axes.
     *
     * @return a count
     */
    public long pushedAxes() {
        return count(EntryKind.INPUT) - actions;
    }

    /**
     * Returns the number of actions.
     *
     * @return a count
     */
    public long actions() {
        return actions;
    }

    /**
     * Returns the number of changes in how time runs: pauses, changes of the time scale, dropped time.
     *
     * @return a count
     */
    public long timeChanges() {
        return count(EntryKind.TIME);
    }

    /**
     * Returns the number of faults.
     *
     * @return a count
     */
    public long faults() {
        return count(EntryKind.FAULT);
    }

    /**
     * Returns the number of ticks with a hash of their state.
     *
     * @return a count
     */
    public long hashes() {
        return hashes;
    }

    /**
     * Returns the number of keyframes in the file, damaged ones included.
     *
     * @return a count
     */
    public long keyframes() {
        return keyframes;
    }

    /**
     * Returns the number of keyframes whose content is damaged. They cost nothing but time: a seek uses the one before.
     *
     * @return a count; the recording is complete even if it is not 0
     */
    public long damagedKeyframes() {
        return damagedKeyframes;
    }

    /**
     * Returns whether the recording is complete. It is if the file is undamaged and its end entry says so.
     *
     * @return true if it is complete; otherwise {@link #endReason} or {@link #damage} says why not
     */
    public boolean isComplete() {
        return complete;
    }

    /**
     * Returns why the recording was ended.
     *
     * @return null if there is no end entry
     */
    @SuppressWarnings("exports") // See module-info.
    public @Nullable String endReason() {
        return endReason;
    }

    /**
     * Returns what is damaged or missing in the file and where, and the last good tick.
     *
     * @return null if the file is undamaged
     */
    @SuppressWarnings("exports") // See module-info.
    public @Nullable String damage() {
        return damage;
    }

    /**
     * Returns the length of the recording.
     *
     * @return simulation time from tick 0 to the last tick
     */
    public Duration length() {
        Ratio rate = header.run().rate();
        // A cast ends at the largest long, so no file makes this overflow.
        return Duration.ofNanos((long) (1e9 * lastTick * rate.denominator() / rate.numerator()));
    }

    /** Returns all values, for messages and logs. */
    @Override
    public String toString() {
        return "RecordingSummary[header=" + header + ", fileBytes=" + fileBytes + ", lastTick=" + lastTick
                + ", reachableTick=" + reachableTick + ", obstacle=" + obstacle + ", entries=" + counts + ", actions="
                + actions + ", hashes=" + hashes + ", keyframes=" + keyframes
                + ", damagedKeyframes=" + damagedKeyframes + ", complete=" + complete + ", endReason=" + endReason
                + ", damage="
                + damage + "]";
    }
}
