package io.github.freestep.benchmarks.app.compare.peers;

import io.github.freestep.benchmarks.app.compare.peers.host.PeerFilm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;

/** The process of a host, which plays beside those of others. */
final class PeerHost implements AutoCloseable {
    private static final int MOST_OUTPUT = 2_000;

    private final String name;
    private final long deadlineNanos;

    /** Where engines unpack their libraries, too: of two that do so in one folder, one may crash. */
    private final Path folder = Files.createTempDirectory("freestep-peer");

    private final Path film = folder.resolve("film");
    private final Path output = folder.resolve("output");

    final Process process;

    PeerHost(String name, double mostSeconds, Function<Path, List<String>> command) throws IOException {
        this.name = name;
        deadlineNanos = System.nanoTime() + (long) (mostSeconds * 1e9);
        process = new ProcessBuilder(command.apply(film))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try { // A signal from the terminal does not reach the session of a host.
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        } catch (IllegalStateException ends) {
            process.destroyForcibly();
            throw ends;
        }
    }

    /**
     * Waits until it has ended.
     *
     * @return a film for each picture of the host
     * @throws IOException if the host showed nothing; the message ends with what it printed
     */
    PeerFilm[] films() throws IOException, InterruptedException {
        boolean ended = process.waitFor(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (!ended || !Files.exists(film)) {
            String all = Files.readString(output, StandardCharsets.UTF_8).strip();
            throw new IOException(name + (ended ? " showed nothing" : " did not end") + ", and printed: "
                    + all.substring(Math.max(0, all.length() - MOST_OUTPUT)));
        }
        return PeerFilm.read(film);
    }

    /** Ends it, and deletes its files. */
    @Override
    public void close() throws IOException {
        process.destroyForcibly().onExit().join();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }
}
