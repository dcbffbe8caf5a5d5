package io.github.freestep.nodes.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.freestep.testing.Await;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Three nodes as processes, with moves, and with one of the demo's faults. These runs are long, and on a
 * busy machine they take minutes: only with {@code -Dthorough}.
 */
class RoomsTest {
    @Test
    void allPromisesAreKeptAfterAFault() {
        assumeTrue(Thorough.isOn(), "RandomRoomsTest has nodes that are killed, on a virtual clock");
        String options = "--nodes=3 --rooms=4 --seconds=20 --moves=3 --fault-every=10 --seed=" + Seeds.of(1);
        assertEquals(0, new CommandLine(new Rooms()).execute(options.split(" ")));
    }

    @Test
    void anInterruptLeavesNoNodeAndNoFolder(@TempDir Path folder) throws IOException, InterruptedException {
        List<String> command = NodeProcess.java("-Djava.io.tmpdir=" + folder);
        command.addAll(List.of(Rooms.class.getName(), "--rooms=1", "--moves=0"));
        Process rooms = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        List<ProcessHandle> nodes = new ArrayList<>();
        try {
            Await.until(() -> rooms.children().count() == 3);
            nodes.addAll(rooms.children().toList());
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
}
