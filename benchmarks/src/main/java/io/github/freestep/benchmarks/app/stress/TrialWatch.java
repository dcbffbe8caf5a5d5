package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.time.NanoClock;
import io.github.freestep.tools.report.Units;
import java.io.PrintWriter;
import java.util.concurrent.FutureTask;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs a trial on a thread of its own, prints how far it is, and reports a call of the world that does not return. For
 * one thread.
 */
final class TrialWatch {
    /** How long each call of a world may take. Only the time of the calls matters, so a heavy world has enough. */
    private static final long LIMIT_NANOS = 30_000_000_000L;

    /** After an interrupt, the limit is shorter by this factor, so that the report still comes in time. */
    private static final int HASTE = 10;

    private static final long LOOK_NANOS = 20_000_000;
    private static final long LINE_NANOS = 1_000_000_000;

    /** How much of the stack is shown. */
    private static final int CALLS = 10;

    private final WorldTrial trial;
    private final Violations violations;
    private final NanoClock clock;
    private final PrintWriter out;

    TrialWatch(WorldTrial trial, Violations violations, NanoClock clock, PrintWriter out) {
        this.trial = trial;
        this.violations = violations;
        this.clock = clock;
        this.out = out;
    }

    /**
     * Runs the trial to its end.
     *
     * @return false if a call does not return, which is then reported; its thread is a daemon, which nothing can end
     */
    boolean ends(BooleanSupplier goesOn) throws Exception {
        FutureTask<Void> task = new FutureTask<>(() -> trial.run(goesOn), null);
        Thread thread = new Thread(task, "freestep-stress-trial");
        thread.setDaemon(true);
        thread.start();
        String last = "";
        long sinceNanos = clock.nanoTime();
        long lineNanos = sinceNanos;
        while (!task.isDone()) {
            clock.park(LOOK_NANOS);
            long nowNanos = clock.nanoTime();
            String now = trial.running + ", tick " + trial.tick;
            sinceNanos = now.equals(last) ? sinceNanos : nowNanos;
            last = now;
            long limitNanos = goesOn.getAsBoolean() ? LIMIT_NANOS : LIMIT_NANOS / HASTE;
            if (nowNanos - sinceNanos >= limitNanos) {
                String stack = Stream.of(thread.getStackTrace())
                        .limit(CALLS)
                        .map(call -> call.toString().replace("app//", ""))
                        .collect(Collectors.joining(", called by "));
                violations.add(
                        Promise.PROGRESS,
                        trial.tick,
                        now + " has not returned for " + Units.time(limitNanos) + "; its thread is in " + stack);
                return false;
            }
            if (nowNanos - lineNanos >= LINE_NANOS) {
                lineNanos = nowNanos;
                out.println("trial: " + now + " of " + trial.ticks);
                out.flush();
            }
        }
        task.get();
        return true;
    }
}
