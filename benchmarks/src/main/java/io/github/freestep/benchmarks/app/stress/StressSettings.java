package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.physics.OverloadPolicy;
import io.github.freestep.render.FrameMode;
import io.github.freestep.time.Ratio;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a run is to be, every value within its limits.
 *
 * @param fps frames a second of each reader; {@link #UNCAPPED} for as many as it can
 * @param texts what cannot be told from the other values, as it was written
 */
record StressSettings(
        String simulation,
        int bodies,
        Ratio rate,
        List<Integer> fps,
        int seconds,
        StepCost stepCost,
        OverloadPolicy overload,
        boolean mayDrop,
        FrameMode mode,
        int window,
        int producers,
        double eventsPerSecond,
        List<PlannedFault> faults,
        long seed,
        Plant plant,
        Map<String, String> texts) {
    static final int UNCAPPED = 0;

    long tickNanos() {
        return 1_000_000_000 * rate.denominator() / rate.numerator();
    }

    double tickSeconds() {
        return (double) rate.denominator() / rate.numerator();
    }

    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("simulation", simulation);
        json.put("bodies", bodies);
        json.put("rate", rate.toString());
        json.put("fps", texts.get("fps"));
        json.put("seconds", seconds);
        json.put("stepCost", texts.get("stepCost"));
        json.put("overload", texts.get("overload"));
        json.put("mode", texts.get("mode"));
        json.put("window", window);
        json.put("producers", producers);
        json.put("eventsPerSecond", eventsPerSecond);
        json.put("faults", texts.get("faults"));
        json.put("seed", seed);
        if (plant != Plant.NONE) {
            json.put("plant", plant.toString());
        }
        return json;
    }
}
