package io.github.freestep.benchmarks.tutorial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.RemoteStates;
import io.github.freestep.render.server.RemotePlayer;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.FreePorts;
import io.github.freestep.testing.OtherProcess;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.BufferedReader;
import java.io.File;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Runs each step of the tutorial in a process of its own, and checks that it shows what the page says. */
@Execution(ExecutionMode.CONCURRENT)
class TutorialTest {
    @Test
    void aPlayerRunsForASecondInYourOwnLoop() throws Exception {
        assertEquals(List.of("after tick 100, player 0 is at x = 3.00"), lines(OtherProcess.run(Local.class)));
    }

    @Test
    void thePictureShowsAPlayerAndCoins(@TempDir Path folder) throws Exception {
        File file = folder.resolve("coins.png").toFile();
        OtherProcess.run(Drawn.class, file.toString());
        BufferedImage picture = ImageIO.read(file);
        Map<Integer, Integer> pixels = new HashMap<>();
        for (int x = 0; x < picture.getWidth(); x++) {
            for (int y = 0; y < picture.getHeight(); y++) {
                pixels.merge(picture.getRGB(x, y), 1, Integer::sum);
            }
        }
        assertEquals(3, pixels.size(), pixels::toString); // with the floor
        int player = pixels.get(Color.CYAN.getRGB());
        assertEquals(314, player, 30); // a circle of radius 10
        int coins = pixels.get(Color.YELLOW.getRGB());
        assertTrue(coins > player, pixels::toString); // eight of radius 5, of which some may overlap
    }

    /** The first key runs to the right, and the end of the input ends the program. */
    @Test
    void aKeyRunsToTheRight() throws Exception {
        Process process = OtherProcess.begin(OtherProcess.with().command(Keys.class));
        try (BufferedReader out = process.inputReader()) {
            try (Writer keys = process.outputWriter()) {
                int first = column(out);
                keys.write("d\n");
                keys.flush();
                for (int next = first; next < first + 20; ) {
                    int moved = column(out);
                    assertTrue(moved >= next, "it runs to the left");
                    next = moved;
                }
            }
            while (out.readLine() != null) {
                // It ends.
            }
        }
        assertEquals("", new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8));
        assertEquals(0, process.waitFor());
    }

    private static int column(BufferedReader out) throws Exception {
        String line = out.readLine();
        assertTrue(line != null && line.matches(" *o"), line);
        return line.length() - 1;
    }

    @Test
    void eachCoinHasASound() throws Exception {
        List<String> sounds = lines(OtherProcess.run(Sounds.class));
        assertEquals(List.of("pling number 1", "pling number 2"), sounds.subList(0, 2));
    }

    /** The other client stays until this one has all its coins, however long a process takes to start. */
    @Test
    void twoClientsPlayOnAServer() throws Exception {
        int port = FreePorts.inARow(1);
        Process server = OtherProcess.begin(OtherProcess.with().command(Server.class, String.valueOf(port)));
        try (BufferedReader out = server.inputReader()) {
            assertEquals("the server is open", out.readLine());
            try (RemoteStates other =
                    RemoteStates.builder(Coins.LAYOUT).server("127.0.0.1", port).start()) {
                RemotePlayer player = RemotePlayer.of(other);
                Await.until(
                        () -> {
                            player.takeMessages(message -> {});
                            return player.hasBody();
                        },
                        other::health);
                assertEquals(0, player.seat());
                List<String> said = lines(OtherProcess.run(Client.class, String.valueOf(port)));
                String last = said.get(said.size() - 1);
                assertTrue(last.matches("player 1 has [3-9] of 3 coins"), last); // one may come between two frames
            }
            server.outputWriter().append('\n').flush();
            assertEquals(0, server.waitFor());
            assertEquals("", new String(server.getErrorStream().readAllBytes(), StandardCharsets.UTF_8));
        } finally {
            server.destroyForcibly();
        }
    }

    @Test
    void aClientWithoutAServerSaysSo() throws Exception {
        Process client =
                OtherProcess.begin(OtherProcess.with().command(Client.class, String.valueOf(FreePorts.inARow(1))));
        String err = new String(client.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(err.contains("no state has come for 5 s: no server has answered yet"), err);
        assertEquals(1, client.waitFor());
    }

    @Test
    void aReplayIsEqualAndASaveContinues(@TempDir Path folder) throws Exception {
        List<String> said = lines(OtherProcess.run(SaveAndReplay.class, folder.toString()));
        assertEquals(2, said.size(), said::toString);
        assertTrue(said.get(0).matches("\\d+ ticks were replayed, and all were equal"), said::toString);
        assertTrue(said.get(1).matches("the saved game continues at tick \\d+"), said::toString);
        int tick = Integer.parseInt(said.get(1).replaceAll("\\D", ""));
        assertTrue(tick >= 200, said::toString); // more on a busy machine
    }

    @Test
    void twoPlayersOfAMatchHaveEqualWorlds() throws Exception {
        List<String> said = lines(OtherProcess.run(Rollback.class));
        assertEquals(
                List.of(
                        "player 0: the worlds were equal up to tick 150",
                        "player 1: the worlds were equal up to tick 150"),
                said.stream().sorted().toList());
    }

    private static List<String> lines(String out) {
        return out.lines().toList();
    }
}
