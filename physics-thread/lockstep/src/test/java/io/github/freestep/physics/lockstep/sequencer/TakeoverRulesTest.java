package io.github.freestep.physics.lockstep.sequencer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.physics.lockstep.link.InputFrame;
import io.github.freestep.physics.lockstep.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.link.JoinRequest;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.state.StateLayout;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where a new sequencer goes on, and with whom, by what the players have. */
class TakeoverRulesTest {
    private static final long MILLI = 1_000_000;
    private static final int ALL = 0b111;

    private final MatchRules rules =
            Rules.of(MatchSettings.of("takeover", StateLayout.of(1), 3).axes(0));
    private final Takeover takeover = new Takeover(rules);

    private Peer peer() {
        return Places.peer(rules);
    }

    private ByteBuffer frame(long tick, int active) {
        return frame(tick, active, tick - 1);
    }

    private ByteBuffer frame(long tick, int active, long agreed, int... controls) {
        ByteBuffer to = ByteBuffer.allocate(100);
        to.putLong(tick).putInt(0).putDouble(1).putShort((short) rules.minDelay);
        to.putLong(agreed).putInt(active).put((byte) (controls.length / 2));
        for (int each : controls) {
            to.put((byte) each);
        }
        return to.put((byte) 0).flip();
    }

    /** A player who has the frames from a tick to a tick. */
    private Peer comes(int player, long run, long begun, long from, long to, long now) throws InvalidMessageException {
        Peer peer = peer();
        takeover.position(peer, run, begun, now);
        for (long tick = from; tick <= to; tick++) {
            takeover.frame(peer, frame(tick, ALL));
        }
        peer.asks(new JoinRequest(player, true, 1, List.of()), now);
        return peer;
    }

    @Test
    void whoHasTheNewestFrameIsRight() throws InvalidMessageException {
        Peer first = comes(0, 1, 0, 5, 10, 0);
        Peer newest = comes(1, 1, 0, 6, 12, 0);
        assertFalse(takeover.isOver(0));
        Peer behind = comes(2, 1, 0, 3, 4, 0);
        assertTrue(takeover.isOver(0));
        assertEquals(12, takeover.tick());
        assertEquals(11, takeover.newestFrame().agreedTick());
        assertTrue(takeover.canGoOn(first));
        assertTrue(takeover.canGoOn(newest));
        assertFalse(takeover.canGoOn(behind));
    }

    @Test
    void whoWasLeftBehindByAnEarlierSequencerDoesNotCount() throws InvalidMessageException {
        Peer leftBehind = comes(0, 1, 0, 5, 14, 0);
        Peer other = comes(1, 2, 10, 5, 11, 0);
        Peer notYetTaken = comes(2, 1, 0, 4, 10, 0);
        assertTrue(takeover.isOver(0));
        assertEquals(11, takeover.tick());
        assertFalse(takeover.canGoOn(leftBehind));
        assertTrue(takeover.canGoOn(other));
        assertTrue(takeover.canGoOn(notYetTaken));
    }

    /** One who joined the newest run late knows only when it joined. */
    @Test
    void whoKnowsTheBeginningOfTheNewestRunIsRight() throws InvalidMessageException {
        comes(0, 2, 20, 5, 20, 0);
        comes(1, 2, 10, 5, 20, 0);
        Peer leftBehind = comes(2, 1, 0, 5, 15, 0);
        assertTrue(takeover.isOver(0));
        assertFalse(takeover.canGoOn(leftBehind));
    }

    @Test
    void waitsForAllButNotForLong() throws InvalidMessageException {
        assertFalse(takeover.isOver(1_499 * MILLI));
        comes(0, 1, 0, 5, 10, 1_400 * MILLI);
        assertFalse(takeover.isOver(1_899 * MILLI));
        assertTrue(takeover.isOver(1_900 * MILLI));
        assertEquals(10, takeover.tick());
    }

    @Test
    void framesMustFollowEachOther() throws InvalidMessageException {
        Peer peer = peer();
        assertThrows(InvalidMessageException.class, () -> takeover.frame(peer, frame(5, ALL)));
        takeover.position(peer, 1, 0, 0);
        takeover.frame(peer, frame(5, ALL));
        assertThrows(InvalidMessageException.class, () -> takeover.frame(peer, frame(7, ALL)));
        takeover.frame(peer, frame(6, ALL));
        peer.asks(new JoinRequest(0, true, 1, List.of()), 0);
        assertEquals(
                "the frame of tick 7 is not expected",
                assertThrows(InvalidMessageException.class, () -> takeover.frame(peer, frame(7, ALL)))
                        .getMessage());
    }

    /** One peer must not harm the others, whatever it sends. */
    @Test
    void theMatchCanGoOnForAHundredYearsAfterAFrame() throws InvalidMessageException {
        long most = Long.MAX_VALUE / 2 / (rules.periodNanos() + 1);
        for (long tick : new long[] {most + 1, 1L << 62, Long.MAX_VALUE}) {
            Peer peer = peer();
            takeover.position(peer, 1, 0, 0);
            assertThrows(InvalidMessageException.class, () -> takeover.frame(peer, frame(tick, ALL)));
        }
        comes(0, 1, 0, most - 1, most, 0);
        assertTrue(takeover.isOver(1_500 * MILLI));
        assertTrue(rules.dueNanos(takeover.tick() + 60L * 31_536_000 * 100) > 0);
    }

    @Test
    void theBytesOfAllFramesAreBounded() throws InvalidMessageException {
        byte[] command = new byte[30_000];
        int length = 5 + 2 + 6 + command.length;
        int most = (64 << 20) / (frame(1, ALL).remaining() + length);
        Peer peer = peer();
        for (int i = 0; i <= most; i++) {
            if (i % 1_500 == 0) {
                peer = peer();
                takeover.position(peer, 1, 0, 0);
            }
            ByteBuffer small = frame(1 + i, ALL);
            ByteBuffer large = ByteBuffer.allocate(small.remaining() + length);
            large.put(small).put(large.position() - 1, (byte) 1);
            large.put((byte) 0).putInt(length - 5).put((byte) 0);
            large.put((byte) 1)
                    .putInt(7)
                    .putShort((short) command.length)
                    .put(command)
                    .flip();
            if (i < most) {
                takeover.frame(peer, large);
            } else {
                Peer last = peer;
                assertThrows(InvalidMessageException.class, () -> takeover.frame(last, large));
            }
        }
    }

    /** Otherwise it could take the place of the peer that plays now. */
    @Test
    void whoHasLeftOrJoinedInTheFramesThatItLacksCanNotGoOn() throws InvalidMessageException {
        Peer other = peer();
        takeover.position(other, 1, 0, 0);
        takeover.frame(other, frame(5, ALL));
        takeover.frame(other, frame(6, ALL, 5, InputFrame.LEFT, 0, InputFrame.SAVE, 1));
        takeover.frame(other, frame(7, ALL, 6, InputFrame.JOINED, 0, InputFrame.JOINED, 2));
        other.asks(new JoinRequest(1, true, 1, List.of()), 0);
        Peer leftThen = comes(0, 1, 0, 4, 5, 0);
        Peer joinedThen = comes(2, 1, 0, 4, 6, 0);
        Peer knowsAll = comes(2, 1, 0, 5, 7, 0);
        Peer saved = comes(1, 1, 0, 4, 5, 0);
        assertTrue(takeover.isOver(0));
        assertFalse(takeover.canGoOn(leftThen));
        assertFalse(takeover.canGoOn(joinedThen));
        assertTrue(takeover.canGoOn(knowsAll));
        assertTrue(takeover.canGoOn(saved));
    }

    @Test
    void whoIsNotInTheNewestTickCanNotGoOn() throws InvalidMessageException {
        Peer removed = comes(0, 1, 0, 5, 8, 0);
        Peer other = peer();
        takeover.position(other, 1, 0, 0);
        for (long tick = 6; tick <= 9; tick++) {
            takeover.frame(other, frame(tick, 0b110));
        }
        other.asks(new JoinRequest(1, true, 1, List.of()), 0);
        Peer anyPlayer = comes(Peer.NO_PLAYER, 1, 0, 5, 8, 0);
        assertTrue(takeover.isOver(1_500 * MILLI));
        assertTrue(takeover.canGoOn(other));
        assertFalse(takeover.canGoOn(removed));
        assertFalse(takeover.canGoOn(anyPlayer));
    }
}
