package io.github.freestep.benchmarks.app.remote;

import io.github.freestep.net.RemoteStates;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Receivers of a swarm in a process of their own. The process ends when it loses its parent. */
final class Receivers implements AutoCloseable {
    private static final long CLOSE_SECONDS = 10;

    private final Process process;
    private final BufferedReader out;

    /** Starts {@code count} receivers of the server on {@code port}, and returns once all of them have a state. */
    Receivers(int port, RemoteCost.Scene scene, int bodies, int count) throws IOException {
        process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Receivers.class.getName(),
                        "" + port,
                        scene.name(),
                        "" + bodies,
                        "" + count))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        line();
    }

    private String line() throws IOException {
        String line = out.readLine();
        if (line == null) {
            throw new IOException("the process of the receivers has ended");
        }
        return line;
    }

    /** Returns the CPU time that all receivers have used so far. Waits for the answer of their process. */
    long cpuNanos() throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
        return Long.parseLong(line());
    }

    /** Arguments: port, scene, bodies, number of receivers. Prints a line when all have a state, and on request. */
    public static void main(String[] args) throws Exception {
        StateLayout layout = RemoteCost.Scene.valueOf(args[1])
                .simulation(Integer.parseInt(args[2]))
                .layout();
        List<RemoteStates> all = new ArrayList<>();
        List<StateReader> readers = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(args[3]); i++) {
            RemoteStates remote = RemoteStates.builder(layout)
                    .server("localhost")
                    .port(Integer.parseInt(args[0]))
                    .start();
            all.add(remote);
            readers.add(remote.states().reader());
        }
        for (StateReader reader : readers) {
            while (!reader.acquire()) {
                Thread.sleep(10);
            }
        }
        System.out.println("ready");
        // The stream ends when the parent closes it, or ends.
        while (System.in.read() >= 0) {
            System.out.println(ThreadTime.nanos("freestep-receiver"));
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
