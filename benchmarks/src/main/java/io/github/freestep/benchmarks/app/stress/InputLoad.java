package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.internal.Threads;
import io.github.freestep.physics.InputPort;
import io.github.freestep.physics.PhysicsMetrics;
import io.github.freestep.tools.report.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;

/** Runs the producers of input, and checks that no input is lost. Thread-safe. */
final class InputLoad {
    private final InputPort port;
    private final Violations violations;
    private final List<Producer> producers = new CopyOnWriteArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopped;

    private long seen;
    private double seenSum;
    private long waiting;
    private long refused;
    private long deferred;

    InputLoad(InputPort port, Violations violations) {
        this.port = port;
        this.violations = violations;
    }

    void start(int count, double perSecond, PlantedFlaw flaw) {
        for (int i = 0; i < count; i++) {
            Producer producer = new Producer(port, perSecond / count, () -> !stopped, flaw);
            producers.add(producer);
            threads.add(new Thread(producer, "freestep-stress-input-" + i));
        }
        threads.forEach(Thread::start);
    }

    /** Pushes input flat out on the calling thread. */
    void flood(BooleanSupplier goesOn) {
        Producer producer = new Producer(port, Double.POSITIVE_INFINITY, goesOn, PlantedFlaw.NONE);
        producers.add(producer);
        producer.run();
    }

    void stop() {
        stopped = true;
        threads.forEach(thread -> Threads.join(thread, Long.MAX_VALUE));
    }

    long accepted() {
        return producers.stream().mapToLong(each -> each.accepted).sum();
    }

    private double acceptedSum() {
        return producers.stream().mapToDouble(each -> each.acceptedSum).sum();
    }

    /** Checks that each input was seen by a step, waits or was refused. Call it when all threads have stopped. */
    void balance(StressedScene stressed, PhysicsMetrics metrics, long stillWaiting) {
        seen = stressed.inputs;
        seenSum = stressed.inputSum;
        waiting = stillWaiting;
        refused = producers.stream().mapToLong(each -> each.refused).sum();
        deferred = metrics.inputsDeferred();
        if (accepted() != seen + waiting) {
            violations.add(
                    Promise.INPUT,
                    accepted() + " inputs were accepted; the steps saw " + seen + ", " + waiting + " still wait, "
                            + (accepted() - seen - waiting) + " are missing");
        } else if (waiting == 0 && acceptedSum() != seenSum) {
            violations.add(
                    Promise.INPUT,
                    "the accepted values add up to " + acceptedSum() + ", but those that the steps saw to " + seenSum);
        }
        violations.requireEqual(
                Promise.INPUT, refused, metrics.inputsRefused(), "%d inputs were refused, but the metrics count %d");
    }

    /** Says where the inputs are. */
    String text() {
        return Units.text(
                "%,d inputs were accepted: %,d seen by steps, of which %,d later than due, and %,d waiting at the end; %,d"
                        + " refused, because a flood is faster than ticks",
                accepted(), seen, deferred, waiting, refused);
    }
}
