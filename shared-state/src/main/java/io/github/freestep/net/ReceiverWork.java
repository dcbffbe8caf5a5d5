package io.github.freestep.net;

import io.github.freestep.net.link.AeronLink;
import io.github.freestep.net.link.Endpoints;
import io.github.freestep.net.link.HostAddress;
import io.github.freestep.net.link.Inlet;
import io.github.freestep.net.link.LinkThread;
import io.github.freestep.net.link.Outlet;
import io.github.freestep.net.wire.ClientLink;
import io.github.freestep.net.wire.StateFollower;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;

/** What the receiver's thread does: passes datagrams to the follower, and sends input. Allocates nothing. */
final class ReceiverWork implements LinkThread.Work {
    /** How often the driver must work even if no datagram arrives. */
    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** The sender sends at least ten times in this time, even while time is paused. */
    private static final long LOST_NANOS = TimeUnit.SECONDS.toNanos(1);

    /**
     * After this much silence, the receiver tries another link. Aeron itself finds a sender that returns, within a
     * second, unless the host of the sender has another address by then.
     */
    private static final long REOPEN_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final StateFollower follower;
    private final ClientLink client;
    private final HostAddress server;
    private final int port;
    private final Inlet[] lanes = new Inlet[Endpoints.LANES];
    private Inlet baselines;
    private Inlet replies;
    private Outlet input;

    private boolean heard;
    private long heardNanos;
    private long openedNanos;
    private long workedNanos;

    private volatile RemoteStates.Status status = RemoteStates.Status.CONNECTING;
    private volatile long ignored;
    private volatile long receivedBytes;
    private long bytes;

    ReceiverWork(StateFollower follower, ClientLink client, String server, int port) {
        this.follower = follower;
        this.client = client;
        this.server = HostAddress.of(server);
        this.port = port;
    }

    @Override
    public void open(AeronLink link) {
        InetAddress address = server.resolve();
        String unreliable = Endpoints.receiving(address, port, false);
        for (int lane = 0; lane < lanes.length; lane++) {
            lanes[lane] = link.receive(unreliable, Endpoints.FIRST_LANE + lane, this::piece);
        }
        replies = link.receive(unreliable, Endpoints.REPLIES, this::piece);
        baselines = link.receive(Endpoints.receiving(address, port, true), Endpoints.BASELINES, this::baseline);
        input = link.send(Endpoints.sendingInput(address, port), Endpoints.INPUT);
        openedNanos = System.nanoTime();
    }

    @Override
    public boolean wakesUp() {
        return true;
    }

    @Override
    public long pass(AeronLink link, long nowNanos) {
        boolean sends = sendInput(nowNanos);
        if (sends || link.hasArrivals() || nowNanos - workedNanos >= STEP_NANOS) {
            workedNanos = nowNanos;
            receive(link);
        }
        follower.poll(System.nanoTime());
        ignored = countIgnored();
        receivedBytes = bytes;
        if (noteSilence(nowNanos)) {
            return LinkThread.REOPEN;
        }
        long now = System.nanoTime();
        return Math.min(Math.min(follower.waitNanos(now), client.waitNanos(now)), STEP_NANOS);
    }

    /** Polls all that the driver has received, because only datagrams that it has not received end the next wait. */
    private void receive(AeronLink link) {
        link.work();
        // Baselines first, because pieces need them.
        baselines.poll();
        replies.poll();
        for (Inlet lane : lanes) {
            lane.poll();
        }
    }

    private void piece(ByteBuffer datagram) {
        bytes += datagram.remaining();
        long before = countIgnored();
        ByteBuffer piece = client.openPiece(datagram);
        if (piece != null) {
            follower.receive(piece, System.nanoTime());
        }
        hear(before);
    }

    private void baseline(ByteBuffer datagram) {
        bytes += datagram.remaining();
        long before = countIgnored();
        ByteBuffer baseline = client.openBaseline(datagram);
        if (baseline != null) {
            follower.receive(baseline, System.nanoTime());
        }
        hear(before);
    }

    private long countIgnored() {
        return client.ignored() + follower.ignored();
    }

    /** A datagram that cannot be read, for example from a sender with another key, is no sign of life. */
    private void hear(long ignoredBefore) {
        if (countIgnored() == ignoredBefore) {
            heard = true;
            heardNanos = System.nanoTime();
        }
    }

    private boolean sendInput(long nowNanos) {
        ByteBuffer datagram = client.next(nowNanos, follower);
        if (datagram != null) {
            input.send(datagram);
        }
        return datagram != null;
    }

    /** Notes whether the sender is silent. Returns whether to try another link. */
    private boolean noteSilence(long nowNanos) {
        if (heard) {
            boolean silent = nowNanos - heardNanos > LOST_NANOS;
            status = silent ? RemoteStates.Status.LOST : RemoteStates.Status.CONNECTED;
        }
        return nowNanos - openedNanos > REOPEN_NANOS && (!heard || nowNanos - heardNanos > REOPEN_NANOS);
    }

    RemoteStates.Status status() {
        return status;
    }

    long ignored() {
        return ignored;
    }

    long receivedBytes() {
        return receivedBytes;
    }

    @Override
    public void close() {
        client.disconnect();
        status = RemoteStates.Status.CLOSED;
    }
}
