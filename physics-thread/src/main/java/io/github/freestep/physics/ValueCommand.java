package io.github.freestep.physics;

/**
 * A command that returns a value to the caller. The physics thread runs it, between two ticks. It is to {@link Command}
 * what {@code Callable} is to {@code Runnable}.
 *
 * <pre>{@code
 * physics.call(c -> c.world(Boxes.class).addBox()).thenAccept(mine::set);
 * }</pre>
 *
 * @param <T> the type of the value
 */
@FunctionalInterface
public interface ValueCommand<T> {
    /**
     * Runs on the physics thread.
     *
     * @param context the world, its bodies and its time; valid during the call
     * @return the value that the future is completed with
     * @throws Exception if the command fails; then its future fails with the exception, its changes up to then are not
     *     undone, and the service continues
     */
    T run(PhysicsContext context) throws Exception;
}
