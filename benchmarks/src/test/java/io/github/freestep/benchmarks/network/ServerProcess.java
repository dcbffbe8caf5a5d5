package io.github.freestep.benchmarks.network;

import io.github.freestep.net.StateSender;
import io.github.freestep.physics.PhysicsService;

/** Serves a line of bodies until it is killed. The arguments are the port and the number of bodies. */
final class ServerProcess {
    private ServerProcess() {}

    public static void main(String[] args) throws InterruptedException {
        Line line = new Line(Integer.parseInt(args[1]));
        try (PhysicsService physics = PhysicsService.builder(line).start();
                StateSender sender = StateSender.builder(physics.states())
                        .port(Integer.parseInt(args[0]))
                        .start()) {
            while (sender.failure() == null) {
                // Service and sender have threads of their own.
                Thread.sleep(100);
            }
        }
    }
}
