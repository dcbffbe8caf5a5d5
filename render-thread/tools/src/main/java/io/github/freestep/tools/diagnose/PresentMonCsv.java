package io.github.freestep.tools.diagnose;

import io.github.freestep.tools.report.Units;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reads a CSV of PresentMon 2, and computes the animation errors by the other columns, because not each of its versions
 * has a column of them. Keeps one line in memory, and the errors of each swap chain. Refuses a file at the first line
 * that PresentMon does not write, but leaves out a last line that is cut off, as in a file that is still being written.
 * Not thread-safe.
 */
final class PresentMonCsv {
    private static final String BEGIN = "Application,";

    private static final int MOST_CHAINS = 64;
    private static final BigDecimal NANOS = BigDecimal.valueOf(1_000_000);

    /** Beyond this, times in nanoseconds would overflow. */
    private static final BigDecimal MOST_MILLIS = BigDecimal.valueOf(1_000_000_000_000L);

    private final Map<String, Chain> chains = new LinkedHashMap<>();
    private final CsvRows rows;
    private final int process;
    private final int address;

    /** How long the frame before was on the screen, or else how long this one was. */
    private final int displayChange;

    private final int displayed;

    /** A time that only frames on the screen have. */
    private final int until;

    /** The time of the animation; if there is none, it is that of the CPU's start. */
    private final int animation;

    /** When the CPU began the frame; -1 if the file does not say. */
    private final int start;

    /** Without {@link #start}: the time from the beginning of the frame to that of the next one; -1 for none. */
    private final int untilNext;

    /** Without both: the time since the last frame; -1 if there is one of them. */
    private final int between;

    /** The frames of one swap chain. All times are in milliseconds. */
    private static final class Chain {
        final String application;
        final AnimationErrors meter = new AnimationErrors();
        boolean isBegun;
        BigDecimal frame = BigDecimal.ZERO;

        /** Null if the columns do not need it. */
        BigDecimal nextFrame;

        BigDecimal shown;
        BigDecimal displayed = BigDecimal.ZERO;

        Chain(String application) {
            this.application = application;
        }

        void displayed(BigDecimal animation) {
            meter.add(nanos(animation), nanos(frame), nanos(displayed));
            isBegun = true;
        }

        private static long nanos(BigDecimal millis) {
            return millis.multiply(NANOS).setScale(0, RoundingMode.HALF_UP).longValue();
        }
    }

    private PresentMonCsv(InputStream in) throws IOException {
        rows = new CsvRows(in, "times in milliseconds", MOST_MILLIS);
        if (rows.index("Dropped") >= 0) {
            throw new IOException(
                    "it is of PresentMon 1, which says nothing of animation; record it with PresentMon 2");
        }
        process = find("ProcessID");
        address = find("SwapChainAddress");
        displayed = rows.index("DisplayedTime");
        displayChange = displayed < 0 ? find("MsBetweenDisplayChange") : rows.index("MsBetweenDisplayChange");
        until = find("MsUntilDisplayed", "DisplayLatency");
        start = rows.index("CPUStartTimeInMs", "CPUStartQPCTimeInMs", "CPUStartTime", "CPUStartQPCTime");
        untilNext = start < 0 ? rows.index("MsBetweenAppStart", "FrameTime") : -1;
        between = start < 0 && untilNext < 0 ? find("MsBetweenPresents") : -1;
        animation = rows.index("AnimationTime", "CPUStartTimeInMs", "CPUStartTime");
    }

    private int find(String... any) throws IOException {
        int index = rows.index(any);
        if (index < 0) {
            throw new IOException("it has no column " + any[0] + "; let PresentMon track the display");
        }
        return index;
    }

    /** Whether a file begins as PresentMon's do. */
    static boolean is(Path file) {
        return CsvRows.begin(file, BEGIN.length()).startsWith(BEGIN);
    }

    static PresentMonCsv read(Path file) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
            PresentMonCsv csv = new PresentMonCsv(in);
            for (String[] row = csv.rows.row(); row != null; row = csv.rows.row()) {
                csv.row(row);
            }
            if (csv.chains.isEmpty()) {
                throw new IOException("it has no frame");
            }
            return csv;
        }
    }

    private void row(String[] values) throws IOException {
        String key = values[process] + "," + values[address];
        Chain chain = chains.computeIfAbsent(key, each -> new Chain(values[0]));
        if (chains.size() > MOST_CHAINS) {
            throw new IOException("it has more than " + MOST_CHAINS + " swap chains; record one process");
        }
        BigDecimal began = began(chain, values);
        chain.frame = began == null ? chain.frame : began;
        BigDecimal animated = animation < 0 ? began : rows.number(values[animation]);
        BigDecimal change = displayChange < 0 ? chain.shown : rows.number(values[displayChange]);
        if (rows.number(values[until]) == null || change == null && chain.isBegun) {
            chain.meter.addNotDisplayed();
            return;
        }
        chain.shown = displayed < 0 ? null : rows.number(values[displayed]);
        chain.displayed = chain.displayed.add(orZero(change));
        // A driver that makes frames of its own has no animation time for them.
        if (animated != null) {
            chain.displayed(animated);
        }
    }

    /** When the CPU began a frame; null if that is not known. */
    private BigDecimal began(Chain chain, String[] values) throws IOException {
        if (untilNext >= 0) {
            BigDecimal began = chain.nextFrame == null ? chain.frame : chain.nextFrame;
            chain.nextFrame = began.add(orZero(rows.number(values[untilNext])));
            return began;
        }
        BigDecimal time = rows.number(values[start < 0 ? between : start]);
        return start < 0 && time != null ? chain.frame.add(time) : time;
    }

    private static BigDecimal orZero(BigDecimal number) {
        return number == null ? BigDecimal.ZERO : number;
    }

    /** The swap chain with most frames on the screen. */
    private Chain main() {
        return chains.values().stream()
                .max(Comparator.comparingLong(chain -> chain.meter.displayed()))
                .orElseThrow();
    }

    AnimationErrors errors() {
        return main().meter;
    }

    String headline() {
        long frames = errors().displayed();
        int others = chains.size() - 1;
        return main().application.replace("\"", "").replaceAll("[^ -~]", "?") + ": "
                + Units.text(frames == 1 ? "%,d frame on the screen" : "%,d frames on the screen", frames)
                + (others == 0 ? "" : "; other swap chains left out: " + others)
                + (rows.isCut ? "; the last line is cut off, so it was left out." : ".");
    }
}
