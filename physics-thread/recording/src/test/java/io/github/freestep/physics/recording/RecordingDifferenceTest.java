package io.github.freestep.physics.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsException;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.saves.CommandReader;
import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.physics.saves.Saves;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Await;
import io.github.freestep.time.VirtualClock;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RecordingDifferenceTest extends TempFile {
    private static final long TICK = 10_000_000;

    /** Three bodies. The first action spoils one of its values. */
    private static final class World implements SavableSimulation {
        private static final StateLayout LAYOUT =
                StateLayout.of(3).linear("heat").stepped("lamp").doublePositions();

        /** What the machine computes at tick 41. */
        private double at41;

        private final int[] slots = new int[3];
        private double x;
        private float heat;
        private float lamp;
        private PhysicsContext context;

        @Override
        public String computedBy() {
            return at41 == 0 ? "" : "another engine";
        }

        @Override
        public StateLayout layout() {
            return LAYOUT;
        }

        @Override
        public void setUp(PhysicsContext given) {
            context = given;
            for (int i = 0; i < slots.length; i++) {
                slots[i] = given.bodies().spawn();
            }
        }

        @Override
        public void step(Tick tick) {
            x += tick.number() == 41 ? at41 : 0;
            for (int i = 0; i < tick.input().size(); i++) {
                switch (tick.input().code(i)) {
                    case 0 -> x += Math.ulp(1.0);
                    case 1 -> heat++;
                    case 2 -> lamp++;
                    case 3 -> context.bodies().attach(slots[2], slots[1]);
                    case 9 -> throw new IllegalStateException("spoiled");
                    default -> context.bodies().remove(slots[2]);
                }
            }
        }

        @Override
        public void write(StateWriter state) {
            for (int i = 0; i < slots.length; i++) {
                state.position(slots[i], i == 1 ? 1 + x : 0, 0, 0);
            }
            state.linear(0, slots[1], heat);
            state.stepped(0, slots[1], lamp);
        }

        @Override
        public void save(DataOutput out) throws IOException {
            Saves.part(out, "fire");
            out.writeFloat(heat);
            Saves.part(out, "rest");
            out.writeFloat(lamp);
            out.writeDouble(x);
        }

        @Override
        public void restore(DataInput in) throws IOException {
            heat = in.readFloat();
            lamp = in.readFloat();
            x = in.readDouble();
        }
    }

    private Path record(String name, int ticks, int hashEvery, int actionAt, int code, double at41) throws IOException {
        World world = new World();
        world.at41 = at41;
        Path file = folder.resolve(name);
        try (InlineStepper stepper = PhysicsService.builder(world)
                        .clock(new VirtualClock(0))
                        .hashEvery(hashEvery)
                        .inline();
                Recorder recorder = Recorder.open(stepper, file, "three", "", 0, Duration.ofMillis(200))) {
            for (int tick = 1; tick <= ticks; tick++) {
                if (tick == actionAt) {
                    stepper.input().action(code, 1, stepper.clock().nanoTime());
                }
                if (tick == actionAt && code == 9) {
                    assertThrows(PhysicsException.class, () -> stepper.advance(TICK));
                    break;
                }
                stepper.advance(TICK);
                long done = tick;
                // So that each keyframe is written before the next one is due.
                Await.until(() -> done % 10 != 0 || recorder.tick() >= done);
            }
            assertNull(recorder.failure());
        }
        return file;
    }

    private static String find(Path one, Path other) throws IOException {
        RecordingDifference found = RecordingDifference.find(one, other, World::new, CommandReader.NONE);
        return found == null
                ? "none"
                : found.tick() + ": "
                        + found.what().replace(one.toString(), "one").replace(other.toString(), "other");
    }

    @Test
    void namesTheFirstTickBodyAndValue() throws IOException {
        Path one = record("one", 60, 1, -1, 0, 0);
        String[] differences = {
            "value 2 of rest is 0.0 in one, and 2.220446049250313E-16 in other; x of body 1 is 1.0 in one, and"
                    + " 1.0000000000000002 in other",
            "fire is 0.0 in one, and 1.0 in other; heat of body 1 is 0.0 in one, and 1.0 in other",
            "rest is 0.0 in one, and 1.0 in other; lamp of body 1 is 0.0 in one, and 1.0 in other",
            "body 2 is alive in one, and attached to body 1 in other",
            "body 2 is alive in one, and gone in other"
        };
        for (int code = 0; code < differences.length; code++) {
            assertEquals("30: " + differences[code], find(one, record("other", 60, 1, 30, code, 0)));
            folder.resolve("other").toFile().delete();
        }
    }

    @Test
    void aReplayNamesWhatDiffersFromTheNextKeyframe() throws IOException {
        String[] expected = {
            "the values are unknown, because no keyframe follows that can be restored",
            "at the keyframe of tick 60, value 2 of rest is 5.0 in the recording, and 0.0 in this replay; x of body 1"
                    + " is 6.0 in the recording, and 1.0 in this replay"
        };
        for (int i = 0; i < expected.length; i++) {
            Path file = record("one" + i, 55 + 10 * i, 1, -1, 0, 5);
            try (Replay replay = Replay.open(file, World::new, CommandReader.NONE, false)) {
                while (replay.matches()) {
                    assertTrue(replay.next());
                }
                assertEquals(41, replay.tick());
                assertEquals(expected[i], replay.difference());
            }
        }
    }

    @Test
    void recordingsWithoutADifferenceHaveNone() throws IOException {
        assertEquals("none", find(record("one", 60, 1, 30, 0, 0), record("other", 45, 5, 30, 0, 0)));
    }

    @Test
    void aStepThatFailsInBothIsNotADifference() throws IOException {
        Path one = record("one", 60, 1, 30, 9, 0);
        assertEquals("none", find(one, record("other", 60, 1, 30, 9, 0)));
        String found = find(one, record("whole", 60, 1, -1, 0, 0));
        assertTrue(found.startsWith("30: a step fails in one: "), found);
    }

    @Test
    void aFailureThatWasNotRecordedIsThrown() throws Exception {
        KeyframeRun.record(file(), new BallWorld.Savable(), 200, KeyframeRun.EVERY_100_TICKS);
        assertThrows(
                PhysicsException.class,
                () -> RecordingDifference.find(file(), file(), BallWorld::new, CommandReader.NONE));
    }

    @Test
    void withoutAReplayThatRepeatsItNamesTheRecording() throws IOException {
        Path one = record("one", 60, 1, -1, 0, 0);
        Path other = record("other", 60, 1, -1, 0, 5);
        assertEquals(
                "41: the values are unknown, because a replay of other does not repeat here what was recorded",
                find(one, other));
    }

    @Test
    void whatNeitherReplayRepeatsIsNoDifference() throws IOException {
        // A tick without a hash follows each tick with one.
        assertEquals("none", find(record("one", 60, 2, -1, 0, 5), record("other", 60, 2, -1, 0, 5)));
    }
}
