package io.github.freestep.net;

import io.github.freestep.internal.StateInside;
import io.github.freestep.net.link.Peers;
import io.github.freestep.net.session.ClientStatus;
import io.github.freestep.net.session.StateLoad;
import io.github.freestep.net.session.StatePace;
import io.github.freestep.net.wire.StateEncoder;
import io.github.freestep.state.State;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Sends each client what an {@link Interest} chooses. For the sender's thread. Allocates nothing, except when a client
 * is sent more bodies than ever before.
 */
final class ChosenStates implements StateEncoder.ClientOutput {
    /** Looking for what is near, for many clients in a large world, takes as long as sending it. */
    private static final long CHOICE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final Interest interest;
    private final ChosenBodies chosen;
    private final StateEncoder encoder;
    private final SenderStreams streams;
    private final Peers peers;
    private @Nullable Object attachments;
    private boolean leavesOut;

    /** The client that is sent a state, how often, and whether it is sent a copy. */
    private ClientStatus client;

    private int sends;
    private boolean copies;

    /** The bytes of the state, and of its copy. */
    private long pieceBytes;

    private long copyBytes;

    ChosenStates(Interest interest, ChosenBodies chosen, StateEncoder encoder, SenderStreams streams, Peers peers) {
        this.interest = interest;
        this.chosen = chosen;
        this.encoder = encoder;
        this.streams = streams;
        this.peers = peers;
    }

    /**
     * Sends a state to the clients.
     *
     * @param isNew whether it was not sent before
     * @param required whether all clients must get it
     * @param commonBytes what was sent to every client since the state before
     */
    void send(
            State state, List<ClientStatus> clients, long nowNanos, boolean isNew, boolean required, long commonBytes) {
        encoder.anchorAll(leavesOut);
        encoder.begin(state, nowNanos, streams);
        boolean isOther = attachments != StateInside.attachments(state);
        attachments = StateInside.attachments(state);
        leavesOut = false;
        for (int i = 0; i < clients.size(); i++) {
            client = clients.get(i);
            client.bodies().adapt(client.pace().isOverloaded(), client.pace().isEasy(client.load()), nowNanos);
            if (client.bodies().isDue(nowNanos, CHOICE_NANOS) || isOther) {
                chosen.begin(state);
                interest.choose(client.id(), state, chosen);
                chosen.end(client.bodies());
            }
            send(nowNanos, isNew, required, commonBytes);
        }
    }

    private void send(long nowNanos, boolean isNew, boolean required, long commonBytes) {
        StatePace pace = client.pace();
        StateLoad load = client.load();
        if (required) {
            pace.require();
        }
        sends = pace.next(nowNanos, load);
        copies = pace.copies();
        leavesOut |= pace.leavesOut();
        pieceBytes = 0;
        copyBytes = 0;
        if (sends > 0) {
            encoder.encode(client.bodies(), this);
            client.bodyCount(client.bodies().size());
        }
        if (isNew && sends > 0) {
            load.add(nowNanos, pieceBytes, copyBytes, commonBytes);
        } else if (isNew) {
            load.add(nowNanos, commonBytes);
        }
    }

    @Override
    public void piece(ByteBuffer datagram, boolean isOnly) {
        int start = datagram.position();
        int end = datagram.limit();
        int bytes = Peers.pieceBytes(streams.piece(datagram, client.address(), sends, peers));
        pieceBytes += bytes;
        copyBytes += isOnly ? bytes : 0;
        if (isOnly && copies) {
            streams.piece(datagram.limit(end).position(start), client.address(), 1, peers);
        }
    }
}
