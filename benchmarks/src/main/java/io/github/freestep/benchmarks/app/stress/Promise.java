package io.github.freestep.benchmarks.app.stress;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** A guarantee by which a run is judged. */
enum Promise {
    FRAME("every value of every frame is right for the time of the frame", "no value of a frame is NaN or infinite"),
    STATE(
            "every value of every published state is right for its tick",
            "no body jumps unless it is teleported, and --check finds nothing"),
    WINDOW("each state in a window names its predecessor, and no window is older than the one before"),
    STALL("around a stall of the simulation, judder is at most that of the newest state"),
    BACKWARD("no frame shows an earlier time than the one before"),
    LEDGER("wall time is simulated, paused, dropped or pending, to the nanosecond"),
    INPUT("every input was seen by one step, still waits, or was refused"),
    EVENT("every event arrives, in order"),
    ALLOCATION("ticks and frames allocate nothing once warmed up, except what an engine or your world allocates"),
    FAULT("nothing fails except the steps that were planned to fail"),
    UNCAUGHT("no thread ends by an exception"),
    THREAD("no thread of the run is left at its end"),
    PROGRESS("each call of the world returns"),
    REPEAT("a second run computes the same bits"),
    RESTORE("a restored world continues as the saved one"),
    REST("while the world rests, a step without new input changes nothing"),
    GARBAGE("steps and writes of the world allocate nothing"),
    BLOCKED("no step or write sleeps, or waits for a lock"),
    HOSTILE("hostile clients change no input, picture or tick of another player");

    /** The promises by which a run of one service is judged: of a built-in scene, or of a world of the user's. */
    static final Set<Promise> OF_A_SERVICE = EnumSet.range(FRAME, THREAD);

    static final Set<Promise> OF_AN_OWN_WORLD = EnumSet.allOf(Promise.class);

    /** Those that are checked after the end of the service, against what the service has counted. */
    static final Set<Promise> CHECKED_AT_THE_END = EnumSet.of(LEDGER, INPUT, EVENT, ALLOCATION);

    final String sentence;

    /** The same for a world of which nothing is known. */
    final String ownSentence;

    Promise(String sentence) {
        this(sentence, sentence);
    }

    Promise(String sentence, String ownSentence) {
        this.sentence = sentence;
        this.ownSentence = ownSentence;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
