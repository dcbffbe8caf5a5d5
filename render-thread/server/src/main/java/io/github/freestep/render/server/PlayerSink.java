package io.github.freestep.render.server;

import io.github.freestep.physics.Physics;
import io.github.freestep.physics.prediction.shown.TickNumbers;
import io.github.freestep.state.InputSink;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Gives the input of each client to the axes and actions of its seat. For the thread of the sender, which alone sends
 * the input of players, so the order of two players of one seat is that of this thread. Locks nothing, and allocates
 * only when a client comes or goes.
 *
 * <p>A client sends a key that is held once. So the newest values of each client are kept here. They are sent to a seat
 * when the client has got it, followed by an action that {@linkplain Seats#opening opens} the seat. Before it, nothing
 * that was sent to the seat counts, because it may be of the player before. What a full queue refuses is sent again in
 * the next pass.
 */
final class PlayerSink implements InputSink {
    /** A client that was silent for longer has another place at the server, and sends anew what it holds. */
    private static final long FORGOTTEN_NANOS = 10_000_000_000L;

    private final Physics physics;
    private final Seats seats;
    private final int axes;

    /** Those who are connected, or silent with a seat. */
    private final List<Levels> clients = new ArrayList<>();

    /** The newest news of each client that no command could bring, because too many commands waited. */
    private final Map<Long, Integer> late = new LinkedHashMap<>();

    /**
     * Whether messages can be sent to clients. Nobody gets a seat before, because the state with the body could then
     * arrive before the message.
     */
    private volatile boolean isReady;

    /** The client that sends; null if it has not joined. */
    private @Nullable Levels client;

    private long nowNanos;

    /** What a client holds, and the seat to which that was sent. */
    private static final class Levels {
        final long number;
        final float[] values;

        /** A bit for each axis of which the seat does not have the value. */
        long unsent;

        boolean isSilent;
        long silentNanos;

        @Nullable Seat seat;

        int turn;
        boolean isOpen;
        long openedNanos;

        Levels(long number, int axes) {
            this.number = number;
            values = new float[axes];
        }
    }

    PlayerSink(Physics physics, Seats seats) {
        this.physics = physics;
        this.seats = seats;
        axes = seats.axes;
    }

    /** For the thread that starts the sender. */
    void ready() {
        isReady = true;
    }

    @Override
    public int axes() {
        return TickNumbers.AXIS + 1;
    }

    @Override
    public void joined(long number) {
        Levels known = find(number);
        if (known == null) {
            clients.add(new Levels(number, axes));
        } else {
            known.isSilent = false;
            known.values[axes - 1] = 0; // it may be another program, which does not number its input
        }
        tell(number, PlayerPresence.HERE);
    }

    @Override
    public void left(long number, boolean isClosed) {
        Levels known = find(number);
        if (isClosed) {
            clients.remove(known);
        } else if (known != null) {
            known.isSilent = true;
            known.silentNanos = physics.clock().nanoTime();
        }
        tell(number, isClosed ? PlayerPresence.GONE : PlayerPresence.SILENT);
    }

    private @Nullable Levels find(long number) {
        for (int i = 0; i < clients.size(); i++) {
            if (clients.get(i).number == number) {
                return clients.get(i);
            }
        }
        return null;
    }

    private void tell(long number, int kind) {
        if (!isReady || !late.isEmpty() || isRefused(number, kind)) {
            late.remove(number);
            late.put(number, kind);
        }
    }

    /**
     * Whether there was no place for a command. Its future is not read, so that the service reports if it fails, such
     * as because the service runs another world.
     */
    private boolean isRefused(long number, int kind) {
        PlayerPresence news = new PlayerPresence(number, kind);
        return physics.submit(news).isDone() && !news.hasRun;
    }

    @Override
    public void passed() {
        if (isReady && !late.isEmpty()) {
            tellLate();
        }
        nowNanos = physics.clock().nanoTime();
        for (int i = clients.size() - 1; i >= 0; i--) {
            Levels each = clients.get(i);
            boolean isForgotten = each.isSilent && nowNanos - each.silentNanos > FORGOTTEN_NANOS;
            if (isForgotten && seats.of(each.number) == null) {
                clients.remove(i);
            } else {
                send(each);
            }
        }
    }

    private void tellLate() {
        Iterator<Map.Entry<Long, Integer>> all = late.entrySet().iterator();
        while (all.hasNext()) {
            Map.Entry<Long, Integer> next = all.next();
            if (isRefused(next.getKey(), next.getValue())) {
                return;
            }
            all.remove();
        }
    }

    /** Sends what a client holds to its seat, as far as the seat does not have it. */
    private void send(Levels of) {
        Seat seat = of.seat;
        if (seat == null || of.turn != seat.turn || seat.state != Seat.HERE) {
            of.isOpen = false;
            of.unsent = -1L >>> (Long.SIZE - axes);
            seat = seats.of(of.number);
            of.seat = seat;
            if (seat == null) {
                return;
            }
            of.turn = seat.turn;
            // The seat of one that was silent may be free before its return is noticed. In this order, see Seat.free.
            if (seat.number != of.number || seat.state != Seat.HERE) {
                of.seat = null;
                return;
            }
        }
        boolean hasRoom = true;
        for (int axis = 0; axis < axes && hasRoom && of.unsent != 0; axis++) {
            hasRoom = (of.unsent >>> axis & 1) == 0 || send(of, seat, axis, nowNanos);
        }
        if (!of.isOpen && hasRoom) {
            of.openedNanos = nowNanos;
            of.isOpen = physics.input().action(Seats.opening(seat.index), Seats.tag(of.number), nowNanos);
        }
    }

    private boolean send(Levels of, Seat seat, int axis, long nanos) {
        boolean isSent = physics.input().axis(seat.index * axes + axis, of.values[axis], nanos);
        of.unsent = isSent ? of.unsent & ~(1L << axis) : of.unsent | 1L << axis;
        return isSent;
    }

    /**
     * The time of an input, but not before the seat was opened: a tick sorts input by time. Nor one in the future,
     * which the tick would shorten after the seat has gone to somebody else.
     */
    private long time(Levels of, long nanos) {
        long past = nanos - nowNanos > 0 ? nowNanos : nanos;
        return past - of.openedNanos < 0 ? of.openedNanos : past;
    }

    @Override
    public void from(long number) {
        nowNanos = physics.clock().nanoTime();
        client = find(number);
        if (client != null) {
            send(client);
        }
    }

    @Override
    public boolean axis(int axis, float value, long nanos) {
        Levels of = client;
        boolean isNumber = axis == TickNumbers.AXIS;
        int last = axes - 1; // A number comes after the inputs that it stands for, also if all are sent again.
        if (of == null || !isNumber && (axis < 0 || axis >= last)) {
            return false;
        }
        int own = isNumber ? last : axis;
        of.values[own] = value;
        of.unsent |= 1L << own;
        if (of.isOpen && of.seat != null) {
            send(of, of.seat, own, time(of, nanos));
        }
        return true;
    }

    @Override
    public boolean action(int code, float value, long nanos) {
        Levels of = client;
        if (of == null || of.seat == null || !of.isOpen || code < 0 || code >= PlayerInput.ACTIONS) {
            return false;
        }
        return physics.input().action(of.seat.index * PlayerInput.ACTIONS + code, value, time(of, nanos));
    }
}
