package io.github.freestep.benchmarks.app.remote;

import io.github.freestep.benchmarks.report.Units;
import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.physics.EventHandler;
import io.github.freestep.physics.PhysicsEvent;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.aeron.StateSender;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
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
        STOPPED("1 stopped receiver", 1),
        LOSSY("1 receiver, 30 % lost", 1);

        private final String text;
        private final int receivers;

        Receiving(String text, int receivers) {
            this.text = text;
            this.receivers = receivers;
        }
    }

    private static final String ROW = "%-22s %8s %9s %9s %9s %9s %11s";
    private static final int ROUNDS = 3;
    private static final long SETTLE_MILLIS = 2_000;
    private static final LinkQuality LOSSY = new LinkQuality(20, 5, 30, 0);
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    static final String HEADER =
            Units.text(ROW, "receivers", "ticks", "late p50", "late p99", "tick p50", "tick p99", "sender CPU");

    private final int bodies;
    private final long millis;
    private final List<Figures> figures = new ArrayList<>();
    private volatile Figures current;

    private static final class Figures {
        private final Histogram lateness = new Histogram(3);
        private final Histogram compute = new Histogram(3);
        private long senderNanos;
    }

    RemoteCost(int bodies, int seconds) {
        this.bodies = bodies;
        millis = TimeUnit.SECONDS.toMillis(seconds) / ROUNDS;
        for (Receiving ignored : Receiving.values()) {
            figures.add(new Figures());
        }
    }

    /** Measures all kinds in turn, several times, so that other load on the machine meets all of them. */
    void run() throws IOException, InterruptedException {
        try (PhysicsService physics = PhysicsService.builder(Scenes.of("swarm", bodies, 1, StepCost.NONE))
                .start()) {
            physics.events().with(PhysicsEvent.Kind.TICK).subscribe("remote", this);
            for (int round = 0; round < ROUNDS; round++) {
                for (Receiving receiving : Receiving.values()) {
                    measure(receiving, physics);
                }
            }
        }
    }

    private void measure(Receiving receiving, PhysicsService physics) throws IOException, InterruptedException {
        if (receiving == Receiving.NO_SENDER) {
            count(receiving);
            return;
        }
        int port = ServerProcess.freePort();
        try (StateSender sender =
                StateSender.builder(physics.states()).port(port).start()) {
            if (receiving == Receiving.NONE) {
                count(receiving);
            } else if (receiving == Receiving.LOSSY) {
                int relayPort = ServerProcess.freePort();
                try (LossyRelay picture = new LossyRelay(relayPort, port, LOSSY, 1);
                        LossyRelay input = new LossyRelay(relayPort + 1, port + 1, LOSSY, 2)) {
                    receive(receiving, relayPort);
                    if (picture.bytesToClients() + input.bytesToClients() == 0) {
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
        try (Receivers receivers = new Receivers(port, bodies, receiving.receivers)) {
            if (receiving == Receiving.STOPPED) {
                receivers.stop();
            }
            count(receiving);
        }
    }

    private void count(Receiving receiving) throws InterruptedException {
        Thread.sleep(SETTLE_MILLIS);
        Figures into = figures.get(receiving.ordinal());
        long before = senderNanos();
        current = into;
        Thread.sleep(millis);
        current = null;
        into.senderNanos += senderNanos() - before;
    }

    private static long senderNanos() {
        for (long id : THREADS.getAllThreadIds()) {
            var thread = THREADS.getThreadInfo(id);
            if (thread != null && thread.getThreadName().equals("freestep-sender")) {
                return THREADS.getThreadCpuTime(id);
            }
        }
        return 0;
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
                    receiving == Receiving.NO_SENDER ? "-" : Units.percent(of.senderNanos / 1e4 / (ROUNDS * millis))));
        }
        return rows;
    }
}
