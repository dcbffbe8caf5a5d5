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
import io.github.freestep.testing.VirtualNetwork;
import io.github.freestep.time.NanoClock;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A sender and its receivers, as users have them, on a virtual network. The test is the thread of them all. */
public final class VirtualLink {
    private static final byte[] KEY = new byte[16];
    private static final SocketAddress SERVER = address(65_535);

    /** Both directions. */
    public final VirtualNetwork.Way way = new VirtualNetwork.Way();

    /** How exact the poses of the next sender are. */
    public PoseGrid grid = PoseGrid.STANDARD;

    private final VirtualNetwork<SocketAddress> network;
    private final NanoClock clock;
    private final Map<SocketAddress, RemoteStates> receivers = new LinkedHashMap<>();
    private @Nullable SenderWork work;
    private long run;

    public VirtualLink(long seed, NanoClock clock) {
        network = new VirtualNetwork<>(seed);
        this.clock = clock;
    }

    private static SocketAddress address(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    private final class End implements DatagramTransport {
        private final SocketAddress own;

        End(SocketAddress own) {
            this.own = own;
        }

        @Override
        public boolean send(ByteBuffer datagram, SocketAddress peer) {
            network.send(datagram, own, peer, way, clock.nanoTime());
            return true;
        }

        @Override
        public SocketAddress receive(ByteBuffer into) {
            return null;
        }

        @Override
        public void close() {}
    }

    private Room room(SocketAddress own) {
        return TransportThread.own("test", new End(own), false, 0);
    }

    /** Begins a run of a sender, in place of the one before, which a crash has ended. */
    public StateSender serve(StateBuffer states, InputSink sink) {
        run++;
        Room room = room(SERVER);
        work = new SenderWork(
                states,
                new StateEncoder(states.layout(), grid, run),
                null,
                null,
                run,
                ServerLink.of(run, KEY, 0, sink, ServerLink.Limits.NONE),
                new Peers(room::send, 0, room::report));
        return new StateSender(work, room);
    }

    /** Begins the receiver of a player. */
    public RemoteStates join(int player, StateLayout layout) {
        SocketAddress own = address(player);
        RemoteStates.Builder options =
                RemoteStates.builder(layout).token(() -> new NamedPlayers(KEY, 0).token(player, -1));
        AskedAddress<SocketAddress> server = new AskedAddress<>(() -> AskedAddress.only(SERVER), Runnable::run);
        RemoteStates remote = new RemoteStates(options, server, room(own), clock);
        receivers.put(own, remote);
        return remote;
    }

    /** A receiver says that it leaves. */
    public void leave(int player) {
        receivers.remove(address(player)).receiving.sayEnd();
    }

    /** The program of a receiver ends without a word. */
    public void crash(int player) {
        receivers.remove(address(player));
    }

    /** The program of the sender ends without a word. */
    public void crash() {
        work = null;
    }

    /** Does what all threads would do now. */
    public void pass() {
        if (work != null) {
            work.pass(clock.nanoTime());
        }
        receivers.values().forEach(each -> each.receiving.pass(clock.nanoTime()));
        network.deliver(clock.nanoTime(), (datagram, from, to, nanos) -> {
            RemoteStates receiver = receivers.get(to);
            if (receiver != null) {
                receiver.receiving.datagram(datagram, from);
            } else if (to.equals(SERVER) && work != null) {
                work.datagram(datagram, from);
            }
        });
    }
}
