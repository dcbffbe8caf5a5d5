package io.github.freestep.benchmarks.app.compare;

import io.github.freestep.benchmarks.app.compare.loops.Loop;
import io.github.freestep.benchmarks.app.compare.loops.StepLoad;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Collects all figures for the JSON file. */
final class Figures {
    private Figures() {}

    static Map<String, Object> json(Comparison comparison, List<LoopResult> rows) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("settings", settings(comparison));
        json.put("loops", rows.stream().map(row -> json(comparison, row)).toList());
        return json;
    }

    static Map<String, Object> settings(Comparison comparison) {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("fps", comparison.fps());
        settings.put("seed", comparison.seed());
        settings.put("seconds", comparison.seconds());
        settings.put("tickMillis", Loop.TICK_NANOS / 1e6);
        settings.put("stallFps", Comparison.STALL_FPS);
        settings.put("overloadFps", Comparison.OVERLOAD_FPS);
        return settings;
    }

    private static Map<String, Object> json(Comparison comparison, LoopResult row) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("number", row.way().number);
        json.put("name", row.way().label);
        json.put("story", row.way().story);
        json.putAll(json(comparison, row.motions()));
        json.put("stall10Seconds", row.shortStall());
        json.put("stall10Minutes", row.longStall());
        json.put("endStateBitIdentical", row.sameBits());
        json.put("dangers", row.dangers().stream().map(Figures::json).toList());
        Map<String, Object> overload = json(row.overload().motion());
        overload.put("owedSeconds", row.overload().backlogSeconds());
        overload.put("verdict", row.overload().verdict());
        json.put("overload", overload);
        Map<String, Object> displays = new LinkedHashMap<>();
        row.displays().forEach((display, motion) -> displays.put(display.text, json(motion)));
        json.put("displays", displays);
        json.put("hitch", json(row.hitch()));
        return json;
    }

    private static Map<String, Object> json(Comparison comparison, Map<StepLoad, List<MotionFigures>> byLoad) {
        Map<String, Object> json = new LinkedHashMap<>();
        byLoad.forEach((load, motions) -> {
            Map<String, Object> byRate = new LinkedHashMap<>();
            for (int i = 0; i < motions.size(); i++) {
                byRate.put(comparison.fps().get(i).toString(), json(motions.get(i)));
            }
            json.put(load.name().toLowerCase(Locale.ROOT), byRate);
        });
        return json;
    }

    private static Map<String, Object> json(Danger danger) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("fps", danger.fps());
        json.put("stalled", danger.stalled());
        json.put("longestStepMillis", danger.longestNanos() / 1e6);
        json.put("ballTunnels", danger.tunnelled());
        json.put("springExplodes", danger.exploded());
        return json;
    }

    private static Map<String, Object> json(HitchFigures hitch) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("judderPercent", 100 * hitch.judder());
        json.put("stillRefreshes", hitch.still());
        json.put("largestStepMillis", hitch.largestMillis());
        json.put("strayMillimetres", 1e3 * hitch.strayMetres());
        return json;
    }

    private static Map<String, Object> json(MotionFigures motion) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("judderPercent", 100 * motion.judder());
        json.put("latencyMillis", motion.latencyNanos() / 1e6);
        json.put("simulatedPerReal", motion.speed());
        json.put("framesPerSecond", motion.fps());
        json.put("strayMillimetres", 1e3 * motion.strayMetres());
        return json;
    }
}
