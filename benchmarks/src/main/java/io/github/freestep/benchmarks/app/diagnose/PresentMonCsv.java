package io.github.freestep.benchmarks.app.diagnose;

import io.github.freestep.benchmarks.report.Units;
import io.github.freestep.render.display.DisplayMeter;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a CSV of PresentMon 2, and computes its animation errors once more. Keeps one line in memory, and a meter for
 * each swap chain. Refuses a file at the first line that PresentMon does not write. Not thread-safe.
 */
final class PresentMonCsv {
    private static final byte[] BOM = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
    private static final String BEGIN = "Application,";
    private static final String NONE = "NA";

    /** More than a day of frames. */
    private static final long MOST_BYTES = 4L << 30;

    private static final int MOST_LINE_BYTES = 1 << 14;
    private static final int MOST_DIGITS = 30;
    private static final int MOST_CHAINS = 64;
    private static final BigDecimal NANOS = BigDecimal.valueOf(1_000_000);

    /** Beyond this, times in nanoseconds would overflow. */
    private static final BigDecimal MOST_MILLIS = BigDecimal.valueOf(1_000_000_000_000L);

    private final Map<String, Chain> chains = new LinkedHashMap<>();
    private final int columns;
    private final int process;
    private final int address;
    private final int displayChange;
    private final int error;

    /** A time that only frames on the screen have. */
    private final int until;

    /** The time of the animation: that of the CPU's start in versions without such a column. */
    private final int animation;

    /** When the CPU began the frame, or else the time since the last frame. */
    private final int start;

    private final int between;
    private long line = 1;

    /** The frames of one swap chain. All times are in milliseconds. */
    private static final class Chain {
        final String application;
        final DisplayMeter meter = new DisplayMeter();
        BigDecimal animated;
        BigDecimal frame = BigDecimal.ZERO;
        BigDecimal displayed = BigDecimal.ZERO;

        /** The display time of the last frame with an animation time. */
        BigDecimal before = BigDecimal.ZERO;

        long compared;
        long differing;
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
                if (ours.setScale(theirs.scale(), RoundingMode.HALF_UP).compareTo(theirs) != 0) {
                    differing++;
                    most = most.max(ours.subtract(theirs).abs());
                }
            }
            animated = animation;
            before = displayed;
        }

        private static long nanos(BigDecimal millis) {
            return millis.multiply(NANOS).setScale(0, RoundingMode.HALF_UP).longValue();
        }
    }

    private PresentMonCsv(String header) throws IOException {
        List<String> names = Arrays.asList(header.split(",", -1));
        columns = names.size();
        process = find(names, "ProcessID");
        address = find(names, "SwapChainAddress");
        displayChange = find(names, "MsBetweenDisplayChange");
        error = find(names, "MsAnimationError", "AnimationError");
        until = find(names, "MsUntilDisplayed", "DisplayLatency");
        start = index(names, "CPUStartTimeInMs", "CPUStartQPCTimeInMs", "CPUStartTime", "CPUStartQPCTime");
        between = start < 0 ? find(names, "MsBetweenPresents", "FrameTime") : -1;
        animation = find(names, "AnimationTime", "CPUStartTimeInMs", "CPUStartTime");
    }

    private static int index(List<String> names, String... any) {
        return Arrays.stream(any)
                .mapToInt(names::indexOf)
                .filter(i -> i >= 0)
                .findFirst()
                .orElse(-1);
    }

    private static int find(List<String> names, String... any) throws IOException {
        int index = index(names, any);
        if (index < 0) {
            throw new IOException("it has no column " + any[0] + "; record it with PresentMon 2.3 or later, and track"
                    + " the display");
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
        long size = Files.size(file);
        if (size > MOST_BYTES) {
            throw new IOException("it must have at most " + MOST_BYTES + " bytes, had " + size + "; record less time");
        }
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
            String header = line(in, 1);
            PresentMonCsv csv = new PresentMonCsv(header.substring(header.indexOf(BEGIN)));
            for (String row = line(in, 2); row != null; row = line(in, csv.line + 1)) {
                csv.line++;
                csv.row(row);
            }
            if (csv.chains.isEmpty()) {
                throw new IOException("it has no frame");
            }
            return csv;
        }
    }

    /** Returns the next line without its end; null at the end of the file. */
    private static String line(InputStream in, long number) throws IOException {
        byte[] bytes = new byte[256];
        int length = 0;
        int next = in.read();
        if (next < 0) {
            return null;
        }
        for (; next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("line " + number + " is cut off");
            }
            if (length == MOST_LINE_BYTES) {
                throw new IOException("line " + number + " is longer than " + MOST_LINE_BYTES + " bytes");
            }
            bytes = length == bytes.length ? Arrays.copyOf(bytes, 2 * length) : bytes;
            bytes[length++] = (byte) next;
        }
        length -= length > 0 && bytes[length - 1] == '\r' ? 1 : 0;
        return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    }

    private void row(String row) throws IOException {
        String[] values = row.split(",", -1);
        if (values.length != columns) {
            throw new IOException("line " + line + " must have " + columns + " values, had " + values.length);
        }
        String key = values[process] + "," + values[address];
        Chain chain = chains.get(key);
        if (chain == null) {
            if (chains.size() == MOST_CHAINS) {
                throw new IOException("it has more than " + MOST_CHAINS + " swap chains; record one process");
            }
            chain = new Chain(values[0]);
            chains.put(key, chain);
        }
        BigDecimal began = number(values[start < 0 ? between : start]);
        if (began != null) {
            chain.frame = start < 0 ? chain.frame.add(began) : began;
        }
        BigDecimal animated = number(values[animation]);
        BigDecimal change = number(values[displayChange]);
        BigDecimal theirs = number(values[error]);
        if (number(values[until]) == null || change == null && chain.animated != null) {
            chain.meter.addNotDisplayed();
            return;
        }
        chain.displayed = chain.displayed.add(change == null ? BigDecimal.ZERO : change);
        // A driver that makes frames of its own has no animation time for them.
        if (animated != null) {
            chain.displayed(animated, theirs);
        }
    }

    /** Returns a time in milliseconds; null if there is none. */
    private BigDecimal number(String value) throws IOException {
        if (value.equals(NONE)) {
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
        return main().application.replaceAll("[^ -~]", "?") + ": "
                + Units.text(frames == 1 ? "%,d frame on the screen" : "%,d frames on the screen", frames)
                + (period == 0 ? "" : Units.text(", at multiples of %.2f ms", period / 1e6))
                + (others == 0 ? "." : "; other swap chains left out: " + others + ".");
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
                        + "by up to " + chain.most.toPlainString() + " ms.";
    }
}
