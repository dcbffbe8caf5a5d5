package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.physics.lockstep.link.InputBody;
import io.github.freestep.physics.lockstep.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.RecentBytes;
import java.nio.ByteBuffer;

/** The inputs of one player that no frame has taken yet. They come in the order of their ticks. */
final class PlayerInputs {
    private final MatchRules rules;
    private final RecentBytes inputs;
    private long first;
    private long next;

    PlayerInputs(MatchRules rules) {
        this.rules = rules;
        inputs = new RecentBytes(Integer.highestOneBit(rules.maxDelay() + 2) << 1);
    }

    /** Forgets all inputs, and expects that of a tick next. */
    void begin(long tick) {
        first = tick;
        next = tick;
    }

    /** Copies the input of the next tick. {@code newest} is the newest tick that has a frame. */
    void add(long tick, ByteBuffer body, long newest) throws InvalidMessageException {
        if (tick != next || tick > newest + rules.maxDelay()) {
            throw new InvalidMessageException("the tick of an input must be " + next + ", and at most "
                    + rules.maxDelay() + " above the newest, " + newest + "; was " + tick);
        }
        InputBody.check(body, rules);
        inputs.add(tick, body, body.position(), body.remaining());
        body.position(body.limit());
        next++;
    }

    /** Whether the input of a tick has not come yet. */
    boolean lacks(long tick) {
        return tick >= next;
    }

    boolean has(long tick) {
        return tick >= first && tick < next && inputs.has(tick);
    }

    int length(long tick) {
        return inputs.length(tick);
    }

    void put(long tick, ByteBuffer to) {
        inputs.put(tick, to);
    }
}
