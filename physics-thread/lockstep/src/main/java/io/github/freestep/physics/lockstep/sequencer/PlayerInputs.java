package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.physics.lockstep.link.InputBody;
import io.github.freestep.physics.lockstep.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.link.MatchRules;
import java.nio.ByteBuffer;

/** The inputs of one player that no frame has taken yet. They come in the order of their ticks. */
final class PlayerInputs {
    private static final class Slot {
        private byte[] bytes = {};
        private int length;
        private long tick = -1;
    }

    private final MatchRules rules;
    private final Slot[] slots;
    private long first;
    private long next;

    PlayerInputs(MatchRules rules) {
        this.rules = rules;
        slots = new Slot[Integer.highestOneBit(rules.maxDelay() + 2) << 1];
        for (int i = 0; i < slots.length; i++) {
            slots[i] = new Slot();
        }
    }

    private Slot slot(long tick) {
        return slots[(int) tick & slots.length - 1];
    }

    /** Forgets all inputs, and expects that of a tick next. */
    void begin(long tick) {
        first = tick;
        next = tick;
        for (Slot slot : slots) {
            slot.tick = -1;
        }
    }

    /** Copies the input of the next tick. {@code newest} is the newest tick that has a frame. */
    void add(long tick, ByteBuffer body, long newest) throws InvalidMessageException {
        if (tick != next || tick > newest + rules.maxDelay()) {
            throw new InvalidMessageException("the tick of an input must be " + next + ", and at most "
                    + rules.maxDelay() + " above the newest, " + newest + "; was " + tick);
        }
        InputBody.check(body, rules);
        Slot slot = slot(tick);
        if (slot.bytes.length < body.remaining()) {
            slot.bytes = new byte[body.remaining()];
        }
        slot.length = body.remaining();
        slot.tick = tick;
        body.get(slot.bytes, 0, slot.length);
        next++;
    }

    /** Whether the input of a tick has not come yet. */
    boolean lacks(long tick) {
        return tick >= next;
    }

    boolean has(long tick) {
        return tick >= first && slot(tick).tick == tick;
    }

    int length(long tick) {
        return slot(tick).length;
    }

    void put(long tick, ByteBuffer to) {
        to.put(slot(tick).bytes, 0, slot(tick).length);
    }
}
