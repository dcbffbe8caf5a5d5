package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.OtherJdk;
import io.github.freestep.testing.OtherProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Another process of a match: a player. Its lines go to a consumer, on another thread. */
final class MatchProcess implements AutoCloseable {
    private static final long END_SECONDS = 60;

    private final Process process;
    private final Path errors;
    private final Thread reader;

    private MatchProcess(Process process, Path errors, Thread reader) {
        this.process = process;
        this.errors = errors;
        this.reader = reader;
    }

    /** Starts a process with JVM options. By another JDK if there is one and this is wanted. */
    static MatchProcess start(
            Path folder, boolean otherJdk, String options, Consumer<String> lines, Class<?> main, String... arguments)
            throws IOException {
        Path own = Path.of(System.getProperty("java.home")).toRealPath();
        OtherProcess java = OtherProcess.with(options, "-Xmx256m");
        if (otherJdk) {
            java.on(OtherJdk.find(own).orElse(own));
        }
        Path errors = Files.createTempFile(folder, "stderr", null);
        Process process =
                java.command(main, arguments).redirectError(errors.toFile()).start();
        Thread reader = new Thread(() -> read(process, lines), "reader");
        reader.setDaemon(true);
        reader.start();
        return new MatchProcess(process, errors, reader);
    }

    private static void read(Process process, Consumer<String> lines) {
        try (BufferedReader out = process.inputReader()) {
            for (String line; (line = out.readLine()) != null; ) {
                lines.accept(line);
            }
        } catch (IOException | UncheckedIOException killed) {
            // The last line may be cut off.
        }
    }

    /** Sends SIGKILL, and returns once the process has ended, so that it writes no file any more. */
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    /**
     * Asks the process to end, and checks that it does so without a word on stderr, but for two warnings of a busy
     * machine: no answer for some seconds, and overload.
     */
    void end() throws IOException, InterruptedException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
        assertTrue(process.waitFor(END_SECONDS, TimeUnit.SECONDS), "does not end");
        reader.join();
        String unexpected =
                Files.readString(errors).replaceAll(".*SystemLog write\\R.* (NO_ANSWER|OVERLOAD(_ENDED)?): .*\\R", "");
        assertEquals("", unexpected);
        assertEquals(0, process.exitValue());
    }

    /** Describes how the process stands, with what it wrote to stderr. */
    String said() {
        try {
            return (process.isAlive() ? "runs" : "ended with " + process.exitValue()) + ": " + Files.readString(errors);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        kill();
    }
}
