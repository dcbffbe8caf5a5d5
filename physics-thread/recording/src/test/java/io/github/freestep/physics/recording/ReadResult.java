package io.github.freestep.physics.recording;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** Everything that a reader returns for a file, as text that shows every bit; a line for each group. */
record ReadResult(String refused, List<String> groups, boolean complete, String endReason, String damage) {
    /** Reads a file. Keeps the message of a {@link RecordingException}; any other exception fails the test. */
    static ReadResult of(Path path) throws IOException {
        try (RecordingReader reader = new RecordingReader(path)) {
            return of(reader);
        } catch (RecordingException e) {
            return new ReadResult(e.getMessage(), List.of(), false, null, null);
        }
    }

    static ReadResult of(Path path, byte[] bytes) throws IOException {
        write(path, bytes);
        return of(path);
    }

    /**
     * Overwrites a file in place. If it were truncated first, some file systems would write it to the disk immediately,
     * which takes 100 times as long.
     */
    static void write(Path path, byte[] bytes) throws IOException {
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.wrap(bytes), 0);
            file.truncate(bytes.length);
        }
    }

    private static ReadResult of(RecordingReader reader) throws IOException {
        List<String> groups = new ArrayList<>();
        while (reader.next()) {
            groups.add(group(reader));
        }
        if (reader.next() || reader.nextEntry() != null) {
            throw new AssertionError("nothing must follow the end");
        }
        return new ReadResult(null, groups, reader.isComplete, reader.endReason, reader.damage);
    }

    static String group(RecordingReader reader) throws IOException {
        List<String> entries = new ArrayList<>();
        for (Entry entry = reader.nextEntry(); entry != null; entry = reader.nextEntry()) {
            entries.add(text(entry));
        }
        return group(reader.tick, reader.hasHash ? reader.hash : null, entries);
    }

    static String group(long tick, Long hash, List<String> entries) {
        return "tick " + tick + ", hash " + hash + ": " + String.join("; ", entries);
    }

    private static String text(Entry entry) {
        return switch (entry.kind) {
            case COMMAND -> command(entry.code, Arrays.copyOf(entry.bytes, entry.length));
            case OPAQUE_COMMAND -> "opaque " + entry.text;
            case AXIS -> axis(entry.code, entry.value);
            case INPUT -> input(entry.isAction, entry.code, entry.value, entry.fraction);
            case TIME ->
                "time " + entry.paused + " " + entry.scale + " " + entry.simulationNanos + " " + entry.wallNanos;
            case FAULT -> "fault " + entry.text;
            case PLAYER -> "player " + entry.code + " joins " + entry.joins;
            case TICK, END -> throw new AssertionError("must not be returned as an entry of a group: " + entry.kind);
        };
    }

    static String command(int type, byte[] bytes) {
        return "command " + type + " " + HexFormat.of().formatHex(bytes);
    }

    static String axis(int axis, float value) {
        return "axis " + axis + " " + Float.floatToRawIntBits(value);
    }

    static String input(boolean edge, int code, float value, double fraction) {
        return "input " + edge + " " + code + " " + Float.floatToRawIntBits(value) + " "
                + Double.doubleToRawLongBits(fraction);
    }

    /** Whether the reader noticed that the file is invalid. */
    boolean noticed() {
        return refused != null || damage != null;
    }

    /** Whether the groups are the first groups of another reading. */
    boolean startsLike(ReadResult whole) {
        return groups.size() <= whole.groups.size() && groups.equals(whole.groups.subList(0, groups.size()));
    }
}
