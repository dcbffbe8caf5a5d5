package io.github.freestep.net;

import io.github.freestep.net.link.AeronLink;
import io.github.freestep.net.link.Endpoints;
import io.github.freestep.net.link.Outlet;
import io.github.freestep.net.link.Peers;
import io.github.freestep.net.session.ServerLink;
import io.github.freestep.net.wire.StateEncoder;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The streams to all receivers on a link: baselines, and the lanes of the pieces. For the sender's thread only. Tests
 * extend it by streams without a network.
 */
class SenderStreams implements StateEncoder.Output {
    private final ServerLink server;
    private final String laneChannel;
    private final String baselineChannel;

    /** Opens a lane when the first state has a piece for it, because an idle lane sends ten datagrams per second. */
    private final Outlet[] lanes = new Outlet[Endpoints.LANES];

    private AeronLink link;
    private Outlet baselines;
    private int nextLane;
    private long droppedBefore;
    private long state;
    private long pieceBytes;
    private long copyBytes;

    SenderStreams(ServerLink server, InetAddress own, int port) {
        this.server = server;
        laneChannel = Endpoints.sendingLane(own, port);
        baselineChannel = Endpoints.sendingBaselines(own, port);
    }

    void open(AeronLink newLink) {
        link = newLink;
        droppedBefore = dropped();
        // The next attempt must not count these again if one of the streams cannot be opened.
        Arrays.fill(lanes, null);
        baselines = null;
        baselines = link.send(baselineChannel, Endpoints.BASELINES);
        lane(0);
    }

    /** Drops what waits for receivers that have left, because a receiver that joins later must not get it. */
    void reopen() {
        baselines.close();
        for (Outlet lane : lanes) {
            if (lane != null) {
                lane.close();
            }
        }
        open(link);
    }

    private Outlet lane(int number) {
        if (lanes[number] == null) {
            lanes[number] = link.send(laneChannel, Endpoints.FIRST_LANE + number);
        }
        return lanes[number];
    }

    boolean isConnected() {
        return lane(0).isConnected();
    }

    /** Sends what waits, and receives what has arrived. */
    void work() {
        link.work();
    }

    /** Makes an error the newest one of the sender. */
    void report(Throwable error) {
        link.report(error);
    }

    /** Begins a state, and returns its number. */
    long beginState() {
        state++;
        nextLane = firstLane(state);
        pieceBytes = 0;
        copyBytes = 0;
        return state;
    }

    /**
     * States use the even and the odd lanes in turn, but not strictly: a receiver of every n-th state must get
     * something on both within 2 s, or its Aeron forgets the silent ones. With these bits, that holds for n up to 104.
     */
    static int firstLane(long state) {
        return (int) (state ^ state >> 4 ^ state >> 6 ^ state >> 8) & 1;
    }

    /** The bytes of the state, with all headers. */
    long pieceBytes() {
        return pieceBytes;
    }

    /** The bytes of its copies. */
    long copyBytes() {
        return copyBytes;
    }

    @Override
    public void baseline(ByteBuffer datagram) {
        transmit(server.sealBaseline(datagram));
    }

    /** Puts a datagram into the queue of baselines. */
    void transmit(ByteBuffer sealed) {
        baselines.send(sealed);
    }

    @Override
    public void piece(ByteBuffer datagram) {
        pieceBytes += send(datagram, 2 * state);
    }

    @Override
    public void copy(ByteBuffer datagram) {
        copyBytes += send(datagram, 2 * state + 1);
    }

    /**
     * Sends a piece to one client.
     *
     * @param times how often
     * @return its bytes, without headers
     */
    int piece(ByteBuffer datagram, InetSocketAddress client, int times, Peers peers) {
        ByteBuffer sealed = server.sealPiece(datagram);
        int bytes = sealed.remaining();
        for (int i = 0; i < times; i++) {
            transmit(sealed, client, peers);
        }
        return bytes;
    }

    /** Sends a piece to one client. */
    void transmit(ByteBuffer sealed, InetSocketAddress client, Peers peers) {
        peers.sendPiece(sealed, client);
    }

    private int send(ByteBuffer datagram, long number) {
        ByteBuffer sealed = server.sealPiece(datagram);
        int bytes = Peers.wireBytes(sealed.remaining());
        transmit(sealed, nextLane, number);
        nextLane = (nextLane + 2) % lanes.length;
        return bytes;
    }

    /** Puts a datagram into the queue of a lane. */
    void transmit(ByteBuffer sealed, int lane, long number) {
        lane(lane).send(sealed, number);
    }

    long dropped() {
        long dropped = droppedBefore + dropped(baselines);
        for (Outlet lane : lanes) {
            dropped += dropped(lane);
        }
        return dropped;
    }

    /** The datagrams of baselines that were taken since the streams were opened. */
    long sentBaselines() {
        return baselines == null ? 0 : baselines.sent();
    }

    /** The datagrams of baselines that were dropped since the streams were opened, because the queue was full. */
    long droppedBaselines() {
        return dropped(baselines);
    }

    private static long dropped(@Nullable Outlet outlet) {
        return outlet == null ? 0 : outlet.dropped();
    }
}
