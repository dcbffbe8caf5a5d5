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
            "judder: how far the speed on screen deviates from its mean: the RMS in %, for each display by its fps",
            "light, heavy: a light tick takes 5 % of its 10 ms, a heavy tick takes 30 %, and one heavy tick in 20"
                    + " takes 90 %",
            "late: mean age of the picture on screen, with heavy ticks, on the display nearest to 60 fps; a dash if"
                    + " simulation time drifts away from real time",
            "stray: greatest distance between a body on screen and its path; the body walks to and fro at 1 m/s",
            "speed: simulated time per real time: the least and the most of all displays",
            "stall: everything stands still for 10 s or 10 min, with light ticks at 60 fps",
            "    steps: the most steps in a frame after the stall; of a thread, the most steps without a wait",
            "    lost: the simulated seconds that are still missing 24 s after the stall",
            "bits: whether the end state is bit-identical on all displays",
            "too much: every step takes 1.5 times the time that it simulates, on a display of 144 fps",
            "the second table: heavy ticks at 60 fps, if drawing takes a random time or the display varies",
            "one step of 250 ms: at 60 fps, all other steps take 60 % of their 10 ms; the figures are those of 3 s",
            "    still: the refreshes at which the picture moved by less than half of what it should",
            "    step: the simulated time by which the picture moved in one frame, at most, in ms",
            "    stray: as above, in mm");

    private static final int NEAREST_FPS = 60;
    private static final int NAMES = 28;

    private final List<Group> groups;

    private LoopTable(List<Group> groups) {
        this.groups = groups;
    }

    static LoopTable of(List<Integer> fps) {
        List<Group> groups = new ArrayList<>();
        groups.add(judder("judder, light", fps, StepLoad.LIGHT));
        groups.add(judder("judder, heavy", fps, StepLoad.HEAVY));
        int rate = nearest(fps);
        groups.add(new Group(
                "late",
                new Column(
                        "ms",
                        6,
                        row -> number(
                                1, row.motions().get(StepLoad.HEAVY).get(rate).latencyNanos() / 1e6))));
        groups.add(new Group("stray", new Column("mm", 6, row -> number(1, 1e3 * row.strayMetres()))));
        groups.add(new Group(
                "speed",
                new Column("from", 6, row -> number(2, row.leastSpeed())),
                new Column("to", 5, row -> number(2, row.mostSpeed()))));
        groups.add(new Group(
                "stall 10 s",
                new Column("steps", 6, row -> stall(row.shortStall(), 0, Stall::steps)),
                new Column("lost", 6, row -> stall(row.shortStall(), 2, Stall::lostSeconds))));
        groups.add(new Group("10 min", new Column("steps", 6, row -> stall(row.longStall(), 0, Stall::steps))));
        groups.add(new Group("bits", new Column("same", 5, LoopTable::bits)));
        groups.add(new Group(
                "too much",
                new Column(
                        "fps",
                        6,
                        row -> overload(row, strain -> number(1, strain.motion().fps()))),
                new Column(
                        "speed",
                        6,
                        row -> overload(row, strain -> number(2, strain.motion().speed()))),
                new Column("judder", 7, row -> overload(row, strain -> percent(strain.motion()))),
                new Column("verdict", 13, row -> overload(row, OverloadFigures::verdict))));
        return new LoopTable(groups);
    }

    /** Returns the table of the displays that vary, of drawing that takes time, and of the step that takes long. */
    static LoopTable ofTroubles() {
        List<Group> groups = new ArrayList<>();
        for (Display display : EnumSet.complementOf(EnumSet.of(Display.EVEN))) {
            groups.add(new Group(
                    display.text,
                    new Column("judder", 13, row -> percent(row.displays().get(display))),
                    new Column(
                            "fps",
                            13,
                            row -> number(1, row.displays().get(display).fps()))));
        }
        groups.add(new Group(
                "one step of 250 ms",
                new Column("judder", 8, row -> percent(row.hitch().judder())),
                new Column("still", 6, row -> number(0, row.hitch().still())),
                new Column("step", 6, row -> number(0, row.hitch().largestMillis())),
                new Column("stray", 6, row -> number(0, 1e3 * row.hitch().strayMetres()))));
        return new LoopTable(groups);
    }

    private record Column(String title, int width, Function<LoopResult, String> cell) {}

    private record Group(String title, List<Column> columns) {
        Group(String title, Column... columns) {
            this(title, List.of(columns));
        }

        /** Returns the width of a column; the first column is wide enough for the group's title. */
        int width(int column) {
            int others = columns.stream().skip(1).mapToInt(Column::width).sum();
            int width = columns.get(column).width();
            return column == 0 ? Math.max(width, title.length() + 1 - others) : width;
        }

        int width() {
            return width(0) + columns.stream().skip(1).mapToInt(Column::width).sum();
        }
    }

    private static Group judder(String title, List<Integer> fps, StepLoad load) {
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < fps.size(); i++) {
            int rate = i;
            columns.add(new Column(
                    fps.get(i).toString(),
                    i == 0 ? 6 : 5,
                    row -> percent(row.motions().get(load).get(rate))));
        }
        return new Group(title, columns);
    }

    private static int nearest(List<Integer> fps) {
        return fps.indexOf(Collections.min(fps, Comparator.comparingInt(each -> Math.abs(each - NEAREST_FPS))));
    }

    /** Returns two lines of titles. */
    String titles() {
        StringBuilder text = new StringBuilder(" ".repeat(NAMES));
        for (Group group : groups) {
            int before = (group.width() + 1 - group.title().length()) / 2;
            text.append(" ".repeat(before)).append(group.title());
            text.append(" ".repeat(group.width() - before - group.title().length()));
        }
        return text.toString().stripTrailing() + "\n" + line("", Column::title);
    }

    /** Returns a line, aligned below the titles. */
    String line(LoopResult row) {
        return line(row.name(), column -> column.cell().apply(row));
    }

    private String line(String name, Function<Column, String> cell) {
        StringBuilder text = new StringBuilder(String.format("%-" + NAMES + "s", name));
        for (Group group : groups) {
            for (int i = 0; i < group.columns().size(); i++) {
                String shown = cell.apply(group.columns().get(i));
                text.append(" ".repeat(Math.max(1, group.width(i) - shown.length())))
                        .append(shown);
            }
        }
        return text.toString();
    }

    private static String stall(Stall stall, int digits, Function<Stall, Number> figure) {
        return number(digits, figure.apply(stall).doubleValue());
    }

    private static String overload(LoopResult row, Function<OverloadFigures, String> figure) {
        return figure.apply(row.overload());
    }

    private static String bits(LoopResult row) {
        return row.sameBits() == null ? "-" : row.sameBits() ? "yes" : "no";
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
