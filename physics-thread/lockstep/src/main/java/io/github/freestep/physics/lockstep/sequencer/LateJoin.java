package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.Packet;
import io.github.freestep.physics.lockstep.link.WorldParts;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** How one player comes into a running match: what it still gets, and whether it must give up. */
final class LateJoin {
    /** What {@link #send} has sent so far. */
    enum Sent {
        /** There is more to send. */
        PART,
        /** The world and all frames after it so far. */
        ALL,
        /** Frames that the player still needs are no longer kept. */
        LOST
    }

    /** A player who joins gets no more while this many bytes wait. */
    private static final int QUEUE_BYTES = 128 << 10;

    private final MatchRules rules;
    private final JoinProgress progress;
    /** The tick of the next frame to send; 0 before a world is there. */
    private long next;

    private boolean verified;

    /** Who has saved the world that the player began with. */
    private int donor = Peer.NO_PLAYER;
    /** Null once it was sent. */
    private @Nullable WorldParts world;

    private int worldOffset;

    LateJoin(MatchRules rules) {
        this.rules = rules;
        progress = new JoinProgress(rules);
    }

    /** Sends a world, and the frames after it. */
    void begin(int savedBy, WorldParts from) {
        world = from;
        donor = savedBy;
        next = from.tick() + 1;
    }

    /** Returns the tick of the next frame to send; {@link Long#MAX_VALUE} while the player waits for a world. */
    long next() {
        return hasBegun() ? next : Long.MAX_VALUE;
    }

    /** Whether the player no longer waits for a world, so that there is something to send. */
    boolean hasBegun() {
        return next > 0;
    }

    /** Sends the world and then the frames, until the peer's queue has no room. Call it only after {@code begin}. */
    Sent send(Peer peer, FrameLog log, ByteBuffer message) {
        while (world != null) {
            if (!hasRoom(peer)) {
                return Sent.PART;
            }
            int end = world.write(message.clear(), worldOffset);
            peer.send(message.flip());
            worldOffset = end < 0 ? world.arrived() : end;
            world = end < 0 ? null : world;
        }
        while (!log.isLost(next)) {
            if (!hasRoom(peer)) {
                return Sent.PART;
            }
            ByteBuffer frame = log.frame(next);
            if (frame == null) {
                return Sent.ALL;
            }
            peer.send(frame);
            next++;
        }
        return Sent.LOST;
    }

    private static boolean hasRoom(Peer peer) {
        return peer.link().queuedBytes(Packet.URGENT) < QUEUE_BYTES;
    }

    /** Returns why a player whose frames were {@linkplain Sent#LOST lost} is removed. */
    String lostProblem() {
        return "joined too slowly: the frame of tick " + next + " is no longer kept, because the match keeps only "
                + rules.history + " bytes of frames";
    }

    /** Notes that the player has sent a hash of a right state. */
    void verified() {
        verified = true;
    }

    boolean isVerified() {
        return verified;
    }

    /** Returns who has saved the world that the player began with, {@link Peer#NO_PLAYER} before that. */
    int donor() {
        return donor;
    }

    /**
     * Returns why the player must be removed; null if it may go on.
     *
     * @param newest the newest tick of the match
     * @param stepped the newest tick that the player has stepped
     */
    @Nullable String problem(long newest, long stepped, boolean caughtUp, long now) {
        return progress.problem(newest, stepped, worldOffset, caughtUp, verified, now);
    }

    /** Whether a player who must be removed may have had a world that can't be stepped. */
    boolean blamesWorld(long now) {
        // Before it has the whole world, the connection or the player is to blame.
        return progress.isStuck(now) && world == null;
    }
}
