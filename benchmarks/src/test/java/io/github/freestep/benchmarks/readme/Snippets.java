package io.github.freestep.benchmarks.readme;

import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.SavableSimulation;
import io.github.freestep.physics.Simulation;
import io.github.freestep.state.State;
import io.github.freestep.state.StateReader;
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

    static void newestState(PhysicsService physics) {
        try (StateReader reader = physics.states().reader()) { // one per thread
            if (reader.acquire()) { // false: no newer state than last time
                State newest = reader.state(0);
                System.out.println("tick " + newest.tick() + ": y = " + newest.y()[0]);
            }
        }
    }

    static <W extends Simulation & SavableSimulation> PhysicsService resumed(
            PhysicsService physics, W world, W loaded) {
        CompletableFuture<byte[]> saved = physics.call(c -> {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            world.save(new DataOutputStream(bytes));
            return bytes.toByteArray();
        });
        long tick = physics.metrics().tick();
        byte[] game = saved.join();

        return PhysicsService.builder(loaded)
                .startAt(tick, c -> loaded.restore(new DataInputStream(new ByteArrayInputStream(game))))
                .start();
    }
}
