package io.github.freestep.benchmarks.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.FreePorts;
import io.github.freestep.testing.OtherProcess;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The server of the arena and three of its clients. The server and one of them are processes that are killed. */
@Execution(ExecutionMode.CONCURRENT)
class ArenaTest {
    private static final int PORT = FreePorts.inARow(2);

    /** A second of states. The picture is never as old, so a player who does not move meanwhile stands. */
    private static final int STANDS = 60;

    @TempDir
    Path folder;

    private static Process begin(Class<?> main, String... arguments) throws IOException {
        return OtherProcess.begin(OtherProcess.with()
                .command(main, arguments)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT));
    }

    private static ArenaClient client(int port, String name) {
        return new ArenaClient("127.0.0.1", port, name);
    }

    private static Process server(int port, Path save) throws IOException {
        return begin(ArenaServer.class, String.valueOf(port), save.toString());
    }

    /** Where a client sees a player; NaN if it does not. */
    private static double see(ArenaClient client, String name) {
        return find(client, name, 2);
    }

    /** The score, name and place of a player. */
    private static double find(ArenaClient client, String name, int group) {
        return find(client.frame(), name, group);
    }

    private static double find(String seen, String name, int group) {
        String own = name.startsWith("*") ? "\\*" : "";
        Matcher found = Pattern.compile("(?<!\\S)" + own + "(\\d+) " + name.replace("*", "") + " (\\S+)")
                .matcher(seen);
        return found.find() ? Double.parseDouble(found.group(group)) : Double.NaN;
    }

    private static void awaitSeen(ArenaClient client, String name) {
        Await.until(() -> !Double.isNaN(see(client, name)), () -> client.frame() + client.remote.health());
    }

    private static void awaitGone(ArenaClient client, String name) {
        Await.until(() -> Double.isNaN(see(client, name)), client::frame);
    }

    @Test
    void playersKeepSeatAndBodyWhenTheServerIsKilled() throws Exception {
        Path save = folder.resolve("arena.save");
        Process first = server(PORT, save);
        Process eve = null;
        Process second = null;
        try (ArenaClient bob = client(PORT, "Bob")) {
            knowsItsBodyBeforeAFrameShowsIt(bob); // so far, every body is his
            try (ArenaClient ann = client(PORT, "Ann")) {
                ann.own.axis(0, 5); // held while it connects
                awaitSeen(ann, "*Ann");
                Await.until(() -> see(ann, "*Ann") > 2 * ann.me.seat() + 1, ann::frame);
                Await.until(() -> ann.own.axis(0, 0));
                awaitSeen(bob, "*Bob");
                eve = begin(ArenaClient.class, "127.0.0.1", String.valueOf(PORT), "Eve", "0");
                awaitSeen(ann, "Eve");
                awaitSeen(bob, "Ann");
                hits(ann, "Bob");
                Await.until(() -> find(bob, "Ann", 1) == 1 && isSaved(save, "\0\3Ann"), bob::frame);
                double stands = awaitStanding(bob, "Ann", save);
                Await.until(() -> isSaved(save, "Eve"));
                int annSeat = ann.me.seat();
                int bobSeat = bob.me.seat();

                eve.destroyForcibly().waitFor();
                first.destroyForcibly().waitFor();
                second = server(PORT, save);
                Await.until(() ->
                        bob.remote.serverStartTick() > 0 && bob.remote.input().isConnected());
                awaitSeen(bob, "*Bob");
                awaitSeen(ann, "*Ann");
                awaitSeen(bob, "Ann"); // a frame of his may show the new run before it shows hers
                assertEquals(annSeat, ann.me.seat());
                assertEquals(bobSeat, bob.me.seat());
                assertEquals(stands, see(bob, "Ann"), 0.01);
                Await.until(() ->
                        ann.remote.serverStartTick() > 0 && ann.remote.input().isConnected());
                hits(ann, "Bob");
                Await.until(() -> find(bob, "Ann", 1) == 2, bob::frame);
                awaitSeen(bob, "Eve");
                awaitGone(bob, "Eve"); // after the grace
            }
            awaitGone(bob, "Ann");
            assertTrue(second.isAlive());
            assertFalse(Double.isNaN(see(bob, "*Bob")));
        } finally {
            for (Process each : new Process[] {first, eve, second}) {
                if (each != null) {
                    each.destroyForcibly().waitFor(); // or it could save into a folder that is being deleted
                }
            }
        }
    }

    @Test
    void whoeverWalksAwayIsNoLongerSent() throws Exception {
        Process server = server(PORT + 1, folder.resolve("arena.save"));
        try (ArenaClient bob = client(PORT + 1, "Bob");
                ArenaClient ann = client(PORT + 1, "Ann")) {
            awaitSeen(ann, "*Ann");
            awaitSeen(bob, "Ann");
            awaitSeen(ann, "Bob");
            ann.own.axis(0, 1_000);
            awaitGone(bob, "Ann");
            awaitGone(ann, "Bob");
            awaitSeen(bob, "*Bob");
            awaitSeen(ann, "*Ann");
        } finally {
            server.destroyForcibly().waitFor();
        }
    }

    /** Shoots at another player until that was hit. */
    private static void hits(ArenaClient shooter, String name) {
        boolean[] isFlying = new boolean[1];
        Await.until(() -> {
            String seen = shooter.frame();
            boolean hasHit = seen.contains("hit! ");
            isFlying[0] &= !hasHit && !seen.contains("missed! ");
            if (!hasHit && !isFlying[0]) { // one at a time, so that the score is exact
                isFlying[0] = shooter.shoot(find(seen, name, 2) - find(seen, "*Ann", 2)) > 0;
            }
            return hasHit;
        });
    }

    private static void knowsItsBodyBeforeAFrameShowsIt(ArenaClient one) {
        try (FrameSampler frames = FrameSampler.open(one.remote.states())) {
            boolean[] known = new boolean[1];
            Await.until(
                    () -> {
                        Frame frame = frames.sample();
                        one.me.takeMessages(message -> {});
                        int body = one.me.body();
                        known[0] = one.me.hasBody() && one.me.life() == frame.life(body);
                        return frame.slots() > 0 && frame.isAlive(frame.slots() - 1);
                    },
                    one.remote::health);
            assertTrue(known[0]);
        }
    }

    /** Waits until a player has not moved for 60 states, and these are saved. Returns where the player stands. */
    private static double awaitStanding(ArenaClient client, String name, Path save) {
        double[] x = {Double.NaN};
        long[] since = new long[2];
        Await.until(() -> {
            double now = see(client, name);
            if (now != x[0]) {
                x[0] = now;
                since[0] = client.remote.receivedStates();
                since[1] = savedTick(save);
            }
            return client.remote.receivedStates() - since[0] >= STANDS && savedTick(save) - since[1] >= STANDS;
        });
        return x[0];
    }

    private static long savedTick(Path save) {
        try {
            return ByteBuffer.wrap(Files.readAllBytes(save)).getLong();
        } catch (IOException notYet) {
            return 0;
        }
    }

    private static boolean isSaved(Path save, String name) {
        try {
            return new String(Files.readAllBytes(save), StandardCharsets.ISO_8859_1).contains(name);
        } catch (IOException notYet) {
            return false;
        }
    }
}
