package io.github.freestep.benchmarks.app.diagnose;

import io.github.freestep.benchmarks.report.Units;
import io.github.freestep.render.display.DisplayMeter;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Reads a CSV of PresentMon, with the columns of any version, and computes its animation errors once more. Keeps one
 * line in memory, and a meter for each swap chain. Refuses a file at the first line that PresentMon does not write, but
 * leaves out a last line that is cut off, as in a file that is still being written. Not thread-safe.
 */
final class PresentMonCsv {
    private static final byte[] BOM = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
    private static final String BEGIN = "Application,";

    private static final int MOST_LINE_BYTES = 1 << 14;
    private static final int MOST_DIGITS = 30;
    private static final int MOST_CHAINS = 64;
    private static final BigDecimal NANOS = BigDecimal.valueOf(1_000_000);

    /** Beyond this, times in nanoseconds would overflow. */
    private static final BigDecimal MOST_MILLIS = BigDecimal.valueOf(1_000_000_000_000L);

    private final Map<String, Chain> chains = new LinkedHashMap<>();
    private final InputStream in;
    private final List<String> names;
    private final int process;
    private final int address;

    /** How long the frame before was on the screen, or else how long this one was. */
    private final int displayChange;

    private final int displayed;

    /** Version 1 has no such column, and zeros for the times of a frame that was not displayed. */
    private final int error;

    private final int dropped;

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

    /** In version 1: when the CPU ended the frame, in seconds, and how long it then waited. */
    private final int presented;

    private final int waited;
    private long line;
    private boolean isCut;

    /** The frames of one swap chain. All times are in milliseconds. */
    private static final class Chain {
        final String application;
        final DisplayMeter meter = new DisplayMeter();
        BigDecimal animated;
        BigDecimal frame = BigDecimal.ZERO;

        /** Null if the columns do not need it. */
        BigDecimal nextFrame;

        BigDecimal shown;
        BigDecimal displayed = BigDecimal.ZERO;

        /** The display time of the last frame with an animation time. */
        BigDecimal before = BigDecimal.ZERO;

        BigDecimal theirsBefore;
        long compared;
        long differing;

        /** How many errors of PresentMon's column are one row too early. */
        long early;

        BigDecimal most = BigDecimal.ZERO;

        Chain(String application) {
            this.application = application;
        }

        /** Counts the next frame on the screen. PresentMon has no error for the first. */
        void displayed(BigDecimal animation, BigDecimal theirs) {
            meter.add(nanos(animation), nanos(frame), nanos(displayed));
            if (animated != null && theirs != null) {
                BigDecimal ours = animation.subtract(animated).subtract(displayed.subtract(before));
                compared++;
                if (!isSame(ours, theirs)) {
                    differing++;
                    most = most.max(ours.subtract(theirs).abs());
                }
                early += theirsBefore != null && isSame(ours, theirsBefore) ? 1 : 0;
            }
            theirsBefore = theirs;
            animated = animation;
            before = displayed;
        }

        private static boolean isSame(BigDecimal ours, BigDecimal theirs) {
            return ours.setScale(theirs.scale(), RoundingMode.HALF_UP).compareTo(theirs) == 0;
        }

        private static long nanos(BigDecimal millis) {
            return millis.multiply(NANOS).setScale(0, RoundingMode.HALF_UP).longValue();
        }
    }

    private PresentMonCsv(InputStream in) throws IOException {
        this.in = in;
        String header = line();
        names = header == null
                ? List.of()
                : List.of(header.toLowerCase(Locale.ROOT).split(",", -1));
        process = find("ProcessID");
        address = find("SwapChainAddress");
        displayed = index("DisplayedTime");
        displayChange = displayed < 0 ? find("MsBetweenDisplayChange") : index("MsBetweenDisplayChange");
        error = index("MsAnimationError", "AnimationError");
        dropped = index("Dropped");
        until = find("MsUntilDisplayed", "DisplayLatency");
        presented = index("TimeInSeconds");
        waited = presented < 0 ? -1 : find("MsInPresentAPI");
        start = index("CPUStartTimeInMs", "CPUStartQPCTimeInMs", "CPUStartTime", "CPUStartQPCTime");
        untilNext = start < 0 ? index("MsBetweenAppStart", "FrameTime") : -1;
        between = start < 0 && untilNext < 0 ? find("MsBetweenPresents") : -1;
        animation = index("AnimationTime", "CPUStartTimeInMs", "CPUStartTime");
    }

    private int index(String... any) {
        return Arrays.stream(any)
                .mapToInt(each -> names.indexOf(each.toLowerCase(Locale.ROOT)))
                .filter(i -> i >= 0)
                .findFirst()
                .orElse(-1);
    }

    private int find(String... any) throws IOException {
        int index = index(any);
        if (index < 0) {
            throw new IOException("it has no column " + any[0] + "; let PresentMon track the display");
        }
        return index;
    }

    /** Whether a file begins as PresentMon's do. */
    static boolean is(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            String begin = new String(in.readNBytes(BOM.length + BEGIN.length()), StandardCharsets.ISO_8859_1);
            return begin.startsWith(BEGIN) || begin.equals(new String(BOM, StandardCharsets.ISO_8859_1) + BEGIN);
        } catch (IOException e) {
            // The next reader of the file says why it cannot be read.
            return false;
        }
    }

    static PresentMonCsv read(Path file) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
            PresentMonCsv csv = new PresentMonCsv(in);
            for (String row = csv.line(); row != null; row = csv.line()) {
                csv.row(row);
            }
            if (csv.chains.isEmpty()) {
                throw new IOException("it has no frame");
            }
            return csv;
        }
    }

    /** Returns the next line without its end; null at the end of the file. */
    private String line() throws IOException {
        byte[] bytes = new byte[256];
        int length = 0;
        line++;
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                isCut = length > 0;
                return null;
            }
            if (length == MOST_LINE_BYTES) {
                throw new IOException("line " + line + " is longer than " + MOST_LINE_BYTES + " bytes");
            }
            bytes = length == bytes.length ? Arrays.copyOf(bytes, 2 * length) : bytes;
            bytes[length++] = (byte) next;
        }
        length -= length > 0 && bytes[length - 1] == '\r' ? 1 : 0;
        return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    }

    /** Divides a line at its commas, except those in quotes. */
    private static String[] values(String row) {
        List<String> values = new ArrayList<>();
        boolean isQuoted = false;
        int from = 0;
        for (int i = 0; i < row.length(); i++) {
            isQuoted ^= row.charAt(i) == '"';
            if (row.charAt(i) == ',' && !isQuoted) {
                values.add(row.substring(from, i));
                from = i + 1;
            }
        }
        values.add(row.substring(from));
        return values.toArray(new String[0]);
    }

    private void row(String row) throws IOException {
        String[] values = values(row);
        if (values.length != names.size()) {
            throw new IOException("line " + line + " must have " + names.size() + " values, had " + values.length);
        }
        String key = values[process] + "," + values[address];
        Chain chain = chains.computeIfAbsent(key, each -> new Chain(values[0]));
        if (chains.size() > MOST_CHAINS) {
            throw new IOException("it has more than " + MOST_CHAINS + " swap chains; record one process");
        }
        BigDecimal began = began(chain, values);
        chain.frame = began == null ? chain.frame : began;
        BigDecimal animated = animation < 0 ? began : number(values[animation]);
        BigDecimal change = displayChange < 0 ? chain.shown : number(values[displayChange]);
        boolean isDropped = dropped >= 0 && !values[dropped].equals("0");
        if (isDropped || number(values[until]) == null || change == null && chain.animated != null) {
            chain.meter.addNotDisplayed();
            return;
        }
        chain.shown = displayed < 0 ? null : number(values[displayed]);
        chain.displayed = chain.displayed.add(orZero(change));
        // A driver that makes frames of its own has no animation time for them.
        if (animated != null) {
            chain.displayed(animated, error < 0 ? null : number(values[error]));
        }
    }

    /** When the CPU began a frame; null if that is not known. */
    private BigDecimal began(Chain chain, String[] values) throws IOException {
        if (presented >= 0) {
            BigDecimal began = chain.nextFrame;
            BigDecimal ended = orZero(number(values[presented])).movePointRight(3);
            chain.nextFrame = ended.min(MOST_MILLIS).add(orZero(number(values[waited])));
            return began;
        }
        if (untilNext >= 0) {
            BigDecimal began = chain.nextFrame == null ? chain.frame : chain.nextFrame;
            chain.nextFrame = began.add(orZero(number(values[untilNext])));
            return began;
        }
        BigDecimal time = number(values[start < 0 ? between : start]);
        return start < 0 && time != null ? chain.frame.add(time) : time;
    }

    private static BigDecimal orZero(BigDecimal number) {
        return number == null ? BigDecimal.ZERO : number;
    }

    /** Returns a time in milliseconds; null if there is none. */
    private BigDecimal number(String value) throws IOException {
        if (value.equals("NA")) {
            return null;
        }
        // Checked before it is parsed: a short text with an exponent can be a number of a billion digits.
        boolean isPlain = value.length() <= MOST_DIGITS && value.matches("-?[0-9]+(\\.[0-9]+)?");
        BigDecimal number = isPlain ? new BigDecimal(value) : MOST_MILLIS.add(BigDecimal.ONE);
        if (number.abs().compareTo(MOST_MILLIS) > 0) {
            throw new IOException("line " + line + " must have times in milliseconds or NA, had \""
                    + (value.length() > MOST_DIGITS ? value.substring(0, MOST_DIGITS) + "..." : value)
                            .replaceAll("[^ -~]", "?")
                    + "\"");
        }
        return number;
    }

    /** The swap chain with most frames on the screen. */
    private Chain main() {
        return chains.values().stream()
                .max(Comparator.comparingLong(chain -> chain.meter.displayed()))
                .orElseThrow();
    }

    DisplayMeter display() {
        return main().meter;
    }

    String headline() {
        long period = display().periodNanos();
        long frames = display().displayed();
        int others = chains.size() - 1;
        return main().application.replace("\"", "").replaceAll("[^ -~]", "?") + ": "
                + Units.text(frames == 1 ? "%,d frame on the screen" : "%,d frames on the screen", frames)
                + (period == 0 ? "" : Units.text(", at multiples of %.2f ms", period / 1e6))
                + (others == 0 ? "" : "; other swap chains left out: " + others)
                + (isCut ? "; the last line is cut off, and left out." : ".");
    }

    /** Whether PresentMon's column has the same errors. */
    String agreement() {
        Chain chain = main();
        if (chain.compared == 0) {
            return "There is nothing to compare: no frame on the screen has an animation error of PresentMon.";
        }
        return chain.differing == 0
                ? Units.text("All %,d animation errors are those of PresentMon, to the last digit.", chain.compared)
                : Units.text("%,d of %,d animation errors differ from PresentMon's, ", chain.differing, chain.compared)
                        + "by up to " + chain.most.toPlainString() + " ms. " + advice(chain);
    }

    /**
     * PresentMon's error of a frame is of the interval before it: from when the last displayed frame began to when this
     * one did, less the time between their appearances on the screen.
     */
    private String advice(Chain chain) {
        if (2 * chain.early > chain.compared) {
            return "The errors above are computed from the other columns by PresentMon's definition, so trust them. The"
                    + " error column is off by a row: each error belongs to the next row, as in a file of a tool that"
                    + " takes the frame time and the displayed time of the row itself.";
        }
        return names.contains("animationtime")
                ? "The errors above are computed from the other columns by PresentMon's definition, so the columns do"
                        + " not belong together: read the file as PresentMon has written it."
                : "The file does not have the column AnimationTime, so the errors above are of the times at which the"
                        + " CPU began its frames. If the game tells PresentMon its own times, trust the column of"
                        + " PresentMon, or record with a version that writes AnimationTime.";
    }
}
