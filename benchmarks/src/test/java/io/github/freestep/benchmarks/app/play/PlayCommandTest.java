package io.github.freestep.benchmarks.app.play;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.app.Options;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.FreePorts;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Timeout(value = 180, unit = TimeUnit.SECONDS)
class PlayCommandTest {
    private final StringWriter out = new StringWriter();

    private int play(StringWriter text, String... args) {
        return play(new PlayCommand(), text, args);
    }

    private static int play(PlayCommand play, StringWriter text, String... args) {
        CommandLine command = Options.commandLine(play);
        command.setOut(new PrintWriter(text)).setErr(new PrintWriter(text));
        return command.execute(args);
    }

    @Test
    void allPlayersOfALocalMatchReachTheSameStates() {
        int code = play(out, "--players=3", "--local", "--boxes=20", "--seconds=2");
        assertEquals(0, code, out.toString());
        assertTrue(out.toString().contains("PASS 3 players"), out.toString());
    }

    @Test
    void aSecondWorldOfEachPlayerRunsAhead() {
        int code = play(out, "--local", "--boxes=20", "--seconds=3", "--predict=8", "--link=60ms,5%");
        assertEquals(0, code, out.toString());
        assertTrue(
                Pattern.compile("[1-8] of [1-8] ticks ahead, [1-9]\\d* corrections, the last by \\d+\\.\\d*[1-9]")
                        .matcher(out.toString())
                        .find(),
                out.toString());
    }

    @Test
    void aPlayerJoinsAHostOverTheNetwork(@TempDir Path folder) throws IOException {
        String key = "--key-file=" + Files.writeString(folder.resolve("key"), "00112233445566778899AABBCCDDEEFF\n");
        String port = "--port=" + FreePorts.inARow(2);
        StringWriter joined = new StringWriter();
        PlayCommand host = new PlayCommand();
        CompletableFuture<Integer> hosts = start(host, out, "--host=127.0.0.1", port, key);
        CompletableFuture<Integer> joins = start(new PlayCommand(), joined, "--join=127.0.0.1", port, key);
        Await.until(() -> agree(out) && agree(joined), () -> out + "" + joined);
        host.stop();
        assertEquals(0, hosts.join(), out::toString);
        assertEquals(0, joins.join(), joined::toString);
        assertTrue(joined.toString().contains("PASS 2 players"), joined.toString());
    }

    /** Starts a command on a thread of its own. It ends by itself if the test fails. */
    private CompletableFuture<Integer> start(PlayCommand command, StringWriter text, String... args) {
        String[] all = Stream.concat(Stream.of(args), Stream.of("--boxes=10", "--seconds=120"))
                .toArray(String[]::new);
        return CompletableFuture.supplyAsync(() -> play(command, text, all), work -> new Thread(work).start());
    }

    private static boolean agree(StringWriter text) {
        return Pattern.compile("same up to [1-9]").matcher(text.toString()).find();
    }

    @Test
    void aMatchThatDoesNotBeginFails() {
        assertEquals(1, play(out, "--host=127.0.0.1", "--port=" + FreePorts.inARow(2), "--seconds=1"), out.toString());
        assertTrue(out.toString().contains("no state was compared"), out.toString());
    }

    @Test
    void exactlyOneKindOfMatchMustBeChosen() {
        assertEquals(2, play(out));
        assertEquals(2, play(out, "--local", "--join=127.0.0.1"));
        assertTrue(out.toString().contains("exactly one of --local"), out.toString());
    }

    @Test
    void keysThatAreNoneAreRefused(@TempDir Path folder) throws IOException {
        String shortKey = Files.writeString(folder.resolve("short"), "0011").toString();
        String noKey = Files.writeString(folder.resolve("text"), "x".repeat(32)).toString();
        String big = Files.writeString(folder.resolve("big"), "0".repeat(201)).toString();
        for (String wrong : new String[] {shortKey, noKey, big, folder + "/none", "a\0b"}) {
            StringWriter refusal = new StringWriter();
            assertEquals(2, play(refusal, "--join=127.0.0.1", "--key-file=" + wrong));
            assertTrue(
                    refusal.toString().startsWith("--key-file must be a file with 32 or 64 hexadecimal digits"),
                    refusal::toString);
        }
    }
}
