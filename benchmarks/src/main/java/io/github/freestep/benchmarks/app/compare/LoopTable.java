package io.github.freestep.benchmarks.app.compare;

import io.github.freestep.benchmarks.app.compare.loops.Display;
import io.github.freestep.benchmarks.app.compare.loops.StepLoad;
import io.github.freestep.benchmarks.report.Units;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Function;

/** Formats the figures of all loops for a terminal. A figure that was not measured is a dash. */
final class LoopTable {
    /** Explains the columns. */
    static final List<String> LEGEND = List.of(
            "L60, H60: judder with light and heavy ticks on a display of 60 fps: how far the speed on screen deviates"
                    + " from its mean, as the RMS in %",
            "light, heavy: a light tick takes 5 % of its 10 ms, a heavy tick takes 30 %, and one heavy tick in 20"
                    + " takes 90 %",
            "late: mean age of the picture on screen, with heavy ticks, on the display nearest to 60 fps; a dash if"
                    + " simulation time drifts away from real time",
            "stray: greatest distance between a body on screen and its path; the body walks to and fro at 1 m/s",
            "speed: simulated time per real time: the least and the most of all displays; at last, with too much load",
            "stall: everything stands still for 10 s or 10 min, with light ticks at 60 fps",
            "    10 s, 10 min: the most steps in a frame after it; of a thread, the most steps without a wait",
            "    lost: the simulated seconds that are still missing 24 s after the stall of 10 s",
            "bits: whether the end state is bit-identical on all displays",
            "fps, speed, judder, verdict: every step takes 1.5 times the time that it simulates, at 144 fps",
            "the second table: heavy ticks at 60 fps, if drawing takes a random time or the display varies",
            "one step of 250 ms: at 60 fps, all other steps take 60 % of their 10 ms; the figures are those of 3 s",
            "    still: the refreshes at which the picture moved by less than half of what it should",
            "    step: the simulated time by which the picture moved in one frame, at most, in ms",
            "    stray: as above, in mm");

    private static final int NEAREST_FPS = 60;
    private static final int NAMES = 26;

    private final List<Column> columns = new ArrayList<>();

    private LoopTable() {}

    static LoopTable of(List<Integer> fps) {
        LoopTable table = new LoopTable();
        for (StepLoad load : List.of(StepLoad.LIGHT, StepLoad.HEAVY)) {
            for (int i = 0; i < fps.size(); i++) {
                int rate = i;
                table.add(
                        load.name().charAt(0) + "" + fps.get(i),
                        row -> percent(row.motions().get(load).get(rate)));
            }
        }
        int rate = nearest(fps);
        return table.add(
                        "late",
                        row -> number(
                                1, row.motions().get(StepLoad.HEAVY).get(rate).latencyNanos() / 1e6))
                .add("stray", row -> number(1, 1e3 * row.strayMetres()))
                .add("speed", row -> number(2, row.leastSpeed()) + " to " + number(2, row.mostSpeed()))
                .add("10 s", row -> number(0, row.shortStall().steps()))
                .add("lost", row -> number(2, row.shortStall().lostSeconds()))
                .add("10 min", row -> number(0, row.longStall().steps()))
                .add("bits", row -> row.sameBits() == null ? "-" : row.sameBits() ? "yes" : "no")
                .add("fps", row -> number(1, row.overload().motion().fps()))
                .add("speed", row -> number(2, row.overload().motion().speed()))
                .add("judder", row -> percent(row.overload().motion()))
                .add("     verdict", row -> row.overload().verdict());
    }

    /** Returns the table of the displays that vary, of drawing that takes time, and of the step that takes long. */
    static LoopTable ofTroubles() {
        LoopTable table = new LoopTable();
        for (Display display : EnumSet.complementOf(EnumSet.of(Display.EVEN))) {
            table.add(display.text, row -> percent(row.displays().get(display)))
                    .add("fps", row -> number(1, row.displays().get(display).fps()));
        }
        return table.add("250 ms: judder", row -> percent(row.hitch().judder()))
                .add("still", row -> number(0, row.hitch().still()))
                .add("step", row -> number(0, row.hitch().largestMillis()))
                .add("stray", row -> number(0, 1e3 * row.hitch().strayMetres()));
    }

    private record Column(String title, Function<LoopResult, String> cell) {}

    /** Adds a column that is as wide as its title, and at least five wide. */
    private LoopTable add(String title, Function<LoopResult, String> cell) {
        columns.add(new Column(title, cell));
        return this;
    }

    private static int nearest(List<Integer> fps) {
        return fps.indexOf(Collections.min(fps, Comparator.comparingInt(each -> Math.abs(each - NEAREST_FPS))));
    }

    String titles() {
        return line("", Column::title);
    }

    /** Returns a line, aligned below the titles. */
    String line(LoopResult row) {
        return line(row.name(), column -> column.cell().apply(row));
    }

    private String line(String name, Function<Column, String> cell) {
        StringBuilder text = new StringBuilder(String.format("%-" + NAMES + "s", name));
        for (Column column : columns) {
            String shown = cell.apply(column);
            int width = Math.max(5, column.title().length() + 1);
            text.append(" ".repeat(Math.max(1, width - shown.length()))).append(shown);
        }
        return text.toString();
    }

    static String percent(MotionFigures motion) {
        return percent(motion.judder());
    }

    static String percent(double judder) {
        double percent = 100 * judder;
        return number(percent < 0.995 ? 2 : percent < 9.95 ? 1 : 0, percent);
    }

    /** Says how smooth and how late a loop is, in a few words. */
    static String text(MotionFigures motion) {
        String late = Double.isNaN(motion.latencyNanos())
                ? "drifts from real time"
                : Units.text("%.1f ms late", motion.latencyNanos() / 1e6);
        return "judder " + percent(motion) + " %, " + late;
    }

    /** Formats a number, but never as "-0.00". */
    private static String number(int digits, double value) {
        double shown = Math.rint(value * Math.pow(10, digits)) == 0 ? 0.0 : value;
        return Double.isNaN(value) ? "-" : Units.text("%." + digits + "f", shown);
    }
}
