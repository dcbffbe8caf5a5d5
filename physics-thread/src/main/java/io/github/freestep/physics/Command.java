package io.github.freestep.physics;

/**
 * Changes the world between two ticks, on the physics thread. It should be short, because the next tick waits for it.
 *
 * <pre>{@code
 * physics.submit(c -> c.bodies().spawn(3));
 * physics.submit(c -> c.world(Boxes.class).explode());
 * }</pre>
 *
 * <p>A command that returns a value is a {@link ValueCommand}, and a command that a recording can repeat is a
 * {@link io.github.freestep.physics.saves.PortableCommand PortableCommand}.
 */
@FunctionalInterface
public interface Command {
    /**
     * Runs on the physics thread.
     *
     * @param context the world, its bodies and its time; valid during the call
     * @throws Exception if the command fails; then its future fails with the exception, its changes up to then are not
     *     undone, and the service continues
     */
    void run(PhysicsContext context) throws Exception;
}
