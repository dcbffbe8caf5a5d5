package io.github.freestep.benchmarks.app.stress;

import java.util.List;
import java.util.Locale;

/** Whether a promise was kept, and how much was looked at, that it can be said to be. */
final class Evidence {
    private Evidence() {}

    static String verdict(RunResult run, Promise promise) {
        long broken = run.broken().getOrDefault(promise, 0L);
        if (broken > 0) {
            return text("BROKEN %,d times", broken);
        }
        if (promise == Promise.DROPPED && run.settings().overload().mayDrop()) {
            return "does not apply";
        }
        if (run.service().ledger() == null && promise.isOfTheBooks()) {
            return "not looked at: the service has left no books";
        }
        return promise == Promise.ALLOCATION ? allocation(run) : "kept";
    }

    private static String allocation(RunResult run) {
        List<String> unseen = run.notLookedAt();
        List<String> excused = run.notJudged();
        return (unseen.isEmpty() ? "kept" : "not looked at: " + String.join(", ", unseen))
                + (excused.isEmpty() ? "" : "; not judged, since its engine allocates: " + String.join(", ", excused));
    }

    static String of(RunResult run, Promise promise) {
        return switch (promise) {
            case FRAME, BACKWARD -> text("%,d frames", run.frames());
            case STATE -> text("%,d states", run.statesChecked());
            case WINDOW -> text("%,d windows", run.windowsChecked());
            case LEDGER, DROPPED -> text("%.3f s", run.seconds());
            case INPUT -> text("%,d inputs", run.input().accepted());
            case EVENT -> text("%,d events", 2 * run.ticks().steps());
            case ALLOCATION ->
                text(
                        "%,d tenths of a second",
                        run.allocation().stream()
                                .filter(AllocationWatch.Looks::judged)
                                .mapToLong(AllocationWatch.Looks::spans)
                                .sum());
            case FAULT -> text("%,d steps", run.ticks().steps());
            case THREAD -> "the end";
        };
    }

    private static String text(String format, Object value) {
        return String.format(Locale.ROOT, format, value);
    }
}
