package io.github.freestep.physics.lockstep.packets;

import io.github.freestep.net.seal.Sealer;
import io.github.freestep.net.seal.Unsealer;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts and authenticates the packets between a sequencer of a match and its peers, by AES-GCM with a shared key.
 * For one thread. Never blocks. Allocates about 1 kB per packet, in the JDK's cipher.
 *
 * <p>Each sealed packet has a random number that the sequencer has drawn at its start, its <i>run</i>. The sequencer
 * answers a packet of another run only with its own run. So what was recorded in an earlier run has no effect. A packet
 * that was recorded in this run is not refused, because the session ignores it by its numbers.
 */
public final class PacketSeal {
    /** The stream from the peers to the sequencer. */
    private static final String TO_SEQUENCER = "to sequencer";

    /** The stream from the sequencer to its peers. */
    private static final String TO_PEER = "to peer";

    private final Sealer sealer;
    private final Unsealer unsealer;

    private final ByteBuffer text = ByteBuffer.allocate(Sealer.MAX_PLAIN);
    private final boolean isSequencer;
    /** The number of the peer; for the sequencer, none. */
    private final long number;

    /** 0 at a peer that has not learned it yet. */
    private long run;

    private boolean isOfOtherRun;

    private PacketSeal(byte[] key, String out, String in, long number) {
        isSequencer = number == PeerNumber.NONE;
        this.number = number;
        run = isSequencer ? PeerNumber.draw() : 0;
        sealer = Sealer.of(key, out, new SecureRandom().nextInt(), Sealer.counterOfNow());
        unsealer = Unsealer.of(key, in);
    }

    /** Creates the seal of the sequencer, from a key of 16 or 32 bytes. */
    public static PacketSeal ofSequencer(byte[] key) {
        return new PacketSeal(key, TO_PEER, TO_SEQUENCER, PeerNumber.NONE);
    }

    /** Creates the seal of a peer with a {@link PeerNumber}, from a key of 16 or 32 bytes. */
    public static PacketSeal ofPeer(byte[] key, long number) {
        return new PacketSeal(key, TO_SEQUENCER, TO_PEER, number);
    }

    /**
     * Seals a packet: its bytes between position and limit, which stay unchanged.
     *
     * @return what to send, valid until the next call
     * @throws java.nio.BufferOverflowException if the packet is longer than {@link Sealer#MAX_PLAIN} less 8 bytes
     */
    ByteBuffer seal(ByteBuffer packet) {
        int position = packet.position();
        text.clear().putLong(run).put(packet).flip();
        packet.position(position);
        return sealer.seal(text);
    }

    /**
     * Opens a packet that the other side has sealed: its bytes between position and limit, which stay unchanged.
     *
     * @return the number of the peer and the packet, valid until the next call; null if it is not authentic
     */
    @Nullable ByteBuffer open(ByteBuffer sealed) {
        ByteBuffer opened = unsealer.open(sealed);
        if (opened == null || opened.remaining() < Long.BYTES + PeerNumber.BYTES) {
            return null;
        }
        long theirs = opened.getLong();
        isOfOtherRun = isSequencer && theirs != run;
        // Replies to other peers were perhaps recorded. Those to this one are of this run, or the next one corrects it.
        if (!isSequencer && opened.getLong(opened.position()) == number) {
            run = theirs;
        }
        return opened;
    }

    /** Whether the sequencer must only answer the packet that was opened last, because it is of another run. */
    boolean isOfOtherRun() {
        return isOfOtherRun;
    }
}
