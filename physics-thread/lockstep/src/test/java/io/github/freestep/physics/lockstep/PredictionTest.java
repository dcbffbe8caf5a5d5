package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.Falling;
import io.github.freestep.physics.Physics.Status;
import io.github.freestep.physics.PhysicsEvent;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.PhysicsException;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.saves.Saves;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import io.github.freestep.time.Ratio;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a world that runs ahead of a match, on a network with virtual time. */
class PredictionTest {
    /** More than any depth here. */
    private static final int ENOUGH = 40;

    private final VirtualMatch match = new VirtualMatch(
            MatchSettings.of("sums", SumWorld.LAYOUT, 2).rate(100).axes(1));
    private final VirtualMatch.Peer own = match.join(0);
    private final VirtualMatch.Peer other = match.join(1);

    private void begin(int mostTicks, long oneWayMillis) {
        match.transit(oneWayMillis * 1_000_000);
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
        assertAlike(match, own);
    }

    static void assertAlike(VirtualMatch of, VirtualMatch.Peer who) {
        of.run(1_000);
        long tick = who.tick();
        assertTrue(who.aheadTick() > tick, () -> who.aheadTick() + " is not beyond " + tick);
        assertNotNull(who.aheadWorld.history.get(tick));
        for (long each = tick - 10; each <= tick; each++) {
            assertEquals(who.world.history.get(each), who.aheadWorld.history.get(each), "tick " + each);
        }
        of.peers.forEach(peer -> assertEquals(-1, peer.session.differedTick()));
        assertEquals(List.of(), who.differed);
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
    void statesHaveTheTimeOfTheOwnInput() {
        begin(ENOUGH, 40);
        try (StateReader shown = own.ahead.states().reader()) {
            shown.acquire();
            long before = shown.state(0).inputSequence();
            long pressed = own.ahead.states().clock().nanoTime();
            own.session.axis(0, 1);
            match.until(() -> shown.acquire() && shown.state(0).inputSequence() > before);

            assertEquals(before + 1, shown.state(0).inputSequence());
            // The lead follows the input delay meanwhile.
            assertEquals(pressed, shown.state(0).inputNanos(), 3e6);
            assertTrue(own.ahead.states().clock().nanoTime() - pressed < 30_000_000);
        }
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
        // Those after the tick that was restored were stepped again.
        for (long each = seen + 3; each <= own.tick(); each++) {
            assertEquals(own.world.history.get(each), own.aheadWorld.history.get(each), "tick " + each);
        }
    }

    @Test
    void aSecondWorldThatComputesSomethingElseIsReportedAndRestored() {
        begin(ENOUGH, 40);
        other.session.axis(0, 1);
        match.run(500);
        other.session.axis(0, 0);
        assertAlike();
        long corrections = own.ahead.corrections();

        own.aheadWorld.wrongAfter = own.aheadTick() + 1;
        match.run(2_500);

        assertEquals(1, own.differed.size(), own.differed::toString);
        assertTrue(
                own.differed
                        .get(0)
                        .matches("the second world must compute what the match does, but in tick \\d+: x of"
                                + " body 1 is [0-9.E-]+ in the match, and [0-9.E-]+ in the second world; build both"
                                + " worlds alike, and let a step read nothing but them and its input"),
                own.differed.get(0));
        own.differed.clear();
        assertEquals(corrections, own.ahead.corrections());
        assertAlike();
    }

    @Test
    void aSecondWorldThatDiffersIsReportedAlsoWhileOthersMove() {
        begin(ENOUGH, 40);
        own.aheadWorld.drift = 0.001f;
        for (int i = 0; i < 20; i++) {
            other.session.axis(0, i % 2);
            match.run(300);
        }
        assertTrue(own.differed.size() >= 2, own.differed::toString);
    }

    @Test
    void aCorrectionIsShownWithoutAJump() {
        begin(ENOUGH, 40);
        match.run(10_000);
        try (StateReader shown = own.ahead.states().reader()) {
            shown.acquire();
            float before = shown.state(0).x()[2];
            other.session.submit(SumWorld.push(2, 2));
            float greatest = 0;
            float most = 0;
            for (int i = 0; i < 1_000; i++) {
                match.run(1);
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

    /** While ticks are caught up, not every state is published, so a check may compare with a later tick. */
    @Test
    void aRightGuessThatIsCheckedDuringACatchUpIsShownAsItIs() {
        begin(ENOUGH, 40);
        own.session.axis(0, 1);
        match.run(1_000);
        double corrected = own.ahead.correctionDistance();
        own.onFrame(Integer.MAX_VALUE, () -> {});
        own.aheadWorld.during = () -> own.run.advance();
        own.aheadFirst = true;
        for (int i = 0; i < 70; i++) {
            own.aroundAhead = advance -> {};
            match.run(69);
            own.aroundAhead = Runnable::run;
            match.run(1);
            assertEquals(corrected, own.ahead.correctionDistance());
        }
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
            other.session.submit(SumWorld.push(2, -9));
            match.run(30);
            own.session.submit(SumWorld.push(2, 5));
            match.run(1_000);
            ahead.poll(event -> predicted.add(event.kind() + " " + event.slotA()));
            ofMatch.poll(event -> certain.add(event.kind() + " " + event.slotA()));
        }
        assertEquals(List.of("USER 2", "CANCELLED 2"), predicted);
        assertEquals(List.of(), certain);
    }

    /** Lets time pass in which packets take a random time. */
    private void jitter(int millis, int leastMillis, int mostMillis) {
        SplittableRandom random = Seeds.splittable(millis);
        for (int i = 0; i < millis; i += 20) {
            match.transit(random.nextInt(leastMillis, mostMillis) * 1_000_000L);
            match.run(20);
        }
    }

    @Test
    void aFrameThatIsTooLongForThePredictionIsNoDifference() {
        begin(ENOUGH, 40);
        jitter(5_000, 40, 90);
        // Frames now arrive some ticks before the match needs them.
        match.transit(40_000_000);
        match.run(200);
        float before = own.world.at(2);
        other.session.submit(SumWorld.longPush(2, 9));
        match.until(() -> own.world.at(2) > before + 8);
        assertAlike();
        assertAlike();
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
    void itNamesThePlayerForWhomTheMatchWaits() {
        begin(ENOUGH / 4, 20);
        assertEquals(-1, own.ahead.physics().metrics().awaitedPlayer());
        other.link.cut = true;
        match.run(1_000);
        assertEquals(1, own.ahead.physics().metrics().awaitedPlayer());
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
        match.network.sequencer().pause(true);
        match.run(500);
        own.predict(ENOUGH);
        long stood = own.tick();
        match.run(500);
        assertEquals(stood, own.tick());
        match.network.sequencer().pause(false);
        other.session.axis(0, 1);
        assertAlike();
    }

    @Test
    void inAPauseNoInputMovesAnyBody() {
        begin(ENOUGH, 40);
        own.session.axis(0, 1);
        other.session.axis(0, 1);
        match.run(300);
        match.network.sequencer().pause(true);
        match.run(3_000);
        try (StateReader shown = own.ahead.states().reader()) {
            shown.acquire();
            float[] before = shown.state(0).x().clone();
            for (int i = 0; i < 500; i++) {
                own.session.axis(0, i % 3 - 1);
                other.session.axis(0, i % 2);
                own.session.action(1, 1);
                match.run(1);
                shown.acquire();
                assertArrayEquals(before, shown.state(0).x());
            }
        }
        match.network.sequencer().pause(false);
        assertAlike();
    }

    @Test
    void itFollowsTheTimeScaleOfTheMatch() {
        begin(ENOUGH, 40);
        for (Ratio scale : List.of(Ratio.of(1, 2), Ratio.of(2), Ratio.of(1))) {
            match.network.sequencer().scale(scale);
            push(200);
            long tick = own.tick();
            long ahead = own.aheadTick();
            match.run(10_000);
            double ticks = 1_000.0 * scale.numerator() / scale.denominator();
            assertEquals(ticks, own.tick() - tick, 0.02 * ticks);
            assertEquals(ticks, own.aheadTick() - ahead, 0.02 * ticks);
            float before = own.aheadWorld.at(0);
            long pressed = own.aheadTick();
            own.session.axis(0, own.aheadTick());
            match.until(() -> own.aheadWorld.at(0) > before);
            assertTrue(own.aheadTick() <= pressed + 3, () -> pressed + " to " + own.aheadTick());
            assertAlike();
        }
    }

    @Test
    void whoJoinsLatePredictsAndIsPredicted() {
        VirtualMatch three = new VirtualMatch(
                MatchSettings.of("sums", SumWorld.LAYOUT, 3).rate(100).axes(1).minPlayers(2));
        VirtualMatch.Peer first = three.join(0);
        VirtualMatch.Peer second = three.join(1);
        three.transit(40_000_000);
        three.until(() -> first.tick() > 0 && second.tick() > 0);
        three.run(2_000);
        first.predict(ENOUGH);
        first.session.axis(0, 1);
        VirtualMatch.Peer late = three.join(2);
        three.until(() -> first.world.actions.stream().anyMatch(each -> each.endsWith("player 2 joined")));
        three.until(() -> late.tick() > 0 && late.session.isOpen() && late.tick() >= first.tick() - 20);
        three.run(1_000);
        late.predict(ENOUGH);
        second.session.axis(0, -1);
        assertAlike(three, late);
        assertAlike(three, first);
        first.session.axis(0, 0);
        assertAlike(three, late);
        assertTrue(late.ahead.corrections() > 0);
        late.session.close();
        assertAlike(three, first);
    }

    @Test
    void randomMatchesEndAlike() {
        Seeds.first(Thorough.of(2, 40)).forEach(PredictionTest::assertAlike);
    }

    private static void assertAlike(long seed) {
        PredictionTest run = new PredictionTest();
        SplittableRandom random = Seeds.splittable(seed);
        run.begin(1 + random.nextInt(ENOUGH), random.nextInt(1, 90));
        byte[] saved = run.own.stepper.read(Saves::saved).join();
        for (VirtualMatch.Peer peer : run.match.peers) {
            peer.link.faults(random.nextInt(10) * 0.01, random.nextInt(5) * 0.01, random.nextInt(3) * 0.01);
        }
        for (int phase = 0; phase < 4; phase++) {
            int jitter = 1 + random.nextInt(60);
            for (int i = 0; i < 200; i++) {
                run.match.transit((5 + random.nextInt(jitter)) * 1_000_000L);
                VirtualMatch.Peer acts = random.nextInt(3) == 0 ? run.own : run.other;
                switch (random.nextInt(8)) {
                    case 7 -> acts.session.submit(Saves.load(saved));
                    case 6 -> acts.session.submit(SumWorld.tie(1 + random.nextInt(3), 0));
                    case 0 -> acts.session.action(random.nextInt(9), 1);
                    case 1 -> acts.session.submit(SumWorld.push(random.nextInt(4), random.nextInt(9)));
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
        // A prediction changes nothing of the match: the other player has none.
        long last = Math.min(run.own.tick(), run.other.tick());
        for (long tick = 1; tick <= last; tick++) {
            assertEquals(run.other.world.history.get(tick), run.own.world.history.get(tick), "tick " + tick);
        }
    }

    @Test
    void worldsThatDoNotRestoreExactlyAreRefused() {
        begin(ENOUGH, 5);
        SumWorld inexact = new SumWorld();
        inexact.isExact = false;
        String second = assertRefused(inexact);
        assertTrue(second.contains("the second world must restore exactly"), second);
        assertTrue(second.contains("JoltSimulation"), second);
        assertRefused(new Falling() {});
        other.world.isExact = false;
        String first = assertRefused(new SumWorld());
        assertTrue(first.contains("the world of the match must"), first);
    }

    private String assertRefused(Simulation second) {
        MatchWorld game = MatchWorld.of(second);
        return assertThrows(
                        IllegalArgumentException.class,
                        () -> other.session.predict(game).inline())
                .getMessage();
    }

    @Test
    void misuseIsRefused() {
        MatchWorld early = MatchWorld.of(new SumWorld());
        assertThrows(
                IllegalStateException.class, () -> own.session.predict(early).inline());
        begin(ENOUGH, 5);
        MatchWorld second = MatchWorld.of(new SumWorld());
        assertThrows(
                IllegalStateException.class, () -> own.session.predict(second).inline());
        assertThrows(
                IllegalArgumentException.class,
                () -> other.session.predict(second).ticks(0));
        assertThrows(
                IllegalArgumentException.class,
                () -> other.session.predict(second).ticks(121));
        VirtualMatch waiting = new VirtualMatch(match.settings);
        VirtualMatch.Peer alone = waiting.join(0);
        waiting.run(500);
        String why = assertThrows(IllegalStateException.class, () -> alone.predict(5))
                .getMessage();
        assertTrue(why.startsWith("the match must have begun, was WAITING"), why);
    }

    @Test
    void byDefaultItIsAheadByTheInputDelayOfARoundTripOf200Milliseconds() {
        begin(ENOUGH, 100);
        own.ahead.close();
        own.ahead = own.session.predict(MatchWorld.of(own.aheadWorld)).inline();
        match.run(1_000);
        int delay = own.session.inputDelayTicks();
        assertTrue(delay >= 20, () -> "an input delay of " + delay);
        assertEquals(delay, own.ahead.depthTicks(), 1);
        assertEquals(50, own.ahead.affordableTicks());
        assertEquals(0, own.ahead.missingTicks());
        assertAlike();
    }

    @Test
    void ticksAreMissingWhileTheInputDelayIsLong() {
        begin(8, 80);
        match.run(1_000);
        assertEquals(own.session.inputDelayTicks() - 8, own.ahead.missingTicks());
        match.transit(10_000_000);
        match.run(20_000);
        assertEquals(0, own.ahead.missingTicks());
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

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void theMatchGoesOnAndSavesForNoOneWhenThePredictionEnds(int how) {
        begin(ENOUGH, 20);
        switch (how) {
            case 0 -> own.ahead.close();
            case 1 -> own.ahead.physics().close();
            case 2 -> {
                own.world.failsToSave = true;
                other.session.axis(0, 1);
                PhysicsException thrown = assertThrows(PhysicsException.class, () -> match.run(1_000));
                assertTrue(thrown.getCause().getMessage().contains("could not be saved"), thrown::getMessage);
                assertEquals(Status.FAILED, own.ahead.physics().status());
            }
            default -> {
                own.aheadWorld.during = () -> {
                    throw new IllegalStateException("a wrong step");
                };
                assertThrows(PhysicsException.class, () -> match.run(1_000));
            }
        }
        own.ahead = null;
        match.run(50);
        int saves = own.world.saves;
        long tick = own.tick();
        other.session.axis(0, -1);
        match.run(1_000);
        assertTrue(own.tick() > tick + 90);
        assertEquals(-1, own.session.differedTick());
        assertEquals(saves, own.world.saves);
        own.world.failsToSave = false;
        own.aheadWorld.during = () -> {};
        own.predict(ENOUGH);
        other.session.axis(0, 1);
        assertAlike();
        assertTrue(own.ahead.corrections() > 0);
    }

    @Test
    void aPredictionThatCanNotBeginLeavesTheSessionFree() {
        match.until(() -> own.tick() > 100);
        own.world.failsToSave = true;
        String why = assertThrows(IllegalStateException.class, () -> own.predict(ENOUGH))
                .getMessage();
        assertTrue(why.startsWith("the world of the match could not be saved for the prediction: "), why);
        own.world.failsToSave = false;
        for (int i = 0; i < 2; i++) {
            MatchWorld forThread = MatchWorld.of(new SumWorld(), run -> run.realTime(1));
            assertThrows(
                    IllegalArgumentException.class,
                    () -> own.session.predict(forThread).inline());
            SumWorld broken = new SumWorld();
            broken.layouts = 1;
            MatchWorld game = MatchWorld.of(broken);
            assertThrows(
                    IllegalStateException.class, () -> own.session.predict(game).start());
        }
        own.predict(ENOUGH);
        assertAlike();
    }
}
