package io.github.freestep.internal;

import java.security.SecureRandom;

/**
 * Identifies the world of a buffer of states, and the world that it continues, across processes. Each start of a
 * service draws another id. So two services that continue from the same moment are two worlds, although both name the
 * same former one.
 *
 * @param id a random number
 * @param former the id of the service that was handed over; if there was none, the same as {@code id}
 * @param startTick the tick at which this world begins; up to it, the former one is the same; negative if unknown
 */
public record WorldId(long id, long former, long startTick) {
    /**
     * Draws the id of a world that continues no other.
     *
     * @param startTick the tick at which it begins; negative if unknown
     * @return the id
     */
    public static WorldId startsAt(long startTick) {
        long id = new SecureRandom().nextLong();
        return new WorldId(id, id, startTick);
    }
}
