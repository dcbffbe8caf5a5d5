package io.github.freestep.render.server;

import io.github.freestep.internal.Inside;
import io.github.freestep.physics.Command;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.prediction.OwnBody;
import io.github.freestep.physics.saves.WrappingSimulation;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.StateWriter;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The user's world with its players, who are part of each save. Allocates nothing in a tick. */
final class PlayersWorld extends WrappingSimulation {
    /** Of the saved players, before the user's world. */
    private static final int FORMAT = 2;

    /** The time of a silence that begins with the next tick. */
    private static final long NEXT_TICK = -1;

    /** A seat in a save. */
    private record Saved(long number, int body, String name) {}

    private final PlayerHost host;
    private final Seats seats;
    private final PlayerBoundary boundary;
    private final long graceNanos;

    /** Those who are here and have no seat, in the order in which they came, and whether they know it. */
    private final Map<Long, Boolean> waiting = new LinkedHashMap<>();

    /** How many names were said. */
    private long names;

    /** The channel of the numbers of inputs, or -1. */
    private final int numberChannel;

    private boolean areLivesKnown = true;

    private @Nullable Bodies bodies;

    /** Null until there is a sender, and in a replay. */
    volatile @Nullable Players served;

    PlayersWorld(Simulation inner, PlayerHost host, Seats seats, PlayerBoundary boundary, long graceNanos) {
        super(inner);
        this.host = host;
        this.seats = seats;
        this.boundary = boundary;
        this.graceNanos = graceNanos;
        numberChannel = inner.layout().steppedChannels().indexOf(OwnBody.INPUT_NUMBER);
    }

    void joined(long number, Bodies all) {
        Seat seat = seats.of(number);
        if (seat != null) {
            welcome(seat, all);
        } else if (seat(number, all)) {
            waiting.remove(number);
        } else {
            // Also again, because another connection of the client knows nothing.
            waiting.put(number, false);
            tellWaiting();
        }
    }

    /** Gives a player a seat, unless the host throws; false if none is free. */
    private boolean seat(long number, Bodies all) {
        Seat seat = seats.firstFree();
        if (seat == null) {
            return false;
        }
        // Before the host is called, which may want to know who it is.
        seat.number = number;
        try {
            own(seat, host.join(seat.index, all), all);
        } catch (Throwable thrown) {
            boundary.thrown(seat, "the join", thrown);
            seat.free();
            tellNoSeat(number);
            return true;
        }
        seat.named = ++names; // or a client could keep the name of the player before
        welcome(seat, all);
        return true;
    }

    private void welcome(Seat seat, @Nullable Bodies all) {
        seat.state = Seat.HERE;
        seat.isTold = false;
        seat.toldNames = 0;
        tell(seat, all);
    }

    /** Names a player, unless it has a name, so that a client cannot make the server tell all others new ones. */
    void name(Seat seat, String name) {
        if (seat.name.isEmpty() && !name.isEmpty()) {
            seat.name = name;
            seat.named = ++names;
        }
    }

    void silent(long number) {
        waiting.remove(number);
        Seat seat = seats.of(number);
        if (seat != null) {
            silence(seat);
        }
    }

    private void silence(Seat seat) {
        seat.silentNanos = NEXT_TICK;
        seat.state = Seat.SILENT;
    }

    void gone(long number, Bodies all) {
        waiting.remove(number);
        Seat seat = seats.of(number);
        if (seat != null) {
            leave(seat, all);
        }
    }

    private void leave(Seat seat, Bodies all) {
        try {
            host.leave(seat.index, living(seat, all), all);
        } catch (Throwable thrown) {
            boundary.thrown(seat, "the leave", thrown);
        }
        seat.free();
        seatWaiting(all);
    }

    /** Without bodies, as before the first tick, the life is noted later. */
    private void own(Seat seat, int body, @Nullable Bodies all) {
        seat.body(body);
        areLivesKnown &= all != null;
        seat.life = body == Seats.NONE || all == null ? 0 : all.life(body);
    }

    /** The body of a seat, or {@link Seats#NONE} if the game has removed it. */
    private int living(Seat seat, @Nullable Bodies all) {
        int body = seat.body();
        boolean isLiving = body == Seats.NONE || all == null || !areLivesKnown || all.isSameLife(body, seat.life);
        return isLiving ? body : Seats.NONE;
    }

    private void seatWaiting(Bodies all) {
        while (canSeat()) {
            Long first = waiting.keySet().iterator().next();
            // Before the host is called: if it throws, it must not be asked again in each tick.
            waiting.remove(first);
            seat(first, all);
        }
    }

    private boolean canSeat() {
        return !waiting.isEmpty() && seats.firstFree() != null;
    }

    void setBody(Seat seat, int body) {
        if (body < Seats.NONE || body >= layout().capacity()) {
            throw new IllegalArgumentException("body must be a slot below " + layout().capacity()
                    + ", or -1 for none, was " + body + "; spawn it first");
        }
        own(seat, body, bodies);
        seat.isTold = false;
        tell(seat, bodies);
    }

    /** Says to a client which seat and body it has, before the state that shows the body is published. */
    private void tell(Seat seat, @Nullable Bodies all) {
        if (all != null && seat.state == Seat.HERE && !seat.isTold) {
            int body = seat.body();
            int life = body == Seats.NONE ? 0 : all.life(body);
            seat.isTold = tell(seat.number, PlayerMessages.seat(seat.index, body, life));
        }
    }

    private void tellWaiting() {
        for (Map.Entry<Long, Boolean> each : waiting.entrySet()) {
            if (!each.getValue()) {
                each.setValue(tellNoSeat(each.getKey()));
            }
        }
    }

    private boolean tellNoSeat(long number) {
        return tell(number, PlayerMessages.seat(PlayerMessages.NO_SEAT, Seats.NONE, 0));
    }

    /** Tells a player the oldest name that it does not know. Others follow in later ticks, with room for messages. */
    private void tellName(Seat to) {
        if (to.toldNames == names || to.state != Seat.HERE || !to.isTold) {
            return;
        }
        Seat next = null;
        for (Seat seat : seats.all) {
            next = seat.named > to.toldNames && (next == null || seat.named < next.named) ? seat : next;
        }
        if (next != null && tell(to.number, PlayerMessages.name(next.index, next.name))) {
            to.toldNames = next.named;
        }
    }

    /** Whether a client was told something. In a replay, there is none. */
    private boolean tell(long number, byte[] message) {
        Players players = served;
        return players == null || players.tell(number, message);
    }

    private void see(Bodies all) {
        bodies = all;
        if (!areLivesKnown) {
            noteLives(all);
        }
    }

    /** After a save was loaded, the bodies that it names live. */
    private void noteLives(Bodies all) {
        for (Seat seat : seats.all) {
            int body = seat.body();
            own(seat, body == Seats.NONE || all.isAlive(body) ? body : Seats.NONE, all);
        }
        areLivesKnown = true;
    }

    @Override
    public void setUp(PhysicsContext context) {
        boundary.problems = Inside.of(context).problems();
        super.setUp(context);
    }

    @Override
    public void step(Tick tick) {
        see(tick.bodies());
        seats.take(tick);
        seatWaiting(tick.bodies());
        for (Seat seat : seats.all) {
            if (seat.state == Seat.SILENT) {
                if (seat.silentNanos == NEXT_TICK) {
                    seat.silentNanos = tick.simulationNanos();
                }
                if (tick.simulationNanos() - seat.silentNanos >= graceNanos) {
                    leave(seat, tick.bodies());
                }
            }
        }
        // Those for whom there was no room.
        for (Seat seat : seats.all) {
            tell(seat, tick.bodies());
            tellName(seat);
        }
        if (waiting.containsValue(false)) {
            tellWaiting();
        }
        Players players = served;
        if (players != null) {
            players.take(tick);
        }
        super.step(tick);
    }

    /** Says in each body of a player which of its inputs have come. */
    @Override
    public void write(StateWriter state) {
        super.write(state);
        if (numberChannel < 0) {
            return;
        }
        for (Seat seat : seats.all) {
            int body = living(seat, bodies);
            if (body != Seats.NONE && state.isAlive(body)) {
                state.stepped(numberChannel, body, seat.input.number());
            }
        }
    }

    @Override
    public void run(Command command, PhysicsContext context) throws Exception {
        see(context.bodies());
        super.run(command, context);
    }

    @Override
    public void save(DataOutput out) throws IOException {
        out.writeByte(FORMAT);
        out.writeInt(seats.all.length);
        for (Seat seat : seats.all) {
            boolean isTaken = seat.state != Seat.FREE;
            out.writeBoolean(isTaken);
            if (isTaken) {
                out.writeLong(seat.number);
                out.writeInt(living(seat, bodies));
                out.writeUTF(seat.name);
            }
        }
        super.save(out);
    }

    /** All players of the save are silent at first. One who is here, but not in it, gets a seat in the next tick. */
    @Override
    public void restore(DataInput in) throws IOException {
        int format = in.readByte();
        if (format != FORMAT) {
            throw new IOException(
                    "the players of a save must have format " + FORMAT + ", had " + format + "; use a newer Freestep");
        }
        int saved = in.readInt();
        if (saved < 0 || saved > seats.all.length) {
            throw new IOException("the save has " + saved + " seats, and this run " + seats.all.length
                    + "; build the players with at least as many");
        }
        @Nullable Saved[] taken = new @Nullable Saved[seats.all.length];
        Map<Long, Integer> seatOf = new HashMap<>();
        for (int seat = 0; seat < saved; seat++) {
            if (in.readBoolean()) {
                Saved next = new Saved(in.readLong(), in.readInt(), in.readUTF());
                taken[seat] = next;
                Integer other = seatOf.put(next.number, seat);
                // A player with two seats could never leave both.
                if (other != null) {
                    throw new IOException("each player must have one seat in a save, player " + next.number
                            + " was in seats " + other + " and " + seat + "; use an undamaged save");
                }
            }
        }
        super.restore(in);
        for (Seat seat : seats.all) {
            if (seat.state == Seat.HERE) {
                waiting.put(seat.number, false);
            }
        }
        for (Seat seat : seats.all) {
            seat.free();
            seat.named = ++names;
            Saved was = taken[seat.index];
            if (was != null) {
                seat.number = was.number;
                seat.name = was.name;
                seat.body(was.body >= 0 && was.body < layout().capacity() ? was.body : Seats.NONE);
                silence(seat);
            }
        }
        areLivesKnown = false;
        if (bodies != null) {
            noteLives(bodies);
        }
        waiting.keySet().removeIf(number -> {
            Seat seat = seats.of(number);
            if (seat != null) {
                welcome(seat, bodies);
            }
            return seat != null;
        });
    }

    /** No: in a restored world, all players are silent, and a replay would have no news of those who are here. */
    @Override
    public boolean restoresExactly() {
        return false;
    }

    /** A tick must come while a player may leave, can get a seat, or does not know it yet, or while input waits. */
    @Override
    public boolean resting() {
        if (canSeat() || waiting.containsValue(false)) {
            return false;
        }
        for (Seat seat : seats.all) {
            int state = seat.state;
            boolean isUntold = state == Seat.HERE && (!seat.isTold || seat.toldNames < names);
            if (state == Seat.SILENT || isUntold || seat.input.waits()) {
                return false;
            }
        }
        return super.resting();
    }
}
