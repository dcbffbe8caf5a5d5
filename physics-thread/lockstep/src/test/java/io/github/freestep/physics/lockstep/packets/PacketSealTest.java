package io.github.freestep.physics.lockstep.packets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class PacketSealTest {
    private static final byte[] KEY = new byte[16];
    private static final long NUMBER = 77;

    private final PacketSeal sequencer = PacketSeal.ofSequencer(KEY);
    private final PacketSeal peer = PacketSeal.ofPeer(KEY, NUMBER);

    private static ByteBuffer packet(long number, int content) {
        return ByteBuffer.allocate(12).putLong(number).putInt(content).flip();
    }

    private static ByteBuffer copy(ByteBuffer sealed) {
        return ByteBuffer.allocate(sealed.remaining()).put(sealed.duplicate()).flip();
    }

    private void introduce() {
        sequencer.open(peer.seal(packet(NUMBER, 0)));
        assertTrue(sequencer.isOfOtherRun());
        peer.open(sequencer.seal(ByteBuffer.allocate(8).putLong(NUMBER).flip()));
    }

    @Test
    void aPeerThatKnowsTheRunIsHeard() {
        introduce();
        ByteBuffer sealed = peer.seal(packet(NUMBER, 5));
        assertEquals(packet(NUMBER, 5), sequencer.open(sealed));
        assertFalse(sequencer.isOfOtherRun());
    }

    @Test
    void aRecordingOfAnEarlierRunIsOnlyAnswered() {
        introduce();
        ByteBuffer recorded = copy(peer.seal(packet(NUMBER, 5)));
        PacketSeal next = PacketSeal.ofSequencer(KEY);
        next.open(recorded);
        assertTrue(next.isOfOtherRun());
        next.open(recorded);
        assertTrue(next.isOfOtherRun());
    }

    @Test
    void aReplyToAnotherPeerDoesNotChangeTheRun() {
        introduce();
        PacketSeal other = PacketSeal.ofSequencer(KEY);
        peer.open(other.seal(packet(NUMBER + 1, 0)));
        sequencer.open(peer.seal(packet(NUMBER, 1)));
        assertFalse(sequencer.isOfOtherRun());
    }

    @Test
    void whatIsNotAuthenticIsNotOpened() {
        ByteBuffer sealed = copy(peer.seal(packet(NUMBER, 5)));
        sealed.put(20, (byte) (sealed.get(20) ^ 1));
        assertNull(sequencer.open(sealed));
    }
}
