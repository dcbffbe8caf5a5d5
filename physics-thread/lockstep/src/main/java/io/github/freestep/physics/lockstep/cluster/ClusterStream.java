package io.github.freestep.physics.lockstep.cluster;

import io.aeron.cluster.client.AeronCluster;
import io.aeron.cluster.client.EgressListener;
import io.github.freestep.net.link.AeronLink;
import io.github.freestep.net.link.Endpoints;
import io.github.freestep.physics.lockstep.LockstepTransport;
import io.github.freestep.physics.lockstep.packets.PacketStream;
import io.github.freestep.physics.lockstep.packets.PeerNumber;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** A peer's session with a cluster. It follows a new leader, and opens another session if the cluster is silent. */
final class ClusterStream implements PacketStream {
    /** Longer than an election. */
    private static final long REOPEN_NANOS = TimeUnit.SECONDS.toNanos(8);

    private static final long CONNECT_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long NEW_LEADER_NANOS = TimeUnit.SECONDS.toNanos(6);
    private static final String CHANNEL = "aeron:udp?term-length=256k";

    private final ClusterMembers members;
    private final UnsafeBuffer wrapped = new UnsafeBuffer();
    private final ByteBuffer egress = ByteBuffer.allocate(PeerNumber.BYTES + LockstepTransport.MAX_PACKET);
    private AeronCluster.@Nullable AsyncConnect connecting;
    private @Nullable AeronCluster cluster;
    private int nextMember;
    private long heardNanos;
    private boolean heard;

    ClusterStream(ClusterMembers members) {
        this.members = members;
    }

    @Override
    public void open(AeronLink link, Handler arrivals) {
        cluster = null;
        heard = true;
        EgressListener listener = (session, timestamp, buffer, offset, length, header) -> {
            if (length <= egress.capacity()) {
                buffer.getBytes(offset, egress.array(), 0, length);
                arrivals.datagram(egress.clear().limit(length));
                heard = true;
            }
        };
        connecting = AeronCluster.asyncConnect(new AeronCluster.Context()
                .aeron(link.client())
                .ownsAeronClient(false)
                .agentInvoker(link.driverWork())
                .ingressEndpoints(members.ingress())
                .ingressChannel(CHANNEL)
                .egressChannel(CHANNEL + "|endpoint=" + Endpoints.text(ownAddress(), 0))
                .messageTimeoutNs(CONNECT_NANOS)
                .newLeaderTimeoutNs(NEW_LEADER_NANOS)
                .egressListener(listener));
    }

    /** The address of this machine by which a member reaches it. Connecting a UDP socket sends nothing. */
    private InetAddress ownAddress() {
        int member = nextMember;
        nextMember = (nextMember + 1) % members.size();
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(new InetSocketAddress(InetAddress.getByName(members.host(member)), members.port(member)));
            return socket.getLocalAddress();
        } catch (SocketException | UnknownHostException e) {
            throw new UncheckedIOException(
                    "there is no network route to member " + members.host(member) + "; check its address", e);
        }
    }

    @Override
    public boolean poll(long nowNanos) {
        if (heard) {
            heard = false;
            heardNanos = nowNanos;
        }
        AeronCluster session = session();
        if (session != null) {
            session.pollEgress();
            return !session.isClosed() && nowNanos - heardNanos < REOPEN_NANOS;
        }
        return true;
    }

    /** Returns null until the session is open. Throws Aeron's TimeoutException if no leader is found in time. */
    private @Nullable AeronCluster session() {
        if (cluster == null && connecting != null) {
            cluster = connecting.poll();
            if (cluster != null) {
                connecting = null;
                heard = true;
            }
        }
        return cluster;
    }

    @Override
    public void send(long peer, ByteBuffer datagram) {
        AeronCluster session = cluster;
        if (session != null) {
            wrapped.wrap(datagram.array(), datagram.arrayOffset() + datagram.position(), datagram.remaining());
            // Refused while there is no leader; the session repeats what is missing.
            session.offer(wrapped, 0, datagram.remaining());
        }
    }
}
