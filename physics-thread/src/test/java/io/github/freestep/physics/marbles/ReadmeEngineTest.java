package io.github.freestep.physics.marbles;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The engine in the README is the one that keeps the contract. */
class ReadmeEngineTest {
    @Test
    void theReadmeShowsItAsItIs() throws Exception {
        String source =
                Files.readString(Path.of("src/test/java/io/github/freestep/physics/marbles/MarbleSimulation.java"));
        String shown = source.substring(source.indexOf("public abstract class"));
        assertTrue(Files.readString(Path.of("..", "README.md")).contains("```java\n" + shown + "```"), shown);
    }
}
