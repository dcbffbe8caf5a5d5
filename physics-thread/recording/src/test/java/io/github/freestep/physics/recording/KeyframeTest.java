package io.github.freestep.physics.recording;

import static io.github.freestep.testing.Refused.refusedWith;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.Logs;
import io.github.freestep.testing.SmallDisk;
import java.io.DataOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a recorder writes if it saves the world from time to time. */
@Timeout(240)
class KeyframeTest extends TempFile {
    private static final int TICKS = 1_050;

    private void record() throws IOException {
        KeyframeRun.record(file(), new BallWorld.Savable(), TICKS, KeyframeRun.EVERY_100_TICKS);
    }

    @Test
    void keyframesChangeNothingElse() throws IOException {
        record();
        Path without = folder.resolve("without");
        KeyframeRun.record(without, new BallWorld.Savable(), TICKS, null);
        assertEquals(ReadResult.of(without), ReadResult.of(file()));
        assertEquals(TICKS + 1, KeyframeRun.recorded(file(), BallWorld::new).size());
        RecordingSummary summary = RecordingSummary.of(file());
        assertEquals(TICKS / 100, summary.keyframes());
        assertEquals(0, summary.damagedKeyframes());
        assertEquals(0, RecordingSummary.of(without).keyframes());
        assertTrue(summary.isComplete());
        byte[] file = Files.readAllBytes(file());
        assertArrayEquals(file, Parts.of(file).file());
    }

    /** Pins the content, as the header of {@link FormatTest} does: a change needs a new version. */
    @Test
    void aKeyframeHasFlagHashAndSavedRun() throws IOException {
        record();
        Parts.Part keyframe = Parts.of(Files.readAllBytes(file())).keyframes().get(4);
        try (RecordingReader reader = new RecordingReader(file())) {
            KeyframeIndex index = new KeyframeIndex(reader.blocks);
            Keyframe read = Keyframe.read(reader.blocks.content(index.before(501)), index.before(501));
            assertEquals(1, keyframe.content()[0]);
            while (reader.tick < 500) {
                reader.next();
            }
            assertEquals(reader.hash, read.hash());
            assertEquals(reader.tick, read.tick());
            // Three axes; the slots, a byte of living bodies, and no attached ones; the world.
            int saved = 4 + 3 * 4 + 4 + 1 + 4 + 3 * 8 * BallWorld.BALLS;
            assertEquals(saved, read.saved().available());
            assertEquals(1 + 8 + saved, keyframe.content().length);
            reader.reset(read.mark());
            assertTrue(reader.next());
            assertEquals(501, reader.tick);
        }
    }

    @Test
    void aWorldThatDoesNotRestoreExactlyIsRefused() {
        BallWorld inexact = new BallWorld.Savable() {
            @Override
            public boolean restoresExactly() {
                return false;
            }
        };
        for (BallWorld world : List.of(new BallWorld(), inexact)) {
            try (InlineStepper stepper = KeyframeRun.stepper(world)) {
                refusedWith(
                        "a simulation with keyframes must be a SavableSimulation that restores exactly, because a"
                                + " replay continues from them, was "
                                + world.getClass().getName() + "; record without keyframes",
                        IllegalArgumentException.class,
                        () -> Recorder.open(stepper, file(), "balls", "", 0, KeyframeRun.EVERY_100_TICKS));
                assertFalse(Files.exists(file()));
            }
        }
    }

    private static final class FailsToSave extends BallWorld.Savable {
        private int saved;

        @Override
        public void save(DataOutput out) throws IOException {
            if (++saved > 2) {
                throw new IOException("the seal is broken");
            }
            super.save(out);
        }
    }

    @Test
    @Logs("RECORDING_FAILED: ")
    void ifTheWorldCantBeSavedTheRecordingGoesOnWithoutKeyframes() throws IOException {
        FailsToSave world = new FailsToSave();
        try (InlineStepper stepper = KeyframeRun.stepper(world)) {
            Recorder recorder = Recorder.open(stepper, file(), "balls", "", 0, KeyframeRun.EVERY_100_TICKS);
            KeyframeRun.run(stepper, recorder, 350);
            String failure = recorder.failure().getMessage();
            assertEquals(
                    "the recording continues without keyframes, because that of tick 300 could not be saved: "
                            + "the seal is broken",
                    failure);
            KeyframeRun.run(stepper, recorder, 300);
            recorder.close();
            assertEquals(failure, recorder.failure().getMessage());
        }
        assertEquals(3, world.saved);
        assertEquals(2, RecordingSummary.of(file()).keyframes());
        assertEquals(651, KeyframeRun.recorded(file(), BallWorld::new).size());
    }

    /** A tick has about 22 bytes, and a keyframe 5,200. The blocks that still fit after the keyframe are kept. */
    @ParameterizedTest
    @CsvSource({"3000, false", "10000, false", "20000, false", "10000, true"})
    @Logs("could not be written: No space left on device")
    void aFullDiskCostsTheKeyframeFirst(long bytes, boolean shrinks) throws IOException {
        BallWorld.Savable world = new BallWorld.Savable() {
            @Override
            public void save(DataOutput out) throws IOException {
                super.save(out);
                out.write(new byte[5_000]);
            }
        };
        try (InlineStepper stepper = KeyframeRun.stepper(world)) {
            Recorder recorder = Recorder.open(
                    stepper,
                    file(),
                    path -> new SmallDisk(RecordingBlockWriter.newFile(path), bytes, shrinks),
                    "balls",
                    "",
                    0,
                    1 << 16,
                    Recorder.saver(stepper, KeyframeRun.EVERY_100_TICKS));
            KeyframeRun.run(stepper, recorder, 2_000);
            try {
                recorder.close();
            } catch (UncheckedIOException e) {
                // The disk was filled by the last entries.
            }
            String failure = recorder.failure().getMessage();
            assertTrue(failure.contains("could not be written: No space left on device"), failure);
            // One that fits later would take the room of the ticks.
            assertEquals(2, failure.split("could not be written", -1).length, failure);
        }
        RecordingSummary summary = RecordingSummary.of(file());
        assertEquals(0, summary.damagedKeyframes());
        assertTrue(summary.fileBytes() <= bytes, summary::toString);
        assertTrue(summary.lastTick() >= 100, summary::toString);
    }

    /** A damaged block ends a replay, but the keyframes after it are worlds of their own. */
    @Test
    void aSeekPassesDamageIfAKeyframeIsBehindIt() throws IOException {
        record();
        List<List<List<Float>>> recorded = KeyframeRun.recorded(file(), BallWorld::new);
        byte[] file = Files.readAllBytes(file());
        Parts parts = Parts.of(file);
        Parts.Part before700 =
                parts.parts().get(parts.parts().indexOf(parts.keyframes().get(6)) - 1);
        file[before700.position() + before700.content().length / 2] ^= 1;
        Files.write(file(), file);
        assertTrue(RecordingSummary.of(file()).lastTick() < 700);
        try (KeyframeRun run = new KeyframeRun(file(), BallWorld.Savable::new)) {
            assertEquals(50, run.seek(750));
            assertEquals(recorded.get(750), run.shown());
            run.seek(TICKS);
            assertEquals(recorded.get(TICKS), run.shown());
            assertEquals(-1, run.playback.firstDifferentTick());
            // Between the damage and the next keyframe there is nothing to show.
            run.seek(699);
            assertTrue(run.playback.tick() < 700 && run.playback.isOver());
            assertEquals(recorded.get((int) run.playback.tick()), run.shown());
        }
    }

    /** The checksums are right, but the world is not the recorded one: its hash shows that. */
    @Test
    void aKeyframeOfAnotherWorldIsNotUsed() throws IOException {
        record();
        List<List<List<Float>>> recorded = KeyframeRun.recorded(file(), BallWorld::new);
        Parts parts = Parts.of(Files.readAllBytes(file()));
        int at = parts.parts().indexOf(parts.keyframes().get(6));
        parts.parts().get(at).content()[1 + 8 + 4 + 3 * 4 + 4 + BallWorld.BALLS * 4] ^= 0x40;
        Files.write(file(), parts.file());
        assertEquals(0, RecordingSummary.of(file()).damagedKeyframes());
        try (KeyframeRun run = new KeyframeRun(file(), BallWorld.Savable::new)) {
            assertEquals(150, run.seek(750));
            assertEquals(recorded.get(750), run.shown());
            assertEquals(-1, run.playback.firstDifferentTick());
        }
    }

    @Test
    void aRecordingThatStillGrowsShowsItsNewKeyframes() throws IOException {
        BallWorld.Savable world = new BallWorld.Savable();
        try (InlineStepper stepper = KeyframeRun.stepper(world);
                StateReader live = stepper.states().reader()) {
            Recorder recorder = Recorder.open(stepper, file(), "balls", "", 0, KeyframeRun.EVERY_100_TICKS);
            KeyframeRun.run(stepper, recorder, 350);
            try (KeyframeRun run = new KeyframeRun(file(), BallWorld.Savable::new)) {
                run.seek(250);
                KeyframeRun.run(stepper, recorder, 700);
                recorder.close();
                live.acquire();
                assertEquals(150, run.seek(50) + run.seek(1_000));
                run.seek(TICKS);
                assertEquals(KeyframeRun.bodies(live.state(0)), run.shown());
            }
        }
    }

    /** A rider changes ships, is put ashore, and boards again. */
    private static final class Ferry extends BallWorld.Savable {
        @Override
        public void setUp(PhysicsContext context) {
            for (int body = 0; body < 4; body++) {
                context.bodies().spawn(body);
            }
            context.bodies().attach(3, 0);
            context.bodies().attach(2, 3);
        }

        @Override
        public void step(Tick tick) {
            super.step(tick);
            int ship = (int) (tick.number() / 70 % 3) - 1;
            if (tick.number() % 70 == 0 && ship >= 0) {
                tick.bodies().attach(3, ship);
            } else if (tick.number() % 70 == 0) {
                tick.bodies().detach(3);
            }
        }
    }

    @Test
    void attachedBodiesAreThoseOfTheRecordedTick() throws IOException {
        try (InlineStepper stepper = KeyframeRun.stepper(new Ferry())) {
            Recorder recorder = Recorder.open(stepper, file(), "ferry", "", 0, KeyframeRun.EVERY_100_TICKS);
            for (int i = 0; i < 13; i++) {
                stepper.advance(50_000_000);
                Await.until(() -> recorder.tick() >= stepper.metrics().tick());
            }
            recorder.close();
        }
        List<List<List<Float>>> recorded = KeyframeRun.recorded(file(), Ferry::new);
        try (KeyframeRun run = new KeyframeRun(file(), Ferry::new)) {
            for (int tick : new int[] {601, 110, 499, 305, 220, 401, 50}) {
                assertTrue(run.seek(tick) <= 100, "tick " + tick);
                assertEquals(recorded.get(tick), run.shown());
                int ship = tick / 70 % 3 - 1;
                assertEquals(tick < 70 ? 0 : ship, run.reader.state(0).parent(3), "tick " + tick);
                assertEquals(3, run.reader.state(0).parent(2));
                run.player.submit(run.playback.backwards(true)).join();
                for (int back = tick - 1; back >= Math.max(0, tick - 80); back--) {
                    run.step();
                    assertEquals(recorded.get(back), run.shown());
                    assertEquals(
                            back < 70 ? 0 : back / 70 % 3 - 1,
                            run.reader.state(0).parent(3),
                            "tick " + back);
                }
                run.player.submit(run.playback.backwards(false)).join();
            }
            assertEquals(-1, run.playback.firstDifferentTick());
        }
    }
}
