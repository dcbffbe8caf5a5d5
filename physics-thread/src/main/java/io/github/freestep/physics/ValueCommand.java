package io.github.freestep.physics;

/**
 * A {@link Command} that returns a value to the caller: as {@code Callable} is to {@code Runnable}.
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
     * @throws Exception if the command fails: then its future fails with the exception, what the command changed
     *     before stays changed, and the service goes on
     */
    T run(PhysicsContext context) throws Exception;
}
