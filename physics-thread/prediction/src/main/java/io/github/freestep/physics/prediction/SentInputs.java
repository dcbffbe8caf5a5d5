package io.github.freestep.physics.prediction;

import io.github.freestep.physics.feed.FedInput;
import io.github.freestep.physics.prediction.shown.TickNumbers;
import io.github.freestep.state.InputSink;
import io.github.freestep.state.State;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The player's input that the newest state of the server does not contain. Sends it to the server, and gives it to the
 * ticks of the small world. For one thread; allocates nothing once made.
 *
 * <p>The inputs are numbered, and after each of them its number is sent on an axis of its own. The server's world
 * writes that axis to its states, so each state says which inputs it contains: whatever was lost and repeated on the
 * way, refused, or dropped in a pause.
 */
final class SentInputs {
    /** How many inputs can be unconfirmed. As many as a receiver can have on the way. */
    static final int KEPT = 256;

    /** How often values and number are sent again, for a server that has restarted or refused some. */
    static final long REPEAT_NANOS = 100_000_000;

    /** Numbers are floats on the way, which are exact up to 2^24. */
    private static final int NUMBERS = 1 << 20;

    private final InputSink server;
    private final int numberAxis;
    private final TickGrid grid;

    private static final class Input {
        boolean isAction;
        int code;
        float value;

        /** Which of the numbers that are sent stands for it. */
        long number;

        /** When it was given. */
        long givenNanos;

        /** At which time of the server it is expected to take effect. */
        long simulationNanos;
    }

    private final Input[] inputs = new Input[KEPT];

    /**
     * The first input that is not confirmed, the first one that waits to be sent, and the one after the last.
     */
    private long first;

    private long unsent;
    private long end;

    /** The values of the axes: given last, sent last, and in the newest state of the server. */
    private final float[] given;

    private final float[] sent;

    /** Which axes ever had another value than 0. The others are not sent again. */
    private final boolean[] used;

    private final float[] confirmed;

    /** The replays, which give ticks their inputs. */
    private final List<Replay> replays = new ArrayList<>();

    /** The last numbers that were sent, and when. They begin with 1, and 0 is none. */
    private final int[] numbers = new int[KEPT];

    private final long[] numberNanos = new long[KEPT];

    /** How many numbers were sent. */
    private long numbered;

    /** Whether the server lets an input take effect in the tick for which it is predicted. */
    final boolean isInTime;

    /** The newest state: its tick on the server, and its simulation time. Before the first one, no number is sent. */
    private long newestTick = State.NO_TICK;

    private long newestNanos;

    /** By how much ticks here are greater than those of the server. It changes when the server restarts. */
    private long tickBase;

    /** That of the newest number. */
    private long numberedBase;

    private long repeatedNanos;
    private boolean hasRepeated;

    /**
     * Creates inputs.
     *
     * @param numberAxis the axis that carries the numbers; -1 for a server that takes each input at its time
     */
    SentInputs(InputSink server, int axes, int numberAxis, boolean isInTime, TickGrid grid) {
        this.server = server;
        this.numberAxis = numberAxis;
        this.isInTime = isInTime;
        this.grid = grid;
        Arrays.setAll(inputs, place -> new Input());
        given = new float[axes];
        sent = new float[axes];
        // Nothing yet, because the server may have a value of another prediction.
        Arrays.fill(sent, Float.NaN);
        used = new boolean[axes];
        confirmed = new float[axes];
    }

    /** Returns what gives the inputs to the ticks of a world. Call it before the first tick. */
    Replay replay() {
        Replay made = new Replay();
        replays.add(made);
        return made;
    }

    /** Takes the times of the newest state. */
    void newest(long serverTick, long base, long nanos) {
        newestTick = serverTick;
        tickBase = base;
        newestNanos = nanos;
    }

    long roundTripNanos() {
        return server.roundTripNanos();
    }

    /** Refuses an axis that is not one of the player's. */
    void requireAxis(int axis) {
        if (axis < 0 || axis >= sent.length || axis == numberAxis) {
            throw new IllegalArgumentException("axis must be between 0 and " + (sent.length - 1)
                    + (numberAxis < 0 ? "" : ", and not " + numberAxis + ", that of the numbers of inputs") + ", was "
                    + axis);
        }
    }

    /**
     * Sends an input, and keeps it for the prediction.
     *
     * @param nowNanos the time of the input. One of the future waits for {@link #sendUntil}, because a service takes
     *     such an input at once
     * @param atNanos at which time of the server it is expected to take effect, never less than for the input before
     * @param waits whether it is of the future
     * @return whether it was accepted
     */
    boolean add(boolean action, int code, float value, long nowNanos, long atNanos, boolean waits) {
        if (!action) {
            given[code] = value;
            // Even if it is refused, because a key that is held makes no further input.
            used[code] |= value != 0;
            if (sent[code] == value) {
                return true;
            }
        }
        boolean isSent = !waits && unsent == end;
        if (isSent && !send(action, code, value, nowNanos)) {
            return false;
        }
        if (!action) {
            sent[code] = value;
        }
        if (end - first == KEPT) {
            makeRoom(atNanos);
        }
        Input input = input(end++);
        input.isAction = action;
        input.code = code;
        input.value = value;
        input.number = numbered + 1;
        input.givenNanos = nowNanos;
        input.simulationNanos = atNanos;
        if (isSent) {
            unsent = end;
            sendNumber(nowNanos, atNanos);
        }
        return true;
    }

    private boolean send(boolean action, int code, float value, long nanos) {
        return action ? server.action(code, value, nanos) : server.axis(code, value, nanos);
    }

    /**
     * Sends the inputs that wait, up to a time. One that is late for its tick counts as one of now. If one is
     * refused, it waits on, and so do those after it.
     *
     * @param atNanos the time of the server at which an input of now takes effect
     */
    void sendUntil(long nowNanos, long atNanos) {
        boolean isLate = false;
        for (; unsent < end && input(unsent).givenNanos - nowNanos <= 0; unsent++) {
            Input input = input(unsent);
            // Those after it must stay after it.
            isLate |= grid.spanning(input.simulationNanos) < grid.spanning(atNanos);
            if (isLate) {
                input.givenNanos = nowNanos;
                input.simulationNanos = atNanos;
            }
            if (!send(input.isAction, input.code, input.value, input.givenNanos)) {
                return;
            }
        }
    }

    /** Whether any input waits. */
    boolean hasUnsent() {
        return unsent < end;
    }

    /**
     * Forgets an input. In a pause, all take effect at the same time. Those from before it must stay, and so must the
     * newest value of each axis, so that the oldest action or replaced value is forgotten.
     */
    private void makeRoom(long atNanos) {
        for (long place = first; place < end; place++) {
            Input input = input(place);
            if (input.simulationNanos == atNanos && (input.isAction || isReplaced(place))) {
                remove(place);
                return;
            }
        }
        confirmFirst();
    }

    private boolean isReplaced(long place) {
        for (long newer = place + 1; newer < end; newer++) {
            if (!input(newer).isAction && input(newer).code == input(place).code) {
                return true;
            }
        }
        return false;
    }

    private void remove(long place) {
        Input removed = input(place);
        for (long i = place; i > first; i--) {
            inputs[index(i)] = input(i - 1);
        }
        inputs[index(first)] = removed;
        first++;
        for (int i = 0; i < replays.size(); i++) {
            replays.get(i).removed(place);
        }
        if (unsent <= place) {
            unsent++;
        }
    }

    /**
     * Sends all values again if that is due. The server then has them even if it has restarted. Zeros are values, too:
     * the release of a key may be what was lost. A value that was refused before is sent in place of the one before it.
     *
     * @param atNanos as for {@link #add}
     */
    void repeat(long nowNanos, long atNanos) {
        if (numberAxis < 0 || hasRepeated && nowNanos - repeatedNanos < REPEAT_NANOS) {
            return;
        }
        hasRepeated = true;
        repeatedNanos = nowNanos;
        for (int axis = 0; axis < sent.length; axis++) {
            if (used[axis] && given[axis] != sent[axis]) {
                add(false, axis, given[axis], nowNanos, atNanos, false);
            } else if (used[axis]) {
                server.axis(axis, sent[axis], nowNanos);
            }
        }
        sendNumber(nowNanos, atNanos);
    }

    /** If the number is refused, the next one stands for its input too. */
    private void sendNumber(long nowNanos, long atNanos) {
        int number = numberAxis < 0 ? 0 : nextNumber(atNanos);
        if (number != 0 && server.axis(numberAxis, number, nowNanos)) {
            int place = (int) (++numbered % KEPT);
            numbers[place] = number;
            numberNanos[place] = nowNanos;
            numberedBase = tickBase;
        }
    }

    private int nextNumber(long atNanos) {
        int number = numbers[(int) (numbered % KEPT)];
        if (!isInTime) {
            return number == NUMBERS - 1 ? 1 : number + 1;
        }
        long tick = newestTick + grid.spanning(atNanos) - grid.nearest(newestNanos);
        return newestTick == State.NO_TICK ? 0 : TickNumbers.after(tickBase == numberedBase ? number : 0, tick);
    }

    /** Returns which of the numbers that were sent a state contains; 0 if it is none of the last ones. */
    private long find(int contained) {
        for (long i = numbered; i > 0 && i > numbered - KEPT; i--) {
            if (numbers[(int) (i % KEPT)] == contained) {
                return i;
            }
        }
        return 0;
    }

    /** Whether a number is one of the last ones, so that {@link #numberNanos} returns when it was sent. */
    boolean knows(int contained) {
        return find(contained) > 0;
    }

    long numberNanos(int contained) {
        return numberNanos[(int) (find(contained) % KEPT)];
    }

    /**
     * Takes what a state contains.
     *
     * @param contained the newest number that has come to the server
     * @param nanos the simulation time of the state. A server that has an input in time does not apply it before
     */
    void confirm(int contained, long nanos) {
        long last = find(contained);
        while (first < end && input(first).number <= last && (!isInTime || hasTakenEffect(input(first), nanos))) {
            confirmFirst();
        }
    }

    private boolean hasTakenEffect(Input input, long nanos) {
        return grid.spanning(input.simulationNanos) <= grid.nearest(nanos);
    }

    /** Takes the time up to which a state contains all inputs, for a server that takes each one at its time. */
    void confirmGiven(long untilNanos) {
        while (first < unsent && input(first).givenNanos - untilNanos <= 0) {
            confirmFirst();
        }
    }

    /** Forgets inputs that should have taken effect before a time of the server, and have not: they are lost. */
    void expire(long beforeNanos) {
        while (first < end && input(first).simulationNanos < beforeNanos) {
            confirmFirst();
        }
    }

    private void confirmFirst() {
        Input input = input(first++);
        if (!input.isAction) {
            confirmed[input.code] = input.value;
        }
        unsent = Math.max(unsent, first);
    }

    private Input input(long place) {
        return inputs[index(place)];
    }

    private static int index(long place) {
        return (int) place & KEPT - 1;
    }

    /** Gives the ticks of a world their inputs. */
    final class Replay {
        /** The first input that no tick got; those before the first unconfirmed one count as given. */
        private long next;

        /** The values of the axes at the newest tick. */
        private final float[] held = new float[confirmed.length];

        private void removed(long place) {
            if (next <= place) {
                next++;
            }
        }

        /** Begins again with the newest state of the server. */
        void rewind() {
            next = first;
            System.arraycopy(confirmed, 0, held, 0, held.length);
        }

        /** Gives a tick its input: the ticks after {@link #rewind}, one after the other. */
        void give(long tick, FedInput into) {
            for (int axis = 0; axis < held.length; axis++) {
                into.axis(axis, held[axis]);
            }
            double fraction = 0;
            for (next = Math.max(next, first); next < end; next++) {
                Input input = input(next);
                long at = grid.spanning(input.simulationNanos);
                if (at > tick) {
                    return;
                }
                // An input that comes to a server over a network is late there, so it counts from the beginning of a
                // tick. So does one that should have taken effect before, and has not, because the state does not
                // contain it.
                if (numberAxis < 0 && at == tick) {
                    fraction = Math.max(fraction, grid.fraction(input.simulationNanos));
                }
                if (input.isAction) {
                    into.action(input.code, input.value, fraction);
                } else {
                    into.axis(input.code, input.value, fraction);
                    held[input.code] = input.value;
                }
            }
        }
    }
}
