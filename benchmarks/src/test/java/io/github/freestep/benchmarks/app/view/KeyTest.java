package io.github.freestep.benchmarks.app.view;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class KeyTest {
    @Test
    void theReadmeListsEachKeyWithItsEffect() throws IOException {
        String readme = Files.readString(Path.of("README.md"));
        for (Key key : Key.values()) {
            String line = readme.lines()
                    .filter(row -> row.startsWith("| ") && row.contains("`" + key.label + "`"))
                    .findFirst()
                    .orElse("");
            assertTrue(line.contains(key.effect), "README.md lacks \"" + key.effect + "\" for the key " + key.label);
        }
    }
}
