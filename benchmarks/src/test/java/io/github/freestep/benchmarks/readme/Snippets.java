package io.github.freestep.benchmarks.readme;

import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.SavableSimulation;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.util.concurrent.CompletableFuture;

/** The examples of the READMEs that are not classes of their own. Only the lines between two markers are shown. */
final class Snippets {
    private Snippets() {}

    static void commands(PhysicsService physics, Boxes world) {
        CompletableFuture<Integer> slot = physics.call(c -> world.add(world.box()));
        slot.thenAccept(added -> System.out.println("slot " + added)); // runs on the thread freestep-commands
    }

    static PhysicsService resumed(PhysicsService physics, SavableSimulation world, SavableSimulation loaded) {
        record Saved(long tick, byte[] world) {}
        CompletableFuture<Saved> saving = physics.call(c -> {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            world.save(new DataOutputStream(bytes));
            return new Saved(c.tick(), bytes.toByteArray());
        });

        Saved saved = saving.join();
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(saved.world()));
        PhysicsService resumed = PhysicsService.builder(loaded)
                .startAt(saved.tick(), c -> loaded.restore(in))
                .start();
        return resumed;
    }
}
