package io.github.freestep.benchmarks.network;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.testing.OtherProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Another JVM of a test. */
final class Peer implements AutoCloseable {
    private final Process process;
    private final Path errors;
    private volatile String line = "";

    Peer(Path folder, Class<?> main, Object... arguments) throws IOException {
        errors = Files.createTempFile(folder, main.getSimpleName(), ".err");
        String[] texts = new String[arguments.length];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = arguments[i].toString();
        }
        process = OtherProcess.with("-Xmx256m")
                .command(main, texts)
                .redirectError(errors.toFile())
                .start();
        Thread reader = new Thread(this::read, "peer");
        reader.setDaemon(true);
        reader.start();
    }

    private void read() {
        try (BufferedReader lines = process.inputReader()) {
            for (String next = lines.readLine(); next != null; next = lines.readLine()) {
                line = next;
            }
        } catch (IOException killed) {
            // No more lines.
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** The number that the process has printed last; -1 before the first one. */
    long number() {
        return line.isEmpty() ? -1 : Long.parseLong(line);
    }

    /** Stops the process, or lets it go on. */
    void signal(String name) {
        try {
            assertEquals(
                    0,
                    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                            .start()
                            .waitFor());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Kills the process at once, as SIGKILL does. It must have written nothing to stderr. */
    @Override
    public void close() {
        try {
            process.destroyForcibly().waitFor();
            assertEquals("", Files.readString(errors));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
