package io.github.freestep.physics.lockstep;

import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.lockstep.sequencer.Sequencer;
import io.github.freestep.physics.lockstep.session.HostTime;
import io.github.freestep.time.VirtualClock;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A sequencer and peers on one thread, with virtual time, over a network that loses nothing. */
final class VirtualMatch {
    static final long STEP_NANOS = 1_000_000;
    /** How long packets take. */
    long transitNanos = 5_000_000;

    final VirtualClock clock = new VirtualClock(Clocks.BEGIN_NANOS);
    final MatchSettings settings;
    final List<Peer> peers = new ArrayList<>();
    private Sequencer sequencer;
    private boolean hasSequencer = true;
    /** The index of the peer in the process of the sequencer, -1 for none. */
    int host;

    VirtualMatch(MatchSettings settings) {
        this.settings = settings;
        startSequencer(1);
    }

    /** Stops the process of the sequencer. What arrives there before {@link #wakeSequencer} is lost. */
    void stopSequencer() {
        hasSequencer = false;
    }

    void wakeSequencer() {
        hasSequencer = true;
    }

    /** Starts the process of a sequencer that knows nothing of the match. */
    void startSequencer(long run) {
        hasSequencer = true;
        sequencer = new Sequencer(settings.rules(), this::deliver, peer -> peer == host, run);
    }

    private void deliver(long peer, ByteBuffer packet) {
        peers.get((int) peer).inbox.add(at(packet));
    }

    private record Packet(long nanos, ByteBuffer bytes) {}

    private Packet at(ByteBuffer packet) {
        ByteBuffer copy = ByteBuffer.allocate(packet.remaining());
        return new Packet(
                clock.nanoTime() + transitNanos, copy.put(packet.duplicate()).flip());
    }

    /** A player: a session, and the stepper of its world once it is admitted. */
    final class Peer implements LockstepTransport {
        final SumWorld world = new SumWorld();
        final LockstepSession session;

        @Nullable InlineStepper stepper;

        @Nullable HostTime time;

        /** Runs when the session reads its clock, as another thread might. */
        Runnable meanwhile = () -> {};

        @Nullable RuntimeException failure;

        boolean isCut;

        /** Whether what it sends is lost. It still receives. */
        boolean isMute;

        /** Whether the process stands still. */
        boolean isAsleep;

        /** Whether the world is not set up, though the session is admitted. */
        boolean isAdmittedOnly;

        MatchWorld game = MatchWorld.of(world);

        /** The world that runs ahead, its prediction, and its stepper once there is a world to begin with. */
        final SumWorld aheadWorld = new SumWorld();

        @Nullable Prediction ahead;

        @Nullable EventReader differences;

        private final ArrayDeque<Packet> inbox = new ArrayDeque<>();
        private final ArrayDeque<Packet> outbox = new ArrayDeque<>();

        /** Calls the next ticks of the prediction, to measure them. */
        Consumer<Runnable> aroundAhead = Runnable::run;

        /** Whether the prediction steps before the session works, as its own thread may. */
        boolean aheadFirst;

        /** The greatest depth of the prediction after any step. */
        int mostDepth;

        private Peer(MatchSettings own, int player) {
            LockstepSession.Builder builder =
                    LockstepSession.builder(own, this).clock(this::now).commands(SumWorld.Push::read);
            if (player >= 0) {
                builder.player(player);
            }
            session = builder.openPassive();
        }

        private long now() {
            meanwhile.run();
            return clock.nanoTime();
        }

        private void workAhead() {
            if (ahead != null) {
                aroundAhead.accept(ahead::advance);
                mostDepth = Math.max(mostDepth, ahead.depthTicks());
            }
        }

        /** Lets a world run ahead by at most some ticks. */
        void predict(int mostTicks) {
            ahead = session.predict(MatchWorld.of(aheadWorld)).ticks(mostTicks).inline();
            differences = ahead.events().with(Kind.PREDICTION_DIFFERED).open();
        }

        /** Asks to join. */
        void join() {
            session.starting().join(game.game());
        }

        private void work() {
            if (isAsleep) {
                if (isCut) {
                    inbox.clear();
                }
                return;
            }
            if (aheadFirst) {
                workAhead();
            }
            session.doWork(clock.nanoTime());
            if (stepper == null
                    && failure == null
                    && !isAdmittedOnly
                    && session.starting().isAdmitted()) {
                try {
                    stepper = session.starting().buildStepper(game.game());
                    time = session.starting().hostTime();
                    session.starting().attach(stepper);
                } catch (RuntimeException e) {
                    failure = e;
                }
            }
            if (stepper != null && stepper.status() == PhysicsService.Status.RUNNING) {
                time.advance(stepper);
                if (!aheadFirst) {
                    workAhead();
                }
            }
        }

        @Override
        public void send(ByteBuffer packet) {
            outbox.add(at(packet));
        }

        @Override
        public int poll(Consumer<ByteBuffer> handler) {
            int count = 0;
            for (; due(inbox); count++) {
                ByteBuffer bytes = inbox.poll().bytes();
                if (!isCut) {
                    handler.accept(bytes);
                }
            }
            return count;
        }

        @Override
        public void close() {}

        long tick() {
            return stepper == null ? -1 : stepper.metrics().tick();
        }

        /** Returns the newest tick of the world that runs ahead. */
        long aheadTick() {
            return ahead.physics().metrics().tick();
        }
    }

    private boolean due(ArrayDeque<Packet> box) {
        return !box.isEmpty() && box.peek().nanos() <= clock.nanoTime();
    }

    Peer add(int player) {
        return add(settings, player);
    }

    Peer add(MatchSettings own, int player) {
        Peer peer = new Peer(own, player);
        peers.add(peer);
        return peer;
    }

    Peer join(int player) {
        Peer peer = add(player);
        peer.join();
        return peer;
    }

    /** Lets a millisecond pass. */
    void step() {
        for (int i = 0; i < peers.size(); i++) {
            for (Peer peer = peers.get(i); due(peer.outbox); ) {
                ByteBuffer bytes = peer.outbox.poll().bytes();
                if (hasSequencer && !peer.isCut && !peer.isMute) {
                    sequencer.onPacket(i, bytes, clock.nanoTime());
                }
            }
        }
        if (hasSequencer) {
            sequencer.onTime(clock.nanoTime());
        }
        peers.forEach(Peer::work);
        clock.advance(STEP_NANOS);
    }

    void run(long millis) {
        for (long i = 0; i < millis; i++) {
            step();
        }
    }

    /** Lets time pass until something is true. */
    void until(BooleanSupplier condition) {
        for (int i = 0; !condition.getAsBoolean(); i++) {
            if (i > 60_000) {
                throw new AssertionError("not within a minute of virtual time: "
                        + peers.stream()
                                .map(peer -> peer.session + " at tick " + peer.tick())
                                .toList());
            }
            step();
        }
    }
}
