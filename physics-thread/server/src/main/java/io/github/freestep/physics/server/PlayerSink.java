package io.github.freestep.physics.server;

import io.github.freestep.physics.Physics;
import io.github.freestep.state.InputSink;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Gives the input of each client to the axes and actions of its seat. The thread of the sender calls it. Locks nothing
 * once a client has a seat, and allocates only when one comes or goes.
 *
 * <p>A client sends a key that is held once. If no tick has given it a seat by then, because a step takes long or all
 * seats are taken, the newest values are kept for it here.
 */
final class PlayerSink implements InputSink {
    private final Physics physics;
    private final Seats seats;
    private final int axes;
    /** No value of a seat's player is older than this, or it could count before the zero of the player before. */
    private final long[] freeSince;

    private final Map<Long, Held> waiting = new HashMap<>();

    /** The newest news of each client that no command could bring, because too many commands waited. */
    private final Map<Long, PlayerPresence.Kind> late = new LinkedHashMap<>();

    private volatile boolean hasLate;

    /** The client that sends, and its seat. */
    private long client;

    private int seat = Seats.NONE;

    /** The newest values of a client without a seat, and their times. */
    private static final class Held {
        final float[] values;
        final long[] nanos;

        Held(int axes) {
            values = new float[axes];
            Arrays.fill(values, Float.NaN);
            nanos = new long[axes];
        }
    }

    PlayerSink(Physics physics, Seats seats, int axes) {
        this.physics = physics;
        this.seats = seats;
        this.axes = axes;
        freeSince = new long[seats.count];
        Arrays.fill(freeSince, physics.clock().nanoTime());
    }

    @Override
    public int axes() {
        return axes;
    }

    @Override
    public void joined(long number) {
        synchronized (waiting) {
            waiting.put(number, new Held(axes));
        }
        tell(number, PlayerPresence.Kind.HERE);
    }

    @Override
    public void left(long number, boolean isClosed) {
        synchronized (waiting) {
            waiting.remove(number);
        }
        tell(number, isClosed ? PlayerPresence.Kind.GONE : PlayerPresence.Kind.SILENT);
    }

    private void tell(long number, PlayerPresence.Kind kind) {
        synchronized (late) {
            if (!late.isEmpty() || isRefused(number, kind)) {
                late.remove(number);
                late.put(number, kind);
                hasLate = true;
            }
        }
    }

    /** Whether there was no place for a command. One that fails later is not read here, so it is reported. */
    private boolean isRefused(long number, PlayerPresence.Kind kind) {
        CompletableFuture<Void> reply = physics.submit(new PlayerPresence(number, kind));
        if (!reply.isDone()) {
            return false;
        }
        try {
            reply.getNow(null);
            return false;
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof RejectedExecutionException) {
                return true;
            }
            throw failed;
        }
    }

    /** Whether a tick must come, because a command could not say who has come or gone. */
    boolean hasLate() {
        return hasLate;
    }

    /** Says again what no command could say. For the physics thread, which locks only then. */
    void tellAgain() {
        if (hasLate) {
            synchronized (late) {
                late.entrySet().removeIf(each -> !isRefused(each.getKey(), each.getValue()));
                hasLate = !late.isEmpty();
            }
        }
    }

    @Override
    public void from(long number) {
        client = number;
        int found = seats.of(number);
        // The seat of one that was silent may be free before its return is noticed.
        seat = found != Seats.NONE && seats.state(found) == Seats.HERE ? found : Seats.NONE;
    }

    @Override
    public boolean axis(int axis, float value, long nanos) {
        if (axis < 0 || axis >= axes) {
            return false;
        }
        if (seat == Seats.NONE && keep(axis, value, nanos)) {
            return true;
        }
        if (seat == Seats.NONE) {
            // Since from(...), a tick has given it the seat.
            from(client);
        }
        return seat != Seats.NONE && physics.input().axis(seat * axes + axis, value, nanos);
    }

    private boolean keep(int axis, float value, long nanos) {
        synchronized (waiting) {
            Held held = waiting.get(client);
            if (held == null) {
                return false;
            }
            held.values[axis] = value;
            held.nanos[axis] = nanos;
            return true;
        }
    }

    @Override
    public boolean action(int code, float value, long nanos) {
        boolean isOwn = seat != Seats.NONE && code >= 0 && code < Players.ACTIONS;
        return isOwn && physics.input().action(seat * Players.ACTIONS + code, value, nanos);
    }

    /**
     * Gives the axes of a seat the values that its client has sent before, or keeps what they have if it has sent none.
     * For the physics thread, after the client has got its seat.
     */
    void release(long number, int taken) {
        @Nullable Held held;
        synchronized (waiting) {
            held = waiting.remove(number);
        }
        long now = physics.clock().nanoTime();
        for (int axis = 0; held != null && axis < axes; axis++) {
            if (!Float.isNaN(held.values[axis])) {
                // With its own time, because the next value may be on its way, and a tick sorts them by time.
                long nanos = Math.min(now, Math.max(freeSince[taken], held.nanos[axis]));
                physics.input().axis(taken * axes + axis, held.values[axis], nanos);
            }
        }
    }

    /** Releases all keys of a seat, or its next player would walk on. For the physics thread. */
    void reset(int left) {
        long now = physics.clock().nanoTime();
        freeSince[left] = now;
        for (int axis = 0; axis < axes; axis++) {
            physics.input().axis(left * axes + axis, 0, now);
        }
    }
}
