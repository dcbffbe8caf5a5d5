package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.net.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.link.InputBody;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.RecentBytes;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The place of one player in the match: who has it, and what this peer has sent and reported. */
final class PlayerPlace {
    /** What the player does. */
    enum State {
        /** The place is free. */
        EMPTY,
        /** Sets its world up before the start of the match. */
        WAITING,
        /** Waits for the start of the match. */
        READY,
        /** Waits for a saved world. */
        WAITING_FOR_WORLD,
        /** Receives what has happened so far, and computes it. */
        JOINING,
        /** Takes part from the next tick on. */
        ENTERING,
        /** Takes part. */
        ACTIVE,
        /** Took part, and leaves at the next tick. */
        LEAVING
    }

    final int player;

    /** How long the match has waited for the input of this player. */
    final PlayerWait waited;

    /** When the frames were sent at which the player samples. */
    final DelayControl delay;

    /** The inputs that no frame has taken yet. They come in the order of their ticks. */
    final RecentBytes inputs;

    private final MatchRules rules;
    private long firstInput;
    private long nextInput;

    State state = State.EMPTY;

    @Nullable Peer peer;

    private boolean isHost;

    /** The newest tick that the player says to have stepped, or has sent the hash of. */
    long steppedTick;

    /** How the player comes into a running match; null if it began with the match, and once it takes part. */
    @Nullable LateJoin join;

    PlayerPlace(int player, MatchRules rules) {
        this.player = player;
        this.rules = rules;
        inputs = new RecentBytes(Integer.highestOneBit(rules.maxDelay() + 2) << 1);
        waited = new PlayerWait(rules);
        delay = new DelayControl(rules);
    }

    int bit() {
        return 1 << player;
    }

    /** Whether the player is a {@linkplain Peer#isHost host}. Also true while it leaves. */
    boolean isHost() {
        return isHost && state != State.EMPTY;
    }

    /** Whether the player's input counts. */
    boolean isActive() {
        return state == State.ACTIVE;
    }

    boolean isJoining() {
        return state == State.JOINING || state == State.WAITING_FOR_WORLD;
    }

    /** Gives the place to a peer. {@code how} is null if the match has not begun. */
    void take(Peer by, @Nullable LateJoin how) {
        peer = by;
        isHost = by.isHost;
        state = how == null ? State.WAITING : State.WAITING_FOR_WORLD;
        join = how;
        steppedTick = 0;
        by.player = player;
    }

    /** Separates the peer, whose connection has ended. */
    void abandon() {
        if (peer != null) {
            peer.player = Peer.NO_PLAYER;
        }
        peer = null;
        join = null;
        state = state == State.ACTIVE ? State.LEAVING : State.EMPTY;
    }

    void ready() {
        state = state == State.WAITING ? State.READY : state;
    }

    /** Begins to take part, with an input delay: the first input is the one that is sampled at this tick. */
    void activate(long tick, int delayTicks) {
        state = State.ACTIVE;
        join = null;
        delay.start(tick, delayTicks);
        firstInput = tick + delayTicks;
        nextInput = firstInput;
    }

    /** Copies an input. It ends a wait for this player. {@code newest} is the newest tick that has a frame. */
    void input(long tick, ByteBuffer body, long newest, long now) throws InvalidMessageException {
        if (state != State.ACTIVE) {
            throw new InvalidMessageException("player " + player + " must send input only while it takes part");
        }
        if (tick != nextInput || tick > newest + rules.maxDelay()) {
            throw new InvalidMessageException("the tick of an input must be " + nextInput + ", and at most "
                    + rules.maxDelay() + " above the newest, " + newest + "; was " + tick);
        }
        InputBody.check(body, rules);
        inputs.add(tick, body, body.position(), body.remaining());
        body.position(body.limit());
        nextInput++;
        waited.end(now);
    }

    /** Whether the match cannot step a tick without this player. */
    boolean lacks(long tick) {
        return state == State.ACTIVE && tick >= nextInput;
    }

    boolean hasInput(long tick) {
        return state == State.ACTIVE && tick >= firstInput && tick < nextInput && inputs.has(tick);
    }
}
