package io.github.freestep.physics.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.PhysicsException;
import io.github.freestep.testing.Seeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Damaged and forged keyframes are skipped, noticed, or show as a difference. Nothing else goes wrong. */
@Timeout(120)
class KeyframeFuzzTest {
    private static final int ROUNDS = 25;
    private static final int TICKS = 450;

    @TempDir
    private Path folder;

    private Path changed;
    private byte[] right;
    private ReadResult whole;
    private List<List<List<Float>>> recorded;

    static LongStream seeds() {
        return Seeds.first(6);
    }

    @BeforeEach
    void record() throws IOException {
        Path file = folder.resolve("right");
        changed = folder.resolve("changed");
        KeyframeRun.record(file, new BallWorld.Savable(), TICKS, KeyframeRun.EVERY_100_TICKS);
        right = Files.readAllBytes(file);
        whole = ReadResult.of(file);
        recorded = KeyframeRun.recorded(file, BallWorld::new);
    }

    /** With valid checksums, a wrong world may be restored. If its hash is the recorded one, later hashes differ. */
    @ParameterizedTest
    @MethodSource("seeds")
    void aForgedKeyframeIsRefusedOrShowsAsADifference(long seed) throws IOException {
        Random random = Seeds.random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            Parts parts = Parts.of(right);
            for (int change = random.nextInt(3); change >= 0; change--) {
                forge(parts.parts(), random);
            }
            String where = "seed " + seed + ", round " + round;
            assertTrue(ReadResult.of(changed, parts.file()).startsLike(whole), where);
            play(random, false, where);
        }
    }

    private static void forge(List<Parts.Part> parts, Random random) {
        List<Integer> keyframes = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i).tick() != 0) {
                keyframes.add(i);
            }
        }
        if (keyframes.isEmpty()) {
            return;
        }
        int at = keyframes.get(random.nextInt(keyframes.size()));
        Parts.Part part = parts.get(at);
        byte[] content = part.content().clone();
        switch (random.nextInt(8)) {
            case 0 -> parts.remove(at);
            case 1 -> parts.add(random.nextInt(parts.size() + 1), part);
            case 2 -> Collections.swap(parts, at, keyframes.get(random.nextInt(keyframes.size())));
            case 3 -> parts.set(at, part.with(Arrays.copyOf(content, 1 + random.nextInt(content.length))));
            case 4 -> parts.set(at, part.with(Arrays.copyOf(content, content.length + random.nextInt(100))));
            case 5 -> parts.set(at, new Parts.Part(1 + random.nextInt(1_000), content, 0));
            case 6 -> {
                // Flags, hash, axes, slots, attached bodies.
                content[random.nextInt(Math.min(content.length, 24))] = (byte) random.nextInt();
                parts.set(at, part.with(content));
            }
            default -> {
                content[random.nextInt(content.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
                parts.set(at, part.with(content));
            }
        }
    }

    private void play(Random random, boolean equals, String where) throws IOException {
        boolean approximates = random.nextBoolean();
        try (KeyframeRun run = new KeyframeRun(changed, BallWorld.Savable::new, approximates)) {
            boolean all = true;
            for (int i = 0; i < 6; i++) {
                run.seek(random.nextInt(TICKS + 100));
                for (int steps = random.nextInt(3); steps > 0; steps--) {
                    run.step();
                }
                long tick = run.playback.tick();
                all &= tick < recorded.size() && recorded.get((int) tick).equals(run.shown());
            }
            assertTrue(all || !equals, where);
            assertTrue(all || run.playback.firstDifferentTick() >= 0 || isMisplaced(), where);
        } catch (PhysicsException e) {
            // A forged body that is dead in the keyframe, and so not in its hash, has a NaN when it is spawned.
            assertTrue(!equals && e.getMessage().contains("NaN"), where + e);
        }
    }

    /** Whether a keyframe is in a place where a replay from the beginning finds the damage. */
    private boolean isMisplaced() throws IOException {
        return RecordingSummary.of(changed).damage() != null;
    }

    /** The length of a hostile keyframe is compared with the file before anything is allocated for it. */
    @Test
    void aFalseLengthIsRefused() throws IOException {
        Parts parts = Parts.of(right);
        Parts.Part keyframe = parts.keyframes().get(0);
        for (int length : new int[] {0, -1, Integer.MAX_VALUE, Format.MAX_KEYFRAME_BYTES, right.length}) {
            int frame = keyframe.position() - 24;
            ReadResult reading = ReadResult.of(changed, withLength(right.clone(), frame, length));
            assertTrue(reading.startsLike(whole), "length " + length);
            assertTrue(reading.damage().contains("keyframe at byte " + frame), reading.damage());
            assertEquals(0, RecordingSummary.of(changed).keyframes());
        }
    }

    /** Sets the length in a frame, with a valid checksum of the frame. */
    private static byte[] withLength(byte[] file, int frame, int length) {
        ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).putInt(frame + 4, length);
        CRC32C crc = new CRC32C();
        // The preceding checksum ends the block before.
        crc.update(file, frame - 4, 24);
        return bytes.putInt(frame + 20, (int) crc.getValue()).array();
    }
}
