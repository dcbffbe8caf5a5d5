package io.github.freestep.physics.nodes;

import java.io.IOException;
import java.time.Duration;

/**
 * Receives what happens to the rooms of a node, for example to log it. Threads of the node call it, also several at a
 * time, and wait for it, so it must not block. What it throws is logged. By default, it logs problems and nothing else.
 *
 * <pre>{@code
 * RoomEvents log = new RoomEvents() {
 *     public void began(int room, long owner, Kind from, long tick) {
 *         log("room " + room + " runs here from tick " + tick);
 *     }
 * };
 * }</pre>
 *
 * <p>Each attempt to start a room is reported by {@link #starting} before its first step, and by {@link #stopped} after
 * its last one. Between them, {@link #began} says that the attempt has succeeded, which may be after the first steps.
 * For such a room, {@link #ended} says how it has ended, before or after {@link #stopped}. An attempt that fails, or
 * that is given up before it has succeeded, is reported by neither {@link #began} nor {@link #ended}.
 */
public interface RoomEvents {
    /** What a save says about its room. May grow; have a default branch. */
    enum Kind {
        /** The room was created, and never ran. */
        NEW,
        /** A copy of the world, made while the room ran. The room may have continued since. */
        RUNNING,
        /** All of the room, which has stopped in order to continue elsewhere. */
        MOVED,
        /** All of the room, which has stopped until someone opens it. */
        ASLEEP;

        /** Whether the owner that has made the save had stopped the room before. */
        boolean isLast() {
            return this != RUNNING;
        }
    }

    /** How a room has ended on this node. May grow; have a default branch. */
    enum End {
        /** It was closed or moved, after its last save was confirmed. */
        LEFT,
        /** Another node owns it. */
        SUPERSEDED,
        /** Its lease ended before this node could renew it. The room continues from its last confirmed save. */
        EXPIRED,
        /**
         * The room failed by itself. It continues from its last confirmed save, or from an older one if it fails again
         * and again: see {@link RoomEvents#fellBack}.
         */
        FAILED,
        /**
         * This node's program cannot read the save, such as one of a newer program. The room is left to other nodes for
         * a minute.
         */
        UNREADABLE
    }

    /** This node has found no other one, so it founds the cluster of its store. */
    default void founding() {}

    /** This node is in the cluster of its store, so rooms may come. */
    default void joined() {}

    /**
     * This node has ended: the others have removed it, such as after a long stand-still, or it could not join them. Its
     * rooms continue elsewhere. The process continues, so end it, if something starts it again, or start another node,
     * whose port for TCP may be taken for two minutes if the network is cut. Not called if you have ended the node, or
     * the process ends. By default, it is logged.
     *
     * @param why what has happened
     */
    default void ended(Throwable why) {
        System.getLogger("io.github.freestep").log(System.Logger.Level.ERROR, "this node has ended", why);
    }

    /**
     * A room is about to take its first step here. If it does not start, this node tries again, and calls this again.
     *
     * @param room its number
     * @param owner the number of this owner
     * @param nanos a reading of {@link System#nanoTime()}
     */
    default void starting(int room, long owner, long nanos) {}

    /**
     * A room runs here. It may have taken steps before this call.
     *
     * @param room its number
     * @param owner the number of this owner
     * @param from what it has begun with
     * @param tick the tick of that save
     */
    default void began(int room, long owner, Kind from, long tick) {}

    /**
     * A room is to begin with an older save than its newest one. If it runs for 5 s, it saves, and the newer saves are
     * skipped. Otherwise, nothing was changed, and the next older save is tried after three failures, or the newest one
     * again after the oldest.
     *
     * @param room its number
     * @param age how much older that save is than the newest one
     * @param reason what is wrong with the newest save
     */
    default void fellBack(int room, Duration age, Throwable reason) {
        problem(
                room,
                new IOException(
                        "room " + room + " begins with a save that is " + age.toMillis() / 1_000.0
                                + " s older than its newest one, which stays in the store",
                        reason));
    }

    /**
     * A save of a room is confirmed.
     *
     * @param room its number
     * @param owner the number of this owner
     * @param tick the tick of the save
     */
    default void saved(int room, long owner, long tick) {}

    /**
     * A room that has begun here has ended here. Its last step may still be in progress.
     *
     * @param room its number
     * @param owner the number of this owner
     * @param end how
     * @param tick of the newest confirmed save that was made here; -1 if there was none
     */
    default void ended(int room, long owner, End end, long tick) {}

    /**
     * A room takes no more steps here, and its service is closed.
     *
     * @param room its number
     * @param owner the number of this owner
     * @param nanos when the last step began, as {@link System#nanoTime()}; 0 if there was none
     */
    default void stopped(int room, long owner, long nanos) {}

    /**
     * This node stood still, so its rooms were in danger of moving to others.
     *
     * @param nanos for how long
     */
    default void stoodStill(long nanos) {}

    /**
     * Something went wrong that is tried again, up to five times a second.
     *
     * @param room its number
     * @param problem what went wrong
     */
    default void problem(int room, Throwable problem) {
        System.getLogger("io.github.freestep").log(System.Logger.Level.WARNING, "room " + room, problem);
    }
}
