package io.github.freestep.physics;

/** A main class whose JVM has no memory for the largest queue of inputs. It prints what a first push does then. */
final class FirstPushWithoutMemory {
    private FirstPushWithoutMemory() {}

    public static void main(String[] arguments) {
        // At a low rate, because an overload, as on a busy machine, takes memory when it begins.
        try (PhysicsService physics = PhysicsService.builder(new Falling())
                .rate(5)
                .inputCapacity(1 << 20)
                .start()) {
            // Such a large request may make the requests of other threads fail as well, and the set-up has some.
            while (physics.metrics().tick() < 3) {
                Thread.onSpinWait();
            }
            for (int i = 0; i < 2; i++) {
                try {
                    physics.input().action(1, 1, physics.clock().nanoTime());
                    System.out.println("accepted");
                } catch (OutOfMemoryError e) {
                    System.out.println("no memory");
                }
            }
            physics.submit(c -> {}).join();
            System.out.println(physics.status());
        }
    }
}
