package io.github.freestep.physics.lockstep.sequencer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.physics.lockstep.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.Messages;
import io.github.freestep.physics.lockstep.link.Packet;
import io.github.freestep.physics.lockstep.sequencer.LateJoin.Sent;
import io.github.freestep.state.StateLayout;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class LateJoinSendTest {
    private static final long SECOND = 1_000_000_000;

    private final MatchRules rules = Rules.of(MatchSettings.of("t", StateLayout.of(1), 2), 1 << 17);
    private final FrameLog log = new FrameLog(rules.history());
    private final Peer peer = Places.peer(0);
    private final LateJoin join = new LateJoin(rules);
    private final ByteBuffer message = ByteBuffer.allocate(2 * Messages.MAX_CHUNK);

    private long tick;

    private void append(int frames) {
        for (int i = 0; i < frames; i++) {
            log.append(++tick, ByteBuffer.allocate(500), 1);
        }
    }

    private static DonatedWorld world(long afterTick, int length) throws InvalidMessageException {
        DonatedWorld world = new DonatedWorld(1, afterTick, 0);
        world.add(length, 0, ByteBuffer.allocate(length), 0);
        return world;
    }

    @Test
    void sendsAllFramesSoFar() throws InvalidMessageException {
        assertFalse(join.hasBegun());
        assertEquals(Long.MAX_VALUE, join.next());
        join.begin(world(0, 100));
        assertTrue(join.hasBegun());
        assertEquals(1, join.next());
        append(10);
        assertEquals(Sent.ALL, join.send(peer, log, message));
        int queued = peer.link().queuedBytes(Packet.URGENT);
        assertEquals(Sent.ALL, join.send(peer, log, message));
        assertEquals(queued, peer.link().queuedBytes(Packet.URGENT));
        append(5);
        assertEquals(Sent.ALL, join.send(peer, log, message));
        assertTrue(peer.link().queuedBytes(Packet.URGENT) > queued);
    }

    @Test
    void stopsWhileTheQueueOfThePeerIsFull() throws InvalidMessageException {
        append(200);
        join.begin(world(0, 100));
        peer.send(ByteBuffer.allocate(200_000));
        assertEquals(Sent.PART, join.send(peer, log, message));
        assertEquals(200_000, peer.link().queuedBytes(Packet.URGENT));
    }

    @Test
    void sendsAWorldInPartsAndNoFrameBeforeItsEnd() throws InvalidMessageException {
        DonatedWorld world = new DonatedWorld(1, 4, 0);
        for (int offset = 0; offset < 1_000_000; offset += 1_000) {
            world.add(1_000_000, offset, ByteBuffer.allocate(1_000), 0);
        }
        append(10);
        join.begin(world);
        assertEquals(1, join.donor());
        assertEquals(Sent.PART, join.send(peer, log, message));
        int queued = peer.link().queuedBytes(Packet.URGENT);
        assertTrue(queued >= 128 << 10 && queued < 200_000, "queued " + queued);
        // What can't be restored is known only once it is there.
        assertNull(join.problem(10, 0, false, 0));
        assertFalse(join.blamesWorld(60 * SECOND));
    }

    @Test
    void aWorldThatWasSentMayBeToBlameIfNoTickIsSteppedAfterIt() throws InvalidMessageException {
        DonatedWorld world = world(4, 100);
        append(10);
        join.begin(world);
        assertEquals(Sent.ALL, join.send(peer, log, message));
        assertNull(join.problem(10, 0, false, SECOND));
        assertFalse(join.blamesWorld(31 * SECOND - 1));
        assertTrue(join.blamesWorld(31 * SECOND));
        join.forgive(5 * SECOND);
        assertFalse(join.blamesWorld(36 * SECOND - 1));
        assertTrue(join.blamesWorld(36 * SECOND));
    }

    @Test
    void thePeerThatReplacesADonorIsNotToBlame() throws InvalidMessageException {
        DonatedWorld world = world(4, 100);
        join.begin(world);
        join.forgetDonor(0);
        assertEquals(1, join.donor());
        join.forgetDonor(1);
        assertEquals(Peer.NO_PLAYER, join.donor());
    }

    @Test
    void saysWhichFramesAreNoLongerKept() throws InvalidMessageException {
        join.begin(world(0, 100));
        append(10);
        join.send(peer, log, message);
        append(600);
        assertEquals(Sent.LOST, join.send(peer, log, message));
        assertEquals(
                "joined too slowly: the frame of tick 11 is no longer kept, because the match keeps only 131072 bytes"
                        + " of frames",
                join.lostProblem());
    }
}
