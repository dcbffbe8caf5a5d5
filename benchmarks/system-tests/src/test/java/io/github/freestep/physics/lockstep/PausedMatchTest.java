package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.StateReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A paused match after stalls of its players, and who joins it meanwhile, on a virtual clock and network. */
class PausedMatchTest {
    private static final MatchSettings SETTINGS =
            MatchSettings.of("sum", SumWorld.LAYOUT, 3).rate(100).axes(1).minPlayers(2);

    private final VirtualMatch match = new VirtualMatch(SETTINGS);

    /** Plays for a while. Returns the first player. */
    private VirtualMatch.Peer play() {
        match.join(0);
        match.join(1);
        match.until(() -> match.peers.get(0).tick() > 200);
        match.peers.forEach(peer -> peer.session.axis(0, 0.5f));
        match.run(300);
        return match.peers.get(0);
    }

    /** Lets the two players of the beginning stand still, or continue. */
    private void sleep(boolean asleep) {
        match.peers.get(0).isAsleep = asleep;
        match.peers.get(1).isAsleep = asleep;
    }

    /** Returns the tick that a sampler opened now shows, and where that has each body. */
    private static List<Number> shown(VirtualMatch.Peer peer) {
        try (FrameSampler sampler = FrameSampler.open(peer.stepper.states());
                StateReader reader = peer.stepper.states().reader()) {
            Frame frame = sampler.sample();
            assertTrue(frame.hasState());
            assertTrue(reader.acquire());
            List<Number> shown = new ArrayList<>(List.of(reader.state(0).tick()));
            for (int body = 0; body < SumWorld.LAYOUT.capacity(); body++) {
                assertTrue(frame.isAlive(body));
                shown.add(reader.state(0).x()[body]);
            }
            return shown;
        }
    }

    /** Its players catch up then, and the input of the next tick is missing. */
    @Test
    void theLastTickBeforeThePauseIsShownAfterAStall() {
        VirtualMatch.Peer first = play();
        for (int stall = 20; stall < 120; stall += 9) {
            match.network.sequencer().pause(true);
            match.run(1);
            sleep(true);
            match.run(stall);
            sleep(false);
            match.run(200);
            String when = "after a stall of " + stall + " ms";
            assertEquals(LockstepSession.Status.PAUSED, first.session.status(), when);
            assertEquals(first.tick(), shown(first).get(0), when);
            match.network.sequencer().pause(false);
            match.run(1_000);
        }
    }

    /** Lets a third player join while the match is paused and the other two stand still. */
    private VirtualMatch.Peer joinAsleep() {
        match.network.sequencer().pause(true);
        match.run(1);
        sleep(true);
        match.run(30);
        VirtualMatch.Peer late = match.join(2);
        match.run(30);
        return late;
    }

    @Test
    void aWorldIsSavedOnceItIsThatOfThePause() {
        VirtualMatch.Peer first = play();
        VirtualMatch.Peer late = joinAsleep();
        sleep(false);
        match.run(200);
        assertEquals(shown(first), shown(late));
    }

    /** Both have stepped the next ticks by then. */
    @Test
    void aWorldThatNobodyCouldSaveInThePauseIsAskedForAfterIt() {
        play();
        VirtualMatch.Peer late = joinAsleep();
        match.network.sequencer().pause(false);
        match.run(40);
        sleep(false);
        match.run(1_500);
        assertEquals(LockstepSession.Status.PLAYING, late.session.status());
    }
}
