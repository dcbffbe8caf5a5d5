package io.github.freestep.physics.lockstep.sequencer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.physics.lockstep.link.JoinRequest;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.PlayerIdentity;
import io.github.freestep.state.StateLayout;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where a new sequencer goes on, and with whom, by what the players have. */
class TakeoverRulesTest {
    private static final long MILLI = 1_000_000;
    private static final int ALL = 0b111;

    private static final byte[] SECRET = new byte[16];

    private final MatchRules rules =
            Rules.of(MatchSettings.of("takeover", StateLayout.of(1), 3).axes(0).host(MatchSettings.hostKey(SECRET)));
    private final Takeover takeover = new Takeover(rules);

    private Peer peer() {
        return Places.peer(rules);
    }

    private ByteBuffer frame(long tick, int active) {
        return frame(rules, tick, active);
    }

    /** The content of a frame in which players take part who have no input. */
    static ByteBuffer frame(MatchRules rules, long tick, int active) {
        ByteBuffer to = ByteBuffer.allocate(100);
        to.putLong(tick).putInt(0).putDouble(1).putShort((short) rules.minDelay);
        to.putLong(tick - 1).putInt(active).put((byte) 0);
        return to.put((byte) 0).flip();
    }

    /** A player who has the frames from a tick on, in which the given players take part. */
    private Peer comes(int player, long run, long from, long now, int... active) throws InvalidMessageException {
        return comes("", player, run, from, now, active);
    }

    private Peer comes(String computedBy, int player, long run, long from, long now, int... active)
            throws InvalidMessageException {
        Peer peer = peer();
        for (int i = 0; i < active.length; i++) {
            takeover.frame(peer, run, frame(from + i, active[i]), now);
        }
        peer.asks(
                new JoinRequest(player, true, player == 1 ? PlayerIdentity.of(SECRET) : 1, computedBy, List.of()), now);
        return peer;
    }

    /** A player who has the frames from a tick to a tick, in which all take part. */
    private Peer comes(int player, long run, long from, long to, long now) throws InvalidMessageException {
        int[] active = new int[(int) (to - from) + 1];
        Arrays.fill(active, ALL);
        return comes(player, run, from, now, active);
    }

    @Test
    void whoHasTheNewestFrameIsRight() throws InvalidMessageException {
        Peer first = comes(0, 1, 5, 10, 0);
        Peer newest = comes(1, 1, 6, 12, 0);
        Peer behind = comes(2, 1, 3, 5, 0);
        assertFalse(takeover.isOver(499 * MILLI), "the first ones may be wrong about who is missing");
        assertTrue(takeover.isOver(500 * MILLI));
        assertEquals(12, takeover.tick());
        assertEquals(11, takeover.newestFrame().agreedTick());
        assertTrue(takeover.canGoOn(first));
        assertTrue(takeover.canGoOn(newest));
        assertFalse(takeover.canGoOn(behind));
    }

    /** The sequencer of run 2 has gone on after tick 10 without player 0, and has lost a frame to player 2. */
    @Test
    void whoWasLeftBehindByAnEarlierSequencerDoesNotCount() throws InvalidMessageException {
        Peer leftBehind = comes(0, 1, 5, 14, 0);
        Peer other = comes(1, 2, 8, 0, ALL, ALL, ALL, 0b110);
        Peer atTheSameTick = comes(0, 1, 5, 11, 0);
        Peer atThatTime = comes(0, 1, 5, 10, 0);
        Peer lacksOne = comes(2, 1, 4, 10, 0);
        assertTrue(takeover.isOver(500 * MILLI));
        assertEquals(11, takeover.tick());
        assertFalse(takeover.canGoOn(leftBehind));
        assertTrue(takeover.canGoOn(other));
        assertFalse(takeover.canGoOn(atTheSameTick));
        assertFalse(takeover.canGoOn(atThatTime));
        assertTrue(takeover.canGoOn(lacksOne));
    }

    @Test
    void waitsForAllButNotForLong() throws InvalidMessageException {
        assertFalse(takeover.isOver(1_499 * MILLI));
        comes(0, 1, 5, 10, 1_400 * MILLI);
        assertFalse(takeover.isOver(1_899 * MILLI));
        assertTrue(takeover.isOver(1_900 * MILLI));
        assertEquals(10, takeover.tick());
    }

    @Test
    void whoseWorldComputesOtherBitsCanNotGoOn() throws InvalidMessageException {
        Peer newest = comes("another", 0, 1, 5, 0, ALL, ALL, ALL);
        Peer first = comes(1, 1, 5, 5, 0);
        Peer second = comes(2, 1, 5, 0, ALL, ALL);
        assertTrue(takeover.isOver(500 * MILLI));
        assertEquals(6, takeover.tick());
        assertTrue(takeover.canGoOn(first) && takeover.canGoOn(second));
        assertFalse(takeover.canGoOn(newest));
    }

    @Test
    void framesMustFollowEachOther() throws InvalidMessageException {
        Peer peer = peer();
        takeover.frame(peer, 1, frame(5, ALL), 0);
        assertEquals(
                "the frame of tick 7 is not expected",
                assertThrows(InvalidMessageException.class, () -> takeover.frame(peer, 1, frame(7, ALL), 0))
                        .getMessage());
        assertThrows(InvalidMessageException.class, () -> takeover.frame(peer, 2, frame(6, ALL), 0), "of another run");
        takeover.frame(peer, 1, frame(6, ALL), 0);
    }

    @Test
    void aPlayerWhoInventsTheNewestFrameEndsTheMatchOfNoOther() throws InvalidMessageException {
        Peer liar = comes(0, 2, 1L << 38, 0, 0b001, 0b001);
        comes(0, 2, 1L << 38, 0, 0b001, 0b001);
        Peer first = comes(1, 1, 6, 12, 499 * MILLI);
        Peer second = comes(2, 1, 6, 11, 499 * MILLI);
        assertTrue(takeover.isOver(500 * MILLI));
        assertEquals(12, takeover.tick());
        assertTrue(takeover.canGoOn(first) && takeover.canGoOn(second));
        assertFalse(takeover.canGoOn(liar));
    }

    /** With one honest player and one liar, only a host decides who is right. */
    @Test
    void aHostWinsATieAgainstNewerFrames() throws InvalidMessageException {
        Peer liar = comes(0, 2, 1L << 38, 0, 0b001, 0b001);
        Peer host = comes(1, 1, 6, 12, 0);
        assertTrue(takeover.isOver(1_500 * MILLI));
        assertTrue(takeover.canGoOn(host));
        assertFalse(takeover.canGoOn(liar));
    }

    /** One peer must not harm the others, whatever it sends. */
    @Test
    void theMatchCanGoOnForAHundredYearsAfterAFrame() throws InvalidMessageException {
        long most = Long.MAX_VALUE / 2 / (rules.periodNanos() + 1);
        for (long tick : new long[] {most + 1, 1L << 62, Long.MAX_VALUE}) {
            Peer peer = peer();
            assertThrows(InvalidMessageException.class, () -> takeover.frame(peer, 1, frame(tick, ALL), 0));
        }
        comes(0, 1, most - 1, most, 0);
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
                takeover.frame(peer, 1, large, 0);
            } else {
                Peer last = peer;
                assertThrows(InvalidMessageException.class, () -> takeover.frame(last, 1, large, 0));
            }
        }
    }

    /** Otherwise it could take the place of the peer that plays now. */
    @Test
    void whoHasLeftOrJoinedInTheFramesThatItLacksCanNotGoOn() throws InvalidMessageException {
        Peer other = comes(1, 1, 4, 0, ALL, 0b011, 0b010, ALL);
        Peer leftThen = comes(0, 1, 3, 0, ALL, ALL, ALL);
        Peer joinedThen = comes(2, 1, 4, 0, 0b111, 0b011, 0b010);
        Peer knowsAll = comes(2, 1, 4, 0, ALL, 0b011, 0b010, ALL);
        assertTrue(takeover.isOver(500 * MILLI));
        assertTrue(takeover.canGoOn(other));
        assertFalse(takeover.canGoOn(leftThen));
        assertFalse(takeover.canGoOn(joinedThen));
        assertTrue(takeover.canGoOn(knowsAll));
    }

    @Test
    void whoIsNotInTheNewestTickCanNotGoOn() throws InvalidMessageException {
        Peer removed = comes(0, 1, 5, 8, 0);
        Peer other = comes(1, 1, 6, 0, ALL, ALL, ALL, 0b110);
        Peer anyPlayer = comes(Peer.NO_PLAYER, 1, 5, 8, 0);
        assertTrue(takeover.isOver(1_500 * MILLI));
        assertTrue(takeover.canGoOn(other));
        assertFalse(takeover.canGoOn(removed));
        assertFalse(takeover.canGoOn(anyPlayer));
    }
}
