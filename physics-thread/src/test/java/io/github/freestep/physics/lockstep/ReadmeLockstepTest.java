package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What the README shows is what the tests here run. */
class ReadmeLockstepTest {
    private static final Path SOURCES = Path.of("src/test/java/io/github/freestep/physics/lockstep");

    private final String readme = read(Path.of("..", "README.md"));

    @Test
    void theFeedIsAsItIs() {
        String source = read(SOURCES.resolve("Players.java"));
        String shown = source.substring(source.indexOf("public class"));
        assertTrue(readme.contains("```java\n" + shown + "```"), shown);
    }

    @Test
    void andSoIsEachLineThatUsesIt() {
        String source = read(SOURCES.resolve("PeerProcess.java"));
        String use = readme.substring(readme.indexOf("```java\nPlayers players") + "```java\n".length());
        String[] lines = use.substring(0, use.indexOf("```")).split("\n");
        assertEquals(4, lines.length);
        for (String line : lines) {
            assertTrue(source.contains(line.replace(";", "")), line);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
