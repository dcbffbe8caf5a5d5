package io.github.freestep.benchmarks.app.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.app.Options;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.FreePorts;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Runs both commands over loopback. */
class RemoteCommandsTest {
    @TempDir
    Path folder;

    private final String port = Integer.toString(FreePorts.inARow(2));
    private final StringWriter err = new StringWriter();
    private final List<Run> runs = new ArrayList<>();

    @AfterEach
    void nothingIsOnStderr() {
        assertEquals("", err.toString());
    }

    @Test
    void aWatcherSeesServersComeAndGo() throws Exception {
        String key = Files.writeString(folder.resolve("key"), "00112233445566778899AABBCCDDEEFF\n")
                .toString();
        Run watch = new Run(new WatchCommand(), "--headless", "--port", port, "--key-file", key);
        watch.awaits("waiting for a server at 127.0.0.1:" + port);
        try (Run serve = new Run(new ServeCommand(), "--port", port, "--key-file", key)) {
            serve.awaits("serving orbit, 30 bodies, 100 Hz");
            serve.awaits("at 127.0.0.1:" + port + ", encrypted and authenticated");
            watch.awaits("receiving states from 127.0.0.1:" + port);
            watch.awaits("   30 bodies   delay ");
            serve.awaits("1 receiver");
            assertEquals(0, serve.end());
            serve.awaits("sent ");
        }
        watch.awaits("the server has been silent for a second; waiting for it");
        try (Run serve = new Run(new ServeCommand(), "--port", port, "--key-file", key)) {
            watch.awaits("the server is back");
            assertEquals(0, serve.end());
        }
        assertEquals(0, watch.end());
    }

    @Test
    void aWatcherOfAnotherSceneLearnsThat() {
        try (Run serve = new Run(new ServeCommand(), "--port", port, "--exact");
                Run watch = new Run(new WatchCommand(), "--headless", "--port", port, "--bodies", "31")) {
            serve.awaits("without a key, for this machine only");
            watch.awaits("use the same StateLayout on both sides");
            assertEquals(1, watch.end());
        }
    }

    @Test
    void aPortInUseIsNamed() {
        try (Run first = new Run(new ServeCommand(), "--port", port)) {
            first.awaits("waiting for receivers");
            try (Run second = new Run(new ServeCommand(), "--port", port)) {
                assertEquals(1, second.code.join());
                assertTrue(
                        err.toString().contains("a sender at 127.0.0.1:" + port + " needs the UDP port " + port),
                        err::toString);
                err.getBuffer().setLength(0);
            }
        }
    }

    @Test
    void wrongOptionsAreRefused() throws Exception {
        String shortKey = Files.writeString(folder.resolve("short"), "0011").toString();
        String noKey = Files.writeString(folder.resolve("text"), "x".repeat(32)).toString();
        String big = Files.writeString(folder.resolve("big"), "0".repeat(201)).toString();
        for (String wrong : new String[] {shortKey, noKey, big, folder + "/none", "a\0b"}) {
            assertRefused("--key-file must be a file with 32 or 64 hexadecimal digits", "--key-file", wrong);
        }
        assertRefused("--port must be a whole number from 1 to 65534, was 65535", "--port", "65535");
        // Too long a label, so no name server is asked.
        assertRefused("--bind must be an address or a host name", "--bind", "x".repeat(64) + ".invalid");
        assertRefused("--bind 0.0.0.0 lets other machines join, so add --key-file FILE", "--bind", "0.0.0.0");
    }

    private void assertRefused(String message, String... args) throws Exception {
        assertEquals(2, new Run(new ServeCommand(), args).code.join());
        assertTrue(err.toString().startsWith(message), err::toString);
        err.getBuffer().setLength(0);
    }

    /** A command on a thread of its own. */
    @Test
    void badLinksHaveTheirNamesOnTheCommandLine() {
        StringWriter refused = new StringWriter();
        CommandLine line = Options.commandLine(new RemoteStressCommand()).setErr(new PrintWriter(refused, true));
        assertEquals(2, line.execute("--link", "nowhere"));
        assertTrue(refused.toString().contains("burst, jitter, jitter-50"), refused::toString);
        RemoteStressCommand command = new RemoteStressCommand();
        Options.commandLine(command).parseArgs("--link", "delay-jump,wifi");
        assertEquals(List.of(LinkProfile.DELAY_JUMP, LinkProfile.WIFI), command.profiles);
    }

    private final class Run implements AutoCloseable {
        final CompletableFuture<Integer> code;
        private final StringWriter out = new StringWriter();
        private final Object command;

        Run(Object command, String... args) {
            this.command = command;
            runs.add(this);
            var line = Options.commandLine(command)
                    .setOut(new PrintWriter(out, true))
                    .setErr(new PrintWriter(err, true));
            List<String> all = new ArrayList<>(List.of("--simulation", "orbit"));
            all.addAll(List.of(args));
            if (!all.contains("--bodies")) {
                all.addAll(List.of("--bodies", "30"));
            }
            code = CompletableFuture.supplyAsync(
                    () -> line.execute(all.toArray(String[]::new)), work -> new Thread(work).start());
        }

        void awaits(String text) {
            Await.until(() -> out.toString().contains(text), () -> "no '" + text + "' in " + out + err);
        }

        int end() {
            if (command instanceof ServeCommand serve) {
                serve.stop();
            } else {
                ((WatchCommand) command).stop();
            }
            return code.join();
        }

        @Override
        public void close() {
            end();
        }
    }
}
