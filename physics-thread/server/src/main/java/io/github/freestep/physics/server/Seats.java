package io.github.freestep.physics.server;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;

/** Who has which seat and which body. The physics thread writes it, and any thread reads it. Allocates nothing. */
final class Seats {
    static final int NONE = -1;

    static final int FREE = 0;
    static final int HERE = 1;

    /** The player may come back. */
    static final int SILENT = 2;

    final int count;
    private final AtomicLongArray numbers;
    private final AtomicIntegerArray bodies;
    private final AtomicIntegerArray states;

    Seats(int count) {
        this.count = count;
        numbers = new AtomicLongArray(count);
        bodies = new AtomicIntegerArray(count);
        states = new AtomicIntegerArray(count);
    }

    /** The seat of a player, here or silent, or {@link #NONE}. */
    int of(long number) {
        for (int seat = 0; seat < count; seat++) {
            if (numbers.get(seat) == number && states.get(seat) != FREE) {
                return seat;
            }
        }
        return NONE;
    }

    int free() {
        for (int seat = 0; seat < count; seat++) {
            if (states.get(seat) == FREE) {
                return seat;
            }
        }
        return NONE;
    }

    long number(int seat) {
        return numbers.get(seat);
    }

    int body(int seat) {
        return states.get(seat) == FREE ? NONE : bodies.get(seat);
    }

    int state(int seat) {
        return states.get(seat);
    }

    void number(int seat, long number) {
        numbers.set(seat, number);
    }

    void body(int seat, int body) {
        bodies.set(seat, body);
    }

    /** Last, so that a thread which sees that a seat is taken also sees by whom. */
    void state(int seat, int state) {
        states.set(seat, state);
    }
}
