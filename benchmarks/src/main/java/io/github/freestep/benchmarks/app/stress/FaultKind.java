package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.scenes.Scene;
import io.github.freestep.tools.Options;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The kinds of faults that a run causes. */
enum FaultKind {
    GC("garbage, 64 kB at a time, and calls of System.gc()", 0.4),
    READER_STALL("the last reader drew one frame for all that time", 0.2),
    READER_SLEEP("the last reader slept, like a minimised window", 0.4),
    READER_LEAVE("the last reader closed, and another one opened", 0.4),
    SLOW_STEP("one step in 15 took three ticks longer", 0.3),
    THROWING_STEP("one step in 10 threw an exception", 0.2),
    INPUT_FLOOD("a thread pushed input as fast as it could", 0.2),
    PAUSE("time was paused", 0.3),
    SCALE("time ran at scales from 1/10 to 10", 0.4),
    BURST("a quarter of the bodies was spawned, removed or teleported, every 50 ms", 0.2),
    HOG("a thread for each processor computed all that time", 0.4);

    /** Says what is done. */
    final String words;

    /** How long it lasts. */
    final double seconds;

    FaultKind(String words, double seconds) {
        this.words = words;
        this.seconds = seconds;
    }

    /**
     * Returns whether the fault changes at which speed the picture should move, or begins a new picture. How even it
     * then is says nothing about stalls.
     */
    boolean changesMotion() {
        return this == READER_LEAVE || this == PAUSE || this == SCALE;
    }

    /**
     * Returns the kinds that strike a service: without bursts, if its world is not a {@link Scene}, which can do them.
     */
    static List<FaultKind> ofService(boolean bursts) {
        return Arrays.stream(values()).filter(fault -> bursts || fault != BURST).toList();
    }

    /** Returns the kind of a name. */
    static FaultKind of(String name, List<FaultKind> from) {
        return from.stream()
                .filter(fault -> fault.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> Options.wrong("--fault", "one of " + names(from) + ", random, none", name));
    }

    private static String names(List<FaultKind> of) {
        return of.stream().map(FaultKind::toString).collect(Collectors.joining(", "));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
