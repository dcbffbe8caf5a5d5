package io.github.freestep.net;

import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.link.AskedAddress;
import io.github.freestep.net.seal.NamedPlayers;
import io.github.freestep.net.session.Peers;
import io.github.freestep.net.session.ServerLink;
import io.github.freestep.net.wire.StateEncoder;
import io.github.freestep.state.InputSink;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateLayout;
import io.github.freestep.time.NanoClock;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * A sender and its receivers, as users have them, without sockets: the clock is the caller's, and each datagram is on
 * its way for the same time. So a run repeats itself, and what one client sends delays no other one. In this package,
 * because users cannot pass a clock. For one thread.
 */
public final class ClockedLink {
    private static final byte[] KEY = new byte[16];
    private static final SocketAddress SERVER = address(0);
    private static final long RUN = 1;

    /** The headers of UDP and IP. */
    private static final int AROUND = 28;

    private final NanoClock clock;
    private final long wayNanos;
    private final Queue<Flight> flying = new ArrayDeque<>();
    private final Map<SocketAddress, RemoteStates> receivers = new LinkedHashMap<>();
    private final Map<SocketAddress, byte[]> newest = new LinkedHashMap<>();
    private SenderWork work;
    private final long[] sentBytes = new long[2];

    private record Flight(long atNanos, byte[] datagram, SocketAddress from, SocketAddress to) {}

    /** Makes a link on which each datagram takes this time. */
    public ClockedLink(NanoClock clock, long wayNanos) {
        this.clock = clock;
        this.wayNanos = wayNanos;
    }

    /** In a long run, those from 1,000 up come again. */
    private static SocketAddress address(int place) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), place < 1_000 ? place : 1_000 + place % 60_000);
    }

    private final class End implements DatagramTransport {
        private final SocketAddress own;

        End(SocketAddress own) {
            this.own = own;
        }

        @Override
        public boolean send(ByteBuffer datagram, SocketAddress peer) {
            byte[] bytes = new byte[datagram.remaining()];
            datagram.get(bytes);
            newest.put(own, bytes);
            sentBytes[own == SERVER ? 0 : 1] += AROUND + bytes.length;
            fly(bytes, own, peer);
            return true;
        }

        @Override
        public SocketAddress receive(ByteBuffer into) {
            return null;
        }

        @Override
        public void close() {}
    }

    private void fly(byte[] datagram, SocketAddress from, SocketAddress to) {
        flying.add(new Flight(clock.nanoTime() + wayNanos, datagram, from, to));
    }

    private Room room(SocketAddress own) {
        return TransportThread.own("clocked", new End(own), false, 0);
    }

    /** Returns the bytes that the sender has sent, or that all receivers have, with all headers. */
    public long sentBytes(boolean bySender) {
        return sentBytes[bySender ? 0 : 1];
    }

    /**
     * Begins the sender, which sends all bodies to all receivers if there is no interest, and may ignore their input.
     */
    public StateSender serve(StateBuffer states, @Nullable Interest interest, @Nullable InputSink sink) {
        Room room = room(SERVER);
        work = new SenderWork(
                states,
                new StateEncoder(states.layout(), PoseGrid.STANDARD, RUN),
                null,
                interest,
                RUN,
                ServerLink.of(RUN, KEY, 0, sink, ServerLink.Limits.NONE),
                new Peers(room::send, 0, room::report));
        return new StateSender(work, room);
    }

    /** Returns the token by which a player joins. */
    public byte[] token(long player) {
        return new NamedPlayers(KEY, 0).token(player, -1);
    }

    /** Begins a receiver. */
    public RemoteStates join(int place, byte[] token, StateLayout layout) {
        AskedAddress<SocketAddress> server = new AskedAddress<>(() -> AskedAddress.only(SERVER), Runnable::run);
        SocketAddress own = address(place);
        RemoteStates.Builder options =
                RemoteStates.builder(layout).token(() -> token).onProblem(problem -> {});
        RemoteStates remote = new RemoteStates(options, server, room(own), clock);
        receivers.put(own, remote);
        return remote;
    }

    /** Ends a receiver, which says so. */
    public void leave(int place) {
        receivers.remove(address(place)).receiving.sayEnd();
    }

    /** Returns a copy of the newest datagram that a receiver has sent, as an attacker on the network path sees it. */
    public byte[] seen(int place) {
        return newest.getOrDefault(address(place), new byte[1]).clone();
    }

    /** Sends any bytes to the sender in the name of a receiver. */
    public void forge(int place, byte[] datagram) {
        fly(datagram, address(place), SERVER);
    }

    /** Does what all threads would do now. */
    public void pass() {
        long now = clock.nanoTime();
        work.pass(now);
        receivers.values().forEach(each -> each.receiving.pass(now));
        while (!flying.isEmpty() && flying.peek().atNanos <= now) {
            Flight next = flying.remove();
            ByteBuffer datagram = ByteBuffer.wrap(next.datagram);
            RemoteStates receiver = receivers.get(next.to);
            if (next.to.equals(SERVER)) {
                work.datagram(datagram, next.from);
            } else if (receiver != null) {
                receiver.receiving.datagram(datagram, next.from);
            }
        }
    }
}
