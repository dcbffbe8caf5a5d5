package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.net.link.Packet;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.WorldParts;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** How one player comes into a running match: what it still gets, and whether it must give up. */
final class LateJoin {
    /** A player who joins gets no more while this many bytes wait. */
    private static final int QUEUE_BYTES = 128 << 10;

    /** How long a player who joins may step no tick, for example because it restores a large world. */
    private static final long LIMIT_NANOS = 30_000_000_000L;

    private final MatchRules rules;
    private final long limitNanos;
    private final long limitTicks;

    /** The tick of the next frame to send; {@link Long#MAX_VALUE} while the player waits for a world. */
    long next = Long.MAX_VALUE;

    /** Whether a frame that the player still needs is no longer kept. */
    private boolean isLost;

    /** Whether the player has sent a hash of a right state. */
    boolean isVerified;

    /** Who has saved the world that the player began with, {@link Peer#NO_PLAYER} before that. */
    int donor = Peer.NO_PLAYER;
    /** Null once it was sent. */
    private @Nullable WorldParts world;

    private int worldOffset;

    private long made = -1;
    private long madeNanos;
    private long stepped;
    private int steps;

    /** How far behind the player was when the present span of {@link #limitNanos} began; -1 if none has begun. */
    private long behindBefore = -1;

    private long spanNanos;

    /** The tick of the match at which the player first caught up; -1 if it has not yet. */
    private long caughtUpTick = -1;

    LateJoin(MatchRules rules) {
        this.rules = rules;
        limitNanos = Math.max(LIMIT_NANOS, rules.waitSpan.toNanos());
        limitTicks = 1 + limitNanos / rules.periodNanos();
    }

    /** Sends a world, and the frames after it. */
    void begin(int savedBy, WorldParts from) {
        world = from;
        donor = savedBy;
        next = from.tick + 1;
    }

    /** Whether the player no longer waits for a world, so that there is something to send. */
    boolean hasBegun() {
        return next < Long.MAX_VALUE;
    }

    /**
     * Sends the world and then the frames, until the peer's queue has no room. Call it only after {@code begin}.
     *
     * @return whether the peer has been sent all frames so far
     */
    boolean send(Peer peer, FrameLog log, ByteBuffer message) {
        while (world != null) {
            if (!hasRoom(peer)) {
                return false;
            }
            int end = world.write(message.clear(), worldOffset);
            peer.send(message.flip());
            worldOffset = end < 0 ? world.arrived : end;
            world = end < 0 ? null : world;
        }
        for (ByteBuffer frame; (frame = log.frame(next)) != null; next++) {
            if (!hasRoom(peer)) {
                return false;
            }
            peer.send(frame);
        }
        isLost = log.isLost(next);
        return !isLost;
    }

    private static boolean hasRoom(Peer peer) {
        return peer.link.queuedBytes(Packet.URGENT) < QUEUE_BYTES;
    }

    /**
     * Returns why the player must be removed; null if it may continue. So each join ends: the player plays, or is
     * removed.
     *
     * @param newest the newest tick of the match
     * @param nowStepped the newest tick that the player has stepped
     * @param caughtUp whether it has caught up with the match
     */
    @Nullable String problem(long newest, long nowStepped, boolean caughtUp, long now) {
        if (isLost) {
            return "joined too slowly: the frame of tick " + next + " is no longer kept, because the match keeps only "
                    + rules.history + " bytes of frames";
        }
        // A player who has caught up can step nothing while the match is paused or waits.
        if (caughtUp || nowStepped + worldOffset != made) {
            made = nowStepped + worldOffset;
            madeNanos = now;
        }
        steps += nowStepped == stepped ? 0 : 1;
        stepped = nowStepped;
        if (isStuck(now)) {
            return "joined too slowly: it has stepped no tick for " + seconds();
        }
        if (isFallingBehind(newest - nowStepped, caughtUp, now)) {
            return "joined too slowly: it has come no closer to the others for " + seconds();
        }
        caughtUpTick = caughtUp && caughtUpTick < 0 ? newest : caughtUpTick;
        // A player who has shown a right state may have to wait until it may play.
        if (!isVerified && caughtUpTick >= 0 && newest - caughtUpTick > limitTicks) {
            return "sent no hash that shows a right state for " + seconds();
        }
        return null;
    }

    /** Whether the player has neither stepped a tick nor been sent a part of a world for the limit. */
    private boolean isStuck(long now) {
        return now - madeNanos >= limitNanos;
    }

    /** Ignores the first reports: the player may still be restoring a world, and falls behind meanwhile. */
    private boolean isFallingBehind(long behind, boolean caughtUp, long now) {
        if (caughtUp || steps < 3) {
            behindBefore = -1;
        } else if (behindBefore < 0 || now - spanNanos >= limitNanos) {
            boolean falls = behindBefore >= 0 && behind >= behindBefore;
            behindBefore = behind;
            spanNanos = now;
            return falls;
        }
        return false;
    }

    private String seconds() {
        return limitNanos / 1_000_000_000 + " s";
    }

    /** Whether a player who must be removed may have had a world that can't be stepped. */
    boolean blamesWorld(long now) {
        // Before it has the whole world, the connection or the player is to blame.
        return isStuck(now) && world == null;
    }
}
