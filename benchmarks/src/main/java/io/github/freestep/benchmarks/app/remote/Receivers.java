package io.github.freestep.benchmarks.app.remote;

import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.render.aeron.RemoteStates;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Receivers of a swarm in a process of their own. The process ends when it loses its parent. */
final class Receivers implements AutoCloseable {
    private static final long CLOSE_SECONDS = 10;

    private final Process process;

    /** Starts {@code count} receivers of the server on {@code port}, and returns once all of them have a state. */
    Receivers(int port, int bodies, int count) throws IOException {
        process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Receivers.class.getName(),
                        "" + port,
                        "" + bodies,
                        "" + count))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        if (process.getInputStream().read() < 0) {
            throw new IOException("the process of the receivers has ended");
        }
    }

    /** Arguments: port, bodies, number of receivers. */
    public static void main(String[] args) throws Exception {
        StateLayout layout =
                Scenes.of("swarm", Integer.parseInt(args[1]), 1, StepCost.NONE).layout();
        List<RemoteStates> all = new ArrayList<>();
        List<StateReader> readers = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(args[2]); i++) {
            RemoteStates remote = RemoteStates.builder(layout)
                    .server("localhost", Integer.parseInt(args[0]))
                    .start();
            all.add(remote);
            readers.add(remote.states().reader());
        }
        for (StateReader reader : readers) {
            while (!reader.acquire()) {
                Thread.sleep(10);
            }
        }
        System.out.write('.');
        System.out.flush();
        while (System.in.read() >= 0) {
            // The parent writes nothing. The stream ends when the parent closes it, or ends.
        }
        all.forEach(RemoteStates::close);
    }

    /** Stops all threads of the process, as a debugger or a suspended machine does. */
    void stop() throws IOException, InterruptedException {
        signal("-STOP");
    }

    private void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", name, "" + process.pid()).start().waitFor();
    }

    /** Lets the process close its receivers, because one that is killed leaves files in memory. */
    @Override
    public void close() throws IOException {
        try {
            signal("-CONT");
            process.getOutputStream().close();
            process.waitFor(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            process.destroyForcibly();
        }
    }
}
