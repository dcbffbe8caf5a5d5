package io.github.freestep.physics.lockstep.direct;

import io.github.freestep.net.link.Endpoints;
import io.github.freestep.net.link.HostAddress;
import io.github.freestep.net.seal.SharedKey;
import io.github.freestep.physics.lockstep.LockstepTransport;
import io.github.freestep.physics.lockstep.SequencerTransport;
import io.github.freestep.physics.lockstep.packets.LinkedPeer;
import io.github.freestep.physics.lockstep.packets.PacketLink;
import io.github.freestep.physics.lockstep.packets.PacketSeal;
import io.github.freestep.physics.lockstep.packets.PeerNumber;
import java.net.InetAddress;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Connects the peers of a match with their sequencer over a network, by direct Aeron streams. Settings for one thread;
 * the transports run on a thread of their own, and none of their methods blocks, except {@code close()}.
 *
 * <pre>{@code
 * SequencerTransport server = AeronLockstep.at("0.0.0.0").key(secret).listen();
 * LockstepTransport peer = AeronLockstep.at("192.168.1.7").key(secret).connect();
 * }</pre>
 *
 * <p>The package document says what Aeron needs to run.
 */
public final class AeronLockstep {
    /** The port if none is set. */
    public static final int DEFAULT_PORT = 20_131;

    /**
     * The maximum number of peers of one sequencer. It exceeds that of players, because a peer that vanishes keeps its
     * place for 2 s.
     */
    public static final int MAX_PEERS = 64;

    /**
     * One session, and some previous ones of the same sequencer: Aeron counts a session again when it is set up.
     */
    private static final int PEER_SESSIONS = 8;

    private final String host;
    private int port = DEFAULT_PORT;
    private byte @Nullable [] key;
    private boolean withoutKey;

    private AeronLockstep(String host) {
        this.host = host;
    }

    /**
     * Returns settings for an address.
     *
     * @param host to {@link #listen}, an address of this machine, such as {@code "0.0.0.0"} for all, or
     *     {@code "127.0.0.1"} which no other machine can reach; to {@link #connect}, the address or name of the
     *     sequencer's machine
     * @return new settings
     */
    public static AeronLockstep at(String host) {
        return new AeronLockstep(Objects.requireNonNull(host, "host must not be null"));
    }

    /**
     * Sets the UDP port that peers send to. Replies leave from the next one. Default: {@value #DEFAULT_PORT}.
     *
     * @param number from 1 to 65534
     * @return this
     * @throws IllegalArgumentException if the number is out of range
     */
    public AeronLockstep port(int number) {
        port = Endpoints.requireTwoPorts(number);
        return this;
    }

    /**
     * Encrypts and authenticates all packets by AES-GCM, with a key that all peers and the sequencer have. With a key,
     * the JDK's cipher allocates about 1 kB per packet.
     *
     * @param secret 16 or 32 random bytes; copied
     * @return this
     * @throws IllegalArgumentException if there are more or fewer bytes
     */
    public AeronLockstep key(byte[] secret) {
        key = SharedKey.copy(Objects.requireNonNull(secret, "secret must not be null"));
        return this;
    }

    /**
     * Allows other machines to connect without a key. Then everyone on their networks can read and forge packets. Not
     * together with {@link #key}.
     *
     * @return this
     */
    public AeronLockstep withoutKey() {
        withoutKey = true;
        return this;
    }

    /**
     * Opens the sequencer's side, and returns once peers can connect.
     *
     * @return a transport for up to {@link #MAX_PEERS} peers at a time; its {@code toString()} says how many there are,
     *     and names the newest trouble
     * @throws java.io.UncheckedIOException if the port is in use, the address is unknown, or the network or the file
     *     system refuses
     * @throws IllegalStateException if Aeron or the JVM's flag that it needs is missing; or if other machines could
     *     connect and there is neither a {@link #key} nor {@link #withoutKey}
     * @throws IllegalArgumentException if there are both
     */
    public SequencerTransport listen() {
        InetAddress own = Endpoints.resolve(host);
        requireOneOf(key, withoutKey);
        if (key == null && !withoutKey && !own.isLoopbackAddress()) {
            throw new IllegalStateException("without a key, everyone who can reach " + host + ":" + port
                    + " could read and forge the packets of the match; set key(...), or allow it with withoutKey()");
        }
        Endpoints.requireTwoFree("sequencer", own, port);
        ServerStream stream = new ServerStream(own, port, MAX_PEERS);
        PacketSeal seal = key == null ? null : PacketSeal.ofSequencer(key);
        // An image that has gone keeps its place for a while.
        PacketLink link = new PacketLink("match-server", port, 2 * MAX_PEERS, stream, seal).start();
        return new LinkedSequencer(link, () -> "Aeron at " + host + ":" + port + ", peers: " + stream.peers());
    }

    private static void requireOneOf(byte @Nullable [] key, boolean withoutKey) {
        if (key != null && withoutKey) {
            throw new IllegalArgumentException(
                    "key(...) and withoutKey() must not both be set; leave out withoutKey() to encrypt the packets");
        }
    }

    /**
     * Opens a peer's side, and returns without waiting for the sequencer. If the sequencer is silent for 3 s, the
     * transport looks its address up again and opens new streams.
     *
     * @return a transport; its {@code toString()} names the sequencer and the newest trouble
     * @throws java.io.UncheckedIOException if the host is unknown, or the network or the file system refuses
     * @throws IllegalStateException if Aeron or the JVM's flag that it needs is missing
     * @throws IllegalArgumentException if there are both a {@link #key} and {@link #withoutKey}
     */
    public LockstepTransport connect() {
        requireOneOf(key, withoutKey);
        HostAddress server = HostAddress.of(host);
        server.resolve();
        long number = PeerNumber.draw();
        PacketSeal seal = key == null ? null : PacketSeal.ofPeer(key, number);
        PacketLink link =
                new PacketLink("match-peer", port, PEER_SESSIONS, new PeerStream(server, port, number), seal).start();
        return new LinkedPeer(link, number, () -> "Aeron to " + host + ":" + port);
    }
}
