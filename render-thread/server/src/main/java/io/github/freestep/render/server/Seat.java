package io.github.freestep.render.server;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.Collectors;

/**
 * A seat: who has it, and which body. The physics thread writes it, and any thread reads what is volatile. Allocates
 * nothing while a player has it.
 */
final class Seat {
    static final int FREE = 0;
    static final int HERE = 1;

    /** The player may come back. */
    static final int SILENT = 2;

    final int index;
    volatile long number;
    private volatile int body;

    /** Written last, so that a thread which sees that a seat is taken also sees by whom. */
    volatile int state;

    /** How many players have left, so that one who comes back is known to have left. */
    volatile int turn;

    /** Whether the client knows seat and body. */
    volatile boolean isTold;

    private volatile AtomicLongArray counts = new AtomicLongArray(Refused.values().length);

    // The rest is for the physics thread.
    final PlayerInput input;
    String name = "";

    /** When the name was said, as a count of all that were, and up to which of them this player was told. */
    long named;

    long toldNames;

    /** The life of the body, because the game may remove it, and its slot is then another one's. */
    int life;

    long silentNanos;

    PictureTimes pictures = new PictureTimes();

    /** How many shots may come. */
    int allowedShots;

    // See PlayerBoundary.
    long messages;
    long owedNanos;

    /** Whether its player is to leave, and its messages are ignored. */
    boolean isDropped;

    Seat(int index, int playerAxes) {
        this.index = index;
        input = new PlayerInput(playerAxes);
    }

    int body() {
        return state == FREE ? Seats.NONE : body;
    }

    void body(int slot) {
        body = slot;
    }

    /** Takes the seat from its player. What was sent to it does not count for the next one. */
    void free() {
        state = FREE;
        number = 0;
        // After these, so that a thread which sees the number of a player after this count knows that it is of this
        // turn.
        turn++;
        input.close();
        pictures = new PictureTimes();
        name = "";
        messages = 0;
        owedNanos = 0;
        isDropped = false;
        counts = new AtomicLongArray(counts.length());
    }

    void count(Refused what) {
        counts.getAndIncrement(what.ordinal());
    }

    /** How often something was refused. For any thread. */
    long refused(Refused what) {
        return what == Refused.INPUT_MISTIMED ? input.mistimed : counts.get(what.ordinal());
    }

    String refused() {
        return Arrays.stream(Refused.values())
                .map(each -> each + " " + refused(each))
                .collect(Collectors.joining(", "));
    }

    @Override
    public String toString() {
        return "player " + number + " in seat " + index;
    }
}
