package io.github.freestep.physics;

/**
 * A device that is read, not one that calls: a gamepad, a steering wheel, a keyboard's table of keys. It is polled on the
 * physics thread alone, once per wake-up, however many ticks are due then; what takes long here makes them late.
 */
@FunctionalInterface
public interface InputSource {
    /**
     * Tells how the device stands, and what has happened to it since the poll before. It counts only once this returns: if
     * it throws, all that it has told in this poll is discarded, and the exception goes the way of a step's that fails.
     *
     * @param sample where to tell it; for the duration of this call
     */
    void poll(InputSample sample);
}
