package io.github.freestep.benchmarks.app.remote;

import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.internal.Threads;
import io.github.freestep.net.StateSender;
import io.github.freestep.physics.PhysicsService;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.Writer;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** A server of a swarm in a process of its own, on loopback. Ends with this object or this process. */
public final class ServerProcess implements AutoCloseable {
    private static final long CLOSE_NANOS = 10_000_000_000L;

    /**
     * Above the default ports, and below the ephemeral ones: the system could give one of those to another
     * socket before the server opens it.
     */
    private static final int FIRST_PORT = 21_000;

    private static final int END_PORT = 31_000;

    private final Process process;
    private final int port;

    private ServerProcess(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts a server of a swarm, and returns once it serves. Throws an exception with its output if it ends. */
    static ServerProcess start(int bodies) throws IOException, InterruptedException {
        int port = freePort();
        Process process = launch(bodies, port);
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = out.readLine();
        if (line == null) {
            throw new IOException("the server has ended with exit code " + process.waitFor() + " and no output");
        }
        if (!process.isAlive()) {
            throw new IOException("the server has ended: " + line);
        }
        // Read on, because a process blocks once its pipe is full.
        Threads.start(() -> drain(out), "freestep-server-output");
        return new ServerProcess(process, port);
    }

    public static int freePort() throws IOException {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(FIRST_PORT, END_PORT);
            try (DatagramSocket free = new DatagramSocket(port, InetAddress.getLoopbackAddress())) {
                return free.getLocalPort();
            } catch (BindException taken) {
                // Try another one.
            }
        }
    }

    /** Returns a process that ends when its standard input ends, so at the latest with this process. */
    static Process launch(int bodies, int port) throws IOException {
        return new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        ServerProcess.class.getName(),
                        "" + bodies,
                        "" + port))
                .redirectErrorStream(true)
                .start();
    }

    /** Runs in the other process. Arguments: bodies, port. */
    public static void main(String[] args) throws IOException {
        int bodies = Integer.parseInt(args[0]);
        try (PhysicsService physics = PhysicsService.builder(Scenes.of("swarm", bodies, 1, StepCost.NONE))
                        .start();
                StateSender sender = StateSender.builder(physics.states())
                        .input(physics.input())
                        .port(Integer.parseInt(args[1]))
                        .start()) {
            System.out.println("serving " + bodies + " bodies");
            // The system closes the pipe even of a parent that was killed.
            System.in.transferTo(OutputStream.nullOutputStream());
            System.out.println("sent " + sender.sentStates() + " states");
        }
    }

    private static void drain(BufferedReader out) {
        try (out) {
            out.transferTo(Writer.nullWriter());
        } catch (IOException e) {
            // The process has ended.
        }
    }

    int port() {
        return port;
    }

    /** Lets the process close its sender, because one that is killed leaves files in memory. */
    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        Threads.await(() -> !process.isAlive(), CLOSE_NANOS);
        process.destroyForcibly();
    }
}
