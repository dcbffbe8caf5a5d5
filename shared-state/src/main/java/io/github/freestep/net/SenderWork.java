package io.github.freestep.net;

import io.github.freestep.net.link.AeronLink;
import io.github.freestep.net.link.Endpoints;
import io.github.freestep.net.link.Inlet;
import io.github.freestep.net.link.LinkThread;
import io.github.freestep.net.wire.ServerLink;
import io.github.freestep.net.wire.StateEncoder;
import io.github.freestep.state.State;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateReader;
import io.github.freestep.time.NanoClock;
import java.net.InetAddress;
import java.nio.ByteBuffer;

/** What the sender's thread does: reads states as any reader does, sends them, and takes input. Allocates nothing. */
final class SenderWork implements LinkThread.Work {
    /**
     * While time is paused, receivers still need datagrams: for their clocks, and to learn all bodies after joining.
     */
    private static final long REPEAT_NANOS = 100_000_000;

    /** How often to look for a first receiver. */
    private static final long IDLE_NANOS = 10_000_000;

    private final StateReader reader;
    private final NanoClock clock;
    private final StateEncoder encoder;
    private final ServerLink server;
    private final SenderStreams streams;
    private final SendTimes times = new SendTimes();
    private final InetAddress own;
    private final int port;
    private Inlet input;
    private boolean wasConnected;
    private long newestTick = State.NO_TICK;
    private long sentNanos;

    private volatile boolean connected;
    private volatile int clients;
    private volatile long states;
    private volatile long dropped;

    SenderWork(StateBuffer buffer, StateEncoder encoder, ServerLink server, InetAddress own, int port) {
        this.encoder = encoder;
        this.server = server;
        this.own = own;
        this.port = port;
        clock = buffer.clock();
        streams = new SenderStreams(server, own, port);
        reader = buffer.reader();
    }

    @Override
    public void open(AeronLink link) {
        // These streams never had a receiver, so there is nothing to drop.
        wasConnected = false;
        streams.open(link);
        input = link.receive(
                Endpoints.receivingInput(own, port),
                Endpoints.INPUT,
                datagram -> server.receive(datagram, clock.nanoTime()));
    }

    @Override
    public long pass(AeronLink link, long nowNanos) {
        boolean news = reader.acquire();
        if (news) {
            times.acquired(reader);
        }
        noteReceivers();
        if (connected) {
            send(news, nowNanos);
        }
        // Once per pass: sends the above, and receives input. So input is acknowledged by the next pass.
        link.work();
        input.poll();
        return connected ? times.waitNanos(clock.nanoTime()) : IDLE_NANOS;
    }

    private void noteReceivers() {
        connected = streams.isConnected();
        if (wasConnected && !connected) {
            streams.reopen();
        }
        wasConnected = connected;
        clients = server.clients();
    }

    /** Without a receiver, states are not even encoded. */
    private void send(boolean news, long nowNanos) {
        boolean due = news || nowNanos - sentNanos >= REPEAT_NANOS;
        if (due && reader.size() > 0) {
            sentNanos = nowNanos;
            sendUnseen();
        }
        ByteBuffer reply;
        // One datagram has the news of up to 66 clients.
        while ((reply = server.reply(clock.nanoTime())) != null) {
            streams.reply(reply);
        }
        dropped = streams.dropped();
    }

    /** Sends all states that are newer than the newest sent one, oldest first. If there is none, repeats the newest. */
    private void sendUnseen() {
        for (int age = reader.size() - 1; age >= 0; age--) {
            State state = reader.state(age);
            if (state.tick() > newestTick || age == 0) {
                streams.beginState();
                encoder.encode(state, clock.nanoTime(), streams);
                states = states + 1;
            }
        }
        newestTick = reader.state(0).tick();
    }

    boolean isConnected() {
        return connected;
    }

    int clients() {
        return clients;
    }

    long states() {
        return states;
    }

    long dropped() {
        return dropped;
    }

    @Override
    public void close() {
        connected = false;
        clients = 0;
        reader.close();
    }
}
