package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.render.FrameMode;
import io.github.freestep.time.Ratio;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The settings of a run. Every value is within its limits.
 *
 * @param faultOptions the values of {@code --fault} as the user wrote them
 * @param faults the faults that these values plan for this run
 */
record StressSettings(
        String simulation,
        int bodies,
        Ratio rate,
        FrameRates frameRates,
        int seconds,
        StepCost stepCost,
        Overload overload,
        FrameMode mode,
        int window,
        int producers,
        int eventsPerSecond,
        List<String> faultOptions,
        List<PlannedFault> faults,
        long seed,
        Plant plant) {
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
        json.put("fps", frameRates.toString());
        json.put("seconds", seconds);
        json.put("stepCost", stepCost.toString());
        json.put("overload", overload.toString());
        json.put("mode", mode.name().toLowerCase(Locale.ROOT));
        json.put("window", window);
        json.put("producers", producers);
        json.put("eventsPerSecond", eventsPerSecond);
        json.put("faults", String.join(" ", faultOptions));
        json.put("seed", seed);
        if (plant != Plant.NONE) {
            json.put("plant", plant.toString());
        }
        return json;
    }
}
