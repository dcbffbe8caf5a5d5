package io.github.freestep.benchmarks.app.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.badlogic.gdx.utils.JsonReader;
import com.badlogic.gdx.utils.JsonValue;
import io.github.freestep.benchmarks.app.Options;
import io.github.freestep.benchmarks.app.compare.loops.LoopKind;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class CompareCommandTest {
    private final StringWriter out = new StringWriter();

    @TempDir
    Path folder;

    @Test
    void theTablesAndTheFileHaveEveryLoop() throws Exception {
        Path file = folder.resolve("compare.json");
        assertEquals(0, run("--json", file.toString()), out::toString);
        List<String> lines = out.toString().lines().toList();
        for (LoopKind way : LoopKind.values()) {
            List<String> ofWay = lines.stream()
                    .filter(line -> line.startsWith("| " + way + " |"))
                    .toList();
            assertEquals(3, ofWay.size(), way + out.toString());
        }
        JsonValue all = new JsonReader().parse(Files.readString(file));
        JsonValue loops = all.get("loops");
        assertEquals(LoopKind.values().length, loops.size);
        JsonValue last = loops.get(loops.size - 1);
        assertTrue(last.getString("way").contains("Freestep, snapped"), last::toString);
        assertTrue(last.get("motions").get("HEAVY").get(3).getDouble("judder") < 0.003, last::toString);
        assertEquals(1, all.get("settings").getInt("seed"));
    }

    private int run(String... args) {
        CommandLine command = Options.commandLine(new CompareCommand());
        command.setOut(new PrintWriter(out));
        command.setErr(new PrintWriter(out));
        return command.execute(args);
    }
}
