package io.github.freestep.benchmarks.app.stress;

import java.util.EnumSet;
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

    /** Those that are checked after the end of the service, against what the service has counted. */
    static final Set<Promise> CHECKED_AT_THE_END = EnumSet.of(LEDGER, INPUT, EVENT, ALLOCATION);

    /** The promises by which a run of many rooms is judged. Frames and allocation are for the run of one service. */
    static final Set<Promise> OF_ROOMS =
            EnumSet.of(STATE, WINDOW, LEDGER, INPUT, EVENT, FAULT, THREAD, PROGRESS, MEMORY);

    final String sentence;

    Promise(String sentence) {
        this.sentence = sentence;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
