package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.lockstep.direct.DirectLockstep;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.FreePorts;
import io.github.freestep.testing.OtherJdk;
import io.github.freestep.testing.OtherProcess;
import io.github.freestep.testing.Seeds;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Plays a match of three between processes, and kills a player. One of the others has another JDK, if there is one, and
 * one an interpreter.
 */
class NetworkMatchTest {
    private static final int PLAYERS = 3;
    private static final int RATE = 60;

    /** A busy machine may let one process wait for long. */
    private static final MatchSettings SETTINGS = MatchSettings.of("processes", SessionPeer.LAYOUT, PLAYERS)
            .rate(RATE)
            .axes(1)
            .maxWait(Duration.ofSeconds(5), Duration.ofSeconds(5));

    /** Of each tick, what the first player has printed that was read. */
    private final Map<Long, String> hashes = new HashMap<>();

    private final List<Player> players = new ArrayList<>();

    /** The process of a player. */
    private final class Player {
        final Process process;
        private final BufferedReader out;
        private long tick;

        Player(OtherProcess java, int port) throws IOException {
            process = OtherProcess.begin(
                    java.command(NetworkMatchTest.class, Integer.toString(players.size()), Integer.toString(port)));
            out = process.inputReader();
            players.add(this);
        }

        /** Requires that it misses no tick up to this one, and has the hashes of the others. */
        void reaches(long last) throws IOException {
            while (tick < last) {
                String line = out.readLine();
                assertNotNull(line, "a player has ended");
                long next = Long.parseLong(line.split(" ")[0]);
                // Its events may begin after its first ticks.
                assertTrue(tick == 0 || next == tick + 1, line);
                tick = next;
                hashes.putIfAbsent(tick, line);
                assertEquals(hashes.get(tick), line);
            }
        }

        /** Asks it to end. On a busy machine, it may warn that it is slow. */
        void end() throws Exception {
            process.outputWriter().append('\n').flush();
            String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals("", err.replaceAll(".*SystemLog write\\R.* (NO_ANSWER|OVERLOAD(_ENDED)?): .*\\R", ""));
            assertEquals(0, process.waitFor());
        }
    }

    @AfterEach
    void kill() {
        players.forEach(player -> player.process.destroyForcibly());
    }

    // In one process, MatchSeedsTest has the rule.
    @EnabledIfSystemProperty(named = "thorough", matches = ".*")
    @Test
    void aMatchSurvivesOneOfItsPlayers() throws Exception {
        Path own = Path.of(System.getProperty("java.home")).toRealPath();
        int port = FreePorts.inARow(1);
        try (SequencerServer server = SequencerServer.start(
                SETTINGS, DirectLockstep.at("127.0.0.1").port(port).listen())) {
            Player first = new Player(OtherProcess.with("-Xint"), port);
            Player second = new Player(OtherProcess.with().on(OtherJdk.find(own).orElse(own)), port);
            Player killed = new Player(OtherProcess.with(), port);
            for (Player player : players) {
                player.reaches(RATE);
            }
            killed.process.destroyForcibly();
            Await.until(() -> server.status().players() == PLAYERS - 1, server::status);
            long tick = server.status().tick();
            first.reaches(tick + 2 * RATE);
            second.reaches(tick + 2 * RATE);
            first.end();
            second.end();
        }
    }

    /** Prints the hash of each tick, until the standard input ends. Arguments: the player, and the port. */
    public static void main(String[] arguments) throws IOException {
        int player = Integer.parseInt(arguments[0]);
        LockstepTransport transport = DirectLockstep.at("127.0.0.1")
                .port(Integer.parseInt(arguments[1]))
                .connect();
        // On a busy machine, a step that is interpreted may get no processor for a second.
        MatchWorld world = MatchWorld.of(new SessionPeer.World(PLAYERS), run -> run.watchdog(Duration.ZERO));
        Random random = Seeds.random(player);
        try (LockstepSession session = LockstepSession.builder(SETTINGS, transport)
                        .player(player)
                        .open();
                MatchService physics = session.start(world);
                EventReader events =
                        physics.events().with(Kind.HASH).capacity(8_192).open()) {
            while (System.in.available() == 0) {
                session.axis(0, random.nextInt(3) - 1);
                if (events.poll(event -> System.out.println(event.tick() + " " + event.hash())) > 0) {
                    session.action(random.nextInt(5), 1);
                }
                if (!session.isOpen()) {
                    throw new IllegalStateException(session.toString());
                }
                LockSupport.parkNanos(2_000_000);
            }
        }
        System.exit(0);
    }
}
