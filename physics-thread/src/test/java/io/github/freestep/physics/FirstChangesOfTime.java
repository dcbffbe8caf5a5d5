package io.github.freestep.physics;

import io.github.freestep.testing.Allocations;
import io.github.freestep.testing.Await;
import io.github.freestep.time.Ratio;

/** A main class that prints what the physics thread allocates for the first pause and the first change of the scale. */
final class FirstChangesOfTime {
    private static final int TICKS = 20;

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
            // The virtual machine's compilers may add a few hundred bytes.
            System.out.println((bytes - before) / 1_000 + " kB");
        }
    }

    private static void awaitTicks(PhysicsService physics) {
        long last = physics.metrics().tick() + TICKS;
        Await.until(() -> physics.metrics().tick() > last);
    }
}
