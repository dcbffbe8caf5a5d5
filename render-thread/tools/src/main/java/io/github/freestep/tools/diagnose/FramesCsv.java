package io.github.freestep.tools.diagnose;

import io.github.freestep.render.display.MotionMeter;
import io.github.freestep.tools.report.Units;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Judges a plain CSV of any engine: for each frame the simulation time that it shows, when it was made, and when the
 * display began to show it. A file says nothing of threads or code, so only the kind of each fault is known. Not
 * thread-safe.
 */
final class FramesCsv {
    private static final String SHOWN = "shown_ms";
    private static final String MADE = "made_ms";
    private static final String DISPLAYED = "displayed_ms";

    /** A quarter of a frame at 60 frames per second. */
    private static final double VISIBLE_MILLIS = 4;

    /** An interval that is longer than this many usual ones has missed a frame or a refresh. */
    private static final double LONG = 1.5;

    /** A picture that moves by less than this share of the usual stands still. */
    private static final double STILL = 0.1;

    private static final int MOST_HEADER = 1 << 14;

    /** Larger numbers have no digits below a microsecond. The time of day is below it until the year 2096. */
    private static final BigDecimal MOST = BigDecimal.valueOf(4_000_000_000_000L);

    private static final double ROUNDING_MILLIS = 0.1;

    /** By how many frames a picture's steps may seem too long, because simulation time was slower for a while. */
    private static final double SLOWER = 0.25;

    /** Judder from which on motion is uneven, as in a report of a flight recording. */
    private static final double UNEVEN = 0.02;

    private static final double FALL_MILLIS = 1_000;

    /** Faults that are closer together than this count as one. */
    private static final double TOGETHER_MILLIS = 150;

    /** A frame that was on the screen, by its times in milliseconds. */
    private record Shown(double shown, double made, double displayed) {}

    /** Kinds of faults. */
    enum Kind {
        LATE_STEP("late step", "there was nothing newer to show"),
        LATE_FRAME("late frame", "a frame was made late"),
        MISSED_REFRESH("missed refresh", "a frame was made in time, and the display showed it late"),
        WRONG_TIME("wrong time", "a frame showed a simulation time that does not fit when it was displayed");

        private final String label;
        private final String text;

        Kind(String label, String text) {
            this.label = label;
            this.text = text;
        }
    }

    /**
     * One fault.
     *
     * @param kind what it is
     * @param atMillis when the frame was displayed
     * @param millis by how much the picture was wrong
     */
    record Fault(Kind kind, double atMillis, double millis) {
        @Override
        public String toString() {
            return Units.text("%-17sat %.2f s %s, %.1f ms", kind.label, atMillis / 1e3, kind.text, millis);
        }
    }

    final List<Fault> faults = new ArrayList<>();
    private final List<Shown> frames = new ArrayList<>();
    private final boolean isCut;
    private long dropped;
    private double madeMillis;
    private double displayedMillis;
    private double scale;

    /** In how many frames in a row a picture stands still that moves by steps of the usual length. */
    private int usualStill;

    /** Whether a file begins with these columns. */
    static boolean is(Path file) {
        String header = CsvRows.begin(file, MOST_HEADER).lines().findFirst().orElse("");
        return CsvRows.names(header).containsAll(List.of(SHOWN, MADE, DISPLAYED));
    }

    /**
     * Reads a file.
     *
     * @throws IOException if it has another form, or fewer than three frames on the screen
     */
    FramesCsv(Path file) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
            CsvRows rows = new CsvRows(in, "numbers", MOST);
            int shown = rows.index(SHOWN);
            int made = rows.index(MADE);
            int displayed = rows.index(DISPLAYED);
            for (String[] row = rows.row(); row != null; row = rows.row()) {
                BigDecimal at = rows.number(row[displayed]);
                if (at == null) {
                    dropped++;
                } else {
                    add(new Shown(value(rows, row[shown], SHOWN), value(rows, row[made], MADE), at.doubleValue()));
                }
            }
            isCut = rows.isCut;
        }
        if (frames.size() < 3) {
            throw new IOException("it needs three frames on the screen, had " + frames.size());
        }
        if (last().shown <= frames.get(0).shown) {
            throw new IOException("times in " + SHOWN + " must rise from the first frame to the last, were "
                    + frames.get(0).shown + " and " + last().shown);
        }
        judge();
    }

    private static double value(CsvRows rows, String text, String column) throws IOException {
        BigDecimal value = rows.number(text);
        if (value == null) {
            throw new IOException("a frame with a time in " + DISPLAYED + " must have a number in " + column);
        }
        return value.doubleValue();
    }

    private void add(Shown frame) throws IOException {
        if (!frames.isEmpty() && frame.displayed <= last().displayed) {
            throw new IOException(
                    "times in " + DISPLAYED + " must rise, were " + last().displayed + " and then " + frame.displayed);
        }
        frames.add(frame);
    }

    private Shown last() {
        return frames.get(frames.size() - 1);
    }

    private void judge() {
        madeMillis = median(steps(Shown::made));
        displayedMillis = median(steps(Shown::displayed));
        scale = scale();
        double movedMillis = median(steps(Shown::shown).filter(step -> step > 0)) / scale;
        usualStill = Math.max(0, (int) Math.ceil(movedMillis / displayedMillis - SLOWER) - 1);
        int worst = 0;
        double endMillis = 0;
        for (int i = 1; i < frames.size(); i++) {
            if (Math.abs(error(i)) <= VISIBLE_MILLIS && step(i, Shown::displayed) <= LONG * displayedMillis) {
                continue;
            }
            if (worst > 0 && frames.get(i).displayed - endMillis > TOGETHER_MILLIS) {
                faults.add(fault(worst));
                worst = 0;
            }
            // The frames after a fault are often equally wrong, apart from rounding, so the first of them counts.
            worst = worst == 0 || weight(i) > weight(worst) + ROUNDING_MILLIS ? i : worst;
            endMillis = frames.get(i).displayed;
        }
        if (worst > 0) {
            faults.add(fault(worst));
        }
        if (faults.isEmpty() && meter(scale).judder() > UNEVEN) {
            faults.add(smallFaults());
        }
    }

    /**
     * The largest of errors that are too small to be seen one by one. If most pictures are about as old as the youngest
     * ones, the others had to wait for a step. Otherwise, the times do not fit.
     */
    private Fault smallFaults() {
        double[] ages = frames.stream().mapToDouble(FramesCsv::age).sorted().toArray();
        double youngest = ages[0];
        boolean waits = ages[ages.length / 2] - youngest < (ages[ages.length - 1] - youngest) / 4;
        int worst = 1;
        for (int i = 2; i < frames.size(); i++) {
            worst = Math.abs(error(i)) > Math.abs(error(worst)) + ROUNDING_MILLIS ? i : worst;
        }
        return new Fault(waits ? Kind.LATE_STEP : Kind.WRONG_TIME, frames.get(worst).displayed, Math.abs(error(worst)));
    }

    /** Simulation time per time on the screen, without what stands still for long, because a game may pause. */
    private double scale() {
        double shown = 0;
        double displayed = 0;
        double still = 0;
        for (int i = 1; i < frames.size(); i++) {
            still += step(i, Shown::displayed);
            if (step(i, Shown::shown) != 0) {
                shown += step(i, Shown::shown);
                displayed += still > TOGETHER_MILLIS ? step(i, Shown::displayed) : still;
                still = 0;
            }
        }
        return shown / displayed;
    }

    /** By how much a column rose since the frame before. */
    private double step(int frame, ToDoubleFunction<Shown> column) {
        return column.applyAsDouble(frames.get(frame)) - column.applyAsDouble(frames.get(frame - 1));
    }

    private DoubleStream steps(ToDoubleFunction<Shown> column) {
        return IntStream.range(1, frames.size()).mapToDouble(frame -> step(frame, column));
    }

    private static double median(DoubleStream values) {
        double[] sorted = values.sorted().toArray();
        return sorted[sorted.length / 2];
    }

    /** By how much further than it should the picture moved at a frame, in time on the screen. */
    private double error(int frame) {
        return step(frame, Shown::shown) / scale - step(frame, Shown::displayed);
    }

    private double weight(int frame) {
        return Math.max(Math.abs(error(frame)), step(frame, Shown::displayed) - displayedMillis);
    }

    private Fault fault(int frame) {
        Kind kind = step(frame, Shown::made) > LONG * madeMillis
                ? Kind.LATE_FRAME
                : step(frame, Shown::displayed) > LONG * displayedMillis
                        ? Kind.MISSED_REFRESH
                        : stoodStill(frame) || fallsBehind(frame) ? Kind.LATE_STEP : Kind.WRONG_TIME;
        return new Fault(kind, frames.get(frame).displayed, weight(frame));
    }

    /**
     * Whether the picture stood still at a frame or just before it, for longer than usual. A picture that moves by
     * whole steps of a clock or of a simulation stands still between them, although no step is late.
     */
    private boolean stoodStill(int frame) {
        int last = isStill(frame) ? frame : frame - 1;
        int first = last;
        while (first > 0 && isStill(first)) {
            first--;
        }
        while (last + 1 < frames.size() && isStill(last + 1)) {
            last++;
        }
        return last - first > usualStill;
    }

    /**
     * Whether a simulation that cannot keep up explains the error of a frame: the picture is older than it was in the
     * second before, and grows still older in the next one. A wrong time is made good, or stays as it is.
     */
    private boolean fallsBehind(int frame) {
        double at = frames.get(frame).displayed;
        double oldestBefore = Double.NEGATIVE_INFINITY;
        double youngestLater = Double.POSITIVE_INFINITY;
        for (Shown each : frames) {
            if (each.displayed >= at - FALL_MILLIS && each.displayed < at) {
                oldestBefore = Math.max(oldestBefore, age(each));
            } else if (each.displayed >= at + FALL_MILLIS / 2 && each.displayed < at + FALL_MILLIS) {
                youngestLater = Math.min(youngestLater, age(each));
            }
        }
        double now = age(frames.get(frame));
        return Double.isFinite(youngestLater) && now > oldestBefore && youngestLater > now + VISIBLE_MILLIS;
    }

    private static double age(Shown frame) {
        return frame.displayed - frame.shown;
    }

    private boolean isStill(int frame) {
        return Math.abs(step(frame, Shown::shown)) < STILL * scale * step(frame, Shown::displayed);
    }

    String headline() {
        MotionMeter moved = meter(scale);
        Shown first = frames.get(0);
        double age = frames.stream().mapToDouble(FramesCsv::age).average().orElseThrow();
        return Units.text(
                        "%,d frames on the screen and %,d that were not, half of them %.2f ms or less after the one"
                                + " before. The picture was %.1f ms old. ",
                        frames.size(), dropped, displayedMillis, age)
                + "Judder was "
                + Units.percent(100
                        * meter((last().shown - first.shown) / (last().displayed - first.displayed))
                                .judder())
                + Units.text("; %,d frames stood still, and %,d jumped.", moved.frozen(), moved.jumping())
                + (isCut ? " The last line has no end, so it may be cut off, and is left out." : "");
    }

    /** Measures how evenly simulation time passes, compared with so much of it per millisecond on the screen. */
    private MotionMeter meter(double perMillisecond) {
        MotionMeter meter = new MotionMeter();
        Shown first = frames.get(0);
        for (Shown each : frames) {
            long displayed = nanos(each.displayed - first.displayed);
            meter.add(displayed, nanos((each.shown - first.shown) / perMillisecond), displayed, false);
        }
        return meter;
    }

    private static long nanos(double millis) {
        return Math.round(millis * 1e6);
    }
}
