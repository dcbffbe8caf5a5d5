package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.FaultPolicy;
import io.github.freestep.physics.OverloadPolicy;
import io.github.freestep.physics.PausedInputPolicy;
import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.lockstep.LockstepSession.Status;
import io.github.freestep.physics.lockstep.session.Stage;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.Ratio;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions against the real sequencer, on virtual time and one thread. */
class LockstepSessionTest {
    private static final MatchSettings SETTINGS = MatchSettings.of("sum", SumWorld.LAYOUT, 2)
            .version("1")
            .rate(100)
            .axes(1)
            .silence(Duration.ofSeconds(2), MatchSettings.OnSilence.REMOVE);

    private final VirtualMatch match = new VirtualMatch(SETTINGS);

    private void playing(VirtualMatch.Peer... peers) {
        match.until(() -> List.of(peers).stream().allMatch(peer -> peer.session.status() == Status.PLAYING));
    }

    private void reach(long tick) {
        match.until(() -> match.peers.stream()
                .filter(peer -> !peer.session.status().isEnd())
                .allMatch(peer -> peer.tick() >= tick));
    }

    @Test
    void eachStageIsAStatus() {
        assertEquals(Stage.values().length, Status.values().length);
        for (Stage stage : Stage.values()) {
            assertEquals(stage.name(), Status.of(stage).name());
            assertEquals(stage.isEnd(), Status.of(stage).isEnd());
        }
    }

    @Test
    void theMatchBeginsWhenAllHaveJoined() {
        VirtualMatch.Peer first = match.join(1);
        match.run(500);
        assertEquals(Status.WAITING, first.session.status());
        assertEquals(1, first.session.player());
        assertEquals(0, first.tick());
        VirtualMatch.Peer second = match.join(-1);
        playing(first, second);
        assertEquals(0, second.session.player());
        reach(200);
        assertTrue(first.session.agreedTick() > 150, first.session::toString);
        assertTrue(first.session.lagTicks() < 10, first.session::toString);
    }

    @Test
    void inputTakesEffectAtTheSameTickOnAllPeers() {
        VirtualMatch.Peer first = match.join(0);
        VirtualMatch.Peer second = match.join(1);
        playing(first, second);
        first.session.axis(0, 0.5f);
        assertTrue(second.session.action(7, 1));
        assertTrue(second.session.submit(new SumWorld.Push(3, 100)));
        reach(300);
        assertEquals(first.world.actions, second.world.actions);
        assertEquals(3, first.world.actions.size(), first.world.actions::toString);
        assertTrue(first.world.actions.get(0).endsWith("player 0 joined"), first.world.actions::toString);
        assertTrue(first.world.actions.get(2).endsWith("player 1 7"), first.world.actions::toString);
        assertTrue(first.session.agreedTick() > 250, first.session::toString);
        assertEquals(Status.PLAYING, second.session.status());
    }

    @Test
    void whatAPlayerDoesAsSoonAsTheMatchHasBegunIsNotLost() {
        VirtualMatch.Peer first = match.add(0, null);
        boolean[] acted = new boolean[1];
        first.meanwhile =
                () -> acted[0] = acted[0] || first.session.starting().hasBegun() && first.session.action(7, 1);
        first.join();
        playing(first, match.join(1));
        reach(100);
        assertTrue(first.world.actions.get(2).endsWith("player 0 7"), first.world.actions::toString);
    }

    @Test
    void theRunOfAMatchRefusesWhatWouldChangeOnePlayerAlone() {
        VirtualMatch.Peer first = match.join(0);
        VirtualMatch.Peer second = match.join(1);
        playing(first, second);
        Physics physics = first.stepper;
        assertRefused(physics.submit(new SumWorld.Push(1, 5)), "LockstepSession.submit(PortableCommand)");
        assertRefused(physics.pause(), "LockstepSession.pause()");
        assertRefused(physics.resume(), "LockstepSession.resume()");
        assertRefused(physics.step(), "LockstepSession.pause()");
        assertRefused(physics.step(3), "LockstepSession.pause()");
        assertRefused(physics.timeScale(Ratio.of(1, 2)), "LockstepSession.timeScale(scale)");
        assertEquals(first.tick(), physics.call(PhysicsContext::tick).join());
        reach(200);
        assertEquals(Status.PLAYING, first.session.status());
        assertTrue(second.session.agreedTick() > 150, second.session::toString);
    }

    static void assertRefused(CompletableFuture<Void> request, String instead) {
        assertTrue(request.isCompletedExceptionally());
        Throwable why = assertThrows(CompletionException.class, request::join).getCause();
        assertEquals(IllegalStateException.class, why.getClass());
        assertTrue(why.getMessage().contains(instead), why::getMessage);
    }

    @Test
    void aBuilderForAMatchMustNotSetWhatTheMatchDecides() {
        VirtualMatch.Peer peer = match.add(0, null);
        Map<String, Consumer<PhysicsBuilder>> options = Map.ofEntries(
                Map.entry("rate", game -> game.rate(100)),
                Map.entry("axes", game -> game.axes(2)),
                Map.entry("hashEvery", game -> game.hashEvery(9)),
                Map.entry("inputCapacity", game -> game.inputCapacity(100)),
                Map.entry("inputWhilePaused", game -> game.inputWhilePaused(PausedInputPolicy.DROP)),
                Map.entry("overloadPolicy", game -> game.overloadPolicy(OverloadPolicy.merge(3))),
                Map.entry("faultPolicy", game -> game.faultPolicy(FaultPolicy.skip())),
                Map.entry("feed", game -> game.feed((tick, into) -> {})),
                Map.entry("input", game -> game.input(into -> {})),
                Map.entry("clock", game -> game.clock(NanoClock.system())),
                Map.entry("startAt", game -> game.startAt(5, context -> {})));
        options.forEach((name, option) -> {
            PhysicsBuilder game = PhysicsService.builder(peer.world);
            option.accept(game);
            var refused = assertThrows(
                    IllegalArgumentException.class,
                    () -> peer.session.starting().join(game));
            assertTrue(refused.getMessage().contains("must not set " + name + ","), refused::getMessage);
        });
        // None of the refused has begun to join.
        peer.join();
        playing(peer, match.join(1));
    }

    @Test
    void aBuilderIsGoodForTheNextMatchAsWell() {
        VirtualMatch.Peer first = match.join(0);
        VirtualMatch.Peer second = match.join(1);
        playing(first, second);
        reach(100);
        second.session.close();
        second.stepper.close();
        match.run(200);
        VirtualMatch.Peer again = match.add(1, null);
        again.game = second.game;
        again.join();
        playing(first, again);
        long joined = again.tick();
        reach(joined + 50);
        assertTrue(again.session.agreedTick() > joined, again.session::toString);
    }

    @Test
    void aMatchBeginsWithTheLeastPlayersAndOthersJoinIt() {
        VirtualMatch three = new VirtualMatch(
                MatchSettings.of("sum", SumWorld.LAYOUT, 3).rate(100).axes(1).minPlayers(2));
        VirtualMatch.Peer first = three.join(-1);
        three.run(500);
        assertEquals(Status.WAITING, first.session.status());
        VirtualMatch.Peer second = three.join(2);
        three.until(() -> second.session.status() == Status.PLAYING && first.tick() > 100);
        assertEquals(-1, first.session.waitingFor());
        assertEquals(2, first.world.actions.size(), first.world.actions::toString);
        VirtualMatch.Peer third = three.join(-1);
        three.until(() -> third.session.status() == Status.PLAYING);
        assertEquals(1, third.session.player());
        three.until(() -> third.session.agreedTick() > third.world.firstTick + 50);
        assertTrue(first.world.actions.get(2).endsWith("player 1 joined"), first.world.actions::toString);
    }

    @Test
    void whoWaitsForTheMatchDoesNotWaitForItself() {
        VirtualMatch.Peer first = match.add(1, null);
        first.isAdmittedOnly = true;
        first.join();
        match.run(500);
        assertEquals(Status.WAITING, first.session.status());
        assertTrue(first.session.toString().contains("waiting for player 0 for"), first.session::toString);
    }

    @Test
    void inputOfPlayersIsUnpackedByTheSettings() {
        MatchSettings settings = SETTINGS.axes(3);
        assertEquals(4, settings.axisOf(1, 1));
        assertThrows(IllegalArgumentException.class, () -> settings.axisOf(2, 0));
        assertThrows(IllegalArgumentException.class, () -> settings.axisOf(0, 3));
    }

    @Test
    void aPeerWithOtherSettingsIsRefused() {
        VirtualMatch.Peer peer = match.add(SETTINGS.version("2").seed(5), 0, null);
        peer.join();
        match.until(() -> peer.session.status().isEnd());
        assertEquals(Status.REFUSED, peer.session.status());
        assertTrue(peer.session.failure().getMessage().contains("version=1"), peer.session::toString);
        assertTrue(peer.session.failure().getMessage().contains("version=2"), peer.session::toString);
        assertTrue(peer.session.failure().getMessage().contains("seed=5"), peer.session::toString);
    }

    @Test
    void aSilentPlayerIsNamedAndThenLeaves() {
        VirtualMatch.Peer first = match.join(0);
        VirtualMatch.Peer second = match.join(1);
        playing(first, second);
        reach(100);
        second.isCut = true;
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
    void aSilentSequencerIsNamedWithinAFifthOfTheSilence() {
        VirtualMatch.Peer first = match.join(0);
        VirtualMatch.Peer second = match.join(1);
        playing(first, second);
        long silence = match.settings.rules().silence().toMillis();
        first.isCut = true;
        match.run(Math.max(300, silence / 5) + 60);
        assertEquals(Status.STALLED, first.session.status());
        assertTrue(first.session.isSequencerSilent());
        assertTrue(first.session.toString().contains("the sequencer has been silent for "), first.session::toString);
        first.isCut = false;
        match.run(100);
        assertFalse(first.session.isSequencerSilent());
        playing(first, second);
    }

    @Test
    void whoSleptKnowsItAndBlamesNoOneElse() {
        VirtualMatch.Peer first = match.join(0);
        VirtualMatch.Peer second = match.join(1);
        playing(first, second);
        second.isAsleep = true;
        second.isCut = true;
        match.run(match.settings.rules().silence().toMillis() + 9_000);
        second.isAsleep = false;
        second.isCut = false;
        match.until(() -> !second.session.isOpen());
        String why = second.session.failure().getMessage();
        assertTrue(why.contains("this process stood still for"), why);
        assertFalse(why.contains("the sequencer has been silent"), why);
    }

    @Test
    void whoClosesLeavesAtOnce() {
        VirtualMatch.Peer first = match.join(0);
        VirtualMatch.Peer second = match.join(1);
        playing(first, second);
        reach(100);
        second.session.close();
        match.run(300);
        assertEquals(Status.CLOSED, second.session.status());
        assertTrue(second.session.isOver());
        assertTrue(first.world.actions.get(2).endsWith("player 1 left"), first.world.actions::toString);
        assertTrue(first.tick() > 120, first.session::toString);
    }

    @Test
    void aPauseStopsAllAtTheSameTickAndTheScaleSlowsAll() {
        VirtualMatch.Peer first = match.join(0);
        VirtualMatch.Peer second = match.join(1);
        playing(first, second);
        reach(100);
        first.session.pause();
        match.until(() -> second.session.status() == Status.PAUSED);
        match.run(500);
        long tick = first.tick();
        assertEquals(tick, second.tick());
        match.run(500);
        assertEquals(tick, first.tick());
        first.session.resume();
        playing(first, second);
        reach(tick + 50);
        second.session.timeScale(Ratio.of(1, 4)); // Not the host.
        first.session.timeScale(Ratio.of(1, 2));
        match.run(1_000);
        long from = first.tick();
        match.run(2_000);
        assertEquals(100, first.tick() - from, 5);
        String refused = "only the host, player 0, may change the time scale, by the match settings";
        assertEquals(refused, second.session.refusedRequest());
        assertTrue(second.session.toString().contains(", last request refused: " + refused));
        assertNull(first.session.refusedRequest());
    }

    private static VirtualMatch majority() {
        return new VirtualMatch(MatchSettings.of("sum", SumWorld.LAYOUT, 3)
                .rate(100)
                .axes(1)
                .pauses(MatchSettings.Right.MAJORITY, 2, Duration.ofSeconds(10))
                .timeScale(MatchSettings.Right.MAJORITY));
    }

    @Test
    void aRefusalEndsWhenOthersAskForTheSame() {
        VirtualMatch votes = majority();
        VirtualMatch.Peer first = votes.join(0);
        VirtualMatch.Peer second = votes.join(1);
        VirtualMatch.Peer third = votes.join(2);
        votes.until(() -> third.session.status() == Status.PLAYING);
        first.session.timeScale(Ratio.of(1, 2));
        votes.until(() -> first.session.refusedRequest() != null);
        second.session.timeScale(Ratio.of(1, 2));
        votes.run(200);
        assertNull(first.session.refusedRequest());
        first.session.pause();
        votes.until(() -> first.session.refusedRequest() != null);
        third.session.timeScale(Ratio.ONE);
        votes.until(() -> third.session.refusedRequest() != null);
        third.session.pause();
        votes.until(() -> third.session.status() == Status.PAUSED);
        votes.run(200);
        assertNull(first.session.refusedRequest());
        assertNull(third.session.refusedRequest());
        second.session.timeScale(Ratio.ONE);
        votes.run(200);
        assertNull(second.session.refusedRequest());
    }

    @Test
    void aFulfilledWishLeavesTheRefusalOfALaterRequest() {
        VirtualMatch votes = majority();
        VirtualMatch.Peer first = votes.join(0);
        VirtualMatch.Peer second = votes.join(1);
        VirtualMatch.Peer third = votes.join(2);
        votes.until(() -> third.session.status() == Status.PLAYING);
        first.session.pause();
        votes.until(() -> first.session.refusedRequest() != null);
        first.session.remove(1);
        votes.until(() -> first.session.refusedRequest().contains("remove player 1"));
        second.session.pause();
        votes.until(() -> first.session.status() == Status.PAUSED);
        votes.run(200);
        assertTrue(first.session.refusedRequest().contains("remove player 1"), first.session::toString);
    }

    @Test
    void aPauseThatNoOneMayMakeIsRefusedAtTheCall() {
        VirtualMatch none = new VirtualMatch(SETTINGS.pauses(MatchSettings.Right.ALL, 0, Duration.ofSeconds(1)));
        assertEquals(
                "the match settings must allow pauses, allow 0 per player; set MatchSettings.pauses",
                assertThrows(IllegalStateException.class, none.add(0, null).session::pause)
                        .getMessage());
    }

    @Test
    void requestsMayComeBeforeTheMatchAndInEveryFrame() {
        VirtualMatch.Peer first = match.add(0, null);
        first.session.timeScale(Ratio.of(1, 4));
        first.join();
        VirtualMatch.Peer second = match.join(1);
        playing(first, second);
        match.run(500);
        assertEquals(0.25, second.session.speed());
        for (int i = 0; i <= 10_000; i += 5) {
            first.session.timeScale(Ratio.of(i / 100 + 1, 101));
            first.session.remove(1);
            match.run(5);
        }
        match.run(200);
        assertEquals(Status.PLAYING, first.session.status(), first.session::toString);
        assertEquals(1, second.session.speed());
    }

    @Test
    void aCommandThatCannotBeReadIsSkippedByAll() {
        for (int bytes : new int[] {0, 1}) {
            VirtualMatch.Peer first = match.join(0);
            VirtualMatch.Peer second = match.join(1);
            playing(first, second);
            second.session.submit(new SumWorld.Nonsense(bytes));
            assertTrue(second.session.submit(new SumWorld.Push(1, 2)));
            reach(first.tick() + 50);
            for (VirtualMatch.Peer peer : List.of(first, second)) {
                assertEquals(Status.PLAYING, peer.session.status(), peer.session::toString);
                assertTrue(
                        peer.session.toString().contains("a command of type 9 from player 1 could not be read: "),
                        peer.session::toString);
                peer.session.close();
            }
            match.run(1_000);
        }
    }

    @Test
    void aPauseWhileTheMatchWaitsForInputStopsTheClocksToo() {
        VirtualMatch.Peer first = match.join(0);
        VirtualMatch.Peer second = match.join(1);
        playing(first, second);
        reach(100);
        second.isCut = true;
        match.run(80);
        first.session.pause();
        match.run(80);
        second.isCut = false;
        match.run(2_000);
        for (VirtualMatch.Peer peer : List.of(first, second)) {
            assertEquals(Status.PAUSED, peer.session.status());
            assertEquals(0, peer.session.speed());
        }
        assertEquals(0, first.stepper.metrics().debtNanos());
        // Its clock went on without frames until it learned of the pause. Without a pause it would have 250 ms of debt.
        assertTrue(second.stepper.metrics().debtNanos() <= 160_000_000, second.stepper.metrics()::toString);
    }

    @Test
    void whoJoinsLateGetsASavedWorld() {
        joinsLate(true);
    }

    @Test
    void whoJoinsLateWithAnApproximateWorldComputesAllTicks() {
        joinsLate(false);
    }

    private void joinsLate(boolean exact) {
        VirtualMatch.Peer first = match.add(0, null);
        VirtualMatch.Peer second = match.add(1, null);
        first.world.isExact = exact;
        second.world.isExact = exact;
        first.join();
        second.join();
        playing(first, second);
        first.session.axis(0, 0.5f);
        reach(100);
        second.session.close();
        reach(300);
        VirtualMatch.Peer third = match.add(-1, null);
        third.world.isExact = exact;
        third.join();
        match.until(() -> third.session.status() == Status.JOINING);
        playing(third);
        assertEquals(1, third.session.player());
        assertEquals(exact, third.world.firstTick > 300, () -> "began at tick " + third.world.firstTick);
        third.session.axis(0, -1);
        long joined = third.tick();
        reach(joined + 200);
        assertTrue(third.session.agreedTick() > joined + 150, third.session::toString);
        assertTrue(first.session.agreedTick() > joined + 150, first.session::toString);
        assertEquals(first.stepper.status(), third.stepper.status());
    }

    @Test
    void aWorldThatCannotBeRestoredCountsAgainstThePlayerWhoSavedIt() {
        VirtualMatch.Peer first = match.join(0);
        VirtualMatch.Peer second = match.join(1);
        playing(first, second);
        first.world.savesNonsense = true;
        second.session.close();
        match.run(500);
        VirtualMatch.Peer third = match.join(1);
        match.until(() -> third.failure != null);
        match.run(500);
        VirtualMatch.Peer fourth = match.join(1);
        playing(fourth);
        assertEquals(1, fourth.world.firstTick, "from all frames, not from a saved world");
    }

    @Test
    void whoComesBackInAPauseShowsThePause() {
        VirtualMatch.Peer first = match.join(0);
        VirtualMatch.Peer second = match.join(1);
        playing(first, second);
        first.session.pause();
        match.until(() -> second.session.status() == Status.PAUSED);
        second.session.close();
        match.run(200);
        // The place comes free at the next tick.
        VirtualMatch.Peer third = match.join(1);
        match.run(500);
        assertEquals(Status.PAUSED, third.session.status());
        first.session.resume();
        playing(first, third);
        third.session.close();
        match.run(200);
        first.session.pause();
        match.run(200);
        // The world is saved at the next tick.
        VirtualMatch.Peer fourth = match.join(1);
        match.run(500);
        assertEquals(Status.PAUSED, fourth.session.status());
        assertEquals(1, fourth.session.player());
        fourth.session.resume();
        playing(first, fourth);
    }

    @Test
    void aLongPauseEndsNoJoin() {
        VirtualMatch.Peer first = match.join(0);
        VirtualMatch.Peer second = match.join(1);
        first.world.isExact = false;
        playing(first, second);
        second.session.close();
        match.run(200);
        first.session.pause();
        match.run(200);
        VirtualMatch.Peer third = match.add(1, null);
        third.world.isExact = false;
        third.join();
        match.run(40_000);
        assertEquals(Status.PAUSED, third.session.status(), third.session::toString);
        first.session.resume();
        playing(first, third);
    }

    @Test
    void oneOfTwoPlayersIsRightIfItIsInTheProcessOfTheSequencer() {
        match.host = 1;
        VirtualMatch.Peer first = match.join(0);
        VirtualMatch.Peer host = match.join(1);
        first.world.wrongAfter = 150;
        match.until(() -> first.session.status() == Status.DESYNCED);
        assertEquals(150, first.session.desyncTick());
        assertEquals(Status.PLAYING, host.session.status());
    }

    @Test
    void whoDiffersIsToldTheValueWithoutAFolderForDumpsToo() {
        VirtualMatch.Peer first = match.join(0);
        VirtualMatch.Peer second = match.join(1);
        playing(first, second);
        reach(700); // Longer than a stranger may stay connected without a place.
        second.world.wrongAfter = first.tick() + 20;
        match.until(() -> second.session.status() == Status.DESYNCED);
        assertTrue(
                second.session.failure().getMessage().contains(": x of body 1 is 1.0 here, and 0.0 at player 0; close"),
                second.session::toString);
        assertEquals(Status.PLAYING, first.session.status());
    }

    @Test
    void whoDiffersAgainWithinTenSecondsLearnsNoValue() {
        VirtualMatch.Peer first = match.join(0);
        assertTrue(differs(first).contains(": x of body 1 is 1.0 here"));
        assertFalse(differs(first).contains("x of body"));
        match.run(10_000);
        assertTrue(differs(first).contains(": x of body 1 is 1.0 here"));
    }

    private String differs(VirtualMatch.Peer right) {
        VirtualMatch.Peer wrong = match.join(1);
        playing(right, wrong);
        wrong.world.wrongAfter = wrong.tick() + 20;
        match.until(() -> wrong.session.status() == Status.DESYNCED);
        wrong.session.close();
        return wrong.session.failure().getMessage();
    }

    @Test
    void whatTheWorldSavesIsComparedIfTheSettingsSaySo() {
        for (boolean compared : new boolean[] {false, true}) {
            VirtualMatch secrets = new VirtualMatch(compared ? SETTINGS.hashWorld() : SETTINGS);
            VirtualMatch.Peer first = secrets.join(0);
            VirtualMatch.Peer second = secrets.join(1);
            second.world.secretlyWrongAfter = 150;
            secrets.until(() -> first.session.agreedTick() >= 149);
            secrets.run(2_000);
            assertEquals(compared ? Status.DESYNCED : Status.PLAYING, second.session.status());
            assertEquals(compared ? 150 : -1, second.session.desyncTick());
            if (compared) {
                String why = second.session.failure().getMessage();
                assertTrue(
                        why.contains(": the states are the same, so what the world saves, but does not write to a"
                                + " state, differs"),
                        why);
                VirtualMatch.Peer again = secrets.join(1);
                secrets.until(() -> again.session.status() == Status.PLAYING);
                secrets.run(1_000);
                assertTrue(again.session.agreedTick() > 250, again.session::toString);
            }
        }
    }

    @Test
    void anIdentityHasSixteenBytesAtLeast() {
        LockstepSession.Builder builder = LockstepSession.builder(SETTINGS, match.add(0, null));
        assertEquals(
                "secret must have at least 16 bytes, had 15",
                assertThrows(IllegalArgumentException.class, () -> builder.identity(new byte[15]))
                        .getMessage());
        builder.identity(new byte[16]);
    }

    @Test
    void aWorldThatSavesNothingCannotBeCompared() {
        VirtualMatch secrets = new VirtualMatch(SETTINGS.hashWorld());
        VirtualMatch.Peer peer = secrets.add(0, null);
        peer.game = PhysicsService.builder(new Simulation() {
            @Override
            public StateLayout layout() {
                return SumWorld.LAYOUT;
            }

            @Override
            public void step(Tick tick) {}

            @Override
            public void write(StateWriter state) {}
        });
        String why = assertThrows(IllegalArgumentException.class, peer::join).getMessage();
        assertTrue(
                why.startsWith("the simulation must be a SavableSimulation, because MatchSettings.hashWorld() compares"
                        + " what it saves, was "),
                why);
    }

    @Test
    void whoDiffersIsToldTheTickAndBothWriteItAndItJoinsAgain(@TempDir Path folder) throws IOException {
        VirtualMatch.Peer first = match.add(0, folder);
        VirtualMatch.Peer second = match.add(1, folder);
        first.join();
        second.join();
        second.world.wrongAfter = 150;
        match.until(() -> second.session.status() == Status.DESYNCED);
        assertEquals(150, second.session.desyncTick());
        assertEquals(
                "the state of tick 150 differs from that of the other players: x of body 1 is 1.0 here, and 0.0 at"
                        + " player 0, see " + folder.resolve("sum-tick-150-player-1.txt")
                        + "; close the session and the service, and open new ones to join again",
                second.session.failure().getMessage());
        match.run(200);
        List<String> right = Files.readAllLines(folder.resolve("sum-tick-150-player-0.txt"));
        List<String> wrong = Files.readAllLines(folder.resolve("sum-tick-150-player-1.txt"));
        assertEquals("state of tick 150", right.get(3));
        assertEquals(right.subList(3, 6), wrong.subList(3, 6));
        assertEquals("1 1.0 ", wrong.get(6).substring(0, 6));
        assertEquals("1 0.0 ", right.get(6).substring(0, 6));
        second.session.close();
        VirtualMatch.Peer again = match.join(1);
        playing(first, again);
        reach(again.tick() + 100);
        assertTrue(again.session.agreedTick() > 150, again.session::toString);
    }
}
