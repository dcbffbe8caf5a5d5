package io.github.freestep.physics.recording;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.OtherProcess;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Any file is refused, or read up to its first invalid byte. {@link ReadResult} lets no other exception pass. */
class FuzzTest {
    private static final int ROUNDS = 200;

    @TempDir
    private Path folder;

    static LongStream seeds() {
        return Seeds.first(Thorough.of(5, 20));
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @MethodSource("seeds")
    void aDamagedFileIsReadUpToTheDamage(long seed) throws IOException {
        Random random = Seeds.random(seed);
        Path path = folder.resolve("damaged");
        ReadResult whole = new RandomRecording(path, seed).write(30, 6, 20);
        byte[] right = Files.readAllBytes(path);
        for (int round = 0; round < ROUNDS; round++) {
            byte[] wrong = damaged(right, random);
            ReadResult reading = ReadResult.of(path, wrong);
            String where = "seed " + seed + ", round " + round;
            assertTrue(reading.startsLike(whole), where);
            assertEquals(!Arrays.equals(right, wrong), reading.noticed(), where);
        }
    }

    /** Changes some bytes; or removes, repeats, or copies elsewhere a piece of the file. */
    private static byte[] damaged(byte[] right, Random random) {
        int from = random.nextInt(right.length);
        int to = from + random.nextInt(Math.min(100, right.length - from + 1));
        int at = random.nextInt(right.length);
        byte[] wrong = right.clone();
        switch (random.nextInt(4)) {
            case 0 -> {
                for (int i = random.nextInt(20); i >= 0; i--) {
                    wrong[random.nextInt(wrong.length)] = (byte) random.nextInt();
                }
            }
            case 1 -> wrong = joined(right, 0, from, to, right.length);
            case 2 -> wrong = joined(right, 0, to, from, right.length);
            default -> System.arraycopy(right, from, wrong, Math.min(at, right.length - (to - from)), to - from);
        }
        return wrong;
    }

    private static byte[] joined(byte[] bytes, int from, int to, int thenFrom, int thenTo) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        joined.write(bytes, from, to - from);
        joined.write(bytes, thenFrom, thenTo - thenFrom);
        return joined.toByteArray();
    }

    /** The two recordings begin alike, so a splice within that beginning is a valid file: one of the two. */
    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @MethodSource("seeds")
    void aSpliceOfTwoFilesIsReadAsTheBeginningOfOneOfThem(long seed) throws IOException {
        Random random = Seeds.random(seed);
        Path path = folder.resolve("spliced");
        ReadResult one = new RandomRecording(path, seed).write(60, 6, 20);
        List<byte[]> parts = Blocks.split(Files.readAllBytes(path));
        ReadResult other = new RandomRecording(path, seed).write(40, 6, 20);
        List<byte[]> others = Blocks.split(Files.readAllBytes(path));
        for (int round = 0; round < ROUNDS; round++) {
            List<byte[]> spliced = new ArrayList<>(parts.subList(0, 1 + random.nextInt(parts.size() - 1)));
            for (int i = random.nextInt(5); i >= 0; i--) {
                List<byte[]> from = random.nextBoolean() ? parts : others;
                int at = random.nextBoolean() ? spliced.size() : random.nextInt(from.size());
                spliced.add(from.get(Math.min(at, from.size() - 1)));
            }
            ReadResult reading = ReadResult.of(path, Blocks.join(spliced));
            String where = "seed " + seed + ", round " + round;
            assertTrue(reading.startsLike(one) || reading.startsLike(other), where);
            assertTrue(reading.noticed() || reading.equals(one) || reading.equals(other), where);
        }
    }

    /**
     * Writing what was read gives the same bytes again, so the reader accepts only what a writer could have written.
     */
    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @MethodSource("seeds")
    void randomEntriesWithValidChecksumsAreRefusedOrWhatAWriterWrites(long seed) throws IOException {
        Random random = Seeds.random(seed);
        Path path = folder.resolve("random");
        new RandomRecording(path, seed).write(20, 6, 20);
        Blocks right = Blocks.of(Files.readAllBytes(path));
        for (int round = 0; round < ROUNDS; round++) {
            byte[] file = randomized(right, random).file();
            ReadResult.write(path, file);
            String where = "seed " + seed + ", round " + round;
            byte[] rewritten = rewrite(path, folder.resolve("rewritten"), where);
            assertArrayEquals(Arrays.copyOf(entries(file), rewritten.length), rewritten, where);
        }
    }

    private static Blocks randomized(Blocks right, Random random) {
        List<byte[]> payloads = new ArrayList<>();
        for (byte[] payload : right.payloads()) {
            byte[] bytes = payload.clone();
            if (random.nextInt(right.payloads().size()) == 0) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            if (random.nextInt(3 * right.payloads().size()) == 0) {
                bytes = Arrays.copyOf(bytes, 1 + random.nextInt(bytes.length));
            }
            if (random.nextInt(10 * right.payloads().size()) == 0) {
                random.nextBytes(bytes);
            }
            payloads.add(bytes);
        }
        return new Blocks(right.header(), payloads);
    }

    /** The entries of a file, as if all were in one block. */
    private static byte[] entries(byte[] file) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        Blocks.of(file).payloads().forEach(all::writeBytes);
        return all.toByteArray();
    }

    /** Reads all whole groups, writes them to a new file, and returns the bytes of its entries. */
    private static byte[] rewrite(Path from, Path to, String where) throws IOException {
        Files.deleteIfExists(to);
        try (RecordingReader reader = RecordingReader.open(from);
                RecordingWriter writer = RecordingWriter.create(to, reader.header(), RecordingWriter::newFile)) {
            while (reader.next()) {
                for (Entry entry = reader.nextEntry(); entry != null; entry = reader.nextEntry()) {
                    write(entry, writer);
                }
                if (reader.hasHash()) {
                    writer.hash(reader.hash());
                }
                writer.tick(reader.tick());
            }
            writer.flush();
            assertTrue(reader.damage() != null || reader.endReason() != null, where);
        }
        return entries(Files.readAllBytes(to));
    }

    private static void write(Entry entry, RecordingWriter writer) throws IOException {
        switch (entry.kind) {
            case COMMAND -> writer.command(entry.code, entry.bytes, entry.length);
            case OPAQUE_COMMAND -> writer.opaqueCommand(entry.text);
            case AXIS -> writer.axis(entry.code, entry.value);
            case INPUT -> writer.input(entry.isAction, entry.code, entry.value, entry.fraction);
            case TIME -> writer.time(entry.paused, entry.scale, entry.simulationNanos, entry.wallNanos);
            case FAULT -> writer.fault(entry.text);
            case PLAYER -> writer.player(entry.code, entry.joins);
            case TICK, END -> throw new AssertionError(entry.kind);
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @MethodSource("seeds")
    void randomHeadersWithValidChecksumsAreRefusedOrWhatAWriterWrites(long seed) throws IOException {
        Random random = Seeds.random(seed);
        Path path = folder.resolve("header");
        new RandomRecording(path, seed).write(1, 1, 1);
        byte[] header = Blocks.of(Files.readAllBytes(path)).header();
        byte[] fields = Arrays.copyOfRange(header, 16, header.length - 4);
        int accepted = 0;
        for (int round = 0; round < ROUNDS; round++) {
            byte[] wrong = fields.clone();
            wrong[random.nextInt(wrong.length)] = (byte) random.nextInt();
            if (random.nextInt(10) == 0) {
                wrong = Arrays.copyOf(wrong, random.nextInt(2 * wrong.length));
            }
            byte[] file = Blocks.header(Format.VERSION, wrong);
            ReadResult reading = ReadResult.of(path, file);
            if (reading.refused() == null) {
                accepted++;
                byte[] rewritten = rewrittenHeader(path, folder.resolve("rewritten"));
                assertArrayEquals(file, rewritten, "seed " + seed + ", round " + round);
            }
        }
        assertTrue(accepted > 0 && accepted < ROUNDS, "seed " + seed);
    }

    private static byte[] rewrittenHeader(Path from, Path to) throws IOException {
        Files.deleteIfExists(to);
        try (RecordingReader reader = RecordingReader.open(from)) {
            RecordingWriter.create(to, reader.header(), RecordingWriter::newFile)
                    .close();
        }
        return Files.readAllBytes(to);
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @MethodSource("seeds")
    void filesOfRandomBytesAreRefused(long seed) throws IOException {
        Random random = Seeds.random(seed);
        Path path = folder.resolve("anything");
        byte[] start = Blocks.header(Format.VERSION, new byte[0]);
        for (int round = 0; round < ROUNDS; round++) {
            byte[] bytes = new byte[random.nextInt(1_000)];
            random.nextBytes(bytes);
            if (random.nextBoolean()) {
                System.arraycopy(start, 0, bytes, 0, Math.min(bytes.length, random.nextInt(start.length)));
            }
            ReadResult reading = ReadResult.of(path, bytes);
            assertTrue(reading.refused() != null, "seed " + seed + ", round " + round);
            assertNull(reading.endReason());
        }
    }

    /**
     * With a heap of 64 MB. An undocumented exception or an {@code OutOfMemoryError} ends that JVM with a stack trace.
     */
    @Test
    void changedRecordingsAreRefusedOrReplayedUpToTheFirstInvalidEntry() throws Exception {
        long seed = Seeds.first(1).findFirst().getAsLong();
        String out = OtherProcess.with("-Xmx64m")
                .start(
                        FuzzRun.class,
                        folder.toString(),
                        Long.toString(seed),
                        Integer.toString(Thorough.of(1_000, 20_000)));
        for (FuzzRun.Outcome outcome : FuzzRun.Outcome.values()) {
            assertTrue(out.contains(outcome + "="), () -> outcome + " did not occur: " + out);
        }
    }
}
