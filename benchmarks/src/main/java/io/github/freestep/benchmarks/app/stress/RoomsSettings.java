package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.report.Json;
import io.github.freestep.benchmarks.scenes.StepCost;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The settings of a run of many rooms. */
record RoomsSettings(
        int rooms,
        int workers,
        int rate,
        String simulation,
        int bodies,
        StepCost stepCost,
        int seconds,
        List<RoomFault> faults,
        long seed,
        Plant plant) {
    long tickNanos() {
        return 1_000_000_000L / rate;
    }

    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>(Json.members(this));
        json.put("stepCost", stepCost.toString());
        json.remove("plant");
        return json;
    }
}
