package io.github.freestep.net;

import io.github.freestep.net.link.AeronLink;
import io.github.freestep.net.link.Endpoints;
import io.github.freestep.net.link.Inlet;
import io.github.freestep.net.link.LinkThread;
import io.github.freestep.net.link.LossMeter;
import io.github.freestep.net.link.Peers;
import io.github.freestep.net.session.ClientLink;
import io.github.freestep.net.session.Move;
import io.github.freestep.net.wire.StateFollower;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The receiver's thread: passes datagrams to the follower, and sends input. Allocates nothing but reports. */
final class ReceiverWork implements LinkThread.Work {
    /** How often the driver must work even if no datagram arrives. */
    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** The sender sends at least ten times in this time, even while time is paused. */
    private static final long LOST_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Two rounds of baselines, so that one of them may be lost. A longer one makes states arrive of no use. */
    private static final long BASELINE_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** A server that refuses this client does so ten times per second. */
    private static final long REFUSED_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** How long to wait for what a sender has sent before it has sent this receiver away. */
    private static final long LAST_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final StateFollower follower;
    private final ClientLink client;
    private final SenderPlaces places;
    private final Inlet[] lanes = new Inlet[Endpoints.LANES];
    private final Peers peers = new Peers(this::answer, this::piece);
    private final LossReport loss = new LossReport();
    private Inlet baselines;
    private InetSocketAddress address;

    private boolean heard;
    private long heardNanos;
    private long workedNanos;

    /** Whether pieces have arrived since the last baseline, and since when. */
    private boolean awaitsBaseline;

    private long awaitsNanos;
    private long refusedNanos;

    /** Where the sender has sent this receiver, and since when; null if it is there. */
    private @Nullable Move move;

    private long moveNanos;

    private volatile RemoteStates.Status status = RemoteStates.Status.CONNECTING;
    private volatile long ignored;
    private volatile long receivedBytes;
    private volatile @Nullable String refusal;
    private long bytes;

    ReceiverWork(StateFollower follower, ClientLink client, String server, int port) {
        this.follower = follower;
        this.client = client;
        places = new SenderPlaces(server, port);
    }

    @Override
    public void open(AeronLink link) {
        places.opened(System.nanoTime());
        try {
            openStreams(link);
        } catch (Exception e) {
            // The next attempt looks elsewhere, if there is another place.
            places.next();
            noteSilence(System.nanoTime());
            throw e;
        }
    }

    private void openStreams(AeronLink link) {
        InetAddress host = places.resolve();
        int port = places.port();
        address = new InetSocketAddress(host, port);
        String unreliable = Endpoints.receiving(host, port, false);
        for (int lane = 0; lane < lanes.length; lane++) {
            lanes[lane] = link.receive(unreliable, Endpoints.FIRST_LANE + lane, this::piece);
        }
        baselines = link.receive(Endpoints.receiving(host, port, true), Endpoints.BASELINES, this::baseline);
        awaitsBaseline = false;
        loss.restart();
        places.opened(System.nanoTime());
    }

    @Override
    public Peers peers() {
        return peers;
    }

    /** Takes an answer of the server, whose streams come from the same address. */
    private void answer(ByteBuffer datagram, InetSocketAddress source) {
        if (client.hear(datagram, System.nanoTime())) {
            peers.admitOnly(source);
            hear();
            Move news = client.takeMove();
            if (news != null && move == null) {
                move = news;
                moveNanos = heardNanos;
            }
        }
    }

    private void hear() {
        heard = true;
        heardNanos = System.nanoTime();
        places.heard(heardNanos);
    }

    /** Goes to the next sender, once all has come from this one, or it took too long. Returns whether it goes. */
    private boolean moves(long nowNanos) {
        Move to = move;
        if (to == null || !hasAll(to) && nowNanos - moveNanos < LAST_NANOS) {
            return false;
        }
        follower.events().end(to.events());
        peers.send(client.leave(nowNanos), address);
        places.moveTo(address.getAddress(), to.host(), to.port());
        move = null;
        return true;
    }

    private boolean hasAll(Move sent) {
        long events = follower.events().expected();
        return follower.receivedTick() >= sent.tick() && (events == 0 || events >= sent.events());
    }

    @Override
    public boolean wakesUp() {
        return true;
    }

    @Override
    public long pass(AeronLink link, long nowNanos) {
        client.arrived(link.states().sent(), link.states().arrived());
        boolean sends = sendInput(nowNanos);
        if (sends || link.hasArrivals() || nowNanos - workedNanos >= STEP_NANOS) {
            workedNanos = nowNanos;
            receive(link);
        }
        follower.poll(System.nanoTime());
        ignored = countIgnored() + peers.ignored();
        receivedBytes = bytes;
        noteSilence(nowNanos);
        noteRefusal(nowNanos);
        noteLoss(link, nowNanos);
        if (moves(nowNanos) || looksAgain(link, nowNanos) || isStuck(link, nowNanos)) {
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
        if (hear(before) && !awaitsBaseline) {
            awaitsBaseline = true;
            awaitsNanos = heardNanos;
        }
    }

    private void baseline(ByteBuffer datagram) {
        bytes += datagram.remaining();
        long before = countIgnored();
        ByteBuffer baseline = client.openBaseline(datagram);
        if (baseline != null) {
            follower.receive(baseline, System.nanoTime());
        }
        if (hear(before)) {
            awaitsBaseline = false;
        }
    }

    private long countIgnored() {
        return client.ignored() + follower.ignored();
    }

    /** A datagram that cannot be read, for example from a sender with another key, is no sign of life. */
    private boolean hear(long ignoredBefore) {
        if (countIgnored() != ignoredBefore) {
            return false;
        }
        hear();
        return true;
    }

    private boolean sendInput(long nowNanos) {
        ByteBuffer datagram = client.next(nowNanos, follower);
        if (datagram != null) {
            peers.send(datagram, address);
        }
        return datagram != null;
    }

    private void noteSilence(long nowNanos) {
        if (heard) {
            boolean silent = nowNanos - heardNanos > LOST_NANOS;
            status = silent ? RemoteStates.Status.LOST : RemoteStates.Status.CONNECTED;
        }
    }

    /** Returns whether to try another link, there or at another place. */
    private boolean looksAgain(AeronLink link, long nowNanos) {
        if (!places.isSilent(nowNanos)) {
            return false;
        }
        if (places.next()) {
            link.report(new IOException("no sender answers at " + Endpoints.text(address)
                    + ", so this receiver looks where it was before; start a sender there, with the same key"));
        }
        return true;
    }

    /** Notes why a server refuses this client, unless another one lets it join. */
    private void noteRefusal(long nowNanos) {
        String news = client.takeRefusal();
        if (news != null) {
            refusedNanos = nowNanos;
        }
        boolean joined = heard && nowNanos - heardNanos <= LOST_NANOS;
        if (joined || nowNanos - refusedNanos > REFUSED_NANOS) {
            refusal = null;
        } else if (news != null) {
            refusal = news;
        }
    }

    private void noteLoss(AeronLink link, long nowNanos) {
        if (!loss.isDue(nowNanos)) {
            return;
        }
        LossMeter states = link.states();
        String report = loss.next(states.arrived(), states.sent() - states.arrived(), nowNanos);
        client.loss(loss.perMille());
        if (report != null) {
            link.report(new IOException(report));
        }
    }

    /**
     * Whether Aeron keeps back what arrives, or the stream of baselines is missing: then only another link helps. So
     * does a new socket, if it was a stranger who did it, because the stranger does not know its port.
     */
    private boolean isStuck(AeronLink link, long nowNanos) {
        boolean isMissing = awaitsBaseline && nowNanos - awaitsNanos > BASELINE_NANOS;
        if (!isMissing && !link.isAnyStreamStuck()) {
            return false;
        }
        link.report(new IOException("datagrams arrived and could not be read in their order, so the link was opened"
                + " again; a stranger may have forged some"));
        return true;
    }

    /** Why the server refuses this client; null if it does not. */
    @Nullable String refusal() {
        return refusal;
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
