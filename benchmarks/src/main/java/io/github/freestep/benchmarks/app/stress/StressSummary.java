package io.github.freestep.benchmarks.app.stress;

import java.util.Locale;
import java.util.stream.Collectors;

/** A run that has ended, in a few lines. */
record StressSummary(RunResult run) {
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        Distribution.Percentiles late = run.ticks().lateness();
        Distribution.Percentiles compute = run.ticks().compute();
        text.append(String.format(
                Locale.ROOT,
                "%n%,d ticks in %.1f s: late %s (p50), %s (p99), %s (most); compute %s, %s, %s; dropped %s%n",
                run.service().newest(),
                run.seconds(),
                Units.time(late.p50Nanos()),
                Units.time(late.p99Nanos()),
                Units.time(late.maxNanos()),
                Units.time(compute.p50Nanos()),
                Units.time(compute.p99Nanos()),
                Units.time(compute.maxNanos()),
                Units.time(run.service().droppedNanos())));
        for (RunResult.Reader reader : run.readers()) {
            FrameLog.Motion motion = reader.frames().motion();
            text.append(String.format(
                    Locale.ROOT,
                    "%s: %,d frames checked, every value; %d frozen, %d jumping, %d backward; judder of all %s%n",
                    reader.name(),
                    motion.frames(),
                    motion.frozen(),
                    motion.jumping(),
                    motion.backward(),
                    Units.percent(motion.judderPercent())));
            text.append(firstSeconds(reader));
        }
        text.append(String.format(
                Locale.ROOT,
                "%,d windows checked, %,d inputs accepted, %d pauses of the garbage collector%n",
                run.windowsChecked(),
                run.input().accepted(),
                run.collections().size()));
        text.append("allocation while all was quiet: ")
                .append(run.allocation().stream()
                        .map(AllocationWatch.Looks::toString)
                        .collect(Collectors.joining("; ")))
                .append(System.lineSeparator());
        if (!run.strikes().isEmpty()) {
            text.append("faults ran, and are meant to show in these figures").append(System.lineSeparator());
        }
        return text.toString();
    }

    private static String firstSeconds(RunResult.Reader reader) {
        FrameLog.Motion first = reader.frames().firstSeconds();
        return String.format(
                Locale.ROOT,
                "%s, first %d s of each visit: judder %s; %d frozen, %d jumping, of %,d frames%n",
                reader.name(),
                FrameLog.FIRST_SECONDS,
                Units.percent(first.judderPercent()),
                first.frozen(),
                first.jumping(),
                first.frames());
    }

    /** What is left to the eye once the faults are out: the one figure that says how good the motion is. */
    String undisturbedJudder() {
        return "judder apart from faults: "
                + run.readers().stream().map(this::undisturbedJudder).collect(Collectors.joining("; "));
    }

    private String undisturbedJudder(RunResult.Reader reader) {
        UndisturbedMotion.Result apart = reader.frames().undisturbed();
        return apart.frames() == 0
                ? reader.name() + " unknown, since there was no such time"
                : String.format(
                        Locale.ROOT,
                        "%s %s, in %,d frames",
                        reader.name(),
                        Units.percent(apart.judderPercent()),
                        apart.frames());
    }
}
