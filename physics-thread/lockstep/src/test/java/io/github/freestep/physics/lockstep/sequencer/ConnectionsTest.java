package io.github.freestep.physics.lockstep.sequencer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.physics.lockstep.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.link.Link;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.Messages;
import io.github.freestep.physics.lockstep.link.Packet;
import io.github.freestep.state.StateLayout;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConnectionsTest {
    private static final long SECOND = 1_000_000_000;

    private final Packet packets = new Packet();
    private final MatchSettings settings = MatchSettings.of("t", StateLayout.of(1), 2);
    private final MatchRules rules = Rules.of(settings);
    private final Match match = new Match(rules, 1);
    private final Map<Long, List<ByteBuffer>> sent = new HashMap<>();
    private final Connections connections = new Connections(match, this::keep, peer -> false);

    private void keep(long peer, ByteBuffer packet) {
        ByteBuffer copy = ByteBuffer.allocate(packet.remaining()).put(packet.duplicate());
        sent.computeIfAbsent(peer, any -> new ArrayList<>()).add(copy.flip());
    }

    private Link join(long peer, long identity, long now) {
        ByteBuffer join = ByteBuffer.allocate(Messages.MAX_TO_SEQUENCER);
        Messages.writeJoin(join, 0, true, identity, rules.entries());
        Link link = new Link(70 + peer, Messages.MAX_TO_SEQUENCER, now);
        link.offer(Packet.URGENT, join.flip());
        flush(peer, link, now);
        connections.admit(now);
        return link;
    }

    private void flush(long peer, Link link, long now) {
        link.flush(now, packet -> connections.onPacket(peer, packet, now));
    }

    @Test
    void aPeerThatAcknowledgesLateKeepsItsPlaceOnceItWasHeardForASecond() throws InvalidMessageException {
        Link late = join(7, 1, 0);
        connections.flush(0);
        long now = 50 * SECOND;
        for (ByteBuffer packet : sent.get(7L)) {
            packets.token(packet);
            late.onPacket(packet, now, message -> {});
        }
        flush(7, late, now);
        assertTrue(match.places()[0].peer().link().roundTripNanos() > 40 * SECOND);
        join(8, 2, now);
        assertFalse(isRefused(8, now));
        flush(7, late, now + SECOND);
        assertFalse(isRefused(8, now + SECOND), "what was heard may have been on its way");
        flush(7, late, now + SECOND * 13 / 10);
        assertTrue(isRefused(8, now + SECOND * 13 / 10));
    }

    /** Otherwise the place would belong to a connection that has ended. */
    @Test
    void aPlayerThatSendsAPositionLosesItsPlace() {
        Link link = join(7, 1, 0);
        ByteBuffer position = ByteBuffer.allocate(100);
        Messages.writePosition(position, 1, 0);
        link.offer(Packet.URGENT, position.flip());
        flush(7, link, 0);
        assertEquals(PlayerPlace.State.EMPTY, match.places()[0].state());
    }

    private boolean isRefused(long peer, long now) {
        connections.admit(now);
        connections.flush(now);
        return sent.get(peer).stream()
                .anyMatch(packet -> new String(packet.array(), StandardCharsets.ISO_8859_1)
                        .contains("player 0 is in the match already"));
    }

    @Test
    void aPeerThatTakesNoMessagesLosesItsPlaceAndKeepsItUntilThen() {
        join(7, 1, 0);
        Peer peer = match.places()[0].peer();
        ByteBuffer message = ByteBuffer.allocate(60_000);
        int sent = 0;
        for (; !peer.isTooSlow(); sent++) {
            connections.admit(0);
            assertEquals(0, peer.player());
            peer.send(message);
        }
        int queued = peer.link().queuedBytes(Packet.URGENT);
        assertTrue(queued >= (sent - 1) * 60_000 && queued < sent * 60_000, "queued " + queued);
        // A message that is lost leaves a gap, so no later one may follow.
        peer.send(ByteBuffer.allocate(1));
        assertEquals(queued, peer.link().queuedBytes(Packet.URGENT));
        connections.admit(0);
        assertTrue(peer.ended());
        assertFalse(peer.isTooSlow());
        assertFalse(peer.hasPlace());
        assertEquals(PlayerPlace.State.EMPTY, match.places()[0].state());
    }
}
