package io.github.freestep.benchmarks.app.pacing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The kernel's own timer, measured by cyclictest of the real-time kernel developers. Skipped if not installed.
 *
 * @param priority a real-time priority, or 0 for the default scheduling class
 */
record Cyclictest(int priority) implements PacingCommand.Row {
    private static final Pattern BUCKET = Pattern.compile("^(\\d+) +(\\d+)$", Pattern.MULTILINE);
    private static final Pattern MAXIMUM = Pattern.compile("^# Max Latencies:\\s*(\\d+)", Pattern.MULTILINE);
    private static final Pattern OVERFLOWS = Pattern.compile("^# Histogram Overflows:\\s*(\\d+)", Pattern.MULTILINE);

    /** The end of the histogram: cyclictest only counts later wake-ups, and reports the latest one. */
    private static final int LONGEST_MICROS = 20_000;

    @Override
    public Lateness run(int rate, int ticks) throws IOException, InterruptedException {
        // It would take 0 loops as a wish to run for ever.
        long[] lateness = ticks == 0 ? new long[0] : parse(execute(rate, ticks));
        return Lateness.of(lateness, Double.NaN);
    }

    private String execute(int rate, int ticks) throws IOException, InterruptedException {
        String options = "-t1 -q" + (priority > 0 ? " -p " + priority : "");
        String run = " -h " + LONGEST_MICROS + " -i " + 1_000_000 / rate + " -l " + ticks;
        Process process;
        try {
            process = new ProcessBuilder(("cyclictest " + options + run).split(" "))
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            throw new IOException("not installed, or not on the PATH (Debian's package is rt-tests)", e);
        }
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("refused: " + out.lines().findFirst().orElse("(no output)"));
        }
        return out;
    }

    /**
     * Returns every lateness in nanoseconds. Those beyond the histogram count as the latest of all, because cyclictest
     * reports only that one.
     */
    static long[] parse(String out) throws IOException {
        List<long[]> runs = new ArrayList<>();
        Matcher bucket = BUCKET.matcher(out);
        while (bucket.find()) {
            runs.add(new long[] {Long.parseLong(bucket.group(1)), Long.parseLong(bucket.group(2))});
        }
        runs.add(new long[] {number(MAXIMUM, out), number(OVERFLOWS, out)});
        long[] lateness = new long[(int) runs.stream().mapToLong(run -> run[1]).sum()];
        if (lateness.length == 0) {
            throw new IOException("cyclictest printed an empty histogram");
        }
        int from = 0;
        for (long[] run : runs) {
            int to = from + (int) run[1];
            Arrays.fill(lateness, from, to, 1_000 * run[0]);
            from = to;
        }
        return lateness;
    }

    private static long number(Pattern pattern, String out) throws IOException {
        Matcher matcher = pattern.matcher(out);
        if (!matcher.find()) {
            throw new IOException("cyclictest's output has no line like " + pattern);
        }
        return Long.parseLong(matcher.group(1));
    }
}
