package io.github.freestep.physics.server;

import io.github.freestep.physics.Command;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.WrappingSimulation;
import io.github.freestep.physics.own.OwnBody;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.StateWriter;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The user's world with its players, who are part of each save. Allocates nothing in a tick. */
final class PlayersWorld extends WrappingSimulation {
    /** Of the saved players, before the user's world. */
    private static final int FORMAT = 2;

    /** The time of a silence that begins with the next tick. */
    private static final long NEXT_TICK = -1;

    private final PlayerHost host;
    private final Seats seats;
    private final long graceNanos;

    /** Those who are here and have no seat, in the order in which they came, and whether they know it. */
    private final Map<Long, Boolean> waiting = new LinkedHashMap<>();

    private final long[] silentNanos;

    /** When each name was said, as a count of all that were, and up to which of them each player was told. */
    private final long[] named;

    private final long[] told;
    private long names;

    /** The channel of the numbers of inputs, or -1. */
    private final int numberChannel;

    private boolean areLivesKnown = true;

    private @Nullable Bodies bodies;

    /** Null until there is a sender, and in a replay. */
    volatile @Nullable Players served;

    PlayersWorld(Simulation inner, PlayerHost host, Seats seats, long graceNanos) {
        super(inner);
        this.host = host;
        this.seats = seats;
        this.graceNanos = graceNanos;
        silentNanos = new long[seats.count];
        named = new long[seats.count];
        told = new long[seats.count];
        numberChannel = inner.layout().steppedChannels().indexOf(OwnBody.INPUT_NUMBER);
    }

    void joined(long number, Bodies all) {
        int seat = seats.of(number);
        if (seat != Seats.NONE) {
            welcome(seat, all);
        } else if (seat(number, all)) {
            waiting.remove(number);
        } else {
            // Also again, because another connection of the client knows nothing.
            waiting.put(number, false);
            tellWaiting();
        }
    }

    private boolean seat(long number, Bodies all) {
        int seat = seats.firstFree();
        if (seat == Seats.NONE) {
            return false;
        }
        // Before the host is called, which may want to know who it is.
        seats.number(seat, number);
        try {
            own(seat, host.join(seat, all), all);
        } catch (Throwable e) {
            seats.free(seat);
            throw e;
        }
        named[seat] = ++names; // or a client could keep that of the player before
        welcome(seat, all);
        return true;
    }

    private void welcome(int seat, @Nullable Bodies all) {
        seats.state(seat, Seats.HERE);
        seats.told(seat, false);
        told[seat] = 0;
        tell(seat, all);
    }

    /** Names a player, unless it has a name, so that a client cannot make the server tell all others new ones. */
    void name(int seat, String name) {
        if (seats.names[seat].isEmpty()) {
            seats.names[seat] = name;
            named[seat] = ++names;
        }
    }

    void silent(long number) {
        waiting.remove(number);
        int seat = seats.of(number);
        if (seat != Seats.NONE) {
            silence(seat);
        }
    }

    private void silence(int seat) {
        silentNanos[seat] = NEXT_TICK;
        seats.state(seat, Seats.SILENT);
    }

    void gone(long number, Bodies all) {
        waiting.remove(number);
        int seat = seats.of(number);
        if (seat != Seats.NONE) {
            leave(seat, all);
        }
    }

    private void leave(int seat, Bodies all) {
        try {
            host.leave(seat, living(seat, all), all);
        } finally {
            seats.free(seat);
        }
        seatWaiting(all);
    }

    /** Without bodies, as before the first tick, the life is noted later. */
    private void own(int seat, int body, @Nullable Bodies all) {
        seats.body(seat, body);
        areLivesKnown &= all != null;
        seats.lives[seat] = body == Seats.NONE || all == null ? 0 : all.life(body);
    }

    /** The body of a seat, or {@link Seats#NONE} if the game has removed it. */
    private int living(int seat, @Nullable Bodies all) {
        int body = seats.body(seat);
        boolean isLiving =
                body == Seats.NONE || all == null || !areLivesKnown || all.isSameLife(body, seats.lives[seat]);
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
        return !waiting.isEmpty() && seats.firstFree() != Seats.NONE;
    }

    void setBody(int seat, int body) {
        if (body < Seats.NONE || body >= layout().capacity()) {
            throw new IllegalArgumentException("body must be a slot below " + layout().capacity()
                    + ", or -1 for none, was " + body + "; spawn it first");
        }
        own(seat, body, bodies);
        seats.told(seat, false);
        tell(seat, bodies);
    }

    /** Says to a client which seat and body it has, before the state that shows the body is published. */
    private void tell(int seat, @Nullable Bodies all) {
        if (all != null && seats.state(seat) == Seats.HERE && !seats.isTold(seat)) {
            int body = seats.body(seat);
            int life = body == Seats.NONE ? 0 : all.life(body);
            seats.told(seat, tell(seats.number(seat), PlayerMessages.seat(seat, body, life)));
        }
    }

    private void tellWaiting() {
        for (Map.Entry<Long, Boolean> each : waiting.entrySet()) {
            if (!each.getValue()) {
                each.setValue(tell(each.getKey(), PlayerMessages.seat(PlayerMessages.NO_SEAT, Seats.NONE, 0)));
            }
        }
    }

    /** Tells a player the oldest name that it does not know. Others follow in later ticks, with room for messages. */
    private void tellName(int to) {
        if (told[to] == names || seats.state(to) != Seats.HERE || !seats.isTold(to)) {
            return;
        }
        int next = to;
        for (int seat = 0; seat < seats.count; seat++) {
            boolean isBefore = named[seat] < named[next] || named[next] <= told[to];
            next = named[seat] > told[to] && isBefore ? seat : next;
        }
        boolean isNew = named[next] > told[to];
        if (!isNew || tell(seats.number(to), PlayerMessages.name(next, seats.names[next]))) {
            told[to] = isNew ? named[next] : names;
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
        for (int seat = 0; seat < seats.count; seat++) {
            int body = seats.body(seat);
            own(seat, body == Seats.NONE || all.isAlive(body) ? body : Seats.NONE, all);
        }
        areLivesKnown = true;
    }

    @Override
    public void step(Tick tick) {
        see(tick.bodies());
        // First, because the host may throw, and each input comes once.
        seats.take(tick);
        seatWaiting(tick.bodies());
        for (int seat = 0; seat < seats.count; seat++) {
            if (seats.state(seat) == Seats.SILENT) {
                if (silentNanos[seat] == NEXT_TICK) {
                    silentNanos[seat] = tick.simulationNanos();
                }
                if (tick.simulationNanos() - silentNanos[seat] >= graceNanos) {
                    leave(seat, tick.bodies());
                }
            }
        }
        // Those for whom there was no room.
        for (int seat = 0; seat < seats.count; seat++) {
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
        for (int seat = 0; numberChannel >= 0 && seat < seats.count; seat++) {
            int body = living(seat, bodies);
            if (body != Seats.NONE && state.isAlive(body)) {
                state.stepped(numberChannel, body, seats.inputs[seat].number());
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
        out.writeInt(seats.count);
        for (int seat = 0; seat < seats.count; seat++) {
            boolean isTaken = seats.state(seat) != Seats.FREE;
            out.writeBoolean(isTaken);
            if (isTaken) {
                out.writeLong(seats.number(seat));
                out.writeInt(living(seat, bodies));
                out.writeUTF(seats.names[seat]);
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
        if (saved < 0 || saved > seats.count) {
            throw new IOException("the save has " + saved + " seats, and this run " + seats.count
                    + "; build the players with at least as many");
        }
        boolean[] isTaken = new boolean[seats.count];
        long[] numbers = new long[seats.count];
        int[] owned = new int[seats.count];
        String[] saidNames = new String[seats.count];
        Arrays.fill(saidNames, "");
        for (int seat = 0; seat < saved; seat++) {
            isTaken[seat] = in.readBoolean();
            if (isTaken[seat]) {
                numbers[seat] = in.readLong();
                owned[seat] = in.readInt();
                saidNames[seat] = in.readUTF();
                requireOnce(seat, isTaken, numbers);
            }
        }
        super.restore(in);
        for (int seat = 0; seat < seats.count; seat++) {
            if (seats.state(seat) == Seats.HERE) {
                waiting.put(seats.number(seat), false);
            }
        }
        for (int seat = 0; seat < seats.count; seat++) {
            seats.free(seat);
            seats.number(seat, numbers[seat]);
            seats.names[seat] = saidNames[seat];
            named[seat] = ++names;
            seats.body(seat, owned[seat] >= 0 && owned[seat] < layout().capacity() ? owned[seat] : Seats.NONE);
            if (isTaken[seat]) {
                silence(seat);
            }
        }
        areLivesKnown = false;
        if (bodies != null) {
            noteLives(bodies);
        }
        waiting.keySet().removeIf(number -> {
            int seat = seats.of(number);
            if (seat != Seats.NONE) {
                welcome(seat, bodies);
            }
            return seat != Seats.NONE;
        });
    }

    /** A player with two seats could never leave both. */
    private static void requireOnce(int seat, boolean[] isTaken, long[] numbers) throws IOException {
        for (int other = 0; other < seat; other++) {
            if (isTaken[other] && numbers[other] == numbers[seat]) {
                throw new IOException("each player must have one seat in a save, player " + numbers[seat]
                        + " was in seats " + other + " and " + seat + "; use an undamaged save");
            }
        }
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
        for (int seat = 0; seat < seats.count; seat++) {
            int state = seats.state(seat);
            boolean isUntold = state == Seats.HERE && (!seats.isTold(seat) || told[seat] < names);
            if (state == Seats.SILENT || isUntold || seats.inputs[seat].waits()) {
                return false;
            }
        }
        return super.resting();
    }
}
