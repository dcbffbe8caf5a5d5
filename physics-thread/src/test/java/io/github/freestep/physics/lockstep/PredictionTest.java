package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.Physics.Status;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsEvent;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.PhysicsException;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Tests a world that runs ahead of a match, on a network with virtual time. */
class PredictionTest {
    /** More than any depth here. */
    private static final int ENOUGH = 40;

    private final VirtualMatch match = new VirtualMatch(
            MatchSettings.of("sums", SumWorld.LAYOUT, 2).rate(100).axes(1));
    private final VirtualMatch.Peer own = match.join(0);
    private final VirtualMatch.Peer other = match.join(1);

    private void begin(int mostTicks, long oneWayMillis) {
        match.transitNanos = oneWayMillis * 1_000_000;
        match.until(() -> own.tick() > 0 && other.tick() > 0);
        match.run(5_000);
        // What is on its way then was sampled before the prediction.
        for (int i = 0; i < 20; i++) {
            own.session.axis(0, i % 3 - 1);
            own.session.action(i, 1);
            match.run(7);
        }
        own.predict(mostTicks);
        own.session.axis(0, 0);
        assertAlike();
    }

    /** Waits until nothing that was done before is still on its way, and compares the two worlds. */
    private void assertAlike() {
        match.run(1_000);
        long tick = own.tick();
        assertTrue(own.aheadTick() > tick, () -> own.aheadTick() + " is not beyond " + tick);
        assertNotNull(own.aheadWorld.history.get(tick));
        for (long each = tick - 10; each <= tick; each++) {
            assertEquals(own.world.history.get(each), own.aheadWorld.history.get(each), "tick " + each);
        }
        assertEquals(-1, own.session.desyncTick());
        assertEquals(-1, other.session.desyncTick());
    }

    @Test
    void theOwnInputTakesEffectInTheTickItIsSampledFor() {
        begin(ENOUGH, 40);
        long corrections = own.ahead.corrections();
        float before = own.aheadWorld.at(0);
        long pressed = own.aheadTick();

        own.session.axis(0, 1);
        match.until(() -> own.aheadWorld.at(0) > before);

        assertTrue(own.aheadTick() <= pressed + 2, () -> pressed + " to " + own.aheadTick());
        assertTrue(own.world.at(0) <= before);
        assertAlike();
        assertTrue(own.world.at(0) > 50 * before);
        assertEquals(corrections, own.ahead.corrections(), "a guess that was right costs no correction");
    }

    @Test
    void theInputOfOthersCorrectsTheWorld() {
        begin(ENOUGH, 40);
        long corrections = own.ahead.corrections();

        other.session.axis(0, 1);
        match.until(() -> own.world.at(1) > 0);
        long seen = own.tick();
        match.until(() -> own.aheadWorld.at(1) > 0);

        assertTrue(own.tick() <= seen + 2, () -> seen + " to " + own.tick());
        assertAlike();
        assertTrue(own.ahead.corrections() > corrections);
    }

    @Test
    void aCorrectionIsShownWithoutAJump() {
        begin(ENOUGH, 40);
        match.run(10_000);
        try (StateReader shown = own.ahead.states().reader()) {
            shown.acquire();
            float before = shown.state(0).x()[2];
            other.session.submit(new SumWorld.Push(2, 2));
            float greatest = 0;
            float most = 0;
            for (int i = 0; i < 1_000; i++) {
                match.step();
                if (shown.acquire()) {
                    float x = shown.state(0).x()[2];
                    most = Math.max(most, Math.abs(x - before));
                    greatest = Math.max(greatest, x);
                    before = x;
                }
            }
            assertTrue(own.ahead.correctionDistance() > 1, () -> "" + own.ahead.correctionDistance());
            assertTrue(greatest > 1, "nothing was corrected");
            assertTrue(most < 0.3, "moved " + most + " in a tick");
            match.run(2_000);
            shown.acquire();
            assertEquals(own.aheadWorld.at(2), shown.state(0).x()[2]);
        }
    }

    @Test
    void actionsAndCommandsOfBothTakeEffectOnceInEachWorld() {
        begin(ENOUGH, 30);
        // The bodies come to rest.
        match.run(10_000);
        own.world.actions.clear();
        own.aheadWorld.actions.clear();
        own.session.action(7, 1);
        own.session.submit(new SumWorld.Push(2, 5));
        match.run(20);
        assertTrue(own.aheadWorld.at(2) > 4);
        assertTrue(own.world.at(2) < 1);
        other.session.action(8, 1);
        other.session.submit(new SumWorld.Push(3, 5));
        assertAlike();
        assertEquals(List.of("player 0 7", "player 1 8"), texts(own.world.actions));
        assertTrue(texts(own.aheadWorld.actions).contains("player 0 7"));
    }

    private static List<String> texts(List<String> actions) {
        return actions.stream()
                .filter(each -> !each.endsWith("joined"))
                .map(each -> each.substring(each.indexOf(' ') + 1))
                .toList();
    }

    @Test
    void eventsComeAtOnceAndOnlyOnceAndAreCancelledIfTheyWereWrong() {
        begin(ENOUGH, 40);
        List<String> certain = new ArrayList<>();
        List<String> predicted = new ArrayList<>();
        try (EventReader ofMatch = own.stepper.events().with(Kind.USER).open();
                EventReader ahead =
                        own.ahead.events().with(Kind.USER, Kind.CANCELLED).open()) {
            for (int code = 0; code < 200; code++) {
                own.session.action(code, 1);
                if (code % 5 == 2) {
                    other.session.action(code, 1);
                }
                other.session.axis(0, code % 3 - 1);
                match.run(23);
                if (code == 0) {
                    match.run(20);
                    assertEquals(1, ahead.poll(event -> predicted.add(text(event))));
                    assertEquals(0, ofMatch.poll(event -> certain.add(text(event))));
                }
            }
            assertTrue(own.ahead.corrections() > 100, () -> own.ahead.corrections() + " corrections");
            match.run(1_000);
            ahead.poll(event -> predicted.add(text(event)));
            ofMatch.poll(event -> certain.add(text(event)));
        }
        assertEquals(240, certain.size());
        Collections.sort(certain);
        Collections.sort(predicted);
        assertEquals(certain, predicted);
    }

    private static String text(PhysicsEvent event) {
        return event.kind() + " " + event.code();
    }

    @Test
    void anEventThatWasWrongIsCancelled() {
        begin(ENOUGH, 40);
        match.run(10_000);
        own.world.reportsRises = true;
        own.aheadWorld.reportsRises = true;
        List<String> predicted = new ArrayList<>();
        List<String> certain = new ArrayList<>();
        try (EventReader ofMatch = own.stepper.events().with(Kind.USER).open();
                EventReader ahead =
                        own.ahead.events().with(Kind.USER, Kind.CANCELLED).open()) {
            // The own push would lift the body, but the other player has pushed it down before.
            other.session.submit(new SumWorld.Push(2, -9));
            match.run(30);
            own.session.submit(new SumWorld.Push(2, 5));
            match.run(1_000);
            ahead.poll(event -> predicted.add(event.kind() + " " + event.slotA()));
            ofMatch.poll(event -> certain.add(event.kind() + " " + event.slotA()));
        }
        assertEquals(List.of("USER 2", "CANCELLED 2"), predicted);
        assertEquals(List.of(), certain);
    }

    @Test
    void itNeverRunsFurtherAheadThanItMay() {
        begin(4, 80);
        long pressed = own.aheadTick();
        own.session.axis(0, 1);
        match.until(() -> own.aheadWorld.at(0) > 0);
        int rest = own.session.inputDelayTicks() - 4;
        assertTrue(rest > 8, () -> "input delay " + own.session.inputDelayTicks());
        long took = own.aheadTick() - pressed;
        assertTrue(Math.abs(took - rest) <= 2, () -> took + " ticks, but should be " + rest);
        other.session.axis(0, 1);
        assertAlike();
        assertTrue(own.mostDepth <= 4, () -> "depth " + own.mostDepth);
    }

    @Test
    void itStandsAndGoesOnWhenNoFramesCome() {
        begin(ENOUGH / 4, 20);
        own.isCut = true;
        match.run(900);
        assertEquals(own.tick() + ENOUGH / 4, own.aheadTick());
        own.isCut = false;
        other.session.axis(0, 1);
        match.run(2_000);
        assertAlike();
        assertTrue(own.mostDepth <= ENOUGH / 4, () -> "depth " + own.mostDepth);
    }

    @Test
    void itCatchesUpAfterALongStallOfItsThread() {
        begin(ENOUGH, 20);
        own.aroundAhead = advance -> {};
        for (int i = 0; i < 600; i++) {
            own.session.axis(0, i % 3 - 1);
            match.run(20);
        }
        own.session.axis(0, 0);
        own.aroundAhead = Runnable::run;
        match.run(3_000);
        assertAlike();
    }

    @Test
    void itStandsInAPauseAndCanBeginInOne() {
        match.until(() -> own.tick() > 100);
        own.session.pause();
        match.run(500);
        own.predict(ENOUGH);
        long stood = own.tick();
        match.run(500);
        assertEquals(stood, own.tick());
        own.session.resume();
        other.session.axis(0, 1);
        assertAlike();
    }

    @Test
    void randomMatchesEndAlike() {
        Seeds.first(Thorough.of(10, 100)).forEach(PredictionTest::assertAlike);
    }

    private static void assertAlike(long seed) {
        PredictionTest run = new PredictionTest();
        SplittableRandom random = Seeds.splittable(seed);
        run.begin(1 + random.nextInt(ENOUGH), random.nextInt(1, 90));
        for (int phase = 0; phase < 4; phase++) {
            for (int i = 0; i < 200; i++) {
                VirtualMatch.Peer acts = random.nextInt(3) == 0 ? run.own : run.other;
                switch (random.nextInt(6)) {
                    case 0 -> acts.session.action(random.nextInt(9), 1);
                    case 1 -> acts.session.submit(new SumWorld.Push(random.nextInt(4), random.nextInt(9)));
                    case 2 -> run.match.run(random.nextInt(30));
                    default -> acts.session.axis(0, random.nextInt(3) - 1);
                }
                run.match.run(random.nextInt(5));
            }
            try {
                run.assertAlike();
            } catch (AssertionError e) {
                throw new AssertionError("seed " + seed + ", phase " + phase + ": " + e.getMessage(), e);
            }
        }
    }

    @Test
    void worldsThatDoNotRestoreExactlyAreRefused() {
        begin(ENOUGH, 5);
        SumWorld inexact = new SumWorld();
        inexact.isExact = false;
        PhysicsBuilder game = PhysicsService.builder(inexact);
        Exception thrown = assertThrows(
                IllegalArgumentException.class,
                () -> other.session.predict(game).inline());
        assertTrue(thrown.getMessage().contains("the second world must restore exactly"), thrown.getMessage());
        assertTrue(thrown.getMessage().contains("JoltSimulation"), thrown.getMessage());
        PhysicsBuilder plain = PhysicsService.builder(new Unsaved());
        assertThrows(
                IllegalArgumentException.class,
                () -> other.session.predict(plain).inline());
        other.world.isExact = false;
        PhysicsBuilder exact = PhysicsService.builder(new SumWorld());
        thrown = assertThrows(
                IllegalArgumentException.class,
                () -> other.session.predict(exact).inline());
        assertTrue(thrown.getMessage().contains("the world of the match must"), thrown.getMessage());
    }

    private static final class Unsaved implements Simulation {
        @Override
        public StateLayout layout() {
            return SumWorld.LAYOUT;
        }

        @Override
        public void step(Tick tick) {}

        @Override
        public void write(StateWriter state) {}
    }

    @Test
    void misuseIsRefused() {
        PhysicsBuilder early = PhysicsService.builder(new SumWorld());
        assertThrows(
                IllegalStateException.class, () -> own.session.predict(early).inline());
        begin(ENOUGH, 5);
        PhysicsBuilder second = PhysicsService.builder(new SumWorld());
        assertThrows(
                IllegalStateException.class, () -> own.session.predict(second).inline());
        PhysicsBuilder rated = PhysicsService.builder(new SumWorld()).rate(50);
        assertThrows(
                IllegalArgumentException.class,
                () -> other.session.predict(rated).inline());
        assertThrows(
                IllegalArgumentException.class,
                () -> other.session.predict(second).ticks(0));
        assertThrows(
                IllegalArgumentException.class,
                () -> other.session.predict(second).ticks(121));
        assertTrue(own.ahead
                .physics()
                .timeScale(io.github.freestep.time.Ratio.of(1, 2))
                .isCompletedExceptionally());
    }

    @Test
    void slowStepsMakeTheDepthShorterUntilTheyAreFastAgain() {
        begin(12, 80);
        assertEquals(12, own.ahead.affordableTicks());
        own.aheadWorld.during = () -> match.clock.advance(1_500_000);
        push(300);
        // A tick of 10 ms has room for 5 steps of 1.5 ms, one of which is the next.
        assertEquals(4, own.ahead.affordableTicks());
        assertTrue(own.ahead.depthTicks() <= 5, () -> "depth " + own.ahead.depthTicks());
        own.aheadWorld.during = () -> {};
        push(300);
        assertEquals(12, own.ahead.affordableTicks());
        assertTrue(own.ahead.depthTicks() >= 11, () -> "depth " + own.ahead.depthTicks());
        assertAlike();
    }

    private void push(int times) {
        for (int i = 0; i < times; i++) {
            other.session.axis(0, i % 2);
            match.run(15);
        }
    }

    @Test
    void theMatchGoesOnWhenThePredictionEnds() {
        begin(ENOUGH, 20);
        own.ahead.close();
        own.ahead.close();
        assertEquals(Status.CLOSED, own.ahead.physics().status());
        own.ahead = null;
        int saves = own.world.saves;
        assertMatchGoesOn();
        assertEquals(saves, own.world.saves, "saved for no one");
        own.predict(ENOUGH);
        other.session.axis(0, 1);
        assertAlike();
        assertTrue(own.ahead.corrections() > 0);
    }

    @Test
    void nothingIsSavedForAPredictionThatHasFailed() {
        begin(ENOUGH, 20);
        own.aheadWorld.during = () -> {
            throw new IllegalStateException("a wrong step");
        };
        assertThrows(PhysicsException.class, () -> match.run(1_000));
        own.ahead = null;
        match.run(50);
        int saves = own.world.saves;
        assertMatchGoesOn();
        assertEquals(saves, own.world.saves);
    }

    @Test
    void anInputThatIsSampledTooLateIsCorrected() {
        own.aheadFirst = true;
        begin(ENOUGH, 20);
        for (int i = 0; i < 10; i++) {
            own.ahead.close();
            own.ahead = null;
            match.run(i);
            own.predict(ENOUGH);
            own.session.submit(new SumWorld.Push(2, 5));
            assertAlike();
        }
    }

    @Test
    void slowSavesAreMadeLessOften() {
        begin(ENOUGH, 20);
        // More than half of a tick, of which a quarter is for saves.
        own.world.duringSave = () -> match.clock.advance(6_000_000);
        push(100);
        long tick = own.tick();
        int saves = own.world.saves;
        for (int i = 0; i < 3_000; i++) {
            other.session.axis(0, i % 7);
            match.step();
        }
        int each = (int) (own.tick() - tick) / (own.world.saves - saves);
        assertTrue(each >= 3, () -> "a save in every " + each + " ticks");
        own.world.duringSave = () -> {};
        assertAlike();
    }

    @Test
    void aWorldThatCanNotBeSavedEndsThePredictionOnly() {
        begin(ENOUGH, 20);
        own.world.failsToSave = true;
        other.session.axis(0, 1);
        PhysicsException thrown = assertThrows(PhysicsException.class, () -> match.run(1_000));
        assertTrue(thrown.getCause().getMessage().contains("could not be saved"), thrown::getMessage);
        assertEquals(Status.FAILED, own.ahead.physics().status());
        own.ahead = null;
        assertMatchGoesOn();
    }

    private void assertMatchGoesOn() {
        long tick = own.tick();
        other.session.axis(0, -1);
        match.run(1_000);
        assertTrue(own.tick() > tick + 90);
        assertEquals(-1, own.session.desyncTick());
    }
}
