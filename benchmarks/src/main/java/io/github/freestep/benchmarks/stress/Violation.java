package io.github.freestep.benchmarks.stress;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * A promise that was broken, and where.
 *
 * @param tick the newest at that time; {@link #UNKNOWN} where none belongs to it
 * @param frame of the reader that the text names; {@link #UNKNOWN} where none belongs to it
 */
record Violation(Promise promise, double atSeconds, long tick, long frame, long seed, String text) {
    static final long UNKNOWN = -1;

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

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%s: %s (at %.2f s", promise, text, atSeconds)
                + (tick == UNKNOWN ? "" : ", tick " + tick)
                + (frame == UNKNOWN ? "" : ", frame " + frame)
                + ", seed " + seed + ")";
    }
}
