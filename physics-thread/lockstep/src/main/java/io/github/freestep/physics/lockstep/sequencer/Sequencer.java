package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.time.Ratio;
import java.nio.ByteBuffer;
import java.util.function.LongPredicate;

/**
 * Decides what belongs to which tick of a lockstep match. A state machine without a thread, a clock and physics: the
 * same settings and the same calls lead to the same packets. For one thread at a time. Never blocks. While the same
 * players play, it allocates nothing.
 */
public final class Sequencer {
    private static final long FORGIVEN_NANOS = 250_000_000;

    private final Match match;
    private final Connections connections;
    private boolean called;

    /**
     * The time of the first call. All other times in the match count from it, because a clock may begin anywhere, also
     * below 0, and the fields that hold times begin at 0.
     */
    private long originNanos;

    private long calledNanos;

    /**
     * Creates the sequencer of one match. All players must have the same rules.
     *
     * @param rules the rules of the match
     * @param out sends the packets
     * @param hosts which connections are those of players in the sequencer's own process
     * @param run 1, or a greater number for a sequencer that goes on with the match of an earlier one
     */
    public Sequencer(MatchRules rules, PeerOutput out, LongPredicate hosts, long run) {
        match = new Match(rules, run);
        connections = new Connections(match, out, hosts);
    }

    /**
     * Takes a packet of a peer. Sends nothing, except to a peer that it does not know; {@link #onTime} does.
     *
     * @param peer the connection that the packet came from
     * @param packet the bytes between its position and its limit; its position is changed
     * @param nowNanos the time, not before that of any call before
     */
    public void onPacket(long peer, ByteBuffer packet, long nowNanos) {
        connections.onPacket(peer, packet, advance(nowNanos));
    }

    /**
     * Does what is due, and sends all packets. Call it after packets have come, and at the time that it returns.
     *
     * @param nowNanos the time, not before that of any call before
     * @return when it must be called again, at most 50 ms after {@code nowNanos}
     */
    public long onTime(long nowNanos) {
        long now = advance(nowNanos);
        connections.admit(now);
        match.onTime();
        return originNanos + Math.min(connections.flush(now), match.nextTime());
    }

    /**
     * Returns the time since the first call. If there was no call for some time, because the computer slept,
     * then no peer could be heard. That time does not count as their silence.
     */
    private long advance(long nowNanos) {
        if (!called) {
            called = true;
            originNanos = nowNanos;
        }
        long now = nowNanos - originNanos;
        long gap = now - calledNanos;
        if (gap > FORGIVEN_NANOS) {
            connections.forgive(gap);
            match.forgive(gap);
        }
        calledNanos = now;
        match.advance(now);
        return now;
    }

    /** Pauses the match. This method and the next ones apply when {@link #onTime} is called next. */
    public void pause() {
        match.pause();
    }

    public void resume() {
        match.resume();
    }

    /** Changes the time scale. The caller has checked it. */
    public void scale(Ratio wanted) {
        match.scale(wanted);
    }

    /** Removes a player if there is one. */
    public void remove(int player) {
        match.remove(player);
    }

    /** Ends the match for all players. The next calls of {@link #onTime} send the reason. */
    public void end(String reason) {
        connections.end(reason);
    }

    /** Whether a peer is connected, or has not yet confirmed its last message. */
    public boolean hasConnections() {
        return !connections.isEmpty();
    }

    /**
     * Returns how the match stands.
     *
     * @return the status after the last call of {@link #onPacket} or {@link #onTime}
     */
    public MatchStatus status() {
        return match.status();
    }

    /**
     * Returns how many packets were dropped, because they were damaged or belong to no connection.
     *
     * @return the number since the start
     */
    public long droppedPackets() {
        return connections.dropped();
    }
}
