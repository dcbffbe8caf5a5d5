package io.github.freestep.net;

import io.github.freestep.net.link.AeronLink;
import io.github.freestep.net.link.Endpoints;
import io.github.freestep.net.link.Outlet;
import io.github.freestep.net.session.ServerLink;
import io.github.freestep.net.wire.StateEncoder;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The streams to all receivers: baselines, and the lanes of the pieces. For the sender's thread only. */
final class SenderStreams implements StateEncoder.Output {
    private final ServerLink server;
    private final String laneChannel;
    private final String baselineChannel;

    /** Opens a lane when the first state has a piece for it, because an idle lane sends ten datagrams per second. */
    private final Outlet[] lanes = new Outlet[Endpoints.LANES];

    private AeronLink link;
    private Outlet baselines;
    private int nextLane;
    private int firstLane;
    private long droppedBefore;

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

    /** Begins a state. States use the even and the odd lanes in turn. */
    void beginState() {
        firstLane ^= 1;
        nextLane = firstLane;
    }

    @Override
    public void baseline(ByteBuffer datagram) {
        baselines.send(server.sealBaseline(datagram));
    }

    @Override
    public void piece(ByteBuffer datagram) {
        lane(nextLane).send(server.sealPiece(datagram));
        nextLane = (nextLane + 2) % lanes.length;
    }

    long dropped() {
        long dropped = droppedBefore + dropped(baselines);
        for (Outlet lane : lanes) {
            dropped += dropped(lane);
        }
        return dropped;
    }

    private static long dropped(@Nullable Outlet outlet) {
        return outlet == null ? 0 : outlet.dropped();
    }
}
