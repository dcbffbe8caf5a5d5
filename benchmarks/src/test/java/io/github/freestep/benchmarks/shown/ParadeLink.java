package io.github.freestep.benchmarks.shown;

import io.github.freestep.internal.Blocks;
import io.github.freestep.internal.EventTaker;
import io.github.freestep.internal.EventValues;
import io.github.freestep.internal.Inside;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.session.ClientChoice;
import io.github.freestep.net.session.ClientInput;
import io.github.freestep.net.session.ClientLink;
import io.github.freestep.net.session.ClientStatus;
import io.github.freestep.net.session.ServerLink;
import io.github.freestep.net.wire.DatagramOutput;
import io.github.freestep.net.wire.EventEncoder;
import io.github.freestep.net.wire.StateEncoder;
import io.github.freestep.net.wire.StateFollower;
import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.PortableCommand;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.InputSink;
import io.github.freestep.state.State;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.VirtualClock;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;

/** A server and a client on virtual time. The link between them has no delay. Its unreliable streams lose datagrams. */
final class ParadeLink implements AutoCloseable {
    private static final long REPEAT_NANOS = 100_000_000;

    private static final long RUN = 1;

    private static final int NO_LEVEL = -1;

    private final double loss;
    private final Random random;
    private final VirtualClock clock = new VirtualClock(0);
    private final InlineStepper server;
    private final StateReader reader;
    private final EventReader events;
    private final StateEncoder encoder;
    private final EventEncoder eventEncoder;
    private final StateFollower follower;
    private final boolean chooses;
    private final ClientChoice choice;
    private final byte[] levels;
    private final ServerLink link;
    private final ClientLink client;

    /** The seat of the client whose input comes next. */
    private int seat;

    private final DatagramOutput output = new DatagramOutput() {
        @Override
        public void baseline(ByteBuffer datagram) {
            follower.receive(datagram, clock.nanoTime());
        }

        @Override
        public void piece(ByteBuffer datagram) {
            if (arrives()) {
                follower.receive(datagram, clock.nanoTime());
            }
        }
    };

    /** Loses datagrams, and sends all bodies to the client. */
    ParadeLink(Parade world, double loss, long seed) {
        this(world, loss, seed, NO_LEVEL);
    }

    /** Chooses all bodies for the client, five times per second, each in every {@code 1 << level}-th state. */
    ParadeLink(Parade world, int level) {
        this(world, 0, 0, level);
    }

    private ParadeLink(Parade world, double loss, long seed, int level) {
        this.loss = loss;
        levels = new byte[world.layout().capacity()];
        Arrays.fill(levels, (byte) level);
        choice = new ClientChoice(clock.nanoTime());
        chooses = level != NO_LEVEL;
        random = Seeds.random(seed);
        server = PhysicsService.builder(world).inline();
        reader = server.states().reader();
        events = Way.events(server);
        encoder = new StateEncoder(world.layout(), PoseGrid.STANDARD, RUN);
        follower = new StateFollower(world.layout(), StateFollower.DEFAULT_WINDOW, clock);
        eventEncoder = new EventEncoder(world.layout(), RUN, output::baseline);
        client = ClientLink.of(null, new ClientInput(follower.states().clock()));
        link = ServerLink.of(RUN, null, new InputSink() {
            @Override
            public int axes() {
                return 0;
            }

            @Override
            public void from(long number) {
                seat = number == client.id() ? Parade.OWN_SEAT : 0;
            }

            @Override
            public boolean axis(int axis, float value, long nanos) {
                return false;
            }

            @Override
            public boolean action(int code, float value, long nanos) {
                return server.input().action(Parade.code(seat, code), value, nanos);
            }
        });
    }

    private long sentNanos;

    private boolean arrives() {
        return random.nextDouble() >= loss;
    }

    /** Acts as a client can. The server pauses and scales time as it likes. */
    private final Viewer.Hands hands = new Viewer.Hands() {
        @Override
        public boolean action(int code) {
            return client.input.action(code, 1);
        }

        @Override
        public void submit(PortableCommand command) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void pause() {
            server.pause();
        }

        @Override
        public void resume() {
            server.resume();
        }

        @Override
        public void timeScale(Ratio scale) {
            server.timeScale(scale);
        }
    };

    void show(Viewer viewer) {
        EventTaker taker = new EventTaker() {
            @Override
            public void event(EventValues event) {
                viewer.event(event.tick, event.data);
            }

            @Override
            public void missed(long count) {
                throw new AssertionError(count + " events were missed");
            }
        };
        try (FrameSampler sampler = Way.sampler(follower.states())) {
            while (server.metrics().tick() < Way.TICKS) {
                viewer.act(hands, server.metrics().tick());
                clock.advance(Way.FRAME_NANOS);
                server.advance(Way.FRAME_NANOS);
                // A sender repeats the newest state, so that a receiver learns of a pause although it was lost.
                boolean repeats = reader.size() > 0 && clock.nanoTime() - sentNanos >= REPEAT_NANOS;
                if (reader.acquire() || repeats) {
                    sentNanos = clock.nanoTime();
                    send(reader.state(0));
                }
                Inside.of(events).drain(eventEncoder);
                eventEncoder.flush();
                follower.poll(clock.nanoTime());
                exchange();
                Frame frame = sampler.sample();
                if (frame.hasState()) {
                    viewer.frame(frame);
                    follower.events.poll(frame.reachedTick(), taker);
                }
            }
        }
    }

    private void send(State state) {
        long now = server.clock().nanoTime();
        if (!chooses) {
            encoder.encode(state, now, output);
            return;
        }
        encoder.begin(state, now, output);
        for (ClientStatus status : link.admitted()) {
            if (choice.isDue(now)) {
                long[] all = new long[Blocks.of(state.slots())];
                for (int slot = 0; slot < state.slots(); slot++) {
                    all[slot / Blocks.SIZE] |= 1L << slot;
                }
                status.bodies().choose(state, all, levels);
            }
            encoder.encode(status.bodies(), output);
        }
    }

    /** Sends input, and the reply. */
    private void exchange() {
        ByteBuffer datagram = client.next(clock.nanoTime(), follower);
        if (datagram != null && arrives()) {
            ByteBuffer reply =
                    link.receive(datagram, WalkLink.CLIENT, server.clock().nanoTime());
            if (reply != null && arrives()) {
                client.hear(reply, clock.nanoTime());
            }
        }
    }

    @Override
    public void close() {
        events.close();
        reader.close();
        server.close();
    }
}
