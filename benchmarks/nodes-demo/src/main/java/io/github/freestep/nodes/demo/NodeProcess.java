package io.github.freestep.nodes.demo;

import io.github.freestep.internal.Threads;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * A node, in a process of its own. Passes on what it reports to the judge. One thread calls the methods; any thread may
 * call {@link #kill}.
 */
final class NodeProcess {
    /** More than a node needs to start or to end, even on a busy machine. */
    static final long PATIENCE_SECONDS = 300;

    private static final AtomicInteger COUNT = new AtomicInteger();

    private final String address;

    /** A node that starts again at the same address has another one. */
    private final int number = COUNT.incrementAndGet();

    private final Judge judge;
    private final Consumer<String> log;
    private final Process process;
    private final Writer commands;
    private final Thread reading;
    private final CompletableFuture<Void> exit;
    private volatile boolean up;

    /**
     * @param address a host of this machine, and a port that no other node has
     * @param store as for {@link Stores#open}
     * @param steps where its worlds write their steps
     */
    NodeProcess(String address, String store, Judge judge, Consumer<String> log, String... steps) throws IOException {
        this.address = address;
        this.judge = judge;
        this.log = log;
        List<String> command = java("-Xmx256m");
        command.addAll(List.of(Node.class.getName(), address, store));
        command.addAll(List.of(steps));
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        exit = process.onExit().thenRun(() -> judge.exited(number, System.nanoTime()));
        commands = process.outputWriter(StandardCharsets.UTF_8);
        reading = Threads.start(this::read, "rooms-node-" + number);
    }

    /** Returns the start of a command for a class that is on this class path. */
    static List<String> java(String... options) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        command.addAll(List.of(
                "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
                "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED"));
        if (Runtime.version().feature() >= 23) {
            command.add("--sun-misc-unsafe-memory-access=allow"); // otherwise the JDK warns of Pekko
        }
        String compilers = System.getProperty("freestep.compilers");
        if (compilers != null) {
            command.add(compilers);
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        return command;
    }

    private void read() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.startsWith("@saved")) {
                    log.accept("node " + number + " at " + address + ": " + line);
                }
                judge.read(number, line);
                up |= line.equals("@up");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String address() {
        return address;
    }

    int number() {
        return number;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    boolean isUp() {
        return up;
    }

    void tell(String line) throws IOException, InterruptedException {
        try {
            commands.write(line + "\n");
            commands.flush();
        } catch (IOException e) {
            // Pekko ends a node that other nodes believed to be dead.
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw e;
            }
        }
    }

    /** Ends the process as a power cut does. */
    void kill() {
        if (process.isAlive()) {
            judge.lost(number);
            process.toHandle().destroyForcibly();
            exit.join();
        }
    }

    /** Makes the process stand still, or continue: on systems that have these signals. */
    void freeze(boolean isFrozen) throws IOException {
        if (isFrozen) {
            judge.lost(number);
        }
        signal(isFrozen ? "-STOP" : "-CONT", process.pid());
    }

    /** Sends a signal to a process. Does nothing if it has ended meanwhile. */
    static void signal(String signal, long pid) throws IOException {
        try {
            int status = new ProcessBuilder("kill", signal, Long.toString(pid))
                    .start()
                    .waitFor();
            if (status != 0 && ProcessHandle.of(pid).isPresent()) {
                throw new IOException(
                        "kill " + signal + " of process " + pid + " must succeed, but its status was " + status);
            }
        } catch (InterruptedException e) {
            throw new InterruptedIOException();
        }
    }

    /**
     * Sends SIGTERM, and waits until the process has ended and its last words were read. False if it takes too long.
     */
    boolean terminate() throws InterruptedException {
        process.toHandle().destroy(); // Process.destroy would also close the streams
        boolean ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (ended) {
            reading.join();
            exit.join();
        }
        return ended;
    }
}
