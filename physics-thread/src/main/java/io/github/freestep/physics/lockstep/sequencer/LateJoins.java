package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.physics.lockstep.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.link.Messages;
import io.github.freestep.physics.lockstep.link.Packet;
import io.github.freestep.physics.lockstep.sequencer.Seat.State;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Brings players into a match that runs. If their worlds restore exactly, another player saves its world at an agreed
 * tick, and the joining one gets it and all frames since. Otherwise it gets the frames of all ticks. It takes part when
 * it has caught up and one of its hashes was right.
 */
final class LateJoins {
    private static final int QUEUE_BYTES = 128 << 10;
    private static final long SAVE_TIMEOUT_NANOS = 5_000_000_000L;
    private static final long NEWEST_NANOS = 100_000_000;
    private static final long CAUGHT_UP_NANOS = 150_000_000;

    /** After this many of its worlds were wrong, a player is not asked for one again for some time. */
    private static final int MOST_WRONG = 2;

    /** Then it may have been a joining player who failed, again and again, through no fault of the world. */
    private static final long FORGIVEN_NANOS = 60_000_000_000L;

    private final Match match;
    /** Null if no world is on its way. */
    private @Nullable SavedWorld world;
    /** The player who saves at the next tick, -1 for none. */
    private int nextDonor = -1;
    /** Bit p is set if player p was asked, and sent no world. */
    private int failedDonors;
    /** For each player, how many of its worlds led to a wrong state, or could not be restored. */
    private final int[] wrongWorlds;

    /** For each player, when the newest of these worlds was counted. */
    private final long[] wrongNanos;

    /** For each player, who has saved the world that it began with. */
    private final int[] donors;

    private final @Nullable SavedWorld[] received;
    private final JoinProgress[] progress;
    private long newestNanos;
    private boolean sayNewest;

    LateJoins(Match match) {
        this.match = match;
        received = new SavedWorld[match.seats().length];
        donors = new int[match.seats().length];
        Arrays.fill(donors, -1);
        wrongWorlds = new int[match.seats().length];
        wrongNanos = new long[match.seats().length];
        progress = new JoinProgress[match.seats().length];
        Arrays.setAll(progress, player -> new JoinProgress(match.rules()));
    }

    /** Does not count a time in which no peer could be heard. */
    void forgive(long nanos) {
        for (JoinProgress each : progress) {
            each.forgive(nanos);
        }
    }

    void begin(Peer peer, Seat seat) {
        received[seat.player()] = null;
        donors[seat.player()] = -1;
        forgetWorldsOf(seat.player());
        progress[seat.player()] = new JoinProgress(match.rules());
        seat.take(peer, State.WAITING_FOR_WORLD);
        if (!peer.exact() || donor() < 0) {
            beginHistory(seat);
        } else {
            match.welcome(seat, Messages.Start.WORLD);
        }
    }

    /** Another player takes this place, and is not to blame for the worlds of the player before. */
    private void forgetWorldsOf(int player) {
        wrongWorlds[player] = 0;
        for (int i = 0; i < donors.length; i++) {
            donors[i] = donors[i] == player ? -1 : donors[i];
        }
    }

    private void beginHistory(Seat seat) {
        FrameLog.Cursor cursor = match.log().from(1);
        if (cursor == null) {
            match.remove(
                    seat,
                    "the match can't be joined at tick " + match.newest() + ": no player can save its world,"
                            + " and the frames before tick " + match.log().firstTick() + " are no longer kept, because "
                            + match.rules().history() + " bytes are kept; raise the history of the match settings");
            return;
        }
        seat.cursor(cursor);
        seat.state(State.JOINING);
        match.welcome(seat, Messages.Start.HISTORY);
    }

    /**
     * Returns a player who can save its world, if possible one for whom the match does not wait; -1 if there is none. A
     * player whose world was wrong is asked once more within a minute, and only if there is no other way.
     */
    private int donor() {
        int any = -1;
        int last = -1;
        for (Seat seat : match.seats()) {
            int wrong = wrongWorlds(seat.player());
            if (!seat.isActive() || !seat.peer().exact() || (failedDonors & seat.bit()) != 0 || wrong >= MOST_WRONG) {
                continue;
            }
            if (wrong > 0) {
                last = seat.player();
            } else if (!match.waits().awaits(seat.player())) {
                return seat.player();
            } else {
                any = seat.player();
            }
        }
        return any >= 0 || match.log().firstTick() == 1 ? any : last;
    }

    /**
     * Notes that a joining player has a wrong state or a failed simulation. If it began with a world of another player,
     * counts that world as wrong.
     */
    void wrongWorld(Seat seat) {
        int donor = donors[seat.player()];
        if (seat.isJoining() && donor >= 0) {
            wrongWorlds[donor] = wrongWorlds(donor) + 1;
            wrongNanos[donor] = match.now();
        }
    }

    private int wrongWorlds(int player) {
        return match.now() - wrongNanos[player] < FORGIVEN_NANOS ? wrongWorlds[player] : 0;
    }

    void onTime() {
        if (anyWaits()) {
            awaitWorld();
        } else {
            failedDonors = 0;
        }
        sayNewest = match.now() - newestNanos >= NEWEST_NANOS;
        newestNanos = sayNewest ? match.now() : newestNanos;
        for (Seat seat : match.seats()) {
            Peer peer = seat.peer();
            FrameLog.Cursor cursor = seat.cursor();
            if (peer != null && cursor != null) {
                stream(seat, peer, cursor);
            }
        }
    }

    private boolean anyWaits() {
        for (Seat seat : match.seats()) {
            if (seat.state() == State.WAITING_FOR_WORLD) {
                return true;
            }
        }
        return false;
    }

    private void awaitWorld() {
        if (world != null && world.complete()) {
            beginFromWorld();
        } else if (world != null
                && (!match.seats()[world.donor()].isActive()
                        || match.now() - world.progressNanos() >= SAVE_TIMEOUT_NANOS)) {
            failedDonors |= 1 << world.donor();
            world = null;
        } else if (world == null) {
            nextDonor = donor();
            if (nextDonor < 0) {
                allByHistory();
            }
        }
    }

    private void allByHistory() {
        for (Seat seat : match.seats()) {
            if (seat.state() == State.WAITING_FOR_WORLD) {
                beginHistory(seat);
            }
        }
    }

    private void beginFromWorld() {
        for (Seat seat : match.seats()) {
            FrameLog.Cursor cursor = match.log().from(world.tick() + 1);
            if (seat.state() == State.WAITING_FOR_WORLD && cursor != null) {
                received[seat.player()] = world;
                donors[seat.player()] = world.donor();
                seat.cursor(cursor);
                seat.state(State.JOINING);
            }
        }
        world = null;
    }

    /** Returns the player who saves its world before a tick, -1 for none. */
    int save(long tick) {
        int donor = nextDonor;
        nextDonor = -1;
        if (donor < 0 || world != null || !match.seats()[donor].isActive()) {
            return -1;
        }
        world = new SavedWorld(donor, tick - 1, match.now());
        match.seats()[donor].lastSave(tick - 1);
        return donor;
    }

    void world(Seat seat, long tick, int total, int offset, ByteBuffer part) throws InvalidMessageException {
        if (tick > seat.lastSave()) {
            throw new InvalidMessageException("a world must be sent only on request, was sent unasked at tick " + tick);
        }
        if (world == null || world.donor() != seat.player() || world.tick() != tick || world.complete()) {
            return; // Of a save that was given up.
        }
        if (total > match.rules().history()) {
            tooLarge(total);
            return;
        }
        world.add(total, offset, part, match.now());
    }

    private void tooLarge(int total) {
        world = null;
        for (Seat seat : match.seats()) {
            if (seat.state() == State.WAITING_FOR_WORLD) {
                match.remove(
                        seat,
                        "the saved world has " + total + " bytes, and at most "
                                + match.rules().history() + " are allowed; raise the history of the match settings");
            }
        }
    }

    private void stream(Seat seat, Peer peer, FrameLog.Cursor cursor) {
        streamWorld(seat, peer);
        if (received[seat.player()] == null) {
            streamFrames(seat, peer, cursor);
        }
        if (sayNewest && seat.peer() == peer) {
            Messages.writeNewest(match.begin(), match.newest());
            match.send(peer);
            endIfItMakesNoProgress(seat);
        }
    }

    private void endIfItMakesNoProgress(Seat seat) {
        JoinProgress of = progress[seat.player()];
        String problem = of.problem(match.newest(), stepped(seat), seat.worldOffset(), hasCaughtUp(seat), match.now());
        if (problem != null) {
            // Before it has the whole world, the connection or the player is to blame.
            if (of.isStuck(match.now()) && received[seat.player()] == null) {
                wrongWorld(seat);
            }
            match.remove(seat, "player " + seat.player() + " " + problem);
        }
    }

    /** Returns the newest tick that a player who joins is known to have stepped. */
    private long stepped(Seat seat) {
        return Math.max(seat.statusTick(), match.hashes().newest(seat.player()));
    }

    private static boolean hasRoom(Peer peer) {
        return peer.link().queuedBytes(Packet.URGENT) < QUEUE_BYTES;
    }

    private void streamWorld(Seat seat, Peer peer) {
        SavedWorld saved = received[seat.player()];
        while (saved != null && hasRoom(peer)) {
            ByteBuffer part = saved.part(seat.worldOffset());
            int next = seat.worldOffset() + part.remaining();
            Messages.writeWorld(match.begin(), saved.tick(), saved.total(), seat.worldOffset(), part);
            match.send(peer);
            seat.worldOffset(next);
            if (next == saved.total()) {
                received[seat.player()] = null;
                return;
            }
        }
    }

    private void streamFrames(Seat seat, Peer peer, FrameLog.Cursor cursor) {
        while (!cursor.lost() && hasRoom(peer)) {
            ByteBuffer frame = cursor.peek();
            if (frame == null) {
                enterIfCaughtUp(seat);
                return;
            }
            peer.send(frame);
            cursor.moveOn();
        }
        if (cursor.lost()) {
            match.remove(
                    seat,
                    "player " + seat.player() + " joined too slowly: the frames from tick " + cursor.tick()
                            + " on are no longer kept, because "
                            + match.rules().history()
                            + " bytes are kept; raise the history of the match settings");
        }
    }

    private void enterIfCaughtUp(Seat seat) {
        boolean trusted = seat.isVerified() || match.activePlayers() == 0;
        if (seat.state() == State.JOINING && hasCaughtUp(seat) && trusted) {
            seat.state(State.ENTERING);
            if (donors[seat.player()] >= 0) {
                wrongWorlds[donors[seat.player()]] = 0;
            }
        }
    }

    private boolean hasCaughtUp(Seat seat) {
        long allowed = match.delayTicks() + 1 + CAUGHT_UP_NANOS / match.realPeriodNanos();
        return match.newest() - stepped(seat) <= allowed;
    }

    /** Whether all frames so far were sent to a player who joins. */
    boolean hasAll(Seat seat) {
        return seat.cursor() == null || seat.cursor().peek() == null;
    }
}
