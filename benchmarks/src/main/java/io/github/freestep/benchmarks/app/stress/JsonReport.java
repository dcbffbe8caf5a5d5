package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.report.Json;
import io.github.freestep.benchmarks.report.Machine;
import java.util.LinkedHashMap;
import java.util.Map;

/** Every figure of a finished run. */
final class JsonReport {
    private static final int MOST_FAULTS = 400;

    private JsonReport() {}

    private record Handoff(long statesPublished, long windowsChecked, long statesChecked) {}

    static Map<String, Object> of(RunResult run) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("verdict", run.verdict());
        json.put(
                "violations",
                run.violations().stream()
                        .map(each -> with(each, "ofThisPromise", run.broken().get(each.promise())))
                        .toList());
        Map<String, Object> promises = new LinkedHashMap<>();
        for (Promise promise : Promise.OF_A_SERVICE) {
            promises.put(promise.toString(), promise.verdict(run));
        }
        json.put("promises", promises);
        Map<String, Object> settings = run.settings().json();
        settings.put("notice", run.notice());
        settings.put("checkedBodies", run.checkedBodies());
        settings.put("ranSeconds", run.seconds());
        json.put("settings", settings);
        json.put("machine", Machine.here());
        // Both objects have the slips and the dropped time. The ticks are put last, so that their figures, which are
        // counted from events, replace those of the service. The service's own dropped time is in the ledger.
        Map<String, Object> tick = Json.members(run.service());
        tick.putAll(with(run.ticks(), "perSecond", run.ticks().steps() / run.seconds()));
        json.put("tick", tick);
        json.put(
                "frames",
                run.readers().stream().map(reader -> frames(run, reader)).toList());
        json.put("input", run.input());
        json.put("handoff", new Handoff(run.ticks().published(), run.windowsChecked(), run.statesChecked()));
        json.put("allocation", run.allocation());
        json.put("faultsInAll", run.faults().size());
        // A run of a day has tens of thousands.
        json.put(
                "faults",
                run.faults().stream()
                        .limit(MOST_FAULTS)
                        .map(strike -> with(strike, "what", strike.fault().does))
                        .toList());
        return json;
    }

    private static Map<String, Object> frames(RunResult run, RunResult.Reader reader) {
        FrameLog.Motion motion = reader.frames().motion();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("reader", reader.name());
        json.putAll(with(motion, "perSecond", motion.frames() / run.seconds()));
        json.putAll(Json.members(reader.frames()));
        json.remove("motion");
        return json;
    }

    private static Map<String, Object> with(Record record, String name, Object value) {
        Map<String, Object> json = Json.members(record);
        json.put(name, value);
        return json;
    }
}
