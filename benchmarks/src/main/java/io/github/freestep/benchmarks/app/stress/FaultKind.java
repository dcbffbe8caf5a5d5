package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.scenes.Scene;
import io.github.freestep.tools.Options;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The kinds of faults that a run causes. */
enum FaultKind {
    GC("garbage, 64 kB at a time, and calls of System.gc()", 0.4, 1),
    READER_STALL("the last reader drew one frame for all that time", 0.2, 0),
    READER_SLEEP("the last reader slept, like a minimised window", 0.4, 0),
    READER_LEAVE("the last reader closed, and another one opened", 0.4, 0),
    SLOW_STEP("one step in 15 took three ticks longer", 0.3, 4),
    THROWING_STEP("one step in 10 threw an exception", 0.2, 4),
    INPUT_FLOOD("a thread pushed input as fast as it could", 0.2, 0),
    PAUSE("time was paused", 0.3, 4),
    SCALE("time ran at scales from 1/10 to 10", 0.4, 4),
    BURST("a quarter of the bodies was spawned, removed or teleported, every 50 ms", 0.2, 8),
    HOG("a thread for each processor computed all that time", 0.4, 1),
    RESTART("a room was closed and started again", 0, 4),
    FAIL("an error ended a room", 0, 2);

    /** Says what is done. */
    final String words;

    /** How long it lasts in a service; 0 if it strikes only rooms. */
    final double seconds;

    /** How often it strikes rooms, compared with the others; 0 if it strikes only a service. */
    final int weight;

    FaultKind(String words, double seconds, int weight) {
        this.words = words;
        this.seconds = seconds;
        this.weight = weight;
    }

    /**
     * Returns whether the fault changes at which speed the picture should move, or begins a new picture. How even it
     * then is says nothing about stalls.
     */
    boolean changesMotion() {
        return this == READER_LEAVE || this == PAUSE || this == SCALE;
    }

    /** Whether it strikes the machine, and no room or service. */
    boolean isOfTheMachine() {
        return this == GC || this == HOG;
    }

    /**
     * Returns the kinds that strike a service: without bursts, if its world is not a {@link Scene}, which can do them.
     */
    static List<FaultKind> ofService(boolean bursts) {
        return Arrays.stream(values())
                .filter(fault -> fault.seconds > 0 && (bursts || fault != BURST))
                .toList();
    }

    /** Returns the kinds that strike rooms, for the values of {@code --fault}. */
    static List<FaultKind> ofRooms(List<String> names) {
        List<FaultKind> all =
                Arrays.stream(values()).filter(fault -> fault.weight > 0).toList();
        return names.stream()
                .filter(name -> !name.equals("none"))
                .flatMap(name -> name.equals("random") ? all.stream() : Stream.of(of(name, all)))
                .toList();
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
