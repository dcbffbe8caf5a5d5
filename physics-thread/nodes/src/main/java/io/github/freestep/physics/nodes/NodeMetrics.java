package io.github.freestep.physics.nodes;

import java.util.concurrent.TimeUnit;

/**
 * Figures of a node at one moment, for a monitor. The counts begin at zero when the node starts.
 *
 * <pre>{@code
 * NodeMetrics now = nodes.metrics();
 * gauge("rooms", now.rooms());
 * gauge("beat.age.seconds", now.beatAgeNanos() / 1e9); // about 0.1 while the store answers
 * }</pre>
 */
public final class NodeMetrics {
    private final int rooms;
    private final long left;
    private final long lost;
    private final long failed;
    private final long refusedClaims;
    private final long standStills;
    private final long beatAgeNanos;

    NodeMetrics(RoomHost host, NodeBeats beats) {
        rooms = host.size();
        left = host.left;
        lost = host.lost;
        failed = host.failed;
        refusedClaims = host.refusedClaims;
        standStills = host.standStills;
        beatAgeNanos = beats.ageNanos();
    }

    /** {@return the number of rooms that run here, or are starting or stopping} */
    public int rooms() {
        return rooms;
    }

    /** {@return how many rooms have moved from here to another node, or were closed, with a confirmed save} */
    public long left() {
        return left;
    }

    /** {@return how many rooms this node has lost to another owner, or because it could not renew its lease in time} */
    public long lost() {
        return lost;
    }

    /** {@return how many rooms have failed by themselves, such as by an exception in a step} */
    public long failed() {
        return failed;
    }

    /**
     * {@return how many claims were not made, because the node had stood still and another node might own the room; up
     * to five a second for each room that it has to start}
     */
    public long refusedClaims() {
        return refusedClaims;
    }

    /** {@return how often this node did not poll for 0.5 s or more: it got no processor, or the store was slow} */
    public long standStills() {
        return standStills;
    }

    /**
     * Returns how long ago this node wrote the newest beat that it has read back from the store. It is about a
     * tenth of a second while the store answers. A node whose beats are older than 2 s loses its rooms.
     *
     * @return the time in nanoseconds; {@link Long#MAX_VALUE} if no beat was read back yet
     */
    public long beatAgeNanos() {
        return beatAgeNanos;
    }

    @Override
    public String toString() {
        return rooms + " rooms, " + left + " left, " + lost + " lost, " + failed + " failed, " + refusedClaims
                + " claims refused, " + standStills + " stand-stills, "
                + (beatAgeNanos == Long.MAX_VALUE
                        ? "no beat"
                        : "newest beat " + TimeUnit.NANOSECONDS.toMillis(beatAgeNanos) + " ms ago");
    }
}
