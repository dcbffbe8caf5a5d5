package io.github.freestep.benchmarks.app.stress;

import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.stream.Stream;

/**
 * A promise that was broken, and where.
 *
 * @param tick the newest at that time; null where none belongs to it
 * @param frame of the reader that the text names; null where none belongs to it
 */
record Violation(Promise promise, double atSeconds, Long tick, Long frame, long seed, String text) {
    /** Stands for null where a number is wanted. */
    static final long UNKNOWN = -1;

    private static final int CALLS = 3;

    /** The innermost few calls that are no business of the JDK's: of a thread that hangs, those to look at. */
    static String where(Throwable cause) {
        StringJoiner calls = new StringJoiner(", from ", "; in ", "").setEmptyValue("");
        Stream.of(cause)
                .filter(Objects::nonNull)
                .flatMap(each -> Arrays.stream(each.getStackTrace()))
                .filter(call -> !call.getClassName().startsWith("java.")
                        && !call.getClassName().startsWith("jdk."))
                .limit(CALLS)
                .forEach(call ->
                        calls.add(call.getClassName() + "." + call.getMethodName() + ":" + call.getLineNumber()));
        return calls.toString();
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%s: %s (at %.2f s", promise, text, atSeconds)
                + (tick == null ? "" : ", tick " + tick)
                + (frame == null ? "" : ", frame " + frame)
                + ", seed " + seed + ")";
    }
}
