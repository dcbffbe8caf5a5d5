package io.github.freestep.internal;

/**
 * Keeps a list of bodies for the code that fills it, such as the adapter of an engine. A body that other code spawned
 * or removed would be known to only one of the list and the engine. Not a method of {@link Spawning}, because users
 * inherit that and could call it.
 */
public final class Filler {
    private Filler() {}

    /**
     * Refuses spawns and removals from now on, or allows them.
     *
     * @param bodies the bodies
     * @param refusal the message of the exception; null allows them
     * @return the message before, to be set again after a change
     */
    public static String refuse(Spawning bodies, String refusal) {
        String before = bodies.refusal;
        bodies.refusal = refusal;
        return before;
    }
}
