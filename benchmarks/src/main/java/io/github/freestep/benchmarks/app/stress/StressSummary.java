package io.github.freestep.benchmarks.app.stress;

import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A run that has ended, in a few lines. */
record StressSummary(StressRun run) {
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        Distribution late = run.ticks.latenessTotal();
        Distribution compute = run.ticks.computeTotal();
        text.append(String.format(
                Locale.ROOT,
                "%n%,d ticks in %.1f s: late %s (p50), %s (p99), %s (most); compute %s, %s, %s; dropped %s%n",
                run.physics.metrics().tick(),
                run.seconds(),
                Units.time(late.nanosAt(50)),
                Units.time(late.nanosAt(99)),
                Units.time(late.nanosAt(100)),
                Units.time(compute.nanosAt(50)),
                Units.time(compute.nanosAt(99)),
                Units.time(compute.nanosAt(100)),
                Units.time(run.physics.metrics().droppedNanos())));
        for (FrameChecker reader : run.readers) {
            Map<String, Object> figures = reader.log.json(run.director.strikes());
            text.append(String.format(
                    Locale.ROOT,
                    "%s: %,d frames checked, every value; %d frozen, %d jumping, %d backward; judder of all %s%n",
                    reader.name(),
                    reader.frames(),
                    (long) figures.get("frozen"),
                    (long) figures.get("jumping"),
                    (long) figures.get("backward"),
                    Units.percent((double) figures.get("judderPercent"))));
            text.append(firstSeconds(reader));
        }
        text.append(String.format(
                Locale.ROOT,
                "%,d windows checked, %,d inputs accepted, %d pauses of the garbage collector%n",
                run.raw.windows(),
                run.input.accepted(),
                run.collections.pauses().size()));
        text.append("allocation while all was quiet: ")
                .append(run.observer.watches.stream()
                        .map(AllocationWatch::toString)
                        .collect(Collectors.joining("; ")))
                .append(System.lineSeparator());
        if (!run.director.strikes().isEmpty()) {
            text.append("faults ran, and are meant to show in these figures").append(System.lineSeparator());
        }
        return text.toString();
    }

    private static String firstSeconds(FrameChecker reader) {
        Map<String, Object> first = reader.log.firstSeconds();
        return String.format(
                Locale.ROOT,
                "%s, first %d s of each visit: judder %s; %d frozen, %d jumping, of %,d frames%n",
                reader.name(),
                FrameLog.FIRST_SECONDS,
                Units.percent((double) first.get("judderPercent")),
                (long) first.get("frozen"),
                (long) first.get("jumping"),
                (long) first.get("frames"));
    }

    /** What is left to the eye once the faults are out: the one figure that says how good the motion is. */
    String undisturbedJudder() {
        return "judder apart from faults: "
                + run.readers.stream().map(this::undisturbedJudder).collect(Collectors.joining("; "));
    }

    private String undisturbedJudder(FrameChecker reader) {
        UndisturbedMotion.Result apart = reader.log.undisturbed(run.director.strikes());
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
