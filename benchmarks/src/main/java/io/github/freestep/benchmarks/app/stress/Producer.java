package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.physics.InputPort;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Pushes actions and axes in turn, at a rate or flat out, and counts which are accepted. The values are small whole
 * numbers, so that their sum is exact in any order.
 */
final class Producer implements Runnable {
    private static final int AXES = 8;
    private static final int VALUES = 7;
    private static final long NAP_NANOS = 50_000;
    private static final long SECOND_NANOS = 1_000_000_000;
    private static final int PLANTED_INPUT = 5;

    private final InputPort port;
    private final double perSecond;
    private final BooleanSupplier goesOn;
    private final PlantedFlaw flaw;

    private volatile long accepted;
    private volatile long refused;
    private volatile double acceptedSum;

    /** An infinite rate means flat out. */
    Producer(InputPort port, double perSecond, BooleanSupplier goesOn, PlantedFlaw flaw) {
        this.port = port;
        this.perSecond = perSecond;
        this.goesOn = goesOn;
        this.flaw = flaw;
    }

    @Override
    public void run() {
        long start = System.nanoTime();
        for (long pushes = 0; goesOn.getAsBoolean(); pushes++) {
            long dueNanos = (long) (pushes / perSecond * SECOND_NANOS);
            long ahead;
            while ((ahead = dueNanos - (System.nanoTime() - start)) > NAP_NANOS && goesOn.getAsBoolean()) {
                LockSupport.parkNanos(Math.min(ahead, SECOND_NANOS / 100));
            }
            push(pushes);
        }
    }

    void push(long number) {
        float value = 1 + number % VALUES;
        long now = System.nanoTime();
        boolean taken = number == PLANTED_INPUT && flaw.puts(Plant.LOST_INPUT)
                || (number % 2 == 0
                        ? port.action((int) number, value, now)
                        : port.axis((int) (number % AXES), value, now));
        if (taken) {
            accepted++;
            acceptedSum += value;
        } else {
            refused++;
        }
    }

    long accepted() {
        return accepted;
    }

    long refused() {
        return refused;
    }

    double acceptedSum() {
        return acceptedSum;
    }
}
