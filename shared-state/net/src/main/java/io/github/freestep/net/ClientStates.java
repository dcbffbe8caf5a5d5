package io.github.freestep.net;

import io.github.freestep.net.session.ClientChoice;
import io.github.freestep.net.session.ClientStatus;
import io.github.freestep.net.session.StateLoad;
import io.github.freestep.net.session.StatePace;
import io.github.freestep.net.wire.ClientBlocks;
import io.github.freestep.net.wire.ClientBodies;
import io.github.freestep.net.wire.StateEncoder;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.content.StateInside;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends each client its states: all bodies, or what an {@link Interest} chooses. For the sender's thread. Allocates
 * nothing, except for a new client and when one is sent more bodies than ever before.
 */
final class ClientStates {
    private static final long REPORT_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Multiples of the golden ratio are spread evenly, however many there are. */
    private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;

    private final StateLayout layout;

    /** Null if all clients are sent all bodies. */
    private final @Nullable Interest interest;

    private final ChosenBodies chosen;
    private final StateEncoder encoder;
    private final SenderStreams streams;
    private final Consumer<Throwable> errors;

    /** The number of states, and that of clients. */
    private long states;

    private long joined;

    /** When an exception of the interest was reported. */
    private boolean hasReported;

    private long reportedNanos;

    ClientStates(
            StateLayout layout,
            @Nullable Interest interest,
            StateEncoder encoder,
            SenderStreams streams,
            Consumer<Throwable> errors) {
        this.layout = layout;
        this.interest = interest;
        chosen = new ChosenBodies(layout);
        this.encoder = encoder;
        this.streams = streams;
        this.errors = errors;
    }

    /**
     * Sends a state to the clients.
     *
     * @param isNew whether it was not sent before
     * @param required whether all clients must get it
     */
    void send(State state, List<ClientStatus> clients, long nowNanos, boolean isNew, boolean required) {
        int size = clients.size();
        for (int i = 0; i < size; i++) {
            clients.get(i).plan(nowNanos, required);
        }
        encoder.begin(state, nowNanos, streams);
        long commonBytes = streams.takeCommonBytes();
        states++;
        for (int i = 0; i < size; i++) {
            // If the socket is full, those that come last get nothing. It must not be the same ones each time.
            ClientStatus client = clients.get((int) ((states + i) % size));
            boolean sends = client.sends > 0;
            if (sends) {
                streams.begin(client);
                send(client, state, nowNanos);
            }
            if (isNew && sends) {
                int newBytes = client.memory.newBytes;
                client.load.add(nowNanos, streams.pieceBytes, newBytes, streams.copyBytes, commonBytes);
            } else if (isNew) {
                client.load.add(nowNanos, commonBytes);
            }
        }
    }

    private void send(ClientStatus client, State state, long nowNanos) {
        if (interest != null) {
            ClientBodies bodies = client.memory instanceof ClientBodies known ? known : new ClientBodies(client.id);
            client.memory = bodies;
            choose(client, bodies, state, nowNanos);
            encoder.encode(bodies, streams);
            client.bodyCount = bodies.size();
        } else {
            ClientBlocks blocks = client.memory instanceof ClientBlocks known ? known : new ClientBlocks(layout);
            client.memory = blocks;
            blocks.mostPerSecond = client.pace.wholePerSecond();
            encoder.encode(blocks, streams);
        }
    }

    private void choose(ClientStatus client, ClientBodies bodies, State state, long nowNanos) {
        ClientChoice choice = client.choice;
        if (choice == null) {
            choice = new ClientChoice(nowNanos - (long) (ClientChoice.CHOICE_NANOS * (joined++ * GOLDEN % 1)));
            client.choice = choice;
        }
        StateLoad load = client.load;
        StatePace pace = client.pace;
        double spare = pace.spare(load, bodies.newBytes);
        load.expect(choice.adapt(pace.room(load), spare));
        boolean attaches = choice.attaches(StateInside.attachments(state));
        boolean isDue = choice.isDue(nowNanos);
        if (isDue && isChosen(client, state, nowNanos)) {
            chosen.end(bodies, choice);
        } else if (isDue || attaches) {
            chosen.addParents(state, bodies);
        }
    }

    private boolean isChosen(ClientStatus client, State state, long nowNanos) {
        chosen.begin(state);
        try {
            interest.choose(client.id, state, chosen);
            return true;
        } catch (Exception e) {
            report(client, e, nowNanos);
            return false;
        }
    }

    /** At most one per second, because the interest may fail for each client in each of its calls. */
    private void report(ClientStatus client, Exception cause, long nowNanos) {
        if (!hasReported || nowNanos - reportedNanos >= REPORT_NANOS) {
            hasReported = true;
            reportedNanos = nowNanos;
            errors.accept(new IllegalStateException(
                    "the interest threw an exception for receiver " + client.id + " at " + client.address
                            + "; until it returns normally, the receiver keeps the bodies of its last choice",
                    cause));
        }
    }
}
