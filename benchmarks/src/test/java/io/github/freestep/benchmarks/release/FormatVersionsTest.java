package io.github.freestep.benchmarks.release;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page about compatibility names the versions of the formats that the code writes and reads. */
class FormatVersionsTest {
    private static final Path PAGE = Path.of("..", ".github", "COMPATIBILITY.md");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| ([\\w ]+ \\| \\d+) \\|$");

    @Test
    void thePageNamesTheVersionsOfTheCode() throws Exception {
        assertEquals(
                List.of(
                        "recording | " + constant("physics.recording.Format"),
                        "saved world of an engine | " + constant("physics.engine.SavedWorld"),
                        "service that was handed over | " + constant("physics.rooms.HandedOver"),
                        "states over the network | " + ((int) constant("net.wire.Datagrams") >> 4),
                        "lockstep packets | " + constant("net.link.Packet")),
                ROW.matcher(Files.readString(PAGE))
                        .results()
                        .map(row -> row.group(1))
                        .toList());
    }

    private static Object constant(String type) throws ReflectiveOperationException {
        Field field = Class.forName("io.github.freestep." + type).getDeclaredField("VERSION");
        field.setAccessible(true);
        return field.get(null);
    }
}
