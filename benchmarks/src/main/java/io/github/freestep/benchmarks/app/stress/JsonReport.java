package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.report.Json;
import io.github.freestep.benchmarks.report.Machine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Every number of a run that has ended. */
final class JsonReport {
    private JsonReport() {}

    static Map<String, Object> of(RunResult run) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("verdict", run.verdict());
        json.put("violations", violations(run));
        json.put("promises", promises(run));
        json.put("settings", settings(run));
        json.put("machine", Machine.here().json());
        json.put("tick", tick(run));
        json.put("frames", frames(run));
        json.put("input", run.input());
        json.put("handoff", handoff(run));
        json.put("allocation", allocation(run));
        json.put("faults", faults(run));
        return json;
    }

    private static List<Object> violations(RunResult run) {
        List<Object> json = new ArrayList<>();
        for (Violation violation : run.violations()) {
            Map<String, Object> one = Json.members(violation);
            one.put("ofThisPromise", run.broken().get(violation.promise()));
            json.add(one);
        }
        return json;
    }

    private static Map<String, Object> promises(RunResult run) {
        Map<String, Object> json = new LinkedHashMap<>();
        for (Promise promise : Promise.values()) {
            json.put(promise.toString(), Evidence.verdict(run, promise));
        }
        return json;
    }

    private static Map<String, Object> settings(RunResult run) {
        Map<String, Object> json = run.settings().json();
        json.put("notice", run.notice());
        json.put("ranSeconds", run.seconds());
        return json;
    }

    /** The drops are those that the events have named; the service's own count is in the ledger. */
    private static Map<String, Object> tick(RunResult run) {
        Map<String, Object> json = Json.members(run.service());
        json.putAll(Json.members(run.ticks()));
        json.put("perSecond", run.ticks().steps() / run.seconds());
        return json;
    }

    private static List<Object> frames(RunResult run) {
        List<Object> json = new ArrayList<>();
        for (RunResult.Reader reader : run.readers()) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("reader", reader.name());
            one.putAll(Json.members(reader.frames().motion()));
            one.put("perSecond", reader.frames().motion().frames() / run.seconds());
            one.putAll(Json.members(reader.frames()));
            one.remove("motion");
            json.add(one);
        }
        return json;
    }

    private static Map<String, Object> handoff(RunResult run) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("statesPublished", run.ticks().published());
        json.put("windowsChecked", run.windowsChecked());
        json.put("statesChecked", run.statesChecked());
        return json;
    }

    private static Map<String, Object> allocation(RunResult run) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("threads", run.allocation());
        json.put("collections", run.collections());
        return json;
    }

    private static List<Object> faults(RunResult run) {
        List<Object> json = new ArrayList<>();
        for (FaultDirector.Strike strike : run.strikes()) {
            Map<String, Object> one = Json.members(strike);
            one.put("what", strike.fault().does);
            json.add(one);
        }
        return json;
    }
}
