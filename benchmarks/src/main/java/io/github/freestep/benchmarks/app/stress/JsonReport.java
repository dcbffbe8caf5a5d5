package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.report.Machine;
import io.github.freestep.physics.PhysicsMetrics;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Every number of a run that has ended. */
final class JsonReport {
    private JsonReport() {}

    static Map<String, Object> of(StressRun run, Verdict verdict) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("verdict", verdict.toString());
        json.put("violations", violations(run));
        json.put("promises", promises(run));
        json.put("settings", settings(run));
        json.put("machine", Machine.here().json());
        json.put("tick", tick(run));
        json.put("frames", frames(run));
        json.put("input", run.input.json());
        json.put("handoff", handoff(run));
        json.put("allocation", allocation(run));
        json.put("faults", run.director.json());
        return json;
    }

    private static List<Object> violations(StressRun run) {
        List<Object> json = new ArrayList<>();
        for (Violation violation : run.violations.kept()) {
            Map<String, Object> one = violation.json();
            one.put("ofThisPromise", run.violations.count(violation.promise()));
            json.add(one);
        }
        return json;
    }

    private static Map<String, Object> promises(StressRun run) {
        Map<String, Object> json = new LinkedHashMap<>();
        for (Promise promise : Promise.values()) {
            json.put(promise.toString(), Evidence.verdict(run, promise));
        }
        return json;
    }

    private static Map<String, Object> settings(StressRun run) {
        Map<String, Object> json = run.settings.json();
        json.put("notice", run.scene.notice());
        json.put("ranSeconds", run.seconds());
        return json;
    }

    private static Map<String, Object> tick(StressRun run) {
        PhysicsMetrics metrics = run.physics.metrics();
        Map<String, Object> json = run.ticks.json();
        json.put("perSecond", run.ticks.steps() / run.seconds());
        json.put("newest", metrics.tick());
        json.put("overruns", metrics.overruns());
        json.put("held", metrics.sustainedScale());
        json.put("undisturbedPace", run.pace());
        json.put("failedSteps", metrics.faults());
        json.put("plannedFailures", run.stressed.failures());
        json.put("commands", metrics.commandsRun());
        json.put("ledger", run.ledger() == null ? null : run.ledger().json());
        return json;
    }

    private static List<Object> frames(StressRun run) {
        List<Object> json = new ArrayList<>();
        for (FrameChecker reader : run.readers) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("reader", reader.name());
            one.putAll(reader.log.json(run.director.strikes()));
            one.put("perSecond", reader.frames() / run.seconds());
            json.add(one);
        }
        return json;
    }

    private static Map<String, Object> handoff(StressRun run) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("statesPublished", run.ticks.written());
        json.put("windowsChecked", run.raw.windows());
        json.put("statesChecked", run.raw.states());
        return json;
    }

    private static Map<String, Object> allocation(StressRun run) {
        List<Object> threads = new ArrayList<>();
        run.observer.watches.forEach(watch -> threads.add(watch.json()));
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("threads", threads);
        json.put("collections", run.collections.json());
        return json;
    }
}
