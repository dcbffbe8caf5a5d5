package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.scenes.Scene;
import io.github.freestep.physics.InputPort;
import io.github.freestep.physics.PhysicsMetrics;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;

/** All who push input, and whether it is conserved. Safe for use by any number of threads. */
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

    void start(int count, double perSecond, Plant plant) {
        for (int i = 0; i < count; i++) {
            Producer producer = new Producer(port, perSecond / count, () -> !stopped, plant);
            producers.add(producer);
            threads.add(new Thread(producer, "freestep-stress-input-" + i));
        }
        threads.forEach(Thread::start);
    }

    /** Pushes flat out, on the calling thread. */
    void flood(BooleanSupplier goesOn) {
        Producer producer = new Producer(port, Double.POSITIVE_INFINITY, goesOn, Plant.NONE);
        producers.add(producer);
        producer.run();
    }

    void stop() throws InterruptedException {
        stopped = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }

    long accepted() {
        return producers.stream().mapToLong(Producer::accepted).sum();
    }

    boolean hasPlanted() {
        return producers.stream().anyMatch(Producer::hasPlanted);
    }

    private double acceptedSum() {
        return producers.stream().mapToDouble(Producer::acceptedSum).sum();
    }

    /** Once everybody has stopped: what went in is what came out, or waits, or was refused. */
    void balance(Scene scene, PhysicsMetrics metrics, long stillWaiting) {
        seen = scene.inputs();
        seenSum = scene.inputSum();
        waiting = stillWaiting;
        refused = producers.stream().mapToLong(Producer::refused).sum();
        deferred = metrics.inputsDeferred();
        if (accepted() != seen + waiting) {
            violations.add(
                    Promise.INPUT,
                    accepted() + " inputs were accepted, of which the steps saw " + seen + " and " + waiting
                            + " still wait: " + (accepted() - seen - waiting) + " are missing");
        } else if (waiting == 0 && acceptedSum() != seenSum) {
            violations.add(
                    Promise.INPUT,
                    "the values that were accepted add up to " + acceptedSum() + ", and those that the steps saw to "
                            + seenSum);
        }
        if (refused != metrics.inputsRefused()) {
            violations.add(
                    Promise.INPUT, refused + " inputs were refused, and " + metrics.inputsRefused() + " are counted");
        }
    }

    /** Once everybody has stopped. */
    Totals totals() {
        return new Totals(threads.size(), accepted(), seen, waiting, refused, deferred, acceptedSum(), seenSum);
    }

    /** What became of all input. */
    record Totals(
            int producers,
            long accepted,
            long seenBySteps,
            long waitingAtTheEnd,
            long refused,
            long deferred,
            double acceptedSum,
            double seenSum) {}
}
