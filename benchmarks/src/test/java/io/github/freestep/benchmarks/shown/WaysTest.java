package io.github.freestep.benchmarks.shown;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Frames show the same content of states from all sources. Where they do not, the page says why. */
class WaysTest {
    private static final Path PAGE = Path.of("..", "shared-state", "network.md");

    @ParameterizedTest
    @EnumSource
    void framesShowWhatStatesHold(Way way) throws Exception {
        show(way, Parade::near);
    }

    @ParameterizedTest
    @EnumSource
    void framesShowPositionsInDoubles(Way way) throws Exception {
        show(way, Parade::far);
    }

    private static void show(Way way, Supplier<Parade> worlds) throws Exception {
        Parade world = worlds.get();
        long[] last = {0};
        way.show(worlds, frame -> {
            double ticks = (double) frame.simulationNanos() / way.tickNanos();
            for (Feature feature : Feature.values()) {
                if (way.reason(feature) == null) {
                    feature.check(world, frame, ticks);
                }
            }
            last[0] = frame.reachedTick();
        });
        assertTrue(last[0] > 200, "the last frame has reached tick " + last[0]);
    }

    @Test
    void thePageHasThisTable() throws Exception {
        String table = row("what a state has", way -> way.words)
                + "\n|" + "---|".repeat(Way.values().length + 1) + "\n"
                + Arrays.stream(Feature.values())
                        .map(feature -> row(feature.words, way -> cell(way.reason(feature))))
                        .collect(Collectors.joining("\n"));
        assertTrue(Files.readString(PAGE).contains(table), () -> PAGE + " must have this table:\n" + table);
    }

    private static String row(String first, Function<Way, String> cell) {
        return Arrays.stream(Way.values()).map(cell).collect(Collectors.joining(" | ", "| " + first + " | ", " |"));
    }

    private static String cell(String reason) {
        return reason == null ? "yes" : "no: " + reason;
    }
}
