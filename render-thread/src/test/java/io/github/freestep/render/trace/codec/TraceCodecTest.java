package io.github.freestep.render.trace.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TraceCodecTest {
    /** Of any size, often near each other and often extreme. */
    private static long number(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(10);
            case 1 -> random.nextInt();
            case 2 -> random.nextLong();
            default -> random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE;
        };
    }

    private static TraceEntry random(Random random) {
        TraceEntry entry = new TraceEntry();
        entry.kind = TraceEntry.Kind.values()[random.nextInt(TraceEntry.Kind.values().length)];
        entry.nanos = number(random);
        entry.value = entry.kind == TraceEntry.Kind.SNAPSHOT ? random.nextInt(20) : number(random);
        entry.tick = number(random);
        entry.predecessorTick = number(random);
        entry.simulationNanos = number(random);
        entry.publishedNanos = number(random);
        entry.dueNanos = number(random);
        entry.overloaded = random.nextInt(3) == 0;
        entry.startedNanos = entry.publishedNanos - 1_000L * random.nextInt(1 << 20);
        entry.anchor.set(number(random), number(random), random.nextInt(3), 1 + random.nextInt(3));
        for (int i = 0; i < 20; i++) {
            entry.values[i] = number(random);
        }
        return entry;
    }

    /** What is in the file, as text. */
    private static String text(TraceEntry entry) {
        return switch (entry.kind) {
            case FRAME -> "frame " + entry.nanos;
            case STATE ->
                "state " + entry.tick + " " + entry.predecessorTick + " " + entry.simulationNanos + " " + times(entry);
            case REPLACED -> "replaced " + times(entry);
            case TICK ->
                "tick " + entry.tick + " " + entry.dueNanos + " " + entry.startedNanos + " " + entry.publishedNanos;
            case SNAPSHOT -> "snapshot " + Arrays.toString(Arrays.copyOf(entry.values, (int) entry.value));
            case PAUSE -> "pause " + entry.nanos + " " + entry.value;
            case DISPLAYED -> "displayed " + entry.nanos + " " + entry.value;
            default -> entry.kind + (entry.kind == TraceEntry.Kind.END ? "" : " " + entry.value);
        };
    }

    private static String times(TraceEntry entry) {
        return entry.startedNanos + " " + entry.publishedNanos + " " + entry.anchor
                + (entry.overloaded ? " overloaded" : "");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void readsWhatItWrote(long seed) {
        Random random = Seeds.random(seed);
        ByteBuffer bytes = ByteBuffer.allocate(1 << 20);
        TraceCodec writer = TraceCodec.writer(bytes);
        List<String> written = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            TraceEntry entry = random(random);
            written.add(text(entry));
            writer.code(entry);
        }
        TraceCodec reader = TraceCodec.reader();
        reader.read(bytes.flip());
        List<String> read = new ArrayList<>();
        TraceEntry entry = new TraceEntry();
        while (bytes.hasRemaining()) {
            reader.code(entry);
            read.add(text(entry));
        }
        assertEquals(written, read);
    }

    @ParameterizedTest
    @EnumSource(names = {"STATE", "REPLACED"})
    void roundsTheTimeWhenTheWorkBeganDown(TraceEntry.Kind kind) {
        for (long started = 1_000_000; started < 1_002_000; started += 125) {
            TraceCodec codec = TraceCodec.writer(ByteBuffer.allocate(100));
            TraceEntry entry = new TraceEntry();
            entry.kind = kind;
            entry.anchor.set(0, 0, 1, 1);
            entry.startedNanos = started;
            entry.publishedNanos = 1_100_000;
            codec.code(entry);
            assertEquals(1_100_000, entry.publishedNanos);
            long off = started - entry.startedNanos;
            assertTrue(off >= 0 && off < 1_000, "off by " + off);
        }
    }
}
