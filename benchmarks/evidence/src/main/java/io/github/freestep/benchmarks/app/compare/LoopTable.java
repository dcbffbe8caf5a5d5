package io.github.freestep.benchmarks.app.compare;

import io.github.freestep.benchmarks.app.compare.loops.StepLoad;
import io.github.freestep.tools.report.Units;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A table of all loops in the form of the gallery's page, which explains the columns. */
final class LoopTable {
    private final Map<String, Function<LoopResult, String>> columns = new LinkedHashMap<>();

    private LoopTable() {
        add("loop", row -> row.way().toString());
    }

    /** Returns the tables of the page: all figures, and those of a step that takes long. */
    static List<LoopTable> all() {
        return List.of(ofMotion(), ofHitch());
    }

    private static LoopTable ofMotion() {
        return new LoopTable()
                .add("light, 144 fps", row -> percent(motion(row, StepLoad.LIGHT, 144)))
                .add("heavy, 60 fps", row -> percent(motion(row, StepLoad.HEAVY, 60)))
                .add("heavy, 144 fps", row -> percent(motion(row, StepLoad.HEAVY, 144)))
                .add("age", row -> age(motion(row, StepLoad.HEAVY, 60)))
                .add("stray", row -> number(1, 1e3 * row.strayMetres()))
                .add("catch-up", row -> Units.text("%,d", row.catchUp()))
                .add("same bits", row -> row.sameBits() ? "yes" : "no")
                .add("overload", row -> row.overload().verdict())
                .add("fps", row -> number(0, row.overload().motion().fps()));
    }

    private static LoopTable ofHitch() {
        return new LoopTable()
                .add("judder", row -> percent(row.hitch().motion()))
                .add("still", row -> String.valueOf(row.hitch().still()))
                .add("jump", row -> number(0, row.hitch().motion().jumpMillis()))
                .add("stray", row -> number(1, 1e3 * row.hitch().motion().strayMetres()));
    }

    private LoopTable add(String title, Function<LoopResult, String> cell) {
        columns.put(title, cell);
        return this;
    }

    static MotionFigures motion(LoopResult row, StepLoad load, int fps) {
        return row.motions().get(load).get(CompareCommand.LOOP_FPS.indexOf(fps));
    }

    String titles() {
        return line(List.copyOf(columns.keySet())) + System.lineSeparator() + "|" + "---|".repeat(columns.size());
    }

    String line(LoopResult row) {
        return line(columns.values().stream().map(cell -> cell.apply(row)).toList());
    }

    static String line(List<String> cells) {
        return cells.stream().collect(Collectors.joining(" | ", "| ", " |"));
    }

    private static String age(MotionFigures motion) {
        return Double.isNaN(motion.latencyNanos()) ? "drifts" : number(1, motion.latencyNanos() / 1e6);
    }

    private static String percent(MotionFigures motion) {
        return percent(motion.judder());
    }

    static String percent(double judder) {
        double percent = 100 * judder;
        return number(percent < 0.995 ? 2 : percent < 9.95 ? 1 : 0, percent);
    }

    /** Says how even the motion of a loop is, and how old its picture, in a few words. */
    static String text(MotionFigures motion) {
        String age = Double.isNaN(motion.latencyNanos())
                ? "drifts from real time"
                : Units.text("%.1f ms old", motion.latencyNanos() / 1e6);
        return "judder " + percent(motion) + " %, " + age;
    }

    /** Formats a number, but never as "-0.00". */
    private static String number(int digits, double value) {
        double shown = Math.rint(value * Math.pow(10, digits)) == 0 ? 0.0 : value;
        return Units.text("%." + digits + "f", shown);
    }
}
