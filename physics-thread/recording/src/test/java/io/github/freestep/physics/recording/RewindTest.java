package io.github.freestep.physics.recording;

import static io.github.freestep.testing.Refused.refusedWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.feed.Feeds;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Allocations;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.VirtualClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A run goes back and is played on from there, and recordings of it do not end. At 100 ticks per second. */
@Timeout(60)
class RewindTest extends TempFile {
    private final Random random = Seeds.random(RecordedRun.SEED);

    /** What each tick has shown, from the set-up on. */
    private final List<List<List<Float>>> live = new ArrayList<>();

    private int toggled;

    private final Random device = Seeds.random(RecordedRun.SEED + 1);

    private PhysicsBuilder builder(BallWorld world) {
        return PhysicsService.builder(world)
                .clock(new VirtualClock(0))
                .axes(3)
                .input(poll -> poll.axis(2, device.nextInt(3)))
                .hashEvery(1)
                .onProblem(problem -> {});
    }

    private static Rewind rewind(InlineStepper stepper) {
        return Rewind.of(stepper, Duration.ofSeconds(20));
    }

    /** Steps with random input, with commands that have a written form, and with others. */
    private void run(InlineStepper stepper, int ticks, boolean written) {
        try (StateReader reader = stepper.states().reader()) {
            for (int i = 0; i < ticks; i++) {
                long now = stepper.clock().nanoTime();
                stepper.input().axis(random.nextInt(2), random.nextFloat() - 0.5f, now);
                stepper.input().action(random.nextInt(10), random.nextFloat(), now);
                BallWorld.ToggleBall toggles = new BallWorld.ToggleBall(1 + random.nextInt(BallWorld.BALLS));
                if (i % 7 == 0 && (toggles.ball() < BallWorld.BALLS || written)) {
                    stepper.submit(written ? toggles : c -> toggles.run(c)).exceptionally(failure -> null);
                    toggled++;
                }
                stepper.advanceTick();
                reader.acquire();
                live.add(KeyframeRun.bodies(reader.state(0)));
            }
        }
    }

    /** Goes back a few times, and lets the last one take effect. */
    private void goBack(InlineStepper stepper, Rewind rewind) {
        for (int i = 0; i < 5; i++) {
            int to = (int) rewind.oldestTick() + random.nextInt((int) (live.size() - rewind.oldestTick()) + 1);
            goTo(to, stepper, rewind);
        }
        rewind.play().join();
    }

    private void goTo(int to, InlineStepper stepper, Rewind rewind) {
        int[] epochs = new int[BallWorld.BALLS];
        try (StateReader reader = stepper.states().reader()) {
            reader.acquire();
            KeyframeRun.moved(reader.state(0), epochs);
            rewind.to(to).join();
            assertTrue(stepper.isPaused());
            assertEquals(to, rewind.shownTick());
            assertEquals(live.size(), rewind.newestTick());
            reader.acquire();
            assertEquals(live.get(to - 1), KeyframeRun.bodies(reader.state(0)), "tick " + to);
            for (boolean moved : KeyframeRun.moved(reader.state(0), epochs)) {
                assertFalse(moved, "a body is shown on its way into the past");
            }
        }
    }

    @Test
    void aRunThatGoesBackIsRecorded() throws IOException {
        Path last = folder.resolve("last");
        try (InlineStepper stepper = builder(new BallWorld.Savable()).inline();
                RecordingRing ring = RecordingRing.open(stepper, "balls", "", 0);
                Rewind rewind = rewind(stepper)) {
            Recorder recorder = Recorder.open(stepper, file(), "balls", "", 0);
            for (int i = 0; i < 20; i++) {
                run(stepper, 30 + random.nextInt(40), true);
                goBack(stepper, rewind);
            }
            run(stepper, 10, true);
            recorder.close();
            assertNull(recorder.failure());
            ring.write(last);
        }
        assertEquals(live, KeyframeRun.recorded(file(), BallWorld.Savable::new).subList(1, live.size() + 1));
        List<List<List<Float>>> ofRing = KeyframeRun.recorded(last, BallWorld.Savable::new);
        assertEquals(live.get(live.size() - 1), ofRing.get(ofRing.size() - 1));
        RecordingSummary all = RecordingSummary.of(file());
        assertEquals(toggled + 20, all.commands(), "each pause has one load");
    }

    /** Those ticks are stepped in the pause, too, and would move the picture on. */
    @Test
    void ticksThatWereDueBeforeThePauseDoNotHideThePast() {
        BallWorld.Savable world = new BallWorld.Savable();
        try (InlineStepper stepper = builder(world).inline();
                Rewind rewind = rewind(stepper)) {
            run(stepper, 20, true);
            world.during = tick -> {
                if (tick.number() == 21) {
                    world.during = next -> {};
                    rewind.to(10);
                }
            };
            assertEquals(9, stepper.advance(90_000_000));
            assertEquals(10, rewind.shownTick());
            try (StateReader reader = stepper.states().reader()) {
                reader.acquire();
                assertEquals(live.get(9), KeyframeRun.bodies(reader.state(0)));
            }
        }
    }

    @Test
    void commandsWithoutAWrittenFormRunAgain() {
        try (InlineStepper stepper = builder(new BallWorld.Savable()).inline();
                Rewind rewind = rewind(stepper)) {
            run(stepper, 50, false);
            goBack(stepper, rewind);
            run(stepper, 50, false);
            goBack(stepper, rewind);
        }
    }

    @Test
    void aBranchIsARecording() throws IOException {
        try (InlineStepper stepper = builder(new BallWorld.Savable()).inline();
                Rewind rewind = rewind(stepper)) {
            run(stepper, 50, true);
            rewind.keep(file());
            assertEquals(live, KeyframeRun.recorded(file(), BallWorld.Savable::new));
            rewind.to(30).join();
            rewind.play();
            run(stepper, 40, true);
            goTo(50, stepper, rewind);
            rewind.keep(file());
        }
        RecordingSummary kept = RecordingSummary.of(file());
        assertEquals("branched after tick 30", kept.header().settings());
        assertEquals(BallWorld.Savable.class.getName(), kept.header().simulation());
        assertEquals(50, kept.firstTick());
        live.set(49, live.get(29));
        assertEquals(live.subList(49, 90), KeyframeRun.recorded(file(), BallWorld.Savable::new));
    }

    @Test
    void eventsOfAbandonedTicksAreCancelled() {
        BallWorld.Savable world = new BallWorld.Savable();
        world.during = tick -> tick.events().user(3, 0, 0, 0, 0, 0, tick.number());
        List<String> seen = new ArrayList<>();
        try (InlineStepper stepper = builder(world).inline();
                Rewind rewind = rewind(stepper);
                EventReader reader =
                        stepper.events().with(Kind.USER, Kind.CANCELLED).open()) {
            stepper.pauseAndStep(5).join();
            rewind.to(3).join();
            stepper.pauseAndStep(1).join();
            rewind.to(4).join();
            stepper.pauseAndStep(1).join();
            rewind.to(6).join();
            reader.poll(event -> seen.add((event.kind() == Kind.USER ? "" : "-") + event.data()));
        }
        assertEquals(List.of("1", "2", "3", "4", "5", "-4", "-5", "6", "4", "-6", "7", "-4", "6", "-7"), seen);
    }

    /** Nothing else may have its states in the past, and the run continues. */
    @Test
    void aStepThatFailsInThePastFailsTheRewind() throws IOException {
        BallWorld.Savable world = new BallWorld.Savable();
        try (InlineStepper stepper = builder(world).inline();
                Rewind rewind = rewind(stepper)) {
            Recorder recorder = Recorder.open(stepper, file(), "balls", "", 0);
            run(stepper, 30, true);
            world.during = tick -> {
                throw new IllegalStateException("it has other data now");
            };
            assertThrows(CompletionException.class, () -> rewind.to(29).join());
            world.during = tick -> {};
            rewind.play();
            run(stepper, 5, true);
            recorder.close();
        }
        assertEquals(live, KeyframeRun.recorded(file(), BallWorld.Savable::new).subList(1, 36));
    }

    /** A later save would begin a past with a gap. */
    @Test
    void afterMoreInputThanFitsNothingIsKept() {
        List<String> problems = new ArrayList<>();
        try (InlineStepper stepper = builder(new BallWorld.Savable())
                        .onProblem(problem -> problems.add(problem.toString()))
                        .inline();
                Rewind rewind = rewind(stepper)) {
            run(stepper, 20, true);
            for (int i = 0; i < 10; i++) {
                for (int input = 0; input < 4_000; input++) {
                    stepper.input().action(1, 0);
                }
                stepper.advanceTick();
            }
            assertEquals(Long.MAX_VALUE, rewind.oldestTick());
            assertThrows(IllegalArgumentException.class, () -> rewind.to(20));
        }
        assertEquals(1, problems.size(), problems::toString);
        assertTrue(problems.get(0).contains("too much has come at tick 2"), problems::toString);
    }

    /** There is room for only 54 saves of 20 seconds, besides the oldest and the newest one. */
    @Test
    void aLargeWorldIsSavedLessOften() {
        try (InlineStepper stepper = builder(new BallWorld.Large(1 << 20)).inline();
                Rewind rewind = rewind(stepper)) {
            run(stepper, 2_400, true);
            assertTrue(rewind.saveIntervalTicks() >= 2_000 / 54);
            for (int i = 0; i < 20; i++) {
                goBack(stepper, rewind);
                stepper.pause();
            }
            assertTrue(rewind.oldestTick() <= 400, "only the newest of 100 rewinds is kept");
        }
    }

    /** Of 30 ticks in groups of three, at most every fifth one is saved. */
    @Test
    void aTickThatIsNotSavedAllocatesNothing() {
        // On newer JDKs, the sines of the world do, now and then an object more. An entry has over 100 bytes.
        long without;
        try (InlineStepper stepper = builder(new BallWorld.Savable()).inline()) {
            Allocations.of(stepper::advanceTick);
            without = Allocations.of(3, stepper::advanceTick);
        }
        try (InlineStepper stepper = builder(new BallWorld.Savable()).inline();
                Rewind rewind = rewind(stepper)) {
            Allocations.of(stepper::advanceTick);
            assertEquals(without, Allocations.of(3, stepper::advanceTick), 64);
            assertTrue(rewind.oldestTick() > 1);
        }
    }

    @Test
    void whatCannotGoBackIsRefused() {
        try (InlineStepper fed = Feeds.feed(PhysicsService.builder(new BallWorld.Savable()), (tick, into) -> {})
                .inline()) {
            refusedWith(
                    "a run to rewind must get its input from its own port, but a feed gives it, as in a match, in which"
                            + " no player can go back alone; rewind a replay of it instead",
                    IllegalArgumentException.class,
                    () -> rewind(fed));
        }
        try (InlineStepper unsaved = builder(new BallWorld()).inline()) {
            refusedWith(
                    "a world to rewind must be a SavableSimulation, was a " + BallWorld.class.getName()
                            + "; implement save and restore",
                    IllegalArgumentException.class,
                    () -> rewind(unsaved));
        }
        try (InlineStepper stepper = builder(new BallWorld.Savable()).inline();
                Rewind rewind = Rewind.of(stepper, Duration.ofSeconds(1))) {
            refusedWith(
                    "tick must be one that is kept, but none is yet, was 0; keep more by a longer span",
                    IllegalArgumentException.class,
                    () -> rewind.to(0));
            run(stepper, 2_400, true);
            assertTrue(rewind.isExact());
            refusedWith(
                    "tick must be between " + rewind.oldestTick() + " and 2400, which are kept, was 2401; keep more by"
                            + " a longer span",
                    IllegalArgumentException.class,
                    () -> rewind.to(2_401));
            assertTrue(rewind.oldestTick() > 1_000 && rewind.oldestTick() <= 2_300);
            assertThrows(IllegalArgumentException.class, () -> rewind.to(rewind.oldestTick() - 1));
        }
    }
}
