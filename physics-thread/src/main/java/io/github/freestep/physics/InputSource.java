package io.github.freestep.physics;

/**
 * A device that is polled, such as a gamepad, a steering wheel or a keyboard's table of keys. For devices that report
 * by callbacks, use {@link InputPort}. The physics thread polls each source once before the ticks that are due, even if
 * they are several, and in a pause only before single steps. A slow poll makes ticks late.
 *
 * <pre>{@code
 * InputSource wheel = sample -> sample.axis(WALK, gamepad.x());
 * PhysicsService physics = PhysicsService.builder(world).input(wheel).start();
 * }</pre>
 */
@FunctionalInterface
public interface InputSource {
    /**
     * Reports the state of the device, and the actions since the previous poll. Reports take effect when this method
     * returns. If it throws, all reports of this poll are discarded, and the {@link FaultPolicy} handles the
     * exception. Unless it stops the run, the next tick is stepped without them.
     *
     * @param sample takes the reports; valid only during this call
     */
    void poll(PolledInput sample);
}
