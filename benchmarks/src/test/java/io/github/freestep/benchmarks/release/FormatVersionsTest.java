package io.github.freestep.benchmarks.release;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.internal.file.BlockReader;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page about compatibility names the versions of the formats that the code writes and reads. */
class FormatVersionsTest {
    private static final Path PAGE = Path.of("..", ".github", "COMPATIBILITY.md");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| ([\\w ]+) \\| (\\d[\\d to]*) \\| (\\d[\\d to]*) \\|$");

    @Test
    void thePageNamesTheVersionsOfTheCode() throws Exception {
        BlockReader.Kind recording = (BlockReader.Kind) constant("physics.recording.RecordingBlockReader", "KIND");
        int saved = (int) constant("physics.engine.SavedWorld", "VERSION");
        int handedOver = (int) constant("physics.HandedOver", "VERSION");
        int wire = (int) constant("net.wire.Datagrams", "VERSION") >> 4;
        int packets = (byte) constant("physics.lockstep.link.Packet", "VERSION");
        assertEquals(
                List.of(
                        row("recording", versions(recording), versions(recording)),
                        row("saved world of an engine", "" + saved, "1 to " + saved),
                        row("service that was handed over", "" + handedOver, "" + handedOver),
                        row("states over the network", "" + wire, "" + wire),
                        row("lockstep packets", "" + packets, "" + packets)),
                rows());
    }

    private static String row(String format, String written, String read) {
        return format + ": " + written + ", " + read;
    }

    private static String versions(BlockReader.Kind kind) {
        return kind.leastVersion() == kind.mostVersion()
                ? String.valueOf(kind.mostVersion())
                : kind.leastVersion() + " to " + kind.mostVersion();
    }

    private static List<String> rows() throws IOException {
        List<String> rows = new ArrayList<>();
        ROW.matcher(Files.readString(PAGE))
                .results()
                .forEach(row -> rows.add(row(row.group(1), row.group(2), row.group(3))));
        return rows;
    }

    private static Object constant(String type, String name) throws ReflectiveOperationException {
        Field field = Class.forName("io.github.freestep." + type).getDeclaredField(name);
        field.setAccessible(true);
        return field.get(null);
    }
}
