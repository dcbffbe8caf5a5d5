package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.jolt.JoltPile;
import io.github.freestep.physics.lockstep.LockstepSession.Status;
import io.github.freestep.state.StateLayout;
import org.junit.jupiter.api.Test;

/** Tests that a late joiner of a match in Jolt takes a saved world and computes the same bits from it. */
class ExactJoinTest {
    private static final int BOXES = 1_000;
    private static final int JOIN_TICK = 90;

    /** More than the frames that come while the world is sent at 5 ms per round trip. */
    private static final long MOST_STEPS_BEHIND = 60;

    private final VirtualMatch match = new VirtualMatch(
            MatchSettings.of("boxes", StateLayout.of(BOXES), 2).rate(60).axes(1).hashWorld(15));

    @Test
    void aLateJoinerTakesASavedWorldOfAThousandBoxes() {
        JoltPile world = new JoltPile(BOXES);
        VirtualMatch.Peer first = join(world, 0);
        VirtualMatch.Peer second = join(new JoltPile(BOXES), 1);
        match.until(() -> first.tick() >= JOIN_TICK && second.tick() >= JOIN_TICK);
        second.session.close();
        match.until(() -> first.tick() >= JOIN_TICK + 10);
        long before = first.tick();
        long asked = match.clock.nanoTime();

        JoltPile joined = new JoltPile(BOXES);
        VirtualMatch.Peer third = join(joined, 1);
        match.until(() -> third.session.status() == Status.PLAYING && third.session.agreedTick() > before);

        assertTrue(match.clock.nanoTime() - asked < 2_000_000_000L, third.session::toString);
        assertTrue(joined.firstTick() > before, () -> "began at tick " + joined.firstTick());
        assertEquals(third.tick() - joined.firstTick() + 1, joined.steps());
        assertTrue(joined.steps() <= MOST_STEPS_BEHIND, () -> joined.steps() + " steps");
        long at = third.tick();
        third.session.axis(0, 1);
        match.until(() -> first.session.agreedTick() > at && third.session.agreedTick() > at);
        assertEquals(-1, first.session.desyncTick());
        assertEquals(-1, third.session.desyncTick());
    }

    private VirtualMatch.Peer join(JoltPile world, int player) {
        VirtualMatch.Peer peer = match.add(player);
        peer.game = MatchWorld.of(world.simulation());
        peer.join();
        return peer;
    }
}
