package io.github.freestep.physics.lockstep.direct;

import io.github.freestep.net.DatagramTransport;
import io.github.freestep.net.link.RoomHeader;
import io.github.freestep.net.seal.NamedPlayers;
import io.github.freestep.net.seal.PlayerKeys;
import io.github.freestep.net.seal.ReplayWindow;
import io.github.freestep.net.seal.Sealer;
import io.github.freestep.physics.lockstep.LockstepTransport;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.function.LongFunction;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** Writes and reads the datagrams of a match at one of their two ends. For one thread. */
final class MatchDatagram {
    private static final int MOST_PLAIN = 2 * Long.BYTES + LockstepTransport.MAX_PACKET;

    /** Sends a datagram, as a transport does. */
    interface Line {
        boolean send(ByteBuffer datagram, SocketAddress to) throws IOException;
    }

    private final Line line;
    private final int room;

    /** The players of the sequencer; null at a peer. */
    private final @Nullable NamedPlayers players;

    private final Sealer sealer = Sealer.ofRun();
    private final ByteBuffer text = ByteBuffer.allocate(MOST_PLAIN);

    /** The packet, in a buffer with an array; without a byte, the datagram only brings a ticket. */
    final ByteBuffer plain = ByteBuffer.allocate(MOST_PLAIN);

    private final ByteBuffer out = ByteBuffer.allocateDirect(DatagramTransport.MAX_BYTES);

    /** The newest trouble of the network; null if there was none. For any thread. */
    volatile @Nullable Throwable trouble;

    /** At a peer, the keys of the player. At the sequencer, those of the newest datagram, as are the next fields. */
    @Nullable PlayerKeys keys;

    long number;

    long ticket;

    /** The sender's counter, which goes up with each datagram and each run. */
    long counter;

    /** What a refusal repeats, which is the same in all datagrams of a peer; 0 if the datagram was not of the match. */
    private long echo;

    /** Differs between the runs of a sender. */
    int salt;

    private MatchDatagram(Line line, int room, @Nullable NamedPlayers players, @Nullable PlayerKeys keys) {
        this.line = line;
        this.room = room;
        this.players = players;
        this.keys = keys;
    }

    static MatchDatagram ofSequencer(Line line, int room, byte[] key) {
        return new MatchDatagram(line, room, new NamedPlayers(key, room), null);
    }

    static MatchDatagram ofPeer(Line line, int room, PlayerKeys keys) {
        return new MatchDatagram(line, room, null, keys);
    }

    static void require(ByteBuffer packet) {
        if (packet.remaining() > LockstepTransport.MAX_PACKET) {
            throw new IllegalArgumentException("a packet must have at most " + LockstepTransport.MAX_PACKET
                    + " bytes, had " + packet.remaining() + "; split it");
        }
    }

    /** Sends a packet, or drops it. {@code with} are the keys of the peer. */
    void send(PlayerKeys with, long itsTicket, ByteBuffer packet, SocketAddress to) {
        text.clear().putLong(with.player).putLong(itsTicket);
        text.put(2 * Long.BYTES, packet, packet.position(), packet.remaining());
        text.position(0).limit(2 * Long.BYTES + packet.remaining());
        SecretKeySpec secret = players == null ? with.toServer : with.toPlayer;
        RoomHeader.write(out, RoomHeader.MATCH, room).put(sealer.seal(RoomHeader.MATCH, secret, text));
        if (players == null) {
            with.name(out);
        }
        send(out.flip(), to);
    }

    private void send(ByteBuffer datagram, SocketAddress to) {
        try {
            line.send(datagram, to);
        } catch (IOException e) {
            trouble = e;
        }
    }

    /**
     * Opens a datagram of the match. Then its other fields are known, and {@link #plain} has its packet.
     *
     * @param known the keys of a player at the sequencer, if they are known; a peer has its own
     */
    boolean open(ByteBuffer datagram, LongFunction<@Nullable PlayerKeys> known) {
        echo = 0;
        if (RoomHeader.room(datagram) != room || RoomHeader.kind(datagram) != RoomHeader.MATCH) {
            return false;
        }
        NamedPlayers server = players;
        echo = datagram.remaining() < Long.BYTES ? 0 : datagram.getLong(datagram.position());
        PlayerKeys its = server == null ? keys : server.take(datagram, known);
        keys = its;
        ByteBuffer opened = its == null
                ? null
                : sealer.open(RoomHeader.MATCH, server == null ? its.toPlayer : its.toServer, datagram);
        if (opened == null || opened.remaining() < 2 * Long.BYTES || opened.remaining() > MOST_PLAIN) {
            return false;
        }
        counter = Sealer.counterOf(datagram);
        salt = Sealer.saltOf(datagram);
        plain.clear().put(opened).flip();
        number = plain.getLong();
        ticket = plain.getLong();
        return number == its.player;
    }

    /** Returns whether the datagram came before. */
    boolean isRepeated(ReplayWindow window) {
        return !window.isFresh(counter);
    }

    /** Returns whether no later datagram came before it. */
    boolean isNewest(ReplayWindow window) {
        return window.isAhead(counter);
    }

    /** Notes that it has come. Only after all checks: one counter that is far ahead makes all others replays. */
    void accept(ReplayWindow window) {
        window.accept(counter);
    }

    /** Answers the newest datagram: its token is missing, expired or of another key, which the player should know. */
    void refuse(SocketAddress source) {
        if (echo != 0) {
            send(RoomHeader.write(out, RoomHeader.REFUSAL, room).putLong(echo).flip(), source);
            trouble = new IOException("the token of " + source + " is missing, has expired or is of another key");
        }
    }

    /** Takes the refusal of this peer. Only who has seen a datagram of it can forge one, which changes words only. */
    void takeRefusal(ByteBuffer answer) {
        int at = answer.position() + RoomHeader.BYTES;
        if (RoomHeader.room(answer) == room
                && answer.limit() == at + Long.BYTES
                && answer.get(at - Short.BYTES - 1) == RoomHeader.REFUSAL
                && answer.getLong(at) == out.getLong(RoomHeader.BYTES)) {
            trouble = new IOException("the sequencer refuses the token, which is missing, has expired or is of another"
                    + " key; get one from your login, and set it by token(...)");
        }
    }

    /** The newest trouble in words; empty if there was none. For any thread. */
    String trouble() {
        Throwable newest = trouble;
        return newest == null ? "" : ", last error: " + newest;
    }
}
