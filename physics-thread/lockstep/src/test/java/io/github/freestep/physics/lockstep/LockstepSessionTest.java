package io.github.freestep.physics.lockstep;

import static io.github.freestep.testing.Refused.failureElsewhere;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsException;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.lockstep.LockstepSession.Status;
import io.github.freestep.physics.lockstep.link.Messages;
import io.github.freestep.physics.lockstep.session.Stage;
import io.github.freestep.physics.saves.Saves;
import io.github.freestep.testing.Await;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.VirtualClock;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions against the real sequencer, on virtual time and one thread. */
class LockstepSessionTest {
    private static final MatchSettings SETTINGS = MatchSettings.of("sum", SumWorld.LAYOUT, 2)
            .version("1")
            .rate(100)
            .axes(1)
            .maxWait(Duration.ofSeconds(2), Duration.ofSeconds(10));

    private final VirtualMatch match = new VirtualMatch(SETTINGS);
    private VirtualMatch.Peer first;
    private VirtualMatch.Peer second;

    private void playTogether() {
        first = match.join(0);
        second = match.join(1);
        playing(first, second);
    }

    @Test
    void aPlayerWhoseStartIsInterruptedLeaves() {
        LockstepSession joining =
                LockstepSession.builder(SETTINGS, new LocalConnections().add()).openPassive();
        Thread.currentThread().interrupt();
        assertThrows(IllegalStateException.class, () -> joining.start(MatchWorld.of(new SumWorld())));
        assertTrue(Thread.interrupted());
        joining.doWork(0);
        assertFalse(joining.isOpen());
    }

    @Test
    void aClockThatFailsEndsTheSession() {
        NanoClock failing = new NanoClock() {
            @Override
            public long nanoTime() {
                return 0;
            }

            @Override
            public void park(long nanos) {
                throw new IllegalStateException("planned");
            }
        };
        LockstepSession session = LockstepSession.builder(SETTINGS, new LocalConnections().add())
                .clock(failing)
                .open();
        Await.until(() -> !session.isOpen());
        assertEquals("planned", session.failure().getCause().getMessage());
    }

    private void playing(VirtualMatch.Peer... peers) {
        match.until(() -> List.of(peers).stream().allMatch(peer -> peer.session.status() == Status.PLAYING));
    }

    /** Returns why a player is not in the match, or not any more. */
    private String refusal(VirtualMatch.Peer peer) {
        match.until(() -> !peer.session.isOpen());
        assertEquals(Status.ENDED, peer.session.status());
        return peer.session.failure().getMessage();
    }

    private void reach(long tick) {
        match.until(
                () -> match.peers.stream().filter(peer -> peer.session.isOpen()).allMatch(peer -> peer.tick() >= tick));
    }

    @Test
    void eachStageIsAStatus() {
        assertEquals(Arrays.toString(Stage.values()), Arrays.toString(Status.values()));
    }

    @Test
    void inputTakesEffectAtTheSameTickOnAllPeers() {
        playTogether();
        byte[] saved = first.run.read(Saves::saved).join();
        first.session.axis(0, 0.5f);
        assertTrue(second.session.action(7, 1));
        assertTrue(second.session.submit(SumWorld.push(3, 100)));
        reach(300);
        assertEquals(first.world.actions, second.world.actions);
        assertEquals(3, first.world.actions.size(), first.world.actions::toString);
        assertTrue(first.world.actions.get(0).endsWith("player 0 joined"), first.world.actions::toString);
        assertTrue(first.world.actions.get(2).endsWith("player 1 7"), first.world.actions::toString);
        assertTrue(second.session.submit(Saves.load(saved)));
        assertTrue(first.world.at(3) > 1 && second.world.at(3) > 1);
        match.until(() -> first.world.at(3) == 0 && second.world.at(3) == 0);
        reach(first.tick() + 300);
        assertTrue(first.session.agreedTick() > 550, first.session::toString);
        assertEquals(Status.PLAYING, second.session.status());
    }

    @Test
    void whatAPlayerDoesAsSoonAsTheMatchHasBegunIsNotLost() {
        Runnable[] meanwhile = {() -> {}};
        first = match.add(SETTINGS, 0, () -> {
            meanwhile[0].run(); // When the session reads its clock, as another thread might.
            return match.clock.nanoTime();
        });
        boolean[] acted = new boolean[1];
        meanwhile[0] = () -> {
            if (!acted[0] && first.session.starting(first.game).hasBegun()) {
                acted[0] = true;
                assertTrue(first.session.action(7, 1));
            }
        };
        first.join();
        playing(first, match.join(1));
        reach(100);
        assertTrue(first.world.actions.get(2).endsWith("player 0 7"), first.world.actions::toString);
    }

    @Test
    void theRunOfAMatchReadsTheWorldAndHasNothingThatWouldChangeOnePlayerAlone() {
        playTogether();
        assertEquals(first.tick(), first.run.call(PhysicsContext::tick).join());
        for (Class<?> run : List.of(MatchService.class, MatchStepper.class)) {
            Set<String> calls = Stream.of(run.getMethods()).map(Method::getName).collect(Collectors.toSet());
            for (String call : List.of("submit", "pause", "resume", "step", "timeScale", "handOver", "input")) {
                assertFalse(calls.contains(call), run + " has " + call);
            }
        }
    }

    @Test
    void aWorldIsGoodForTheNextMatchAsWell() {
        playTogether();
        reach(100);
        second.session.close();
        second.stepper.close();
        match.run(200);
        VirtualMatch.Peer again = match.add(1);
        again.game = second.game;
        again.join();
        playing(first, again);
        long joined = again.tick();
        reach(joined + 50);
        assertTrue(again.session.agreedTick() > joined, again.session::toString);
    }

    @Test
    void inputOfPlayersIsUnpackedByTheSettings() {
        MatchSettings settings = SETTINGS.axes(3);
        assertEquals(4, settings.axisOf(1, 1));
        assertThrows(IllegalArgumentException.class, () -> settings.axisOf(2, 0));
        assertThrows(IllegalArgumentException.class, () -> settings.axisOf(0, 3));
    }

    @Test
    void aRefusedPlayerAndTheSequencerDoNotAnswerEachOtherWithoutPause() {
        match.transit(1_000_000);
        playing(match.join(0), match.join(1));
        VirtualMatch.Peer third = match.join(-1);
        int[] packets = new int[1];
        match.network.tap((from, packet) -> packets[0] += from == 2 ? 1 : 0);
        match.run(2_000);
        assertFalse(third.session.isOpen());
        assertTrue(packets[0] > 0 && packets[0] <= 20, packets[0] + " packets");
    }

    @Test
    void aPeerWhoseEngineComputesOtherBitsIsRefused() {
        match.join(0).world.computedBy = "too late to change";
        VirtualMatch.Peer peer = match.add(1);
        peer.world.computedBy = "jolt-jni 6.0.0 on ARM64";
        peer.join();
        assertEquals(
                "the world of player 0 is computed by \"\", and that of this player by \"jolt-jni 6.0.0 on ARM64\"; all"
                        + " players need the same engine, version and family of processors",
                refusal(peer));
        playing(match.join(1));
    }

    @Test
    void aPeerWithOtherSettingsIsRefused() {
        VirtualMatch.Peer peer = match.add(SETTINGS.version("2").seed(5), 0, match.clock);
        peer.join();
        String why = refusal(peer);
        for (String setting : List.of("version=1", "version=2", "seed=5")) {
            assertTrue(why.contains(setting), why);
        }
    }

    @Test
    void aSilentPlayerIsNamedAndThenLeaves() {
        playTogether();
        reach(100);
        second.link.cut = true;
        match.until(() -> first.session.status() == Status.STALLED);
        match.run(500);
        assertEquals(1, first.session.waitingFor());
        assertTrue(first.session.waitingNanos() > 400_000_000, first.session::toString);
        assertEquals(1, first.stepper.metrics().awaitedPlayer());
        assertTrue(first.session.toString().contains("waiting for player 1 for "), first.session::toString);
        playing(first);
        assertEquals(-1, first.session.waitingFor());
        match.run(100);
        assertTrue(first.world.actions.get(2).endsWith("player 1 left"), first.world.actions::toString);
    }

    @Test
    void aSilentSequencerIsNamedAfterASecond() {
        playTogether();
        first.link.cut = true;
        match.run(1_000 + 60);
        assertEquals(Status.STALLED, first.session.status());
        assertTrue(first.session.isSequencerSilent());
        assertTrue(first.session.toString().contains("the sequencer has been silent for "), first.session::toString);
        first.link.cut = false;
        match.run(100);
        assertFalse(first.session.isSequencerSilent());
        playing(first, second);
    }

    @Test
    void aSequencerThatNeverAnswersIsLostAfterHalfAMinute() {
        VirtualMatch.Peer peer = match.add(0);
        peer.link.cut = true;
        peer.join();
        match.run(29_990);
        assertEquals(Status.CONNECTING, peer.session.status());
        match.run(20);
        assertEquals(Status.ENDED, peer.session.status());
        assertEquals(
                "the sequencer has not answered within 30 s; check its address, and whether it runs",
                peer.session.failure().getMessage());
    }

    @Test
    void aSequencerThatFallsSilentIsLostAfterTenSecondsOrTheSilenceOfTheMatch() {
        for (int seconds : new int[] {2, 15}) {
            VirtualMatch silent =
                    new VirtualMatch(SETTINGS.maxWait(Duration.ofSeconds(seconds), Duration.ofSeconds(seconds)));
            first = silent.join(0);
            silent.join(1);
            silent.until(() -> first.tick() > 100);
            first.link.cut = true;
            int limit = Math.max(10, seconds);
            // The sequencer sends at least every 50 ms.
            silent.run(limit * 1_000 - 60);
            assertEquals(Status.STALLED, first.session.status());
            silent.run(70);
            assertEquals(Status.ENDED, first.session.status());
            assertEquals(
                    "the sequencer has been silent for " + limit + " s; " + Messages.JOIN_AGAIN,
                    first.session.failure().getMessage());
        }
    }

    @Test
    void aSessionThatCanNotSayGoodByeEndsSoonToo() {
        playTogether();
        first.link.cut = true;
        first.session.close();
        match.run(300);
        assertFalse(first.session.state.isOver);
        match.run(5);
        assertTrue(first.session.state.isOver);
    }

    @Test
    void whoSleptKnowsItAndBlamesNoOneElse() {
        playTogether();
        second.isAsleep = true;
        second.link.cut = true;
        match.run(match.settings.rules.silence().toMillis() + 9_000);
        second.isAsleep = false;
        second.link.cut = false;
        String why = refusal(second);
        assertTrue(why.contains("perhaps while this process stood still"), why);
        assertFalse(why.contains("the sequencer has been silent"), why);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whoClosesItsSessionOrItsServiceLeaves(boolean service) {
        playTogether();
        reach(100);
        if (service) {
            second.stepper.close();
        } else {
            second.session.close();
        }
        match.run(300);
        assertEquals(Status.ENDED, second.session.status());
        assertTrue(second.session.state.isOver);
        assertTrue(first.world.actions.get(2).endsWith("player 1 left"), first.world.actions::toString);
        assertTrue(first.tick() > 120, first.session::toString);
    }

    @Test
    void aPauseStopsAllAtTheSameTickAndTheScaleSlowsAll() {
        playTogether();
        reach(100);
        match.network.sequencer().pause(true);
        match.until(() -> second.session.status() == Status.PAUSED);
        match.run(500);
        long tick = first.tick();
        assertEquals(tick, second.tick());
        match.run(500);
        assertEquals(tick, first.tick());
        match.network.sequencer().pause(false);
        playing(first, second);
        reach(tick + 50);
        match.network.sequencer().scale(Ratio.of(1, 2));
        match.run(1_000);
        long from = first.tick();
        match.run(2_000);
        assertEquals(100, first.tick() - from, 5);
    }

    /** Of what a player sends, of both ways, or of the whole process of a player. */
    @ParameterizedTest
    @CsvSource({"false, false", "true, false", "true, true"})
    void aLongOutageEndsNoMatchThatWaitsAndIsNoFloodOfRequests(boolean bothWays, boolean asleep) {
        VirtualMatch patient = new VirtualMatch(SETTINGS.maxWait(Duration.ofSeconds(60), Duration.ofSeconds(60)));
        first = patient.join(0);
        second = patient.join(1);
        patient.until(() -> first.tick() > 100);
        second.link.cut = bothWays;
        second.link.mute = true;
        second.isAsleep = asleep;
        patient.run(30_000);
        second.link.cut = false;
        second.link.mute = false;
        second.isAsleep = false;
        patient.run(1_000);
        long tick = first.tick();
        patient.run(1_000);
        assertEquals(Status.PLAYING, second.session.status(), second.session::toString);
        assertEquals(100, first.tick() - tick, 2);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void aCommandThatCannotBeReadIsSkippedByAll(int bytes) {
        playTogether();
        second.session.submit(SumWorld.nonsense(bytes));
        assertTrue(second.session.submit(SumWorld.push(1, 2)));
        reach(first.tick() + 50);
        for (VirtualMatch.Peer peer : List.of(first, second)) {
            assertEquals(Status.PLAYING, peer.session.status(), peer.session::toString);
            assertTrue(
                    peer.session.toString().contains("a command of type 9 from player 1 could not be read: "),
                    peer.session::toString);
        }
    }

    @Test
    void whoJoinsLateGetsASavedWorldAndActsOnlyOnceItTakesPart() {
        playTogether();
        first.session.axis(0, 0.5f);
        reach(100);
        second.session.close();
        reach(300);
        VirtualMatch.Peer third = match.join(-1);
        match.until(() -> third.session.status() == Status.JOINING);
        third.session.action(9, 1);
        playing(third);
        assertEquals(1, third.session.player());
        assertTrue(third.world.firstTick > 300, () -> "began at tick " + third.world.firstTick);
        third.session.action(8, 1);
        third.session.axis(0, -1);
        long joined = third.tick();
        reach(joined + 200);
        assertTrue(first.world.actions.stream().anyMatch(action -> action.endsWith("player 1 8")));
        assertTrue(first.world.actions.stream().noneMatch(action -> action.endsWith("player 1 9")));
        assertTrue(third.session.agreedTick() > joined + 150, third.session::toString);
        assertTrue(first.session.agreedTick() > joined + 150, first.session::toString);
        assertEquals(first.stepper.status(), third.stepper.status());
    }

    @Test
    void aPlayerCanJoinAfterOthersWhoseWorldsFailed() {
        playTogether();
        second.session.close();
        match.run(500);
        for (int i = 0; i < 2; i++) {
            VirtualMatch.Peer third = match.add(1);
            third.world.during = () -> {
                throw new IllegalStateException("a world that ends the first step");
            };
            third.join();
            assertThrows(PhysicsException.class, () -> match.run(1_000));
            assertTrue(refusal(third).startsWith("the simulation has failed: "));
            match.run(500);
        }
        playing(match.join(1));
    }

    @Test
    void whoComesBackInAPauseShowsThePause() {
        playTogether();
        match.network.sequencer().pause(true);
        match.until(() -> second.session.status() == Status.PAUSED);
        second.session.close();
        match.run(200);
        // The place comes free at the next tick.
        VirtualMatch.Peer third = match.join(1);
        match.run(500);
        assertEquals(Status.PAUSED, third.session.status());
        match.network.sequencer().pause(false);
        playing(first, third);
    }

    private static String values(String what, String wrong, String right) {
        return what + " is " + wrong + " in the world of player 1, and " + right + " in that of player 0";
    }

    /** Plays until the state of the second player differs, and returns what both players learn of it. */
    private String differs(boolean failsToSave) {
        match.transit(60_000_000);
        first = match.join(0);
        second = match.join(1);
        match.peers.forEach(peer -> peer.world.failsToSave = failsToSave);
        // Several ticks at once, so that it would step beyond the compared one.
        first.onFrame(50, () -> {});
        second.world.wrongAfter = 150;
        String why = refusal(second);
        match.until(() -> first.session.differedTick() == 150);
        assertEquals(150, second.session.differedTick());
        String what = first.session.difference();
        assertEquals(what, second.session.difference());
        assertEquals(
                "the state of tick 150 differs from that of the other players: " + what
                        + "; close the session and the service, and open new ones to join again",
                why);
        return what;
    }

    @Test
    void aWorldThatCannotBeSavedIsComparedByItsState() {
        assertEquals(values("x of body 1", "0.8687459", "0.0"), differs(true));
    }

    @Test
    void whoDiffersLearnsTheTickAndTheValuesAndJoinsAgain() {
        assertEquals(
                values("value 2 of the save", "0.8687459", "0.0") + "; " + values("score of all", "1", "0") + "; "
                        + values("x of body 1", "0.8687459", "0.0"),
                differs(false));
        second.session.close();
        VirtualMatch.Peer again = match.join(1);
        playing(first, again);
        reach(again.tick() + 100);
        assertTrue(again.session.agreedTick() > 150, again.session::toString);
        assertEquals(-1, again.session.differedTick());
    }

    @Test
    void whoJoinsLateWithAnApproximateWorldIsRefused() {
        playTogether();
        second.session.close();
        match.run(200);
        VirtualMatch.Peer third = match.add(1);
        third.world.isExact = false;
        third.join();
        String why = refusal(third);
        assertTrue(why.endsWith("a player can join a running match only with a world that restores exactly"), why);
    }

    /** Otherwise the world would stay behind the match. */
    @Test
    void theTimeOfARefusedCallPassesInTheNext() {
        VirtualClock clock = new VirtualClock(2_000);
        MatchStepper stepper = new MatchStepper(
                PhysicsService.builder(new EmptyWorld()).clock(clock).inline(), clock);
        clock.advance(30);
        stepper.advance();
        assertEquals(2_030, stepper.clock().nanoTime());
        clock.advance(20);
        assertInstanceOf(IllegalStateException.class, failureElsewhere(stepper::advance));
        stepper.advance();
        assertEquals(2_050, stepper.clock().nanoTime());
    }
}
