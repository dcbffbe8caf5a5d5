package io.github.freestep.physics.recording;

import io.github.freestep.physics.RunSettings;
import io.github.freestep.physics.TickInput;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.Ratio;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Writes a random recording with all kinds of entries, and returns what {@link ReadResult} must find in it. */
final class RandomRecording {
    static final int AXES = 300;
    private static final float[] FLOATS = {
        0, -0f, 1, Float.MIN_VALUE, -Float.MIN_NORMAL, Float.MAX_VALUE, -Float.MAX_VALUE
    };
    private static final double[] FRACTIONS = {0, -0.0, 1, Double.MIN_VALUE, Math.nextDown(1.0), 0.5};
    private static final long[] LONGS = {0, 1, -1, Long.MAX_VALUE, Long.MIN_VALUE};
    private static final int[] INTS = {0, -1, 63, 64, -64, -65, Integer.MAX_VALUE, Integer.MIN_VALUE};
    private static final String[] TEXTS = {"", "a", "\u00e4\u20ac", "\ud83d\ude80 up", "\ufeffmark\u0000"};

    private final Random random;
    private final RecordingWriter writer;
    private final List<String> entries = new ArrayList<>();
    private final List<String> groups = new ArrayList<>();
    private long tick;

    RandomRecording(Path path, long seed) throws IOException {
        random = Seeds.random(seed);
        // The seeds of a test share a file.
        Files.deleteIfExists(path);
        writer = new RecordingWriter(path, header(seed), RecordingBlockWriter::newFile);
    }

    static RecordingHeader header(long seed) {
        return new RecordingHeader(
                new RunSettings(Ratio.of(60_000, 1_001), AXES, 1_000, 1, true),
                StateLayout.of(12).linear("wheel", "\u00e4").stepped("gear"),
                "spring",
                "damping=0.5\n",
                seed,
                "Jolt");
    }

    ReadResult write(int ticks, int mostEntries, int mostBytes) throws IOException {
        for (int i = 0; i < ticks; i++) {
            for (int entry = random.nextInt(mostEntries + 1); entry > 0; entry--) {
                entry(random.nextInt(7), mostBytes);
            }
            tick(i == ticks - 1);
        }
        // Entries of a tick that never ended.
        writer.fault("dropped");
        writer.hash(1);
        boolean complete = random.nextBoolean();
        String why = any(TEXTS);
        writer.end(complete, why);
        writer.close();
        return new ReadResult(null, groups, complete, why, null);
    }

    private void entry(int kind, int mostBytes) throws IOException {
        switch (kind) {
            case 0 -> command(mostBytes);
            case 1 -> axis(random.nextInt(AXES), anyFloat());
            case 2 -> input(true, anyInt(), anyFloat(), anyFraction());
            case 3 -> input(false, random.nextInt(AXES), anyFloat(), anyFraction());
            case 4 -> time();
            case 5 -> player(random.nextInt(TickInput.MAX_PLAYERS), random.nextBoolean());
            default -> text();
        }
    }

    private void command(int mostBytes) throws IOException {
        byte[] bytes = new byte[random.nextInt(mostBytes + 1)];
        random.nextBytes(bytes);
        int length = random.nextInt(bytes.length + 1);
        int type = anyInt();
        writer.command(type, bytes, length);
        entries.add(ReadResult.command(type, Arrays.copyOf(bytes, length)));
    }

    private void axis(int axis, float value) throws IOException {
        writer.axis(axis, value);
        entries.add(ReadResult.axis(axis, value));
    }

    private void input(boolean edge, int code, float value, double fraction) throws IOException {
        writer.input(edge, code, value, fraction);
        entries.add(ReadResult.input(edge, code, value, fraction));
    }

    private void player(int player, boolean joins) throws IOException {
        writer.player(player, joins);
        entries.add("player " + player + " joins " + joins);
    }

    private void time() throws IOException {
        boolean paused = random.nextBoolean();
        Ratio scale = random.nextBoolean()
                ? Ratio.of(1 + random.nextInt((int) Ratio.LIMIT), 1 + random.nextInt((int) Ratio.LIMIT))
                : Ratio.ONE;
        long simulationNanos = anyLong() & Long.MAX_VALUE;
        long wallNanos = anyLong();
        writer.time(paused, scale, simulationNanos, wallNanos);
        entries.add("time " + paused + " " + scale + " " + simulationNanos + " " + wallNanos);
    }

    private void text() throws IOException {
        String text = any(TEXTS);
        if (random.nextBoolean()) {
            writer.fault(text);
            entries.add("fault " + text);
        } else {
            writer.opaqueCommand(text);
            entries.add("opaque " + text);
        }
    }

    private void tick(boolean last) throws IOException {
        Long hash = random.nextBoolean() ? anyLong() : null;
        if (hash != null) {
            writer.hash(hash);
        }
        tick = last ? Long.MAX_VALUE : tick + 1 + (random.nextInt(4) == 0 ? random.nextInt(1_000) : 0);
        writer.tick(tick);
        groups.add(ReadResult.group(tick, hash, entries));
        entries.clear();
        if (random.nextInt(10) == 0) {
            writer.flush();
        }
    }

    private int anyInt() {
        return random.nextBoolean() ? INTS[random.nextInt(INTS.length)] : random.nextInt();
    }

    private long anyLong() {
        return random.nextBoolean() ? LONGS[random.nextInt(LONGS.length)] : random.nextLong();
    }

    private float anyFloat() {
        return random.nextBoolean() ? FLOATS[random.nextInt(FLOATS.length)] : random.nextFloat();
    }

    private double anyFraction() {
        return random.nextBoolean() ? FRACTIONS[random.nextInt(FRACTIONS.length)] : random.nextDouble();
    }

    private String any(String[] texts) {
        return texts[random.nextInt(texts.length)];
    }
}
