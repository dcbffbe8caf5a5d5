package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.report.Json;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.render.FrameMode;
import io.github.freestep.time.Ratio;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The settings of a run. Every value is within its limits.
 *
 * @param faults the values of {@code --fault} as the user wrote them, with spaces between
 * @param plan the faults that these values plan for this run
 */
record StressSettings(
        String simulation,
        int bodies,
        MovingShare moving,
        Ratio rate,
        FrameRates fps,
        int seconds,
        StepCost stepCost,
        Overload overload,
        FrameMode mode,
        int window,
        int producers,
        int eventsPerSecond,
        String faults,
        List<PlannedFault> plan,
        long seed,
        Plant plant) {
    long tickNanos() {
        return 1_000_000_000 * rate.denominator() / rate.numerator();
    }

    double tickSeconds() {
        return (double) rate.denominator() / rate.numerator();
    }

    /** Returns the settings by name, as the options write them. */
    Map<String, Object> json() {
        Map<String, Object> json = Json.members(this);
        json.remove("plan");
        json.replaceAll((name, value) ->
                value instanceof Number ? value : value.toString().toLowerCase(Locale.ROOT));
        json.remove("plant", Plant.NONE.toString());
        return json;
    }
}
