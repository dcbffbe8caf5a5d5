package io.github.freestep.rooms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.freestep.testing.Await;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Three nodes as processes, with moves, and with a node that is killed or stands still. These runs are long, and on a
 * busy machine they take minutes: only with {@code -Dthorough}.
 */
class RoomsTest {
    @Test
    void allPromisesAreKeptWhenANodeIsKilled() {
        assumeTrue(Thorough.isOn(), "RandomRoomsTest has nodes that are killed, on a virtual clock");
        assertEquals(0, run("--kill=1"));
    }

    @Test
    void allPromisesAreKeptWhenANodeStandsStill() {
        assumeTrue(Thorough.isOn(), "RandomRoomsTest has nodes that stand still, on a virtual clock");
        assertEquals(0, run("--kill=0", "--freeze=1"));
    }

    @Test
    void anInterruptLeavesNoNodeAndNoFolder(@TempDir Path folder) throws IOException, InterruptedException {
        List<String> command = NodeProcess.java("-Djava.io.tmpdir=" + folder);
        command.addAll(List.of(Rooms.class.getName(), "--rooms=1", "--watch=0", "--moves=0"));
        Process rooms = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        List<ProcessHandle> nodes = new ArrayList<>();
        try {
            Await.until(() -> rooms.children().count() == 3);
            nodes.addAll(rooms.children().toList());
            // The oldest, because the command may not have noted the newest one yet.
            nodes.sort(Comparator.comparing(node -> node.info().startInstant().orElseThrow()));
            NodeProcess.signal("-STOP", nodes.get(0).pid());
            rooms.toHandle().destroy();
            Await.until(() -> !rooms.isAlive() && nodes.stream().noneMatch(ProcessHandle::isAlive), () -> nodes);
        } finally {
            rooms.destroyForcibly();
            nodes.forEach(ProcessHandle::destroyForcibly);
        }
        try (Stream<Path> left = Files.list(folder)) {
            assertEquals(List.of(), left.toList());
        }
    }

    @Test
    void anOptionThatIsWrongIsNamedWithItsValue() {
        PrintStream usual = System.err;
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        System.setErr(new PrintStream(written, true, StandardCharsets.UTF_8));
        try {
            assertEquals(2, new CommandLine(new Rooms()).execute("--freeze=1"));
        } finally {
            System.setErr(usual);
        }
        assertTrue(written.toString(StandardCharsets.UTF_8).contains("--kill 1 --freeze 1"), written::toString);
    }

    @Test
    void theMajorityMustRemain() {
        assertEquals(2, new CommandLine(new Rooms()).execute("--nodes=2", "--kill=1"));
    }

    private static int run(String... lost) {
        List<String> options = new ArrayList<>(
                List.of("--nodes=3", "--rooms=4", "--watch=1", "--seconds=20", "--moves=3", "--seed=" + Seeds.of(1)));
        options.addAll(List.of(lost));
        return new CommandLine(new Rooms()).execute(options.toArray(String[]::new));
    }
}
