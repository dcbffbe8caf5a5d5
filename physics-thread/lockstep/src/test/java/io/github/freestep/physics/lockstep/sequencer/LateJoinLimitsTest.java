package io.github.freestep.physics.lockstep.sequencer;

import static io.github.freestep.testing.Refused.refusedWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.physics.lockstep.link.WorldParts;
import io.github.freestep.state.StateLayout;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** The limits of who joins late, and who saves a world for it. {@code LateJoinTest} has whole matches. */
class LateJoinLimitsTest {
    private static final long SECOND = 1_000_000_000;
    private static final long LIMIT = 30 * SECOND;
    private static final String BEHIND = "joined too slowly: it has come no closer to the others for 30 s";
    private static final String WRONG = "sent no hash that shows a right state for 30 s";

    private final MatchSettings settings =
            MatchSettings.of("join", StateLayout.of(1), 2).rate(100);
    private final LateJoin join = new LateJoin(Rules.of(settings));

    private String problem(long newest, long stepped, long now) {
        return join.problem(newest, stepped, false, now);
    }

    @Test
    void aWorldThatWasNotSentIsNotToBlame() {
        join.begin(1, WorldParts.of(4, new byte[1_000_000], 1_000_000));
        FrameLog log = new FrameLog(100);
        assertFalse(join.send(Places.joining(Rules.of(settings)), log, ByteBuffer.allocate(10_000)));
        assertNull(join.problem(10, 0, false, 0));
        assertFalse(join.blamesWorld(60 * SECOND));
    }

    @Test
    void aPlayerMustComeCloser() {
        for (int step = 1; step <= 2; step++) {
            assertNull(problem(1_000 * step, step, step * LIMIT - 1));
        }
        long since = 2 * LIMIT;
        assertNull(problem(3_000, 3, since));
        assertNull(problem(9_000, 4, since + LIMIT - 1));
        assertNull(problem(3_000, 4, since + LIMIT), "1 tick closer than 30 s ago");
        assertNull(problem(3_100, 5, since + 2 * LIMIT - 1));
        assertEquals(BEHIND, problem(3_001, 5, since + 2 * LIMIT));
    }

    @Test
    void whoHasCaughtUpMaySpendAPauseButMustShowARightState() {
        for (int step = 1; step <= 3; step++) {
            assertNull(problem(1_000, step, 0));
        }
        for (int i = 0; i < 10; i++) {
            assertNull(join.problem(1_000, 990, true, i * LIMIT), "nothing is stepped in a pause");
        }
        long most = 1_000 + 1 + 3_000;
        assertNull(join.problem(most, most, true, 11 * LIMIT));
        join.isVerified = true;
        assertNull(join.problem(most + 1, most, true, 11 * LIMIT), "it has shown one, and must not play yet");
        join.isVerified = false;
        assertEquals(WRONG, join.problem(most + 1, most, true, 11 * LIMIT));
        assertEquals(WRONG, join.problem(most + 1, most - 100, false, 11 * LIMIT), "since it first caught up");
    }

    private final PlayerPlace[] places = Places.active(Rules.of(settings), 1);
    private final WorldRequest worlds = new WorldRequest(Rules.of(settings));

    private boolean onTime(long now) {
        return worlds.onTime(places, 0, now);
    }

    @Test
    void asksAPlayerForWhomTheMatchDoesNotWait() {
        worlds.onTime(places, 0b01, 0);
        assertEquals(1, worlds.ask(places, 10, 0));
    }

    @Test
    void asksAnotherDonorIfTheFirstOneLeaves() {
        onTime(0);
        worlds.ask(places, 10, 0);
        places[0].state = PlayerPlace.State.LEAVING;
        onTime(0);
        onTime(0);
        assertEquals(1, worlds.ask(places, 12, 0));
    }

    private boolean add(int player, long tick, int offset) throws InvalidMessageException {
        return worlds.add(player, tick, 12, 8, offset, ByteBuffer.allocate(4), 0);
    }

    @Test
    void aWorldIsOfAnAskedTickAndBegins() throws InvalidMessageException {
        onTime(0);
        int donor = worlds.ask(places, 10, 0);
        String unasked = "a world must be sent only on request, was sent unasked at tick ";
        refusedWith(unasked + 13, InvalidMessageException.class, () -> add(donor, 13, 0));
        refusedWith(unasked + 11, InvalidMessageException.class, () -> add(1 - donor, 11, 0));
        assertTrue(add(donor, 9, 0), "of an earlier save");
        assertTrue(add(donor, 9, 4));
        assertTrue(add(donor, 10, 4));
        assertNull(worlds.takeWorld());
        assertTrue(add(donor, 11, 0));
        assertTrue(add(donor, 11, 0), "saved once more in the same pause");
        assertTrue(add(donor, 11, 4));
        assertEquals(11, worlds.takeWorld().tick);
        onTime(0);
        worlds.ask(places, 12, 0);
        places[donor].state = PlayerPlace.State.LEAVING;
        onTime(0);
        onTime(0);
        worlds.ask(places, 12, 0);
        assertTrue(add(donor, 12, 0), "from who is no longer asked");
        assertTrue(add(donor, 12, 4));
        assertNull(worlds.takeWorld());
    }

    @Test
    void thereIsNoWorldIfNoOneCanSaveItNowOrSoon() {
        places[0].state = PlayerPlace.State.LEAVING;
        for (PlayerPlace.State state : PlayerPlace.State.values()) {
            places[1].state = state;
            boolean soon = state == PlayerPlace.State.JOINING || state == PlayerPlace.State.ENTERING;
            assertEquals(soon || state == PlayerPlace.State.ACTIVE, onTime(0), state::toString);
        }
    }
}
