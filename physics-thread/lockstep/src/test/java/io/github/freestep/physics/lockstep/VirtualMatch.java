package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.saves.Saves;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A match of players with cheap worlds, over a network that loses nothing. Player 0 is the host. */
final class VirtualMatch {
    private static final long MINUTE = 60_000_000_000L;

    final SimulatedNetwork network;
    final VirtualClock clock;
    final MatchSettings settings;
    final List<Peer> peers = new ArrayList<>();
    private long transitNanos = 5_000_000;

    VirtualMatch(MatchSettings settings) {
        this.settings = settings;
        network = new SimulatedNetwork(1, settings, 1_000_000);
        network.host = 0;
        clock = network.clock();
    }

    /** Sets how long packets take. */
    void transit(long nanos) {
        transitNanos = nanos;
        peers.forEach(peer -> peer.link.delayNanos = nanos);
    }

    /** A player, whose world is set up once it is admitted. */
    final class Peer extends PredictingPlayer<SumWorld> {
        final SimulatedNetwork.Conditions link;

        @Nullable RuntimeException failure;
        /** Whether the process stands still. */
        boolean isAsleep;

        final SumWorld aheadWorld = new SumWorld();
        /** Calls the next ticks of the prediction, to measure them. */
        Consumer<Runnable> aroundAhead = Runnable::run;
        /** Whether the prediction steps before the session works, as its own thread may. */
        boolean aheadFirst;
        /** The greatest depth of the prediction after any step. */
        int mostDepth;

        private Peer(MatchSettings own, int player, SimulatedNetwork.Conditions link, NanoClock time) {
            super(
                    network,
                    builder(network, own, player, link).commands(Saves.commands(SumWorld::read)),
                    time,
                    new SumWorld());
            this.link = link;
        }

        /** Lets a world run ahead by at most some ticks. */
        void predict(int mostTicks) {
            predict(aheadWorld, options -> options.ticks(mostTicks));
        }

        @Override
        public void doWork(long networkNanos) {
            if (isAsleep) {
                return;
            }
            if (aheadFirst && ahead != null) {
                step();
            }
            if (failure == null) {
                super.doWork(networkNanos);
            } else {
                session.doWork(networkNanos);
            }
        }

        @Override
        void build() {
            try {
                super.build();
            } catch (RuntimeException e) {
                failure = e;
            }
        }

        @Override
        void advanceAhead() {
            if (!aheadFirst) {
                step();
            }
        }

        private void step() {
            aroundAhead.accept(ahead::advance);
            mostDepth = Math.max(mostDepth, ahead.depthTicks());
        }

        /** Returns the newest tick of the world that runs ahead. */
        long aheadTick() {
            return ahead.physics().metrics().tick();
        }
    }

    Peer add(int player) {
        return add(settings, player, clock);
    }

    Peer add(MatchSettings own, int player, NanoClock time) {
        Peer peer = new Peer(own, player, new SimulatedNetwork.Conditions().delay(transitNanos, 0), time);
        peers.add(peer);
        return peer;
    }

    Peer join(int player) {
        Peer peer = add(player);
        peer.join();
        return peer;
    }

    /** Lets the network step, each time by a millisecond, and by what worlds take meanwhile. */
    void run(long millis) {
        for (long i = 0; i < millis; i++) {
            network.step();
        }
    }

    /** Lets time pass until something is true. */
    void until(BooleanSupplier condition) {
        assertTrue(
                network.runUntil(condition, MINUTE),
                () -> peers.stream()
                        .map(peer -> peer.session + " at tick " + peer.tick())
                        .toList()
                        .toString());
    }
}
