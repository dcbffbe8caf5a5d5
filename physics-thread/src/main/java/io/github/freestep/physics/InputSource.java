package io.github.freestep.physics;

/**
 * A device that is read, not one that calls: a gamepad, a steering wheel, a keyboard's table of keys. It is polled on the
 * physics thread alone, once per wake-up, however many ticks are due then; what takes long here makes them late.
 */
@FunctionalInterface
public interface InputSource {
    /**
     * Reports the state of the device, and what has happened to it since the previous poll. It counts only once this
     * returns: if it throws, everything that it has reported in this poll is discarded, and the exception is handled
     * like that of a failing step.
     *
     * @param sample where to tell it; for the duration of this call
     */
    void poll(PolledInput sample);
}
