package io.github.freestep.physics.aeron;

import io.github.freestep.internal.aeron.AeronLink;
import io.github.freestep.internal.aeron.Endpoints;
import io.github.freestep.internal.aeron.Outlet;
import io.github.freestep.wire.ServerLink;
import io.github.freestep.wire.StateEncoder;
import java.net.InetAddress;
import java.nio.ByteBuffer;

/** The streams to all receivers: baselines, replies, and the lanes of the pieces. For the sender's thread only. */
final class Streams implements StateEncoder.Output {
    private final ServerLink server;
    private final String channel;
    private final String baselineChannel;
    private final Outlet[] lanes = new Outlet[Endpoints.LANES];
    private Outlet baselines;
    private Outlet replies;
    private int pieces;
    private long droppedBefore;

    Streams(ServerLink server, InetAddress own, int port) {
        this.server = server;
        channel = Endpoints.sending(own, port);
        baselineChannel = Endpoints.sendingBaselines(own, port);
    }

    void open(AeronLink link) {
        droppedBefore = dropped();
        baselines = link.send(baselineChannel, Endpoints.BASELINES);
        replies = link.send(channel, Endpoints.REPLIES);
        for (int lane = 0; lane < lanes.length; lane++) {
            lanes[lane] = link.send(channel, Endpoints.FIRST_LANE + lane);
        }
    }

    /** Drops what waits for receivers that have left: another one that comes must not get it. */
    void reopen(AeronLink link) {
        baselines.close();
        replies.close();
        for (Outlet lane : lanes) {
            lane.close();
        }
        open(link);
    }

    boolean isConnected() {
        return lanes[0].isConnected();
    }

    /** Begins a state: its first piece goes on the first lane. */
    void beginState() {
        pieces = 0;
    }

    @Override
    public void baseline(ByteBuffer datagram) {
        baselines.send(server.sealBaseline(datagram));
    }

    @Override
    public void piece(ByteBuffer datagram) {
        lanes[pieces++ % lanes.length].send(server.sealPiece(datagram));
    }

    /** Sends a sealed reply to the clients. */
    void reply(ByteBuffer datagram) {
        replies.send(datagram);
    }

    long dropped() {
        long dropped = droppedBefore;
        if (baselines != null) {
            dropped += baselines.dropped() + replies.dropped();
            for (Outlet lane : lanes) {
                dropped += lane.dropped();
            }
        }
        return dropped;
    }
}
