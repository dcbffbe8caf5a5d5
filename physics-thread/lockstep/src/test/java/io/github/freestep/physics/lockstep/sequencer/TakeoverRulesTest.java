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
import io.github.freestep.state.StateLayout;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where a new sequencer continues, and with whom, by what the players have. */
class TakeoverRulesTest {
    private static final long MILLI = 1_000_000;
    private static final int ALL = 0b111;

    private final MatchRules rules =
            Rules.of(MatchSettings.of("takeover", StateLayout.of(1), 3).axes(0));
    private final Takeover takeover = new Takeover(rules);

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
        Peer peer = Places.peer();
        for (int i = 0; i < active.length; i++) {
            takeover.frame(peer, frame(from + i, active[i]), now);
        }
        peer.isHost = player == 1;
        peer.asks(new JoinRequest(player, true, 1, computedBy, List.of()), rules, now);
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
        takeover.frame(Places.peer(), frame(10, ALL), 0); // and has not asked for a place yet
        assertFalse(takeover.isOver(499 * MILLI), "the first ones may be wrong about who is missing");
        assertTrue(takeover.isOver(500 * MILLI));
        assertEquals(12, tick());
        assertEquals("yes yes no", canGoOn(first, newest, behind));
    }

    /**
     * Each player has a number, the tick of its oldest frame, a digit for each frame with the bits of those who take
     * part, and perhaps what computes its world. Player 1 is the host.
     */
    @ParameterizedTest
    @CsvSource({
        "left behind by an earlier sequencer, 0 5 7777777777; 1 8 7776; 2 5 7777777; 0 5 777777; 2 4 7777777, 500, 11,"
                + " no yes no no yes",
        "whose world computes other bits, 0 5 777 another; 1 5 7; 2 5 77, 500, 6, no yes yes",
        "who invents the newest frame ends the match of no other, 0 274877906944 11; 0 274877906944 11;"
                + " 0 274877906944 11; 1 6 7777777; 2 6 777777, 500, 12, no no no yes yes",
        "only a host decides between one honest player and one liar, 0 274877906944 11; 1 6 7777777, 1500, 12, no yes",
        "who has left or joined could take the place of who plays now, 1 4 7327; 0 4 73; 2 4 732; 2 4 7327, 500, 7,"
                + " yes no no yes",
        "who is not in the newest tick, 0 5 7777; 1 6 7776; -1 5 7777, 1500, 9, no yes no",
    })
    void aNewSequencerContinuesWithSomeOfThePlayers(
            String who, String players, long millis, long tick, String continues) throws InvalidMessageException {
        List<Peer> come = new ArrayList<>();
        for (String player : players.split("; ")) {
            String[] has = player.split(" ");
            int[] active = has[2].chars().map(Character::getNumericValue).toArray();
            String computedBy = has.length > 3 ? has[3] : "";
            come.add(comes(computedBy, Integer.parseInt(has[0]), Long.parseLong(has[1]), 0, active));
        }
        assertTrue(takeover.isOver(millis * MILLI));
        assertEquals(tick, tick());
        assertEquals(continues, canGoOn(come.toArray(Peer[]::new)));
    }

    @Test
    void waitsForAllButNotForLong() throws InvalidMessageException {
        assertFalse(takeover.isOver(1_499 * MILLI));
        comes(Peer.NO_PLAYER, 5, 10, 1_400 * MILLI);
        assertTrue(takeover.choose() == null, "no player can continue");
        comes(0, 5, 10, 1_400 * MILLI);
        assertFalse(takeover.isOver(2_899 * MILLI), "a sequencer that has just started is slow");
        assertTrue(takeover.isOver(2_900 * MILLI));
        assertEquals(10, tick());
    }

    /** It has no match, or lies. */
    @Test
    void whoOnlySendsAFrameDoesNotBeginTheWait() throws InvalidMessageException {
        takeover.frame(Places.peer(), frame(10, 0), 0);
        comes(0, 5, 10, 1_600 * MILLI);
        assertFalse(takeover.isOver(3_099 * MILLI));
        assertTrue(takeover.isOver(3_100 * MILLI));
    }

    @Test
    void waitsAsLongAsTheMatchWaitsForAPlayer() throws InvalidMessageException {
        rules.maxWait = Duration.ofSeconds(5);
        comes(0, 5, 10, 0);
        assertFalse(takeover.isOver(4_999 * MILLI));
        assertTrue(takeover.isOver(5_000 * MILLI));
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
    void framesMustFollowEachOther() throws InvalidMessageException {
        Peer peer = Places.peer();
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

    /** One peer must not harm the others, whatever it sends. */
    @Test
    void theMatchCanGoOnForAHundredYearsAfterAFrame() throws InvalidMessageException {
        long most = Long.MAX_VALUE / 2 / (rules.periodNanos() + 1);
        for (long tick : new long[] {most + 1, 1L << 62, Long.MAX_VALUE}) {
            Peer peer = Places.peer();
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
        Peer peer = Places.peer();
        for (int i = 0; i < (64 << 20) / (frame(1, ALL).remaining() + 5 + length); i++) {
            peer = i % rules.maxDelay() == 0 ? Places.peer() : peer;
            takeover.frame(peer, large(1 + i, input), 0);
        }
        ByteBuffer tooMany = large(1, input);
        assertThrows(InvalidMessageException.class, () -> takeover.frame(Places.peer(), tooMany, 0));
    }

    private ByteBuffer large(long tick, ByteBuffer input) {
        ByteBuffer small = frame(tick, ALL);
        ByteBuffer large =
                ByteBuffer.allocate(small.remaining() + input.capacity()).put(small);
        return large.put(large.position() - 1, (byte) 1).put(input.rewind()).flip();
    }
}
