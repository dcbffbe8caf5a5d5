package io.github.freestep.benchmarks.app.play;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.app.Options;
import io.github.freestep.benchmarks.app.remote.FreePort;
import io.github.freestep.physics.SavableSimulation;
import io.github.freestep.physics.Simulation;
import io.github.freestep.testing.Await;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
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

    @ParameterizedTest
    @ValueSource(strings = {"dyn4j", "jolt"})
    void allPlayersOfALocalMatchReachTheSameStates(String world) {
        int code = play(out, "--players=3", "--local", "--headless", "--boxes=20", "--seconds=2", "--world=" + world);
        assertEquals(0, code, out.toString());
        assertTrue(out.toString().contains("PASS 3 players"), out.toString());
    }

    @Test
    void aSecondWorldOfEachPlayerRunsAhead() {
        int code = play(
                out,
                "--local",
                "--headless",
                "--boxes=20",
                "--seconds=3",
                "--world=jolt",
                "--predict=8",
                "--link=60ms,5%");
        assertEquals(0, code, out.toString());
        assertTrue(
                Pattern.compile("[1-8] of [1-8] ticks ahead, [1-9]\\d* corrections, the last by \\d+\\.\\d*[1-9]")
                        .matcher(out.toString())
                        .find(),
                out.toString());
    }

    @Test
    void aWorldThatDoesNotRestoreExactlyIsNotPredicted() {
        assertEquals(2, play(out, "--local", "--headless", "--predict=8"), out.toString());
        assertTrue(out.toString().contains("one of [jolt], was used with dyn4j; add --world jolt"), out.toString());
        for (PlayWorld world : PlayWorld.values()) {
            world.load();
            Simulation of = world.of(world.match(9, 2, 60));
            assertEquals(
                    world.restoresExactly(),
                    of instanceof SavableSimulation savable && savable.restoresExactly(),
                    () -> "" + world);
            of.close();
        }
    }

    @Test
    void aPlayerJoinsAHostOverTheNetwork() throws IOException {
        String port = "--port=" + FreePort.find();
        StringWriter joined = new StringWriter();
        PlayCommand host = new PlayCommand();
        CompletableFuture<Integer> hosts = start(host, out, "--host=127.0.0.1", port);
        CompletableFuture<Integer> joins = start(new PlayCommand(), joined, "--join=127.0.0.1", port);
        Await.until(() -> agree(out) && agree(joined), () -> out + "" + joined);
        host.stop();
        assertEquals(0, hosts.join(), out::toString);
        assertEquals(0, joins.join(), joined::toString);
        assertTrue(joined.toString().contains("PASS 2 players"), joined.toString());
    }

    /** Starts a command on a thread of its own. It ends by itself if the test fails. */
    private CompletableFuture<Integer> start(PlayCommand command, StringWriter text, String... args) {
        String[] all = Stream.concat(Stream.of(args), Stream.of("--boxes=10", "--headless", "--seconds=120"))
                .toArray(String[]::new);
        return CompletableFuture.supplyAsync(() -> play(command, text, all), work -> new Thread(work).start());
    }

    private static boolean agree(StringWriter text) {
        return Pattern.compile("same up to [1-9]").matcher(text.toString()).find();
    }

    @Test
    void aMatchThatDoesNotBeginFails() throws IOException {
        assertEquals(
                1,
                play(out, "--host=127.0.0.1", "--port=" + FreePort.find(), "--headless", "--seconds=1"),
                out.toString());
        assertTrue(out.toString().contains("no state was compared"), out.toString());
    }

    @Test
    void exactlyOneKindOfMatchMustBeChosen() {
        assertEquals(2, play(out));
        assertEquals(2, play(out, "--local", "--join=127.0.0.1"));
        assertTrue(out.toString().contains("exactly one of --local"), out.toString());
    }
}
