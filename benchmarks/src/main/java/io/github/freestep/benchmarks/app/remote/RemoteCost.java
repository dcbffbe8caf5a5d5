package io.github.freestep.benchmarks.app.remote;

import io.github.freestep.benchmarks.app.Failures;
import io.github.freestep.benchmarks.report.Units;
import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.net.StateSender;
import io.github.freestep.physics.EventHandler;
import io.github.freestep.physics.PhysicsEvent;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Measures what a sender costs the physics thread, for each kind of receiver in turn, in one run of the service. */
final class RemoteCost implements EventHandler {
    /** Who receives. */
    enum Receiving {
        NO_SENDER("no sender", 0),
        NONE("no receiver", 0),
        ONE("1 receiver", 1),
        EIGHT("8 receivers", 8),
        /** Two, because without one that answers, the sender soon stops encoding. */
        STOPPED("1 receiver, 1 stopped", 1),
        LOSSY("1 receiver, 30 % lost", 1);

        private final String text;
        private final int receivers;

        Receiving(String text, int receivers) {
            this.text = text;
            this.receivers = receivers;
        }
    }

    private static final String ROW = "%-22s %8s %9s %9s %9s %9s %11s %13s";
    private static final int ROUNDS = 3;

    /**
     * The compilers need that long for the code of a new receiver. A measurement that is shorter than this waits for
     * its own length.
     */
    private static final long MOST_SETTLE_MILLIS = 10_000;

    private static final LinkQuality LOSSY = new LinkQuality(20, 5, 30, 0);

    /** What the bodies of the service have. */
    enum Scene {
        POSES("poses alone"),
        CHECKED("the swarm, with its check values in three channels");

        final String text;

        Scene(String text) {
            this.text = text;
        }

        Simulation simulation(int bodies) {
            return this == POSES ? new Drifting(bodies) : Scenes.of("swarm", bodies, 1, StepCost.NONE);
        }
    }

    static final String HEADER = Units.text(
            ROW, "receivers", "ticks", "late p50", "late p99", "tick p50", "tick p99", "sender CPU", "receiver CPU");

    private final Scene scene;
    private final int bodies;
    private final long millis;
    private final List<Figures> figures = new ArrayList<>();
    private volatile Figures current;

    private static final class Figures {
        private final Histogram lateness = new Histogram(3);
        private final Histogram compute = new Histogram(3);
        private long senderNanos;
        private long receiverNanos;
    }

    RemoteCost(Scene scene, int bodies, int seconds) {
        this.scene = scene;
        this.bodies = bodies;
        millis = TimeUnit.SECONDS.toMillis(seconds) / ROUNDS;
        for (Receiving ignored : Receiving.values()) {
            figures.add(new Figures());
        }
    }

    /** Measures all kinds in turn, several times, so that other load on the machine meets all of them. */
    void run() throws IOException, InterruptedException {
        PhysicsService physics =
                PhysicsService.builder(scene.simulation(bodies)).start();
        try (physics) {
            physics.events().with(PhysicsEvent.Kind.TICK).subscribe("remote", this);
            for (int round = 0; round < ROUNDS; round++) {
                for (Receiving receiving : Receiving.values()) {
                    measure(receiving, physics);
                }
            }
        }
        Failures.requireNone(physics);
    }

    private void measure(Receiving receiving, PhysicsService physics) throws IOException, InterruptedException {
        if (receiving == Receiving.NO_SENDER) {
            count(receiving, null);
            return;
        }
        int port = FreePort.find();
        try (StateSender sender =
                StateSender.builder(physics.states()).port(port).start()) {
            if (receiving == Receiving.NONE) {
                count(receiving, null);
            } else if (receiving == Receiving.LOSSY) {
                try (LossyRelay relay = new LossyRelay(0, port, LOSSY, 1)) {
                    receive(receiving, relay.port());
                    if (relay.bytesToClients() == 0) {
                        throw new IOException("the relay has passed nothing on");
                    }
                }
            } else {
                receive(receiving, port);
            }
            if (sender.failure() != null) {
                throw new IOException("the sender has failed", sender.failure());
            }
        }
    }

    private void receive(Receiving receiving, int port) throws IOException, InterruptedException {
        try (Receivers receivers = new Receivers(port, scene, bodies, receiving.receivers)) {
            if (receiving == Receiving.STOPPED) {
                try (Receivers stopped = new Receivers(port, scene, bodies, 1)) {
                    stopped.stop();
                    count(receiving, receivers);
                }
            } else {
                count(receiving, receivers);
            }
        }
    }

    /** Measures for a while. The receivers are those whose CPU time counts; null if there is none. */
    private void count(Receiving receiving, Receivers receivers) throws IOException, InterruptedException {
        Thread.sleep(Math.min(MOST_SETTLE_MILLIS, millis));
        Figures into = figures.get(receiving.ordinal());
        into.senderNanos -= ThreadTime.nanos("freestep-sender");
        into.receiverNanos -= receivers == null ? 0 : receivers.cpuNanos();
        current = into;
        Thread.sleep(millis);
        current = null;
        into.senderNanos += ThreadTime.nanos("freestep-sender");
        into.receiverNanos += receivers == null ? 0 : receivers.cpuNanos();
    }

    @Override
    public void onEvent(PhysicsEvent event) {
        Figures into = current;
        if (into != null) {
            into.lateness.recordValue(event.latenessNanos());
            into.compute.recordValue(event.computeNanos());
        }
    }

    /** Returns a row for each kind, after the run. */
    List<String> rows() {
        List<String> rows = new ArrayList<>();
        for (Receiving receiving : Receiving.values()) {
            Figures of = figures.get(receiving.ordinal());
            rows.add(Units.text(
                    ROW,
                    receiving.text,
                    of.lateness.getTotalCount(),
                    Units.time(of.lateness.getValueAtPercentile(50)),
                    Units.time(of.lateness.getValueAtPercentile(99)),
                    Units.time(of.compute.getValueAtPercentile(50)),
                    Units.time(of.compute.getValueAtPercentile(99)),
                    receiving == Receiving.NO_SENDER ? "-" : cpu(of.senderNanos),
                    of.receiverNanos == 0 ? "-" : cpu((double) of.receiverNanos / receiving.receivers)));
        }
        return rows;
    }

    private String cpu(double nanos) {
        return Units.percent(nanos / 1e4 / (ROUNDS * millis));
    }
}
