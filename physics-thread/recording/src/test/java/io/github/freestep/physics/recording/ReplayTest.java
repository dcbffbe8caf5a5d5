package io.github.freestep.physics.recording;

import static io.github.freestep.testing.Refused.refused;
import static io.github.freestep.testing.Refused.refusedWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.FaultPolicy;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsException;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.feed.Feeds;
import io.github.freestep.physics.feed.InputFeed;
import io.github.freestep.physics.saves.CommandReader;
import io.github.freestep.physics.saves.Saves;
import io.github.freestep.testing.Logs;
import io.github.freestep.testing.Together;
import io.github.freestep.time.VirtualClock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ReplayTest extends TempFile {
    private static final long TICK = 10_000_000;

    private Replay open(BallWorld world) throws IOException {
        return Replay.open(file(), () -> world, BallWorld.ToggleBall.READER);
    }

    private InlineStepper stepper(BallWorld world) {
        return PhysicsService.builder(world).clock(new VirtualClock(0)).inline();
    }

    private Recorder recorder(InlineStepper stepper) throws IOException {
        return Recorder.open(stepper, file(), "balls", "", 0);
    }

    @Test
    void aRunWithAllKindsOfInputIsRepeatedToTheLastBit() throws Exception {
        RecordedRun.recordFree(new BallWorld(), file(), 1_500);
        RecordingSummary summary = RecordingSummary.of(file());
        assertTrue(summary.isComplete(), summary::toString);
        assertEquals(summary.lastTick(), summary.hashes());
        assertTrue(summary.actions() > 0 && summary.pushedAxes() > 0 && summary.polledAxes() > 0, summary::toString);
        assertTrue(summary.commands() > 0 && summary.timeChanges() > 1, summary::toString);
        assertEquals("balls", summary.header().simulation());
        assertEquals(RecordedRun.SEED, summary.header().seed());
        try (Replay replay = open(new BallWorld())) {
            assertEquals(summary.lastTick(), RecordedRun.assertRepeats(replay));
            assertFalse(replay.next());
        }
    }

    /** The poll sets the axis back at once, so it has the same value in each tick. */
    @Test
    void anAxisThatALoadHasSetAndAPollHasSetBackIsRepeated() throws Exception {
        float[] stick = {-6};
        byte[] saved;
        try (InlineStepper stepper = polling(stick)) {
            stepper.advance(5 * TICK);
            saved = stepper.read(Saves::saved).join();
        }
        stick[0] = 5;
        try (InlineStepper stepper = polling(stick);
                Recorder recorder = recorder(stepper)) {
            stepper.advance(5 * TICK);
            Saves.load(stepper, saved).join();
            stepper.advance(5 * TICK);
            assertNull(recorder.failure());
        }
        try (Replay replay = Replay.open(file(), BallWorld.Savable::new, CommandReader.NONE)) {
            assertEquals(10, RecordedRun.assertRepeats(replay));
        }
    }

    private static InlineStepper polling(float[] stick) {
        return PhysicsService.builder(new BallWorld.Savable())
                .axes(3)
                .clock(new VirtualClock(0))
                .input(poll -> poll.axis(0, stick[0]))
                .inline();
    }

    /** The game has the recorded rate, and the replay can be continued. */
    @Test
    void aReplayIsLeftToPlayOn() throws Exception {
        KeyframeRun.record(file(), new BallWorld.Savable(), 60, null);
        BallWorld.Savable recorded = new BallWorld.Savable();
        BallWorld.Savable world = new BallWorld.Savable();
        CompletableFuture<String> begun = new CompletableFuture<>();
        world.during = tick -> begun.complete(tick.number() + " " + Arrays.toString(world.height));
        try (Replay replay = open(recorded)) {
            while (replay.tick() < 30) {
                assertTrue(replay.next());
            }
            try (PhysicsService game = replay.play(PhysicsService.builder(world))) {
                assertEquals(1_000, game.settings().rate().toDouble());
                assertEquals("31 " + Arrays.toString(recorded.height), begun.get(60, TimeUnit.SECONDS));
            }
            assertEquals(60, RecordedRun.assertRepeats(replay));
        }
        try (Replay replay = open(new BallWorld())) {
            refusedWith(
                    "a replay can only be left if its simulation is a SavableSimulation; implement save and restore",
                    IllegalArgumentException.class,
                    () -> replay.play(PhysicsService.builder(world)));
        }
    }

    /** A refused call that closed the file would leave the world, which may have native memory, open for good. */
    @Test
    void aReplayThatAnotherThreadClosesStaysOpen() throws Exception {
        try (InlineStepper stepper = PhysicsService.builder(new BallWorld()).inline()) {
            Recorder recorder = recorder(stepper);
            stepper.advanceTick();
            stepper.advanceTick();
            recorder.close();
        }
        AtomicInteger closed = new AtomicInteger();
        Replay replay = open(new BallWorld() {
            @Override
            public void close() {
                closed.incrementAndGet();
            }
        });
        assertTrue(replay.next());
        assertInstanceOf(
                IllegalStateException.class,
                assertThrows(ExecutionException.class, () -> Together.run(List.of(replay::close)))
                        .getCause());
        assertTrue(replay.next());
        assertEquals(0, closed.get());
        replay.close();
        assertEquals(1, closed.get());
        assertThrows(IllegalStateException.class, replay::next);
    }

    /** The failed tick is what one needs to investigate a crash. */
    @Test
    void playersThatJoinAndLeaveDoSoInTheReplay() throws Exception {
        List<String> seen = new ArrayList<>();
        Consumer<Tick> see = tick -> {
            for (int player = -1; player < 40; player++) {
                if (tick.input().hasJoined(player) || tick.input().hasLeft(player)) {
                    String how = tick.input().hasLeft(player) ? " leaves" : " joins";
                    seen.add(tick.number() + ": player " + player + how);
                }
            }
        };
        InputFeed feed = (tick, into) -> {
            if (tick == 2 || tick == 7) {
                into.joins(tick == 2 ? 0 : 31);
                into.joins(tick == 2 ? 31 : 30);
            } else if (tick == 4) {
                into.leaves(31);
            }
        };
        try (InlineStepper stepper = Feeds.feed(PhysicsService.builder(seenBy(see)), feed)
                        .clock(new VirtualClock(0))
                        .inline();
                Recorder recorder = recorder(stepper)) {
            stepper.advance(10 * TICK);
            assertNull(recorder.failure());
        }
        List<String> live = List.copyOf(seen);
        assertEquals(5, live.size());
        seen.clear();
        try (Replay replay = open(seenBy(see))) {
            RecordedRun.assertRepeats(replay);
        }
        assertEquals(live, seen);
    }

    private static BallWorld seenBy(Consumer<Tick> see) {
        BallWorld world = new BallWorld();
        world.during = see;
        return world;
    }

    @Test
    void aRunEndedByAFaultFailsInTheSameWay() throws Exception {
        try (InlineStepper stepper = stepper(failing())) {
            Recorder recorder = recorder(stepper);
            stepper.advance(10 * TICK);
            stepper.input().action(66, 0, 11 * TICK);
            assertThrows(PhysicsException.class, () -> stepper.advance(5 * TICK));
            recorder.close();
        }
        assertEquals(1, RecordingSummary.of(file()).faults());
        try (Replay replay = open(failing())) {
            PhysicsException failure = assertThrows(PhysicsException.class, () -> RecordedRun.assertRepeats(replay));
            assertEquals(11, failure.tick());
        }
    }

    @Test
    @Logs("FAULT: the step of tick ")
    void aRunThatSkippedAFaultIsRepeated() throws Exception {
        try (InlineStepper stepper = PhysicsService.builder(failing())
                .clock(new VirtualClock(0))
                .faultPolicy(FaultPolicy.skip())
                .inline()) {
            Recorder recorder = recorder(stepper);
            stepper.input().action(66, 0, 5 * TICK);
            stepper.advance(20 * TICK);
            recorder.close();
        }
        try (Replay replay = open(failing())) {
            assertEquals(20, RecordedRun.assertRepeats(replay));
        }
        assertEquals(19, RecordingSummary.of(file()).hashes());
    }

    private static BallWorld failing() {
        return seenBy(tick -> {
            for (int i = 0; i < tick.input().size(); i++) {
                if (tick.input().code(i) == 66) {
                    throw new IllegalStateException("action 66");
                }
            }
        });
    }

    @Test
    void aCommandTypeThatTheReaderRefusesOrDoesNotReadIsNamed() throws Exception {
        try (InlineStepper stepper = stepper(new BallWorld());
                Recorder recorder = recorder(stepper)) {
            stepper.submit(new BallWorld.ToggleBall(4)).join();
            stepper.advance(3 * TICK);
            assertNull(recorder.failure());
        }
        Map<CommandReader, String> readers =
                Map.of(CommandReader.NONE, "command type was 7", (type, in) -> null, "for a command of type 7");
        for (CommandReader reader : readers.keySet()) {
            try (Replay replay = Replay.open(file(), BallWorld::new, reader)) {
                refused(readers.get(reader), PhysicsException.class, () -> RecordedRun.assertRepeats(replay));
            }
        }
    }
}
