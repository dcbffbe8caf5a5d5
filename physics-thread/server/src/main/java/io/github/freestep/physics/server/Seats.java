package io.github.freestep.physics.server;

import io.github.freestep.physics.Tick;
import io.github.freestep.physics.TickInput;
import java.util.Arrays;
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

    /** How many players have left each seat, so that one who comes back to it is known to have left. */
    private final AtomicIntegerArray turns;

    /** 1 for each seat whose client knows seat and body. */
    private final AtomicIntegerArray told;

    /**
     * The life of the body of each seat, because the game may remove it, and its slot is then another one's. For the
     * physics thread.
     */
    final int[] lives;

    /** For the physics thread. */
    final PlayerInput[] inputs;

    /** For the physics thread. */
    final String[] names;

    /** How many axes of the service a seat has: those of a player, and then that of the numbers. */
    final int axes;

    Seats(int count, int playerAxes) {
        axes = playerAxes + 1;
        this.count = count;
        numbers = new AtomicLongArray(count);
        bodies = new AtomicIntegerArray(count);
        states = new AtomicIntegerArray(count);
        turns = new AtomicIntegerArray(count);
        told = new AtomicIntegerArray(count);
        lives = new int[count];
        inputs = new PlayerInput[count];
        Arrays.setAll(inputs, seat -> new PlayerInput(playerAxes));
        names = new String[count];
        Arrays.fill(names, "");
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

    int firstFree() {
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

    /** Takes a seat from its player. What was sent to it does not count for the next one. */
    void free(int seat) {
        states.set(seat, FREE);
        numbers.set(seat, 0);
        // Last, so that a thread which sees the number of a player after this count knows that it is of this turn.
        turns.incrementAndGet(seat);
        inputs[seat].close();
        names[seat] = "";
    }

    int turn(int seat) {
        return turns.get(seat);
    }

    boolean isTold(int seat) {
        return told.get(seat) != 0;
    }

    void told(int seat, boolean isTold) {
        told.set(seat, isTold ? 1 : 0);
    }

    /** The code of the action after which the input of a seat is of the player with the {@link #tag}. */
    static int opening(int seat) {
        return ~seat; // Below those of all players.
    }

    /** A number that no two players of one seat have, unless by a rare chance. Exact as a float. */
    static float tag(long number) {
        return number * 0x9E37_79B9_7F4A_7C15L >>> 40;
    }

    /** Gives each seat its input of the next step, and opens those that it opens. For the physics thread. */
    void take(Tick tick) {
        TickInput input = tick.input();
        for (PlayerInput each : inputs) {
            each.begin(tick.number() - tick.mergedTicks() + 1);
        }
        for (int i = 0; i < input.size(); i++) {
            boolean isAction = input.isAction(i);
            int code = input.code(i);
            int seat = code < 0 ? ~code : code / (isAction ? PlayerInput.ACTIONS : axes);
            if (seat >= count) {
                continue; // of the game
            }
            if (code >= 0) {
                inputs[seat].take(isAction, code % (isAction ? PlayerInput.ACTIONS : axes), input.value(i));
            } else if (state(seat) != FREE && input.value(i) == tag(number(seat))) {
                inputs[seat].open(input, i, seat * axes);
            }
        }
        for (PlayerInput each : inputs) {
            each.apply(tick.number());
        }
    }
}
