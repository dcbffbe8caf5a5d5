package io.github.freestep.physics.lockstep.sequencer;

import static io.github.freestep.testing.Refused.refusedWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.physics.lockstep.link.InputFrame;
import io.github.freestep.physics.lockstep.link.JoinRequest;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.Messages;
import io.github.freestep.physics.lockstep.link.PlayerIdentity;
import io.github.freestep.state.StateLayout;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Where a new sequencer continues, and with whom, by what the players have. */
class TakeoverRulesTest {
    private static final long MILLI = 1_000_000;
    private static final int ALL = 0b111;

    private static final byte[] SECRET = new byte[16];

    private final MatchRules rules =
            Rules.of(MatchSettings.of("takeover", StateLayout.of(1), 3).axes(0).host(MatchSettings.hostKey(SECRET)));
    private final Takeover takeover = new Takeover(rules);

    private Peer peer() {
        return Places.peer();
    }

    private long tick() {
        return takeover.all.get(takeover.choose()).getLast().tick();
    }

    private ByteBuffer frame(long tick, int active) {
        return frame(rules, tick, active);
    }

    /** A frame in which players take part who have no input. */
    static ByteBuffer frame(MatchRules rules, long tick, int active) {
        ByteBuffer to = ByteBuffer.allocate(100);
        Messages.beginFrame(to);
        to.putLong(tick).putInt(0).putDouble(1).putShort((short) rules.minDelay);
        to.putLong(tick - 1).putInt(active).put((byte) 0);
        return to.put((byte) 0).flip();
    }

    /** A player who has the frames from a tick on, in which the given players take part. */
    private Peer comes(int player, long from, long now, int... active) throws InvalidMessageException {
        return comes("", player, from, now, active);
    }

    private Peer comes(String computedBy, int player, long from, long now, int... active)
            throws InvalidMessageException {
        Peer peer = peer();
        for (int i = 0; i < active.length; i++) {
            takeover.frame(peer, frame(from + i, active[i]), now);
        }
        peer.asks(
                new JoinRequest(player, true, player == 1 ? PlayerIdentity.of(SECRET) : 1, computedBy, List.of()),
                rules,
                now);
        return peer;
    }

    /** A player who has the frames from a tick to a tick, in which all take part. */
    private Peer comes(int player, long from, long to, long now) throws InvalidMessageException {
        int[] active = new int[(int) (to - from) + 1];
        Arrays.fill(active, ALL);
        return comes(player, from, now, active);
    }

    /** Yes or no for each of these players. */
    private String canGoOn(Peer... players) {
        return Stream.of(players)
                .map(player -> takeover.lacking(player, takeover.choose()) == null ? "no" : "yes")
                .collect(Collectors.joining(" "));
    }

    @Test
    void whoHasTheNewestFrameIsRight() throws InvalidMessageException {
        Peer first = comes(0, 5, 10, 0);
        Peer newest = comes(1, 6, 12, 0);
        Peer behind = comes(2, 3, 5, 0);
        takeover.frame(peer(), frame(10, ALL), 0); // and has not asked for a place yet
        assertFalse(takeover.isOver(499 * MILLI), "the first ones may be wrong about who is missing");
        assertTrue(takeover.isOver(500 * MILLI));
        assertEquals(12, tick());
        assertEquals("yes yes no", canGoOn(first, newest, behind));
    }

    /** The sequencer of run 2 has gone on after tick 10 without player 0, and has lost a frame to player 2. */
    @Test
    void whoWasLeftBehindByAnEarlierSequencerDoesNotCount() throws InvalidMessageException {
        Peer leftBehind = comes(0, 5, 14, 0);
        Peer other = comes(1, 8, 0, ALL, ALL, ALL, 0b110);
        Peer atTheSameTick = comes(2, 5, 11, 0);
        Peer atThatTime = comes(0, 5, 10, 0);
        Peer lacksOne = comes(2, 4, 10, 0);
        assertTrue(takeover.isOver(500 * MILLI));
        assertEquals(11, tick());
        assertEquals("no yes no no yes", canGoOn(leftBehind, other, atTheSameTick, atThatTime, lacksOne));
    }

    @Test
    void waitsForAllButNotForLong() throws InvalidMessageException {
        assertFalse(takeover.isOver(1_499 * MILLI));
        comes(Peer.NO_PLAYER, 5, 10, 1_400 * MILLI);
        assertTrue(takeover.choose() == null, "no player can continue");
        comes(0, 5, 10, 1_400 * MILLI);
        assertFalse(takeover.isOver(1_899 * MILLI));
        assertTrue(takeover.isOver(1_900 * MILLI));
        assertEquals(10, tick());
    }

    /** Otherwise a new match would begin, although one who has played may still come. */
    @Test
    void whoWasStillJoiningDoesNotEndTheWait() throws InvalidMessageException {
        comes(2, 5, 0, 0b011, 0b011);
        assertFalse(takeover.isOver(5_999 * MILLI));
        comes(0, 5, 0, 0b011, 0b011);
        assertTrue(takeover.isOver(1_500 * MILLI));
        assertEquals(6, tick());
    }

    @Test
    void whoseWorldComputesOtherBitsCanNotGoOn() throws InvalidMessageException {
        Peer newest = comes("another", 0, 5, 0, ALL, ALL, ALL);
        Peer first = comes(1, 5, 5, 0);
        Peer second = comes(2, 5, 0, ALL, ALL);
        assertTrue(takeover.isOver(500 * MILLI));
        assertEquals(6, tick());
        assertEquals("yes yes no", canGoOn(first, second, newest));
    }

    @Test
    void framesMustFollowEachOther() throws InvalidMessageException {
        Peer peer = peer();
        takeover.frame(peer, frame(5, ALL), 0);
        refusedWith(
                "the frame of tick 7 is not expected",
                InvalidMessageException.class,
                () -> takeover.frame(peer, frame(7, ALL), 0));
        ByteBuffer agreed = frame(6, ALL).putLong(1 + InputFrame.DELAY_AT + 2, 6);
        assertThrows(InvalidMessageException.class, () -> takeover.frame(peer, agreed, 0), "agreed before it was sent");
        for (long tick = 6; tick <= 5 + rules.maxDelay(); tick++) {
            takeover.frame(peer, frame(tick, ALL), 0);
        }
        ByteBuffer tooMany = frame(6 + rules.maxDelay(), ALL);
        assertThrows(InvalidMessageException.class, () -> takeover.frame(peer, tooMany, 0));
    }

    @Test
    void aPlayerWhoInventsTheNewestFrameEndsTheMatchOfNoOther() throws InvalidMessageException {
        Peer liar = comes(0, 1L << 38, 0, 0b001, 0b001);
        comes(0, 1L << 38, 0, 0b001, 0b001);
        comes(0, 1L << 38, 0, 0b001, 0b001);
        Peer first = comes(1, 6, 12, 499 * MILLI);
        Peer second = comes(2, 6, 11, 499 * MILLI);
        assertTrue(takeover.isOver(500 * MILLI));
        assertEquals(12, tick());
        assertEquals("yes yes no", canGoOn(first, second, liar));
    }

    /** With one honest player and one liar, only a host decides who is right. */
    @Test
    void aHostWinsATieAgainstNewerFrames() throws InvalidMessageException {
        Peer liar = comes(0, 1L << 38, 0, 0b001, 0b001);
        Peer host = comes(1, 6, 12, 0);
        assertTrue(takeover.isOver(1_500 * MILLI));
        assertEquals("yes no", canGoOn(host, liar));
    }

    /** One peer must not harm the others, whatever it sends. */
    @Test
    void theMatchCanGoOnForAHundredYearsAfterAFrame() throws InvalidMessageException {
        long most = Long.MAX_VALUE / 2 / (rules.periodNanos() + 1);
        for (long tick : new long[] {most + 1, 1L << 62, Long.MAX_VALUE}) {
            Peer peer = peer();
            assertThrows(InvalidMessageException.class, () -> takeover.frame(peer, frame(tick, ALL), 0));
        }
        comes(0, most - 1, most, 0);
        assertTrue(takeover.isOver(1_500 * MILLI));
        assertTrue(rules.dueNanos(tick() + 60L * 31_536_000 * 100) > 0);
    }

    @Test
    void theBytesOfAllFramesAreBounded() throws InvalidMessageException {
        int length = 2 + 6 + 30_000;
        ByteBuffer input = ByteBuffer.allocate(5 + length).put((byte) 0).putInt(length);
        input.put((byte) 0).put((byte) 1).putInt(7).putShort((short) 30_000);
        Peer peer = peer();
        for (int i = 0; i < (64 << 20) / (frame(1, ALL).remaining() + 5 + length); i++) {
            peer = i % rules.maxDelay() == 0 ? peer() : peer;
            takeover.frame(peer, large(1 + i, input), 0);
        }
        ByteBuffer tooMany = large(1, input);
        assertThrows(InvalidMessageException.class, () -> takeover.frame(peer(), tooMany, 0));
    }

    private ByteBuffer large(long tick, ByteBuffer input) {
        ByteBuffer small = frame(tick, ALL);
        ByteBuffer large =
                ByteBuffer.allocate(small.remaining() + input.capacity()).put(small);
        return large.put(large.position() - 1, (byte) 1).put(input.rewind()).flip();
    }

    /** Otherwise it could take the place of the peer that plays now. */
    @Test
    void whoHasLeftOrJoinedInTheFramesThatItLacksCanNotGoOn() throws InvalidMessageException {
        Peer other = comes(1, 4, 0, ALL, 0b011, 0b010, ALL);
        Peer leftThen = comes(0, 4, 0, ALL, 0b011);
        Peer joinedThen = comes(2, 4, 0, 0b111, 0b011, 0b010);
        Peer knowsAll = comes(2, 4, 0, ALL, 0b011, 0b010, ALL);
        assertTrue(takeover.isOver(500 * MILLI));
        assertEquals("yes no no yes", canGoOn(other, leftThen, joinedThen, knowsAll));
    }

    @Test
    void whoIsNotInTheNewestTickCanNotGoOn() throws InvalidMessageException {
        Peer removed = comes(0, 5, 8, 0);
        Peer other = comes(1, 6, 0, ALL, ALL, ALL, 0b110);
        Peer anyPlayer = comes(Peer.NO_PLAYER, 5, 8, 0);
        assertTrue(takeover.isOver(1_500 * MILLI));
        assertEquals("yes no no", canGoOn(other, removed, anyPlayer));
    }
}
