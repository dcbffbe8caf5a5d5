package io.github.freestep.minestom;

import io.github.freestep.render.Frame;
import net.minestom.server.entity.metadata.display.BlockDisplayMeta;

/** Says which block shows a body, and how large it is. See the example of {@link BodyDisplays}. */
@FunctionalInterface
public interface BodyLook {
    /**
     * Sets the block and the scale of a body that has appeared. Called by the thread of the game. The place, the
     * rotation and the interpolation are set afterwards, so that the middle of the block is where the body is.
     *
     * @param frame has the channels of the body, if the look depends on them
     * @param slot the slot of the body
     * @param meta takes the block and the scale, which is a cubic metre of air at first
     */
    void set(Frame frame, int slot, BlockDisplayMeta meta);
}
