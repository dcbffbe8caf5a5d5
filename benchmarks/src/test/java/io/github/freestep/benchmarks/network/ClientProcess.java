package io.github.freestep.benchmarks.network;

import io.github.freestep.net.RemoteStates;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;

/** Prints the newest tick of each frame until it is killed. The argument is the port. */
final class ClientProcess {
    private ClientProcess() {}

    public static void main(String[] args) throws InterruptedException {
        try (RemoteStates remote = RemoteStates.builder(Line.LAYOUT)
                        .server("localhost")
                        .port(Integer.parseInt(args[0]))
                        .start();
                FrameSampler frames = FrameSampler.open(remote.states())) {
            while (remote.failure() == null) {
                Frame frame = frames.sample();
                if (frame.hasState()) {
                    System.out.println(frame.newerTick());
                }
                // Stands for the rest of a frame.
                Thread.sleep(20);
            }
        }
    }
}
