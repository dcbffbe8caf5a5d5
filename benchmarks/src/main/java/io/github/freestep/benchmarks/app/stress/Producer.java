package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.physics.InputPort;
import io.github.freestep.tools.record.InputMix;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Pushes inputs, at a rate or flat out, and counts which are accepted. */
final class Producer implements Runnable {
    private static final long NAP_NANOS = 50_000;
    private static final long SECOND_NANOS = 1_000_000_000;
    private static final int PLANTED_INPUT = 5;

    private final InputPort port;
    private final double perSecond;
    private final BooleanSupplier goesOn;
    private final PlantedFlaw flaw;

    volatile long accepted;
    volatile long refused;
    volatile double acceptedSum;

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
        boolean taken = number == PLANTED_INPUT && flaw.puts(Plant.LOST_INPUT)
                || InputMix.push(port, number, System.nanoTime());
        if (taken) {
            accepted++;
            acceptedSum += InputMix.value(number);
        } else {
            refused++;
        }
    }
}
