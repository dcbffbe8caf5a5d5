package io.github.freestep.net.body;

import io.github.freestep.net.codec.Decoder;
import io.github.freestep.net.codec.RangeCoder;
import io.github.freestep.state.StateLayout;
import org.jspecify.annotations.Nullable;

/**
 * Codes the bodies of a state against those of two earlier states. The same calls encode and decode, as those of
 * {@link RangeCoder} do. For one thread; allocates nothing.
 */
public final class BodyCoder {
    private final @Nullable BodyEncoder encoder;
    private final @Nullable BodyDecoder decoder;

    /** @param coder has at least the models {@link BodyCodec#models} */
    public BodyCoder(StateLayout layout, PoseGrid grid, RangeCoder coder) {
        decoder = coder instanceof Decoder reading ? new BodyDecoder(layout, grid, reading) : null;
        encoder = decoder == null ? new BodyEncoder(layout, grid, coder) : null;
    }

    /** Begins a datagram. */
    public void begin() {
        if (encoder != null) {
            encoder.begin();
        } else {
            decoder.begin();
        }
    }

    /**
     * Codes one body.
     *
     * @param now the ints of the slot's block in this state; those of the slot are written if this decodes
     * @param a the ints of the block in a state before; null if there is none
     * @param a2 those in a state before that; null if there is none
     * @param ticksA how many ticks the state of {@code a} is before this one
     * @param ticksA2 how many ticks the state of {@code a2} is before that of {@code a}
     * @return false if what was decoded is invalid
     */
    public boolean body(int slot, int[] now, int @Nullable [] a, int @Nullable [] a2, int ticksA, int ticksA2) {
        if (encoder != null) {
            encoder.encode(null, slot, now, a);
            return true;
        }
        return decoder.next() && decoder.renewed(slot, a, now);
    }
}
