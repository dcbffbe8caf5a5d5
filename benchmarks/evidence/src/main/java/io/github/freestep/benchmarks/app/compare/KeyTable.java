package io.github.freestep.benchmarks.app.compare;

import io.github.freestep.benchmarks.app.compare.loops.KeyPlay;
import io.github.freestep.benchmarks.app.compare.loops.KeyWay;
import io.github.freestep.benchmarks.app.compare.loops.StepLoad;
import io.github.freestep.tools.report.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;

/** The table of the gallery's page about the time from key to picture. */
final class KeyTable {
    private static final List<Integer> FPS = List.of(60, 144, 240);
    private static final List<StepLoad> LOADS =
            List.of(StepLoad.LIGHT, StepLoad.STEADY, StepLoad.JITTERY, StepLoad.SPIKES);

    private KeyTable() {}

    /** Returns the lines of the table, the first two of which are its titles. */
    static List<String> lines(long seed) {
        List<String> lines = new ArrayList<>();
        lines.add(line(
                "simulated, from key to picture",
                (fps, load) -> load.name().toLowerCase(Locale.ROOT) + ", " + fps + " fps"));
        lines.add("|" + "---|".repeat(1 + FPS.size() * LOADS.size()));
        KeyWay.ALL.forEach(way -> lines.add(line(way.label(), (fps, load) -> cell(KeyPlay.of(way, fps, load, seed)))));
        return lines;
    }

    private static String cell(KeyPlay.Figures of) {
        return Units.text("%.1f/%.1f/%s", of.mean(), of.half(), LoopTable.percent(of.judder()));
    }

    private static String line(String name, BiFunction<Integer, StepLoad, String> cell) {
        List<String> cells = new ArrayList<>(List.of(name));
        FPS.forEach(fps -> LOADS.forEach(load -> cells.add(cell.apply(fps, load))));
        return LoopTable.line(cells);
    }
}
