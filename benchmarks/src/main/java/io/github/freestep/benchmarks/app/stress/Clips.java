package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.render.StateHistory;
import io.github.freestep.state.StateBuffer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Saves clips of the seconds around faults and broken promises into the folder of the report. Keeps the newest states
 * on a thread of its own, in bounded memory. For one thread.
 */
final class Clips {
    /** The simulation time in a clip before the moment, and after it. */
    private static final long AROUND_NANOS = 2_000_000_000;

    /**
     * A history of bodies that never rest reaches back at least a fifth as far. These 6 s are more than a clip has,
     * because in fast motion seconds pass between two looks.
     */
    private static final Duration KEPT = Duration.ofSeconds(30);

    private static final int MOST_FAULTS = 5;

    /** Limits the memory to about 100 MB, and the thread to a tenth of a core. */
    private static final double MOST_POSES_PER_SECOND = 500_000;

    /** At higher rates, the history's thread would miss states. */
    private static final double MOST_RATE = 1_000;

    private final Path folder;
    private final StateHistory history;
    private final Set<Object> seen = new HashSet<>();
    private final List<Moment> waiting = new ArrayList<>();
    private final List<Clip> saved = new ArrayList<>();

    /**
     * A clip that was saved.
     *
     * @param file its name in the folder of the report
     */
    record Clip(String what, double atSeconds, String file) {}

    private record Moment(String what, double atSeconds, String file, long simulationNanos) {}

    private Clips(Path folder, StateHistory history) {
        this.folder = folder;
        this.history = history;
    }

    /** Whether the clips of such a run take little enough memory and time. */
    static boolean fit(StressSettings settings) {
        double rate = 1 / settings.tickSeconds();
        return rate <= MOST_RATE && rate * settings.bodies() <= MOST_POSES_PER_SECOND;
    }

    /** Begins to keep states. */
    static Clips open(Path folder, StateBuffer states, StressSettings settings) {
        StateHistory history = StateHistory.builder(states)
                .last(KEPT)
                .rate((int) Math.ceil(1 / settings.tickSeconds()))
                .name("stress, " + settings.simulation())
                .start();
        return new Clips(folder, history);
    }

    /** Notices the first fault of each kind and the first breach of each promise, and saves the clips that are due. */
    void look(FaultDirector director, Violations violations) {
        history.update();
        for (Promise promise : violations.counts().keySet()) {
            if (seen.add(promise)) {
                double at = violations.firstSeconds(promise);
                expect("broken promise " + promise, at, "broken-" + promise);
            }
        }
        if (seen.stream().filter(FaultKind.class::isInstance).count() < MOST_FAULTS) {
            for (FaultDirector.Strike strike : director.strikes()) {
                if (seen.add(strike.fault())) {
                    expect(
                            "fault " + strike.fault(),
                            strike.beginSeconds(),
                            strike.fault().toString());
                }
            }
        }
        save(history.newestNanos() - AROUND_NANOS, violations);
    }

    private void expect(String what, double atSeconds, String file) {
        waiting.add(new Moment(what, atSeconds, file + ".fsh", history.newestNanos()));
    }

    /** Saves the clips of all moments up to a simulation time. */
    private void save(long untilNanos, Violations violations) {
        for (Moment moment : List.copyOf(waiting)) {
            if (moment.simulationNanos <= untilNanos) {
                waiting.remove(moment);
                save(moment, violations);
            }
        }
    }

    private void save(Moment moment, Violations violations) {
        try {
            Path file = folder.resolve(moment.file);
            String late = late(moment.simulationNanos, history.oldestNanos());
            // The clip of an earlier run, whose report is overwritten as well.
            Files.deleteIfExists(file);
            // To the newest state: a harness that wakes up late must not ask for states that are no longer kept.
            history.save(file, moment.simulationNanos - AROUND_NANOS, history.newestNanos());
            saved.add(new Clip(moment.what + late, moment.atSeconds, moment.file));
            // The latter if the thread of the history has failed before the first state.
        } catch (IOException | IllegalArgumentException e) {
            violations.add(Promise.FAULT, "the clip of the " + moment.what + " could not be saved: " + e);
        }
    }

    /** Returns what to say of a clip that cannot show its moment; empty if it can. */
    static String late(long momentNanos, long oldestNanos) {
        return oldestNanos <= momentNanos
                ? ""
                : String.format(Locale.ROOT, " (the clip begins %.1f s after it)", (oldestNanos - momentNanos) / 1e9);
    }

    /** Saves the clips whose moment was near the end of the run, and ends the thread. */
    void close(FaultDirector director, Violations violations) {
        try (history) {
            look(director, violations);
            // Without a state, there is nothing to show.
            if (history.at(0).hasState()) {
                save(Long.MAX_VALUE, violations);
            }
            if (history.failure() != null) {
                violations.add(Promise.FAULT, "the thread that keeps states for clips failed: " + history.failure());
            }
        } catch (IllegalStateException e) {
            violations.add(Promise.FAULT, e.getMessage());
        }
    }

    List<Clip> saved() {
        return List.copyOf(saved);
    }
}
