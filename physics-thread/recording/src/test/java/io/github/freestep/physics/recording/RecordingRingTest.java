package io.github.freestep.physics.recording;

import static io.github.freestep.testing.Refused.refusedWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.Command;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsException;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.saves.PortableCommand;
import io.github.freestep.physics.saves.Saves;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.VirtualClock;
import java.io.DataOutput;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The last seconds of a run are a recording of their own. */
@Timeout(60)
class RecordingRingTest extends TempFile {
    /** Too long for one entry of a recording. */
    private static final int LONG = 100_000;

    private final Random random = Seeds.random(RecordedRun.SEED);

    private static InlineStepper stepper(BallWorld world) {
        return PhysicsService.builder(world)
                .clock(new VirtualClock(0))
                .rate(100)
                .axes(3)
                .hashEvery(1)
                .onProblem(problem -> {})
                .inline();
    }

    /** Steps with random input and commands, and returns what each tick shows. */
    private List<List<List<Float>>> run(InlineStepper stepper, RecordingRing ring, int ticks) throws IOException {
        List<List<List<Float>>> shown = new ArrayList<>();
        try (StateReader reader = stepper.states().reader()) {
            for (int i = 0; i < ticks; i++) {
                long now = stepper.clock().nanoTime();
                stepper.input().axis(random.nextInt(3), random.nextFloat() - 0.5f, now);
                stepper.input().action(random.nextInt(10), random.nextFloat(), now);
                if (i % 10 == 0) {
                    stepper.submit(new BallWorld.ToggleBall(1 + random.nextInt(BallWorld.BALLS - 1)))
                            .join();
                }
                stepper.advanceTick();
                reader.acquire();
                shown.add(KeyframeRun.bodies(reader.state(0)));
                if (i % 100 == 1) {
                    // So that it saves the next world in time, however slow its own thread is.
                    ring.content();
                }
            }
        }
        return shown;
    }

    private static RecordingRing ring(InlineStepper stepper) {
        return RecordingRing.open(stepper, "balls", "balls=6", RecordedRun.SEED);
    }

    /** A quick load in each second does not end what is kept for a bug report, nor a recording of the whole run. */
    @Test
    void aRunWithLoadsIsRepeated() throws IOException {
        Path all = folder.resolve("all");
        try (InlineStepper stepper = stepper(new BallWorld.Large(LONG));
                RecordingRing ring = ring(stepper)) {
            Recorder recorder = Recorder.open(stepper, all, "balls", "", 0);
            List<List<List<Float>>> live = new ArrayList<>();
            Deque<byte[]> saves =
                    new ArrayDeque<>(List.of(stepper.read(Saves::saved).join()));
            for (int second = 0; second < 60; second++) {
                live.addAll(run(stepper, ring, 100));
                saves.add(stepper.read(Saves::saved).join());
                Saves.load(stepper, saves.poll()).join();
            }
            ring.write(file());
            assertEquals(live.subList(3_999, 6_000), KeyframeRun.recorded(file(), () -> new BallWorld.Large(LONG)));
            recorder.close();
            assertNull(recorder.failure());
            assertNull(ring.failure());
            assertEquals(
                    live,
                    KeyframeRun.recorded(all, () -> new BallWorld.Large(LONG)).subList(1, 6_001));
        }
    }

    @Test
    void aRingThatBeginsAfterACommandWithoutAWrittenFormIsWholeAgain() throws IOException {
        try (InlineStepper stepper = stepper(new BallWorld.Savable());
                RecordingRing ring = ring(stepper)) {
            run(stepper, ring, 499);
            stepper.submit(c -> {}).join();
            run(stepper, ring, 2_000);
            assertTrue(ring.failure().getMessage().startsWith("a replay can reach tick 499 at most"), ring::toString);
            stepper.submit(c -> {}).join();
            run(stepper, ring, 3);
            assertTrue(ring.failure().getMessage().startsWith("a replay can reach tick 2499 at most"), ring::toString);
            run(stepper, ring, 2_003);
            assertNull(ring.failure());
            ring.write(file());
            assertEquals(
                    2_006, KeyframeRun.recorded(file(), BallWorld.Savable::new).size());
        }
    }

    /** As a player who loads a large save three times in a pause. */
    private record LongCommand(int type) implements PortableCommand {
        @Override
        public void run(PhysicsContext context) {}

        @Override
        public void write(DataOutput out) throws IOException {
            out.write(new byte[6_000_000]);
        }
    }

    @Test
    void commandsThatDoNotFitIntoATickTogetherEndNeitherARingNorARecording() throws IOException {
        Path all = folder.resolve("all");
        try (InlineStepper stepper = stepper(new BallWorld.Savable());
                RecordingRing ring = ring(stepper)) {
            Recorder recorder = Recorder.open(stepper, all, "balls", "", 0);
            run(stepper, ring, 499);
            for (int i = 0; i < 3; i++) {
                stepper.submit(new LongCommand(7)).join();
            }
            run(stepper, ring, 2_000);
            String failure = ring.failure().getMessage();
            assertTrue(
                    failure.matches("a replay can reach tick 499 at most: .*LongCommand, .* 16777216 bytes .*"),
                    failure);
            run(stepper, ring, 3);
            assertNull(ring.failure());
            ring.write(file());
            recorder.close();
            assertEquals(
                    2_003, KeyframeRun.recorded(file(), BallWorld.Savable::new).size());
            RecordingSummary summary = RecordingSummary.of(all);
            assertEquals(2_502, summary.lastTick());
            assertTrue(summary.isComplete());
        }
    }

    /** Those of a load have its save. */
    @Test
    void commandsThatAreWrittenAreNotKept() throws IOException {
        try (InlineStepper stepper = stepper(new BallWorld.Savable());
                RecordingRing ring = ring(stepper)) {
            WeakReference<Command> command = submitted(stepper);
            ring.content();
            Await.until(() -> {
                System.gc();
                return command.refersTo(null);
            });
        }
    }

    private static WeakReference<Command> submitted(InlineStepper stepper) {
        Command command = new BallWorld.ToggleBall(1);
        stepper.submit(command).join();
        stepper.advanceTick();
        return new WeakReference<>(command);
    }

    @Test
    void theLastSecondsRepeatToTheBitFromASavedWorldOn() throws IOException {
        try (InlineStepper stepper = stepper(new BallWorld.Savable());
                RecordingRing ring = ring(stepper)) {
            List<List<List<Float>>> live = new ArrayList<>();
            for (int from : new int[] {0, 500, 2_000}) {
                live.addAll(run(stepper, ring, 1_450));
                ring.write(file());
                assertNull(ring.failure());
                RecordingSummary summary = RecordingSummary.of(file());
                assertEquals(from, summary.firstTick());
                assertEquals(live.size(), summary.lastTick());
                assertEquals(10L * (live.size() - from), summary.length().toMillis());
                assertTrue(summary.isComplete());
                List<List<List<Float>>> replayed = KeyframeRun.recorded(file(), BallWorld.Savable::new);
                int begin = Math.max(1, from);
                assertEquals(live.subList(begin - 1, live.size()), replayed.subList(begin - from, replayed.size()));
            }
        }
    }

    /** Whoever writes it to a slow disk must not hold up the ring, nor get what comes later. */
    @Test
    void contentStaysAsItWasWhileTheRunContinues() throws IOException {
        try (InlineStepper stepper = stepper(new BallWorld.Savable());
                RecordingRing ring = ring(stepper)) {
            List<List<List<Float>>> live = run(stepper, ring, 1_450);
            InputStream content = ring.content();
            run(stepper, ring, 4_000);
            AtomicFiles.write(file(), content::transferTo);
            List<List<List<Float>>> replayed = KeyframeRun.recorded(file(), BallWorld.Savable::new);
            assertEquals(live, replayed.subList(1, replayed.size()));
        }
    }

    /** Two players of a match do not write at the same tick. */
    @Test
    void recordingsThatBeginWithDifferentSavedWorldsCanBeCompared() throws IOException {
        Path earlier = folder.resolve("earlier");
        try (InlineStepper stepper = stepper(new BallWorld.Savable());
                RecordingRing ring = ring(stepper)) {
            run(stepper, ring, 2_700);
            ring.write(earlier);
            run(stepper, ring, 349);
            ring.write(file());
        }
        assertEquals(500, RecordingSummary.of(earlier).firstTick());
        assertEquals(1_000, RecordingSummary.of(file()).firstTick());
        assertNull(RecordingDifference.find(earlier, file(), BallWorld.Savable::new, BallWorld.ToggleBall.READER));
        assertNull(RecordingDifference.find(file(), earlier, BallWorld.Savable::new, BallWorld.ToggleBall.READER));
    }

    /** Nothing would be compared, which must not look like recordings that are equal. */
    @Test
    void recordingsWithoutACommonTickCannotBeCompared() throws IOException {
        Path earlier = folder.resolve("earlier");
        try (InlineStepper stepper = stepper(new BallWorld.Savable());
                RecordingRing ring = ring(stepper)) {
            run(stepper, ring, 300);
            ring.write(earlier);
            run(stepper, ring, 2_400);
            ring.write(file());
        }
        String both = "the recordings must have ticks in common, but of %s and %s, one ends at tick 300, before the"
                + " other one begins; pass two that were written at about the same tick";
        refusedWith(
                String.format(both, earlier, file()), IllegalArgumentException.class, () -> compare(earlier, file()));
        refusedWith(
                String.format(both, file(), earlier), IllegalArgumentException.class, () -> compare(file(), earlier));
    }

    private static void compare(Path one, Path other) throws IOException {
        RecordingDifference.find(one, other, BallWorld.Savable::new, BallWorld.ToggleBall.READER);
    }

    /** Saves more than a ring keeps. */
    private static final class Large extends BallWorld.Savable {
        int saves;

        @Override
        public void save(DataOutput out) throws IOException {
            saves++;
            for (int i = 0; i < 65; i++) {
                out.write(new byte[1 << 20]);
            }
        }
    }

    /** To save it again would hold up a tick for nothing. */
    @Test
    void aWorldThatIsTooLargeIsSavedOnceAndKeptFromTheBeginning() throws IOException {
        Large world = new Large();
        try (InlineStepper stepper = stepper(world);
                RecordingRing ring = ring(stepper)) {
            List<List<List<Float>>> live = run(stepper, ring, 2_700);
            ring.write(file());
            assertEquals(1, world.saves);
            assertEquals(live, KeyframeRun.recorded(file(), Large::new).subList(1, 2_701));
            assertTrue(ring.failure().getMessage().contains("keyframes, because that of tick 500"), ring::toString);
        }
        try (InlineStepper stepper = stepper(new Large())) {
            stepper.advanceTick();
            try (RecordingRing ring = ring(stepper)) {
                stepper.advanceTick();
                refusedWith(
                        "no saved world is kept from which a replay could begin: the recording continues without"
                                + " keyframes, because that of tick 2 could not be saved:"
                                + " java.lang.IllegalStateException: must have at most 67108864 bytes, had more; use a"
                                + " Recorder, or let the world save less",
                        RecordingException.class,
                        ring::content);
            }
        }
    }

    @Test
    void savedWorldsThatDoNotFitTogetherLeaveTheNewest() throws IOException {
        RecordingHeader header;
        try (InlineStepper stepper = stepper(new BallWorld.Savable())) {
            header = new RecordingHeader(stepper.settings(), stepper.states().layout(), "balls", "", 0, "");
        }
        RingBlocks blocks = new RingBlocks(header, 2_000, 100, false);
        for (int tick : new int[] {1, 2, 3}) {
            blocks.keyframe(tick, new byte[50], tick == 3 ? 40 : 50);
            AtomicFiles.write(file(), blocks.recording(0, "")::transferTo);
            assertEquals(Math.max(1, tick - 1), RecordingSummary.of(file()).firstTick());
        }
    }

    @Test
    void aFailedStepFailsAgain() throws IOException {
        BallWorld.Savable world = new BallWorld.Savable();
        world.during = RecordingRingTest::fail;
        InlineStepper stepper = stepper(world);
        RecordingRing ring = ring(stepper);
        run(stepper, ring, 2_699);
        assertThrows(PhysicsException.class, stepper::advanceTick);
        stepper.close();
        ring.close();
        ring.write(file());
        try (Replay replay = Replay.open(
                file(),
                () -> {
                    BallWorld again = new BallWorld.Savable();
                    again.during = RecordingRingTest::fail;
                    return again;
                },
                BallWorld.ToggleBall.READER)) {
            assertEquals(500, replay.tick());
            PhysicsException again = assertThrows(PhysicsException.class, () -> RecordedRun.assertRepeats(replay));
            assertEquals(2_700, again.tick());
        }
    }

    private static void fail(Tick tick) {
        if (tick.number() == 2_700) {
            throw new IllegalStateException("the ball is lost");
        }
    }

    /** A game may ask for it at any time. The first tick after that is the first whose world is saved. */
    @Test
    void aRingMayJoinARunThatRestoresExactly() throws IOException {
        try (InlineStepper stepper = stepper(new BallWorld.Savable())) {
            for (int i = 0; i < 100; i++) {
                stepper.advanceTick();
            }
            try (RecordingRing ring = ring(stepper)) {
                refusedWith(
                        "no saved world is kept from which a replay could begin: none was saved yet, or more has"
                                + " entered the run since than fits into memory; try again in 5 s",
                        RecordingException.class,
                        ring::content);
                List<List<List<Float>>> live = run(stepper, ring, 250);
                ring.write(file());
                assertEquals(live, KeyframeRun.recorded(file(), BallWorld.Savable::new));
                assertEquals(101, RecordingSummary.of(file()).firstTick());
            }
        }
    }

    @Test
    void aWorldThatIsNotSavedIsKeptFromTheBeginningWhileItFits() throws IOException {
        try (InlineStepper stepper = stepper(new BallWorld())) {
            RecordingRing ring = ring(stepper);
            List<List<List<Float>>> live = run(stepper, ring, 3_000);
            ring.write(file());
            assertEquals(live, KeyframeRun.recorded(file(), BallWorld::new).subList(1, 3_001));
            while (Files.size(file()) < 1_900_000) {
                for (int i = 0; i < 1_000; i++) {
                    stepper.input().action(i, 1, 0);
                }
                stepper.advanceTick();
                ring.write(file());
            }
            RecordingException full = assertThrows(RecordingException.class, () -> {
                for (int i = 0; i < 50; i++) {
                    stepper.submit(new BallWorld.ToggleBall(1)).join();
                    for (int action = 0; action < 1_000; action++) {
                        stepper.input().action(action, 1, 0);
                    }
                    stepper.advanceTick();
                    // Each call ends a block, so the newest one is what no longer fits.
                    ring.content();
                }
            });
            assertEquals(
                    "no saved world is kept from which a replay could begin: this world is not saved, because it does"
                            + " not restore exactly, and more has entered the run than the 2 MB that are kept; use a"
                            + " Recorder",
                    full.getMessage());
            ring.close();
        }
    }

    @Test
    void aRunThatHasBegunAndIsNotSavedIsRefused() {
        try (InlineStepper stepper = stepper(new BallWorld())) {
            stepper.advanceTick();
            refusedWith(
                    "a run that has begun must have a simulation that restores exactly, because its last seconds begin"
                            + " with a saved world, was " + BallWorld.class.getName()
                            + "; open the ring before the run begins",
                    IllegalArgumentException.class,
                    () -> ring(stepper));
        }
    }

    @Test
    void aDamagedOrForeignSavedWorldIsRefused() throws IOException {
        try (InlineStepper stepper = stepper(new BallWorld.Savable());
                RecordingRing ring = ring(stepper)) {
            run(stepper, ring, 3_000);
            ring.write(file());
        }
        try (Replay replay = Replay.open(file(), BallWorld::new, BallWorld.ToggleBall.READER)) {
            refusedWith(
                    "the recording begins with a saved world of tick 1000, which the simulation must restore exactly;"
                            + " pass one that does",
                    RecordingException.class,
                    replay::next);
        }
        Parts parts = Parts.of(Files.readAllBytes(file()));
        byte[] world = parts.keyframes().get(0).content();
        world[1 + 8 + 4 + 3 * 4 + 4 + BallWorld.BALLS * 4] ^= 0x40;
        Files.write(file(), parts.file());
        try (Replay replay = Replay.open(file(), BallWorld.Savable::new, BallWorld.ToggleBall.READER)) {
            refusedWith(
                    "the world restored from the keyframe of tick 1000 is not the recorded one: its hash differs",
                    RecordingException.class,
                    replay::next);
            assertThrows(IllegalStateException.class, replay::next);
        }
        byte[] cut = Files.readAllBytes(file());
        Path short_ = folder.resolve("cut");
        for (int length : List.of(0, 10, cut.length / 2, cut.length - 1)) {
            Files.write(short_, Arrays.copyOf(cut, length));
            try {
                assertFalse(RecordingSummary.of(short_).isComplete());
            } catch (RecordingException e) {
                assertTrue(length < 200, e::getMessage);
            }
        }
    }

    @Test
    void playbackBeginsAtTheSavedWorld() throws IOException {
        List<List<List<Float>>> live;
        try (InlineStepper stepper = stepper(new BallWorld.Savable());
                RecordingRing ring = ring(stepper)) {
            live = run(stepper, ring, 3_000);
            ring.write(file());
        }
        try (KeyframeRun run = new KeyframeRun(file(), BallWorld.Savable::new)) {
            run.seek(0);
            assertEquals(1_000, run.playback.tick());
            for (int tick : new int[] {2_990, 1_001, 1_000}) {
                run.seek(tick);
                assertEquals(live.get(tick - 1), run.shown(), "tick " + tick);
            }
            run.player.submit(run.playback.backwards(true)).join();
            run.step();
            assertTrue(run.playback.isOver());
            assertEquals(-1, run.playback.firstDifferentTick());
        }
    }
}
