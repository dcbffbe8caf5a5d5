package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.report.Interrupt;
import io.github.freestep.benchmarks.report.Units;
import java.util.List;
import java.util.Locale;

/** The outcome of a run. */
enum Verdict {
    PASSED(0, "every promise was kept"),
    FAILED(1, "a promise was broken"),
    INTERRUPTED(Interrupt.EXIT_CODE, "the report covers the run until then");

    private final int exitCode;
    private final String sentence;

    Verdict(int exitCode, String sentence) {
        this.exitCode = exitCode;
        this.sentence = sentence;
    }

    static Verdict of(Violations violations, boolean interrupted) {
        if (interrupted) {
            return INTERRUPTED;
        }
        return violations.total() == 0 ? PASSED : FAILED;
    }

    int exitCode() {
        return exitCode;
    }

    /** Says the verdict and its limits: which promises were not checked, and whether simulation time kept up. */
    String sentence(RunResult run) {
        List<String> unchecked = run.notLookedAt();
        List<String> excused = run.notJudged();
        boolean whole = this != PASSED || unchecked.isEmpty() && excused.isEmpty();
        return this + ": " + (whole ? sentence : "every promise that was checked was kept")
                + without("checked, because there was hardly a moment without faults", unchecked)
                + without("judged, because its engine allocates", excused)
                + slowness(run.service().undisturbedSpeed());
    }

    private static String without(String what, List<String> threads) {
        return threads.isEmpty() ? "" : "; not " + what + ": allocation by " + String.join(", ", threads);
    }

    /** Says how fast simulation time ran; empty if it kept up. */
    static String slowness(double pace) {
        return UndisturbedSpeed.isSlow(pace)
                ? Units.text(
                        "; apart from faults, simulation time ran at %.0f %% of its speed: too much load for this"
                                + " machine",
                        100 * pace)
                : "";
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
