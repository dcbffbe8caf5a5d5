package io.github.freestep.benchmarks.app.stress;

import java.util.Locale;

/** What a run is judged by. */
enum Promise {
    FRAME("every value of every frame is that of its time"),
    STATE("every value of every published state is that of its tick"),
    WINDOW("windows are linked by predecessor tick, and never go back"),
    BACKWARD("no frame shows an earlier time than the one before"),
    LEDGER("wall time is simulated, paused, dropped or pending, to the nanosecond"),
    DROPPED("no time is dropped where the policy is never to slip"),
    INPUT("every input is seen once, or waits, or was refused"),
    EVENT("every event arrives, in order"),
    ALLOCATION("ticks and frames allocate nothing, once warmed up: no thread has in more than half of the looks at it"),
    FAULT("nothing fails that was not planned to"),
    THREAD("no thread is left");

    final String sentence;

    Promise(String sentence) {
        this.sentence = sentence;
    }

    /** Whether that is found out at the end, from what the service has counted. */
    boolean isOfTheBooks() {
        return switch (this) {
            case LEDGER, DROPPED, INPUT, EVENT, ALLOCATION -> true;
            case FRAME, STATE, WINDOW, BACKWARD, FAULT, THREAD -> false;
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
