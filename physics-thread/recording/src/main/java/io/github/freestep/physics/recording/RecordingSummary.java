package io.github.freestep.physics.recording;

import io.github.freestep.time.Ratio;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Summarizes a recording in numbers, as {@link #of} reads them. Immutable. Counts an entry only if all entries of its
 * tick are in the file.
 *
 * <pre>{@code
 * RecordingSummary found = RecordingSummary.of(file);
 * RecordingHeader header = found.header();
 * show(header.simulation() + " with " + header.settings() + ", " + found.length().toSeconds() + " s");
 * }</pre>
 *
 * @param header which simulation it is, and how to set it up again
 * @param fileBytes the length of the file
 * @param steps the number of steps
 * @param firstTick the tick of the saved world that the recording begins with; usually 0, the world of the set-up
 * @param lastTick the last recorded tick; 0 if there is none
 * @param reachableTick the last tick that a replay can reach: {@code lastTick} unless there is an {@code obstacle}
 * @param obstacle why a replay ends before the last tick; null if it reaches the last tick
 * @param commands the number of commands with a written form
 * @param opaqueCommands the number of commands without a written form; no replay can pass the first of them
 * @param polledAxes the number of changes of polled axes
 * @param pushedAxes the number of pushed changes of axes
 * @param actions the number of actions
 * @param timeChanges the number of changes in how time runs: pauses, changes of the time scale, dropped time
 * @param faults the number of faults
 * @param hashes the number of ticks with a hash of their state
 * @param keyframes the number of keyframes in the file, damaged ones included
 * @param damagedKeyframes the number of keyframes whose content is damaged, of the at most 65,536 that a seek can use.
 *     They cost nothing but time: a seek uses the one before. The recording is complete even if there are some
 * @param isComplete whether the file is undamaged and its end entry says that the recording is complete; otherwise
 *     {@code endReason} or {@code damage} says why not
 * @param endReason why the recording was ended; null if there is no end entry
 * @param damage what is damaged or missing in the file and where, and the last good tick; null if it is undamaged
 */
@SuppressWarnings("exports") // See module-info.
public record RecordingSummary(
        RecordingHeader header,
        long fileBytes,
        long steps,
        long firstTick,
        long lastTick,
        long reachableTick,
        @Nullable String obstacle,
        long commands,
        long opaqueCommands,
        long polledAxes,
        long pushedAxes,
        long actions,
        long timeChanges,
        long faults,
        long hashes,
        long keyframes,
        long damagedKeyframes,
        boolean isComplete,
        @Nullable String endReason,
        @Nullable String damage) {
    /**
     * Reads a whole recording once, to summarize it.
     *
     * @param path the path of the file
     * @return a summary, up to the first damage if there is one
     * @throws RecordingException if the file is not a recording, or has another version, or its header is damaged
     * @throws IOException if the file can't be read
     */
    public static RecordingSummary of(Path path) throws IOException {
        try (RecordingReader reader = new RecordingReader(Objects.requireNonNull(path, "path must not be null"))) {
            return of(reader);
        }
    }

    private static RecordingSummary of(RecordingReader reader) throws IOException {
        long[] counts = new long[EntryKind.values().length];
        long actions = 0;
        long hashes = 0;
        long first = reader.tick;
        long reachable = first;
        String obstacle = null;
        while (reader.next()) {
            if (obstacle == null) {
                obstacle = RecordedFeed.obstacle(reader, reachable);
                reachable = obstacle == null ? reader.tick : reachable;
            }
            counts[EntryKind.TICK.ordinal()]++;
            hashes += reader.hasHash ? 1 : 0;
            for (Entry entry = reader.nextEntry(); entry != null; entry = reader.nextEntry()) {
                counts[entry.kind.ordinal()]++;
                actions += entry.kind == EntryKind.INPUT && entry.isAction ? 1 : 0;
            }
        }
        KeyframeIndex index = new KeyframeIndex(reader.blocks);
        long damaged = 0;
        for (Block keyframe : index.all()) {
            damaged += reader.isIntact(keyframe) ? 0 : 1;
        }
        return new RecordingSummary(
                reader.blocks.header,
                reader.blocks.fileBytes(),
                counts[EntryKind.TICK.ordinal()],
                first,
                reader.tick,
                reachable,
                obstacle,
                counts[EntryKind.COMMAND.ordinal()],
                counts[EntryKind.OPAQUE_COMMAND.ordinal()],
                counts[EntryKind.AXIS.ordinal()],
                counts[EntryKind.INPUT.ordinal()] - actions,
                actions,
                counts[EntryKind.TIME.ordinal()],
                counts[EntryKind.FAULT.ordinal()],
                hashes,
                index.count,
                damaged,
                reader.isComplete,
                reader.endReason,
                reader.damage);
    }

    /**
     * Returns the length of the recording.
     *
     * @return simulation time from the first tick to the last one
     */
    public Duration length() {
        Ratio rate = header.run().rate();
        // A cast ends at the largest long, so no file makes this overflow.
        return Duration.ofNanos((long) (1e9 * (lastTick - firstTick) * rate.denominator() / rate.numerator()));
    }
}
