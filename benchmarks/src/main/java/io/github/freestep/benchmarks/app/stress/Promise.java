package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.report.Units;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** A guarantee by which a run is judged. */
enum Promise {
    FRAME("every value of every frame is right for the time of the frame"),
    STATE("every value of every published state is right for its tick"),
    WINDOW("each state in a window names its predecessor, and no window is older than the one before"),
    STALL("around a stall of the simulation, judder is at most that of the newest state"),
    BACKWARD("no frame shows an earlier time than the one before"),
    LEDGER("wall time is simulated, paused, dropped or pending, to the nanosecond"),
    DROPPED("no time is dropped where the policy is never to slip"),
    INPUT("every input was seen by one step, still waits, or was refused"),
    EVENT("every event arrives, in order"),
    ALLOCATION(
            "ticks and frames allocate nothing once warmed up: no thread allocates in more than half of the readings"),
    FAULT("nothing fails except the steps that were planned to fail"),
    THREAD("no thread of the run is left at its end"),
    PROGRESS("every room goes on after its faults: no tick, command or close hangs"),
    MEMORY("nothing keeps a room in memory that was closed");

    /** The promises by which a run of one service is judged. */
    static final Set<Promise> OF_A_SERVICE = EnumSet.complementOf(EnumSet.of(PROGRESS, MEMORY));

    /** The promises by which a run of many rooms is judged. Frames and allocation are for the run of one service. */
    static final Set<Promise> OF_ROOMS =
            EnumSet.of(STATE, WINDOW, LEDGER, INPUT, EVENT, FAULT, THREAD, PROGRESS, MEMORY);

    final String sentence;

    Promise(String sentence) {
        this.sentence = sentence;
    }

    /** Says whether a run kept the promise. */
    String verdict(RunResult run) {
        long broken = run.broken().getOrDefault(this, 0L);
        if (broken > 0) {
            return Units.text("BROKEN %,d times", broken);
        }
        if (this == DROPPED && run.settings().overload.mayDrop()) {
            return "does not apply";
        }
        if (this == STALL && run.stalls() == 0) {
            return "not checked: there was no stall that could be judged";
        }
        if (run.service().ledger() == null && isCheckedAtTheEnd()) {
            return "not checked: the service did not end in order";
        }
        return this == ALLOCATION ? allocation(run) : "kept";
    }

    /** Whether the promise is checked after the end of the service, against what the service has counted. */
    private boolean isCheckedAtTheEnd() {
        return switch (this) {
            case LEDGER, DROPPED, INPUT, EVENT, ALLOCATION -> true;
            case FRAME, STATE, WINDOW, STALL, BACKWARD, FAULT, THREAD, PROGRESS, MEMORY -> false;
        };
    }

    private static String allocation(RunResult run) {
        List<String> unchecked = run.notLookedAt();
        List<String> excused = run.notJudged();
        return (unchecked.isEmpty() ? "kept" : "not checked: " + String.join(", ", unchecked))
                + (excused.isEmpty()
                        ? ""
                        : "; not judged, because its engine allocates: " + String.join(", ", excused));
    }

    /** Says how much the run has checked. */
    String evidence(RunResult run) {
        return switch (this) {
            case FRAME -> Units.text("%,d frames", run.frames()) + run.sample();
            case BACKWARD -> Units.text("%,d frames", run.frames());
            case STATE -> Units.text("%,d states", run.statesChecked()) + run.sample();
            case STALL -> Units.text("stalls: %,d", run.stalls());
            case WINDOW -> Units.text("%,d windows", run.windowsChecked());
            case LEDGER, DROPPED -> Units.text("%.3f s", run.seconds());
            case INPUT -> Units.text("%,d inputs", run.input().accepted());
            case EVENT -> Units.text("%,d events", 2 * run.ticks().steps());
            case ALLOCATION ->
                Units.text(
                        "%,d tenths of a second",
                        run.allocation().stream()
                                .filter(AllocationWatch.Looks::judged)
                                .mapToLong(AllocationWatch.Looks::spans)
                                .sum());
            case FAULT -> Units.text("%,d steps", run.ticks().steps());
            case THREAD, PROGRESS, MEMORY -> "the end of the run";
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
