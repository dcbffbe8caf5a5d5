package io.github.freestep.net;

import io.github.freestep.internal.EventQueue;
import io.github.freestep.internal.Inside;
import io.github.freestep.internal.RunHealth;
import io.github.freestep.net.link.RoomHeader;
import io.github.freestep.net.link.RoomWork;
import io.github.freestep.net.session.ClientStatus;
import io.github.freestep.net.session.MessageLane;
import io.github.freestep.net.session.Peers;
import io.github.freestep.net.session.ServerLink;
import io.github.freestep.net.session.ServerNotice;
import io.github.freestep.net.wire.EventEncoder;
import io.github.freestep.net.wire.StateEncoder;
import io.github.freestep.state.State;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.content.StateInside;
import io.github.freestep.time.NanoClock;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the sender's thread does: reads states as any reader does, sends them, and takes input. Allocates nothing
 * but what the cipher allocates for each datagram, except when a client joins or leaves.
 */
final class SenderWork implements RoomWork {
    /**
     * While time is paused, receivers still need datagrams: for their clocks, and to learn all bodies after joining.
     */
    private static final long REPEAT_NANOS = 100_000_000;

    /** How often to look for a first receiver. */
    private static final long IDLE_NANOS = 10_000_000;

    /** The time from one notice of why no states come to the next. */
    private static final long NOTICE_NANOS = 100_000_000;

    private static final long SECOND_NANOS = 1_000_000_000;

    /** A receiver is sent as many states per second, whatever its link carries. */
    private static final int LEAST_STATES = 10;

    /** A relay or a publisher may have receivers long before it has a state. */
    private static final RunHealth NO_STATE =
            new RunHealth(RunHealth.Stage.STALLED, "no state has been published yet", null);

    /** How often the sender says to its receivers that it ends. */
    private static final int LAST_WORDS = 4;

    private final Supplier<RunHealth> health;

    private final StateReader reader;
    private final NanoClock clock;
    private final @Nullable Runnable events;
    private final EventEncoder eventEncoder;

    private final ClientStates clientStates;

    private final ServerLink server;
    private final Peers peers;
    private final Consumer<Throwable> errors;
    private final SenderStreams streams;
    private final BiConsumer<ByteBuffer, SocketAddress> messages;
    private final BiConsumer<ByteBuffer, SocketAddress> answers;
    private final SendTimes times = new SendTimes();

    /** The numbers of the clients to drop in the next pass. Any thread may add one. */
    final Queue<Long> toDrop = new ConcurrentLinkedQueue<>();

    private long newestTick = State.NO_TICK;

    /** Whether the newest state was sent again. */
    private boolean repeated;

    private long sentNanos;

    private boolean anyNotice;
    private long noticeNanos;

    private boolean anyRefused;
    private long refusedNanos;

    private int said;

    volatile boolean isClosed;
    long states;

    SenderWork(
            StateBuffer buffer,
            StateEncoder encoder,
            @Nullable EventQueue events,
            @Nullable Interest interest,
            long run,
            ServerLink server,
            Peers peers) {
        this.peers = peers;
        messages = (datagram, client) -> peers.send(RoomHeader.MESSAGE, datagram, client);
        answers = (datagram, client) -> peers.send(RoomHeader.TO_CLIENT, datagram, client);
        health = Inside.of(buffer)::health;
        errors = peers.errors;
        this.server = server;
        clock = buffer.clock();
        streams = new SenderStreams(server, peers);
        eventEncoder = new EventEncoder(buffer.layout(), run, streams::stream);
        this.events = events == null ? null : events.drainTo(eventEncoder);
        clientStates = new ClientStates(buffer.layout(), interest, encoder, streams, errors);
        // Last, because it must be closed.
        reader = buffer.reader();
    }

    @Override
    public void datagram(ByteBuffer datagram, SocketAddress source) {
        byte kind = RoomHeader.kind(datagram);
        if (kind == RoomHeader.MESSAGE) {
            server.receiveMessage(datagram, source, clock.nanoTime());
        } else if (kind == RoomHeader.TO_SERVER) {
            ByteBuffer answer = server.receive(datagram, source, clock.nanoTime());
            if (answer != null) {
                peers.send(RoomHeader.TO_CLIENT, answer, source);
            }
            ClientStatus asking = server.takeAsking();
            if (asking != null) {
                streams.repeat(asking);
            }
        }
    }

    @Override
    public long pass(long nowNanos) {
        streams.nowNanos = nowNanos;
        boolean news = reader.acquire();
        if (news) {
            server.inputTaken();
            times.acquired(reader);
        }
        boolean connected = !server.admitted().isEmpty();
        // Before the state: what a tick says about a body comes before the state that shows the body.
        server.sendMessages(clock.nanoTime(), messages);
        if (connected) {
            send(news, nowNanos);
        }
        sendEvents();
        server.expire(clock.nanoTime());
        sayNotice(nowNanos);
        for (Long client; (client = toDrop.poll()) != null; ) {
            server.drop(client);
        }
        reportRefusals(nowNanos);
        return connected ? times.waitNanos(clock.nanoTime()) : IDLE_NANOS;
    }

    @Override
    public boolean sayEnd() {
        server.end(answers);
        return !server.admitted().isEmpty() && ++said < LAST_WORDS;
    }

    /** Returns why no more states will come; null while they may still come. For any thread. */
    @Nullable Throwable failure() {
        RunHealth now = health.get();
        boolean hasEnded = now.stage() == RunHealth.Stage.FAILED || now.stage() == RunHealth.Stage.CLOSED;
        return hasEnded
                ? new IllegalStateException(now.text() + "; close this sender, and start another", now.failure())
                : null;
    }

    /** At most one per second, because strangers may send any number of datagrams. */
    private void reportRefusals(long nowNanos) {
        if (!anyRefused || nowNanos - refusedNanos >= SECOND_NANOS) {
            String refusal = server.takeRefusal();
            anyRefused = refusal != null;
            refusedNanos = nowNanos;
            if (refusal != null) {
                errors.accept(new IllegalStateException(refusal));
            }
        }
    }

    /** Without a receiver, states are not even encoded. */
    private void send(boolean news, long nowNanos) {
        boolean due = news || states == 0 || nowNanos - sentNanos >= REPEAT_NANOS;
        if (due && reader.size() > 0) {
            sentNanos = nowNanos;
            sendUnseen();
        }
    }

    /** Sends all states that are newer than the newest sent one, oldest first. If there is none, repeats the newest. */
    private void sendUnseen() {
        for (int age = reader.size() - 1; age >= 0; age--) {
            State state = reader.state(age);
            boolean isNew = state.tick() > newestTick;
            // A relay's receivers make copies themselves, and what is late must not seem to have come.
            if (isNew ? !StateInside.isCopy(state) : age == 0) {
                // The first repetition says that time is paused. Further ones may come as often as states.
                boolean required = !isNew && !repeated;
                repeated = !isNew;
                clientStates.send(state, server.admitted(), clock.nanoTime(), isNew, required);
                states++;
            }
        }
        newestTick = reader.state(0).tick();
    }

    /**
     * Sends notices to the receivers while the run does not make states, because they cannot see the reason in the
     * states.
     */
    private void sayNotice(long nowNanos) {
        RunHealth own = health.get();
        RunHealth now = own.stage() == RunHealth.Stage.RUNS && reader.size() == 0 ? NO_STATE : own;
        boolean isGood = now.stage() == RunHealth.Stage.RUNS;
        if (!isGood && (!anyNotice || nowNanos - noticeNanos >= NOTICE_NANOS)) {
            noticeNanos = nowNanos;
            // Without the failure, whose text may contain secrets, such as paths or names.
            server.say(new ServerNotice(now.stage(), now.text()), answers);
        }
        anyNotice = !isGood;
    }

    /** Also without a receiver, so that one that joins later gets no old events. */
    private void sendEvents() {
        if (events != null) {
            try {
                events.run();
            } catch (IllegalStateException e) {
                // The user polls the reader at this moment. The states must continue.
                errors.accept(e);
            }
            eventEncoder.flush();
        }
    }

    /** The clients that are sent states. */
    List<SenderClient> clients() {
        return isClosed
                ? List.of()
                : server.admitted().stream().map(SenderClient::of).toList();
    }

    long pictureAgeNanos(long client) {
        for (ClientStatus each : server.admitted()) {
            if (each.id == client && each.roundTripNanos >= 0) {
                long gap = SECOND_NANOS / Math.max(LEAST_STATES, each.pace.statesPerSecond);
                return each.roundTripNanos + 2 * gap + each.silenceNanos;
            }
        }
        return -1;
    }

    boolean sendMessage(long client, byte[] message, boolean reliable) {
        for (ClientStatus each : server.admitted()) {
            if (each.id == client) {
                return !isClosed && each.lane.send(message, reliable);
            }
        }
        return false;
    }

    int takeMessages(StateSender.MessageHandler handler) {
        int count = 0;
        for (ClientStatus each : server.admitted()) {
            byte[] message;
            // Bounded, because others may arrive while the handler runs.
            for (int n = 0; n < MessageLane.MOST_AT_ONCE && (message = each.lane.take()) != null; n++) {
                handler.onMessage(each.id, message);
                count++;
            }
        }
        return count;
    }

    @Override
    public void close() {
        isClosed = true;
        reader.close();
    }
}
