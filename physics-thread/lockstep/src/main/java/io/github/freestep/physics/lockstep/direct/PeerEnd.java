package io.github.freestep.physics.lockstep.direct;

import io.github.freestep.internal.SafeText;
import io.github.freestep.internal.problem.Problems;
import io.github.freestep.internal.problem.Reporter;
import io.github.freestep.net.DatagramTransport;
import io.github.freestep.net.link.AskedAddress;
import io.github.freestep.net.link.NoAnswer;
import io.github.freestep.net.link.Outage;
import io.github.freestep.net.link.RoomHeader;
import io.github.freestep.net.link.Unanswered;
import io.github.freestep.net.seal.PlayerKeys;
import io.github.freestep.net.session.ClientInput;
import io.github.freestep.net.session.ClientLink;
import io.github.freestep.net.session.Peers;
import io.github.freestep.physics.lockstep.LockstepTransport;
import io.github.freestep.problem.Problem;
import io.github.freestep.time.NanoClock;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A peer's end: joins the sequencer as a client of states joins its server. Allocates nothing but what the cipher
 * allocates for each datagram, and the address of a sequencer that is silent.
 */
final class PeerEnd implements LockstepTransport {
    /**
     * After this much silence, and each time again, the peer looks up whether the sequencer's host has moved, and
     * another address may answer. A sequencer sends every 50 ms.
     */
    private static final long SILENT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** The most datagrams of one poll, so that a flood of them does not keep the caller from its work. */
    private static final int MOST_DATAGRAMS = 4_096;

    /** How often the peer says that it leaves, because datagrams may be lost. */
    private static final int LAST_WORDS = 3;

    private final DatagramTransport transport;
    private final boolean isOwn;
    private final ClientLink client;
    private final Peers peers;
    private final ByteBuffer in = ByteBuffer.allocateDirect(DatagramTransport.MAX_BYTES + 1);
    private final AskedAddress<SocketAddress> server;
    private final String words;
    private final NanoClock clock;
    private final Outage sends = new Outage();
    private final Outage receives = sends.ofReceives();
    private final Unanswered unanswered;
    private final String named;

    /** Where the sequencer that answers is. */
    private @Nullable SocketAddress sequencer;

    private long heardNanos;
    private long lookedUpNanos;

    /** Why the sequencer refuses this peer; null if it does not. */
    private volatile @Nullable String refusal;

    /** The newest trouble of the network; null if there was none. */
    private volatile @Nullable Throwable trouble;

    /** Gets the outages of the network. Replaced by tests. */
    Reporter problems = Problems.toLog().of("");

    /** Creates the end. {@code isOwn} says whether to close the transport, which is the user's otherwise. */
    PeerEnd(
            DatagramTransport transport,
            boolean isOwn,
            int room,
            byte[] token,
            AskedAddress<SocketAddress> server,
            String words,
            NanoClock clock) {
        this.transport = transport;
        this.isOwn = isOwn;
        named = "the player of a match in room " + room + " on " + SafeText.of(transport);
        client = ClientLink.of(PlayerKeys.ofToken(token, room), new ClientInput(clock));
        peers = new Peers(this::carry, room, error -> trouble = error);
        this.server = server;
        this.words = words;
        this.clock = clock;
        heardNanos = clock.nanoTime();
        lookedUpNanos = heardNanos;
        unanswered = new Unanswered("sequencer", heardNanos);
    }

    @Override
    public void send(ByteBuffer packet) {
        SequencerEnd.require(packet);
        ByteBuffer sealed = client.seal(packet);
        if (sealed != null) {
            peers.send(RoomHeader.MATCH, sealed, server.known());
        }
    }

    @Override
    public void poll(Consumer<ByteBuffer> handler) {
        long now = clock.nanoTime();
        try {
            SocketAddress source;
            for (int i = 0; i < MOST_DATAGRAMS && (source = transport.receive(in.clear())) != null; i++) {
                if (RoomHeader.room(in.flip()) == peers.room) {
                    passOn(source, now, handler);
                }
            }
            receives.worked();
        } catch (IOException e) {
            trouble = e;
            receives.failed(now, problems, () -> named, e);
        }
        ByteBuffer greeting = client.next(now);
        if (greeting != null) {
            peers.send(RoomHeader.TO_SEQUENCER, greeting, server.known());
            if (sequencer == null || isSilent(now)) {
                server.tryNext();
            }
        }
        findHost(now);
        NoAnswer news = unanswered.next(now, "", server.all(), peers.room);
        if (news != null) {
            problems.report(Problem.Kind.NO_ANSWER, "", news);
        }
    }

    private boolean carry(ByteBuffer datagram, SocketAddress to) throws IOException {
        try {
            boolean isSent = transport.send(datagram, to);
            sends.worked();
            return isSent;
        } catch (IOException e) {
            sends.failed(clock.nanoTime(), problems, () -> named, e);
            throw e;
        }
    }

    /** Takes the datagram that was received. */
    private void passOn(SocketAddress source, long now, Consumer<ByteBuffer> handler) {
        byte kind = RoomHeader.kind(in);
        if (kind == RoomHeader.TO_CLIENT && (sequencer == null || source.equals(sequencer) || isSilent(now))) {
            if (client.hear(in, now)) {
                sequencer = source;
                hear(source, now);
            }
            String refused = client.takeRefusal();
            if (refused != null) {
                refusal = refused;
                unanswered.answered(now);
            }
        } else if (kind == RoomHeader.MATCH && source.equals(sequencer)) {
            ByteBuffer packet = client.open(RoomHeader.MATCH, in);
            if (packet != null) {
                hear(source, now);
                refusal = null;
                // Not an answer of the link alone, because a room may be there that has no match.
                unanswered.answered(now);
                handler.accept(packet);
            }
        }
    }

    private void hear(SocketAddress source, long now) {
        heardNanos = now;
        // Other addresses may have been tried meanwhile.
        server.keep(source);
    }

    private boolean isSilent(long now) {
        return now - heardNanos > SILENT_NANOS;
    }

    private void findHost(long now) {
        if (isSilent(now) && now - lookedUpNanos > SILENT_NANOS) {
            lookedUpNanos = now;
            server.ask();
        }
        if (server.takeAnswer(unknown -> {})) {
            // What the former sequencer still sends is no sign of life of the next one.
            sequencer = null;
        }
    }

    @Override
    public @Nullable String stallReason() {
        String silence = unanswered.text(); // Newer than a refusal, which is an answer.
        return silence == null ? refusal : silence;
    }

    @Override
    public void close() {
        for (int i = 0; i < LAST_WORDS; i++) {
            ByteBuffer last = client.leave();
            if (last != null) {
                peers.send(RoomHeader.TO_SEQUENCER, last, server.known());
            }
        }
        if (isOwn) {
            transport.close();
        }
    }

    @Override
    public String toString() {
        String reason = stallReason();
        Throwable newest = trouble;
        return words + (reason == null ? "" : ", " + reason) + (newest == null ? "" : ", last error: " + newest);
    }
}
