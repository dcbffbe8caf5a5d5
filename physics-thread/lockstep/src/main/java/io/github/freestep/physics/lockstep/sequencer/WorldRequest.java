package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.net.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.WorldParts;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Gets a saved world for the players who wait for one: chooses a donor by what came of its earlier worlds, asks it to
 * save its world, collects the parts that it sends, and chooses another donor if it sends none. At most one world is on
 * its way.
 */
final class WorldRequest {
    private static final long TIMEOUT_NANOS = 5_000_000_000L;

    /** A donor that sends less than 16 kB per second counts as one that sends nothing. */
    private static final long MOST_NANOS_PER_BYTE = 61_035;

    private final long maxBytes;
    /** For each player, how many of its worlds in a row led to a wrong state, or could not be restored. */
    private final int[] wrong;

    /** Bit p is set if player p was asked at least once. */
    private int asked;

    /** Bit p is set if player p was asked, and sent no world. */
    private int failed;

    private int nextDonor = Peer.NO_PLAYER;
    /** Who saves the world that is on its way, or the one taken last. */
    int donor = Peer.NO_PLAYER;

    private long begunNanos;
    private long progressNanos;
    /** Null if no world is on its way. */
    private @Nullable WorldParts world;

    WorldRequest(MatchRules rules) {
        wrong = new int[rules.players];
        maxBytes = rules.history;
    }

    /**
     * Does what is due while players wait.
     *
     * @param awaited bit p for each player for whom the match waits
     * @return false if no player can save its world, so that the waiting ones can't join
     */
    boolean onTime(PlayerPlace[] places, long awaited, long now) {
        if (world == null) {
            nextDonor = choose(places, awaited);
            return nextDonor >= 0 || mayBecomeDonors(places);
        }
        if (!world.isComplete() && (!places[donor].isActive() || now - progressNanos >= TIMEOUT_NANOS)) {
            failed |= 1 << donor;
            world = null;
        }
        return true;
    }

    /**
     * Returns a player who can save its world; {@link Peer#NO_PLAYER} if there is none. Prefers the one whose worlds
     * were wrong least often, and of several one for whom the match does not wait.
     */
    private int choose(PlayerPlace[] places, long awaited) {
        return Arrays.stream(places)
                .filter(each -> each.isActive() && each.peer.request().exact() && (failed & each.bit()) == 0)
                .min(Comparator.comparingLong(each -> 2L * wrong[each.player] + (awaited >>> each.player & 1)))
                .map(each -> each.player)
                .orElse(Peer.NO_PLAYER);
    }

    /** Forgets the world on its way and who sent none, because no player waits for one any more. */
    void forget() {
        failed = 0;
        nextDonor = Peer.NO_PLAYER;
        world = null;
    }

    /** Counts a world of a player as wrong. It may have been right, and the joining player at fault. */
    void countWrong(int player) {
        wrong[player]++;
    }

    /** Notes that a world of a player was right, or that another peer takes the player's place. */
    void forgetWrong(int player) {
        wrong[player] = 0;
    }

    /** Whether players who have a world will take part soon. */
    private static boolean mayBecomeDonors(PlayerPlace[] places) {
        return Arrays.stream(places)
                .anyMatch(each -> each.state == PlayerPlace.State.JOINING || each.state == PlayerPlace.State.ENTERING);
    }

    /** Returns the oldest tick whose frame belongs to a world on its way; {@link Long#MAX_VALUE} if there is none. */
    long needed() {
        return world == null ? Long.MAX_VALUE : world.tick + 1;
    }

    /** Returns a player to ask now for a world of a tick or a later one, {@link Peer#NO_PLAYER} for none. */
    int ask(PlayerPlace[] places, long tick, long now) {
        int next = nextDonor;
        nextDonor = Peer.NO_PLAYER;
        if (next < 0 || world != null || !places[next].isActive() || places[next].waited.rests(now)) {
            return Peer.NO_PLAYER;
        }
        donor = next;
        world = new WorldParts(tick);
        begunNanos = now;
        progressNanos = now;
        asked |= places[donor].bit();
        return donor;
    }

    /** Takes a part of a world. Returns false if the world is too large; then it is given up. */
    boolean add(int player, long tick, long newest, int total, int offset, ByteBuffer part, long now)
            throws InvalidMessageException {
        if ((asked >>> player & 1) == 0 || tick > newest) {
            throw new InvalidMessageException("a world must be sent only on request, was sent unasked at tick " + tick);
        }
        if (world == null || player != donor || world.isComplete() || !begins(tick, offset)) {
            return true; // Of a save that was given up.
        }
        if (total > maxBytes) {
            world = null;
            return false;
        }
        world.add(tick, total, offset, part);
        progressNanos = Math.min(now, begunNanos + world.arrived * MOST_NANOS_PER_BYTE);
        return true;
    }

    /** Whether a part is of the world on its way, which begins with the first part of the asked tick or a later one. */
    private boolean begins(long tick, int offset) {
        if (offset == 0 && tick >= world.tick) {
            // In a pause, two saves may be of one tick; the second then begins again.
            world = new WorldParts(tick);
        }
        return world.tick == tick && (offset == 0 || world.arrived > 0);
    }

    /** Returns the world if it is complete, and forgets it; null if it is not. */
    @Nullable WorldParts takeWorld() {
        WorldParts taken = world != null && world.isComplete() ? world : null;
        world = taken == null ? world : null;
        return taken;
    }
}
