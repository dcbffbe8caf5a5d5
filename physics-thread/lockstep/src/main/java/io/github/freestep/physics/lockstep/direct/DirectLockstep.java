package io.github.freestep.physics.lockstep.direct;

import io.github.freestep.internal.Inside;
import io.github.freestep.net.DatagramTransport;
import io.github.freestep.net.SharedPort;
import io.github.freestep.net.UdpTransport;
import io.github.freestep.net.link.AskedAddress;
import io.github.freestep.net.link.Endpoints;
import io.github.freestep.net.link.PortRoom;
import io.github.freestep.net.link.RoomHeader;
import io.github.freestep.net.seal.DevelopmentKey;
import io.github.freestep.net.seal.PlayerKeys;
import io.github.freestep.net.session.ServerLink;
import io.github.freestep.physics.lockstep.LockstepTransport;
import io.github.freestep.physics.lockstep.SequencerTransport;
import io.github.freestep.time.NanoClock;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.security.SecureRandom;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Connects the peers of a match with their sequencer over a network, by datagrams. Settings for one thread. The
 * transports belong to the threads of their sessions and sequencers, and none of their methods blocks.
 *
 * <pre>{@code
 * SequencerTransport server = DirectLockstep.at("0.0.0.0").key(secret).listen();
 * LockstepTransport peer = DirectLockstep.at("192.168.1.7").token(token).connect();
 * }</pre>
 */
public final class DirectLockstep {
    /** The port if none is set. */
    public static final int DEFAULT_PORT = 20_131;

    /**
     * The maximum number of peers of one sequencer. It exceeds that of players, because a peer that vanishes keeps its
     * place for 10 s.
     */
    public static final int MAX_PEERS = ServerLink.MOST_CLIENTS;

    private final @Nullable String host;
    private final @Nullable DatagramTransport given;
    private final @Nullable SharedPort shared;
    private int room;
    private int port = DEFAULT_PORT;
    private byte @Nullable [] key;
    private byte @Nullable [] token;

    private DirectLockstep(
            @Nullable String host, @Nullable DatagramTransport given, @Nullable SharedPort shared, int room) {
        this.host = host;
        this.given = given;
        this.shared = shared;
        this.room = RoomHeader.requireRoom(room);
    }

    /**
     * Returns settings for an address.
     *
     * @param host to {@link #listen}, an address of this machine, such as {@code "0.0.0.0"} for all, or
     *     {@code "127.0.0.1"} which no other machine can reach; to {@link #connect}, the address or name of the
     *     sequencer's machine
     * @return new settings
     */
    public static DirectLockstep at(String host) {
        return new DirectLockstep(Objects.requireNonNull(host, "host must not be null"), null, null, 0);
    }

    /**
     * Returns settings for a peer's connection that the game has already, such as that of its network library. For the
     * sequencer, see {@link SharedPort#over}.
     *
     * <p>Freestep cannot see who reaches the transport. Without a {@link #token}, everyone who does can read and forge.
     *
     * @param transport an open transport, which nothing else uses until the end is closed. The user closes it
     * @return settings for one call of {@link #connect(SocketAddress)}
     */
    public static DirectLockstep over(DatagramTransport transport) {
        return new DirectLockstep(null, Objects.requireNonNull(transport, "transport must not be null"), null, 0);
    }

    /**
     * Returns settings for a match that is a room of a port, on whose thread its sequencer runs then.
     *
     * @param port an open port
     * @param number from 0 to 65535, different from those of the port's other rooms; peers pass it to {@link #room}
     * @return settings for {@link #listen}, of one match after the other
     * @throws IllegalArgumentException if the number is out of range
     */
    public static DirectLockstep over(SharedPort port, int number) {
        return new DirectLockstep(null, null, Objects.requireNonNull(port, "port must not be null"), number);
    }

    /**
     * Sets the room of the match on a {@link SharedPort}. Default: 0, also for a sequencer that has a port of its own.
     *
     * @param number from 0 to 65535
     * @return this
     * @throws IllegalArgumentException if the number is out of range
     * @throws IllegalStateException if the settings are of a room of a port
     */
    public DirectLockstep room(int number) {
        if (shared != null) {
            throw new IllegalStateException("room(...) is for peers, but the settings are for " + inWords()
                    + "; pass its number to over(port, number)");
        }
        room = RoomHeader.requireRoom(number);
        return this;
    }

    /**
     * Sets the UDP port that peers send to. Default: {@value #DEFAULT_PORT}.
     *
     * @param number from 1 to 65535
     * @return this
     * @throws IllegalArgumentException if the number is out of range
     * @throws IllegalStateException if the settings are {@link #over} a transport or a port
     */
    public DirectLockstep port(int number) {
        requireHost("port(...)");
        port = Endpoints.requirePort(number);
        return this;
    }

    /**
     * Sets the key from which the {@link #token} of each peer is made. All packets are encrypted and authenticated by
     * AES-GCM, for each peer with keys of its own, which are in its token. The JDK's cipher allocates about 1 kB per
     * packet. For {@link #listen}. Default: a development key, which everyone has, so {@code listen} then throws if
     * other machines could connect.
     *
     * @param secret 16 or 32 random bytes, which no player may learn; copied
     * @return this
     * @throws IllegalArgumentException if there are more or fewer bytes
     */
    public DirectLockstep key(byte[] secret) {
        key = PlayerKeys.copyKey(Objects.requireNonNull(secret, "secret must not be null"));
        return this;
    }

    /**
     * Sets the token by which a player joins. For {@link #connect}, of one peer at a time. If the token has expired or
     * was made from another key, {@code toString()} of the transport says so. Default: one with a random number, for a
     * sequencer without a {@link #key} on the same machine or on a transport of your own.
     *
     * @param token from {@link io.github.freestep.net.PlayerToken#issue}; copied
     * @return this
     * @throws IllegalArgumentException if it has another length
     */
    public DirectLockstep token(byte[] token) {
        this.token = PlayerKeys.copyToken(Objects.requireNonNull(token, "token must not be null"));
        return this;
    }

    /**
     * Opens the sequencer's side, and returns once peers can connect.
     *
     * @return a transport for up to {@link #MAX_PEERS} peers at a time; its {@code toString()} says how many there are,
     *     and names the newest trouble
     * @throws java.io.UncheckedIOException if the port is in use or the address is unknown
     * @throws IllegalStateException if other machines could connect and there is no {@link #key}; if the settings are
     *     {@link #over(DatagramTransport) over} a transport; or if there is a {@link #token}
     */
    public SequencerTransport listen() {
        requireSecret(token, "listen()", "key(...), from which tokens are made, instead of token(...)");
        SharedPort port = shared;
        if (port != null) {
            PortRoom place = Inside.of(port).apply(room);
            return listen(place, null, keyAt(place.own(), inWords()), "at " + inWords());
        }
        String at = requireHost("listen()");
        String where = "at " + at + ":" + this.port;
        SharedPort own = SharedPort.listen(at, this.port);
        try {
            PortRoom place = Inside.of(own).apply(room);
            // Of the address that was bound, because a name that is resolved again may have another one.
            return listen(place, own, keyAt(place.own(), at + ":" + this.port), where);
        } catch (Throwable t) {
            own.close();
            throw t;
        }
    }

    private byte[] keyAt(@Nullable InetAddress own, String where) {
        return DevelopmentKey.or(key, own, where, "read and forge the packets of the match");
    }

    private SequencerTransport listen(PortRoom place, @Nullable SharedPort own, byte[] itsKey, String where) {
        ServerLink link = ServerLink.of(new SecureRandom().nextLong(), itsKey, room, null, ServerLink.Limits.NONE);
        String words = "listening " + where;
        return new SequencerTransport(new SequencerEnd(place, room, own, link, key != null, words, NanoClock.system()));
    }

    /** Returns what the settings are for, in words. */
    private String inWords() {
        return shared != null ? "room " + room + " of " + shared : given != null ? "" + given : "a host";
    }

    private String requireHost(String call) {
        if (host == null) {
            throw new IllegalStateException(call + " needs an address, but the settings are for " + inWords()
                    + "; use at(host), or over(SharedPort.over(transport), number) to listen");
        }
        return host;
    }

    /** Says which of the two secrets an end has: a player must not have that of the sequencer. */
    private void requireSecret(byte @Nullable [] foreign, String call, String instead) {
        if (foreign != null) {
            throw new IllegalStateException(call + " needs " + instead);
        }
    }

    /**
     * Opens a peer's side, and returns without waiting for the sequencer. While the sequencer is silent, the
     * transport looks its address up every 0.5 s.
     *
     * @return a transport; its {@code toString()} names the sequencer and the newest trouble
     * @throws java.io.UncheckedIOException if the host is unknown, or the system has no port
     * @throws IllegalStateException if the settings are {@link #over} a transport, or have a {@link #key}; or if the
     *     sequencer is on another machine, and there is no {@link #token}
     */
    public LockstepTransport connect() {
        String named = requireHost("connect()");
        int number = port;
        requireSecret(key, "connect()", "token(...), made by PlayerToken.issue(key, ...), instead of key(...)");
        AskedAddress<SocketAddress> server = new AskedAddress<>(
                () -> joinable(Endpoints.resolveAll(InetSocketAddress.createUnresolved(named, number)), true));
        return connect(UdpTransport.to(Endpoints.machineOf(server.all())), server, named + ":" + port);
    }

    /**
     * Opens a peer's side over the transport, and returns without waiting for the sequencer.
     *
     * @param sequencer the sequencer's address, as the transport knows it
     * @return a transport, as {@link #connect()} returns it
     * @throws IllegalStateException if the settings are not {@link #over} a transport, or there is a {@link #key}; or
     *     if the transport is UDP, the sequencer is on another machine or its address was not resolved, and there is no
     *     {@link #token}
     */
    public LockstepTransport connect(SocketAddress sequencer) {
        Objects.requireNonNull(sequencer, "sequencer must not be null");
        DatagramTransport over = given;
        if (over == null) {
            throw new IllegalStateException("connect(address) needs a transport, but the settings are for " + inWords()
                    + "; use over(transport), or connect()");
        }
        requireSecret(key, "connect()", "token(...), made by PlayerToken.issue(key, ...), instead of key(...)");
        List<SocketAddress> only = joinable(List.of(sequencer), over instanceof UdpTransport);
        return connect(over, new AskedAddress<>(() -> only, Runnable::run), sequencer + " over " + over);
    }

    private LockstepTransport connect(DatagramTransport over, AskedAddress<SocketAddress> server, String where) {
        byte[] own = DevelopmentKey.tokenOr(token);
        return new PeerEnd(over, over != given, room, own, server, "connected to " + where, NanoClock.system());
    }

    /** Returns the addresses of the sequencer, if this peer may join there. */
    private List<SocketAddress> joinable(List<SocketAddress> all, boolean isUdp) {
        if (isUdp && token == null) {
            all.forEach(DevelopmentKey::requireHere);
        }
        return all;
    }
}
