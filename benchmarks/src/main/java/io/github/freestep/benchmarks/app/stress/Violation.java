package io.github.freestep.benchmarks.app.stress;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.stream.Stream;

/**
 * A promise that was broken, and where.
 *
 * @param tick the newest at that time; {@link #UNKNOWN} where none belongs to it
 * @param frame of the reader that the text names; {@link #UNKNOWN} where none belongs to it
 */
record Violation(Promise promise, double atSeconds, long tick, long frame, long seed, String text) {
    static final long UNKNOWN = -1;

    private static final int CALLS = 3;

    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("promise", promise.toString());
        json.put("atSeconds", atSeconds);
        json.put("tick", tick == UNKNOWN ? null : tick);
        json.put("frame", frame == UNKNOWN ? null : frame);
        json.put("seed", seed);
        json.put("text", text);
        return json;
    }

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
                + (tick == UNKNOWN ? "" : ", tick " + tick)
                + (frame == UNKNOWN ? "" : ", frame " + frame)
                + ", seed " + seed + ")";
    }
}
