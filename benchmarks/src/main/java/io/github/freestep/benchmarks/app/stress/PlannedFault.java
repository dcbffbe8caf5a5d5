package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.tools.Options;
import io.github.freestep.tools.report.Units;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A fault with its beginning and duration: given by an option, or random by the seed. */
record PlannedFault(FaultKind fault, double atSeconds, double seconds, long seed) {
    private static final Pattern FORM = Pattern.compile("([^@]*)(@(\\d*\\.?\\d+)(:(\\d*\\.?\\d+))?)?");

    /** When the first random fault begins. By then everything has started and settled a little. */
    private static final double FIRST_SECONDS = 1;

    /**
     * The time between random faults. It has room for the recovery and for a quarter of a second of undisturbed
     * motion. With a longer gap, the 15 seconds of the default run would not have room for each kind.
     */
    private static final double GAP_SECONDS = 1.05;

    /** Plans the faults of all options, in order of time. */
    static List<PlannedFault> plan(List<FaultKind> kinds, List<String> options, double runSeconds, long seed) {
        List<PlannedFault> plan = new ArrayList<>();
        Random random = new Random(seed);
        for (String option : options) {
            switch (option) {
                case "none" -> {}
                case "random" -> addRandom(kinds, plan, runSeconds, random);
                default -> plan.add(parse(kinds, option, runSeconds, random));
            }
        }
        plan.sort(Comparator.comparingDouble(PlannedFault::atSeconds));
        return plan;
    }

    /** Plans random faults one after the other. Each kind comes once before any comes again. */
    private static void addRandom(List<FaultKind> kinds, List<PlannedFault> plan, double runSeconds, Random random) {
        List<FaultKind> order = new ArrayList<>(kinds);
        double at = FIRST_SECONDS;
        while (true) {
            Collections.shuffle(order, random);
            for (FaultKind fault : order) {
                if (at + fault.seconds > runSeconds) {
                    return;
                }
                plan.add(new PlannedFault(fault, at, fault.seconds, random.nextLong()));
                at += fault.seconds + GAP_SECONDS;
            }
        }
    }

    private static PlannedFault parse(List<FaultKind> kinds, String option, double runSeconds, Random random) {
        if (option.contains(",")) {
            throw Options.wrong(
                    "--fault", "given once for each fault, as in --fault " + option.replace(",", " --fault "), option);
        }
        Matcher matcher = FORM.matcher(option);
        if (!matcher.matches()) {
            throw Options.wrong(
                    "--fault",
                    "NAME, NAME@SECOND or NAME@SECOND:DURATION, such as gc@5:0.5, with seconds such as 2 or 0.5",
                    option);
        }
        FaultKind fault = FaultKind.of(matcher.group(1), kinds);
        double seconds = matcher.group(5) == null ? fault.seconds : Double.parseDouble(matcher.group(5));
        double latest = Math.max(0, runSeconds - seconds);
        double at = matcher.group(3) == null
                ? Math.min(latest, FIRST_SECONDS + random.nextDouble() * (latest - FIRST_SECONDS))
                : Double.parseDouble(matcher.group(3));
        if (at >= runSeconds) {
            throw Options.wrong(
                    "--fault",
                    "within the " + runSeconds + " seconds of the run (let it begin earlier, or give more --seconds)",
                    option);
        }
        return new PlannedFault(fault, Math.max(0, at), seconds, random.nextLong());
    }

    @Override
    public String toString() {
        return Units.text("%s@%.2f:%.2f", fault, atSeconds, seconds);
    }
}
