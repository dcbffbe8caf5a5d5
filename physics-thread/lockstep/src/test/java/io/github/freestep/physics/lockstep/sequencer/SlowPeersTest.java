package io.github.freestep.physics.lockstep.sequencer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.link.InvalidMessageException;
import io.github.freestep.net.link.Link;
import io.github.freestep.net.link.Packet;
import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.physics.lockstep.link.JoinRequest;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.Messages;
import io.github.freestep.state.StateLayout;
import io.github.freestep.time.Ratio;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Peers that acknowledge late, or nothing. */
class SlowPeersTest {
    private static final long MILLI = 1_000_000;

    private final MatchRules rules = Rules.of(MatchSettings.of("t", StateLayout.of(1), 2));
    private final List<ByteBuffer> toFirst = new ArrayList<>();
    private boolean isSecondRefused;
    private final Sequencer sequencer = new Sequencer(rules, this::keep, peer -> false);
    private long now;

    private void keep(long peer, ByteBuffer packet) {
        ByteBuffer copy = ByteBuffer.allocate(packet.remaining()).put(packet.duplicate());
        if (peer == 1) {
            toFirst.add(copy.flip());
        }
        String text = new String(copy.array(), StandardCharsets.ISO_8859_1);
        isSecondRefused |= peer == 2 && text.contains("player 0 is in the match already");
    }

    private Link join(long peer) {
        ByteBuffer join = ByteBuffer.allocate(Messages.MAX_TO_SEQUENCER);
        Messages.writeJoin(join, new JoinRequest(0, true, peer, "", rules.entries()));
        Link link = new Link(70 + peer, Messages.MAX_TO_SEQUENCER, now);
        link.offer(Packet.URGENT, join.flip());
        pass(peer, link, 0);
        return link;
    }

    private void pass(long peer, Link link, long millis) {
        now += millis * MILLI;
        link.flush(now, packet -> sequencer.onPacket(peer, packet, now));
        sequencer.onTime(now);
    }

    @Test
    void whoAcknowledgesLateKeepsItsPlaceOnceItWasHeardForASecond() throws InvalidMessageException {
        Link late = join(1);
        List<ByteBuffer> answers = List.copyOf(toFirst);
        for (; now < 4_000 * MILLI; now += 200 * MILLI) {
            sequencer.onTime(now);
        }
        for (ByteBuffer packet : answers) {
            Packet.token(packet);
            late.onPacket(packet, now);
            while (late.take() != null) {
                assertFalse(isSecondRefused);
            }
        }
        pass(1, late, 0);
        join(2);
        for (int tenths = 1; tenths <= 10; tenths++) {
            pass(1, late, 100);
            assertFalse(isSecondRefused, "what was heard may have been on its way");
        }
        pass(1, late, 100);
        pass(1, late, 200);
        assertTrue(isSecondRefused);
    }

    @Test
    void whoTakesNoMessagesLosesItsConnection() {
        Link deaf = join(1);
        for (int i = 0; i < 1 << 14; i++) {
            assertTrue(sequencer.hasConnections());
            sequencer.scale(Ratio.of(1 + i % 2));
            pass(1, deaf, 1);
        }
        for (int i = 0; i < 4_000 && sequencer.hasConnections(); i++) {
            pass(1, deaf, 1);
        }
        assertFalse(sequencer.hasConnections());
        assertEquals(0, sequencer.status().players());
    }
}
