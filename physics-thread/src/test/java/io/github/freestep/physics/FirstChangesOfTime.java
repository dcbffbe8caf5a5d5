package io.github.freestep.physics;

import io.github.freestep.testing.Allocations;
import io.github.freestep.testing.Await;
import io.github.freestep.time.Ratio;

/** A main class that prints what the physics thread allocates for the first pause and the first change of the scale. */
final class FirstChangesOfTime {
    private static final int TICKS = 20;

    /** The virtual machine's compilers may add a few hundred bytes. */
    private static final long BOUND_BYTES = 1_000;

    private static volatile long bytes;

    private FirstChangesOfTime() {}

    public static void main(String[] arguments) {
        Falling world = new Falling();
        world.during = tick -> bytes = Allocations.by(Thread.currentThread().getId());
        try (PhysicsService physics = PhysicsService.builder(world).start()) {
            awaitTicks(physics);
            long before = bytes;
            physics.pause().join();
            physics.resume().join();
            physics.timeScale(Ratio.of(2)).join();
            awaitTicks(physics);
            long allocated = bytes - before;
            System.out.println(allocated < BOUND_BYTES ? "below 1 kB" : allocated + " B");
        }
    }

    private static void awaitTicks(PhysicsService physics) {
        long last = physics.metrics().tick() + TICKS;
        Await.until(() -> physics.metrics().tick() > last);
    }
}
