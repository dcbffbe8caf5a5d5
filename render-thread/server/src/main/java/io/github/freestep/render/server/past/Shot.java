package io.github.freestep.render.server.past;

import io.github.freestep.render.Frame;
import io.github.freestep.state.State;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.joml.Vector3d;
import org.jspecify.annotations.Nullable;

/**
 * Judges the shots of players by what they saw, and checks that they can have shot from there. Clients may lie, so a
 * shot is moved to the nearest that is possible if it is slightly off, and otherwise refused. For the thread of its
 * history; {@link #message} is for any thread.
 *
 * <pre>{@code
 * private final Shot shot = Shot.judgedBy(history, ShotRules.of(Duration.ofSeconds(1), 2));
 *
 * if (shot.read(message) && shot.body() == bodyOf(player)) {                      // in a step
 *     picker.ray(shot.frame(), shot.x(), shot.y(), shot.z(), shot.dx(), shot.dy(), shot.dz(), 100, 0.5f, hits);
 * }
 * }</pre>
 *
 * <ul>
 *   <li><b>Time</b>: the picture must show the newest state of the history or an earlier one, at most as old as the
 *       rules allow. What is off by up to 100 ms is judged at the nearest time. A client chooses within that, so give
 *       {@link #read(ByteBuffer, long)} the earliest time that this one can have shown.
 *   <li><b>Origin</b>: it must be near the way that the body has gone from the time shown until now, because a player's
 *       own body may be predicted. What is off by up to the same distance again is moved nearer. The
 *       jump of a teleport is no part of the way.
 *   <li><b>Body</b>: it must have lived in that time. Whether it is the player's, the caller must check.
 * </ul>
 *
 * <p>{@code freestep-server} does all this for its players.
 */
public final class Shot {
    /** The length of a message in bytes. */
    public static final int BYTES = 2 * Integer.BYTES + Long.BYTES + 6 * Double.BYTES;

    private static final long SLACK_NANOS = 100_000_000;

    /** By how much later than a shot an input may come, so that the body is elsewhere. */
    private static final double INPUT_NANOS = 50_000_000;

    private final StateHistory history;
    private final ShotRules rules;
    private final Vector3d origin = new Vector3d();
    private final Vector3d direction = new Vector3d();

    /** The nearest place of the body's way. */
    private final Vector3d nearest = new Vector3d();

    private final Vector3d place = new Vector3d();
    private final Vector3d way = new Vector3d();
    private Frame frame;
    private int body;
    private int life;
    private boolean isMistimed;
    private boolean isMisplaced;
    private double leastReach;

    private Shot(StateHistory history, ShotRules rules) {
        this.history = history;
        this.rules = rules;
        frame = history.at(0);
    }

    /**
     * Returns a judge of shots, which is used for all of them.
     *
     * @param history the past of the world, which must reach back as far as the rules allow
     * @param rules what shots may be like
     * @return the judge
     */
    public static Shot judgedBy(StateHistory history, ShotRules rules) {
        Objects.requireNonNull(rules, "rules must not be null");
        return new Shot(Objects.requireNonNull(history, "history must not be null"), rules);
    }

    /**
     * Writes a shot for {@link #read}. Allocates the message.
     *
     * @param shownNanos the simulation time of the server that the picture shows: {@code remote.serverNanos(...)} on a
     *     client, or {@link Frame#simulationNanos}
     * @param body the slot of the body that shoots
     * @param life its life in the picture
     * @param x the x coordinate of the beginning, in the world
     * @param y the y coordinate of the beginning
     * @param z the z coordinate of the beginning
     * @param dx the x component of the direction, of any length but zero
     * @param dy the y component of the direction
     * @param dz the z component of the direction
     * @return a message of {@value #BYTES} bytes
     * @throws IllegalArgumentException if the beginning or the direction is NaN or infinite, or the direction is zero
     */
    public static byte[] message(
            long shownNanos, int body, int life, double x, double y, double z, double dx, double dy, double dz) {
        double norm = norm(dx, dy, dz);
        if (!(Math.abs(x) + Math.abs(y) + Math.abs(z) <= Double.MAX_VALUE && isDirection(norm))) {
            throw new IllegalArgumentException(
                    "a shot must begin at a finite place, with a finite direction that is not" + " zero, was from (" + x
                            + ", " + y + ", " + z + ") to (" + dx + ", " + dy + ", " + dz + ")");
        }
        ByteBuffer out = ByteBuffer.allocate(BYTES);
        out.putLong(shownNanos).putInt(body).putInt(life);
        out.putDouble(x).putDouble(y).putDouble(z).putDouble(dx).putDouble(dy).putDouble(dz);
        return out.array();
    }

    /**
     * Reads a shot, and goes back to what its player saw. Call {@link StateHistory#update} before. Allocates nothing.
     *
     * @param message any bytes, from the position of the buffer on
     * @return false if the shot is refused
     */
    public boolean read(ByteBuffer message) {
        return read(message, Long.MIN_VALUE);
    }

    /**
     * Reads a shot as the other method does, if its picture shows a given time or a later one.
     *
     * @param message any bytes, from the position of the buffer on
     * @param earliestNanos the earliest simulation time that this player can have seen; the rules hold, too
     * @return false if the shot is refused
     */
    public boolean read(ByteBuffer message, long earliestNanos) {
        if (Objects.requireNonNull(message, "message must not be null").remaining() < BYTES) {
            return false;
        }
        long shown = message.getLong();
        body = message.getInt();
        life = message.getInt();
        origin.set(message.getDouble(), message.getDouble(), message.getDouble());
        direction.set(message.getDouble(), message.getDouble(), message.getDouble());
        double norm = norm(direction.x, direction.y, direction.z);
        long newest = history.newestNanos();
        long earliest = Math.min(newest, Math.max(newest - rules.oldestNanos, earliestNanos));
        long nanos = Math.max(earliest, Math.min(newest, shown));
        boolean isPossible = origin.isFinite() && isDirection(norm) && body >= 0;
        isMistimed = isPossible && (shown < nanos - SLACK_NANOS || shown > nanos + SLACK_NANOS);
        isMisplaced = false;
        if (!isPossible || isMistimed) {
            return false;
        }
        direction.div(norm);
        double off = look(nanos);
        frame = history.at(nanos);
        isMisplaced = off > rules.reach && off < Double.POSITIVE_INFINITY;
        if (off > 2 * rules.reach) {
            return false;
        }
        isMistimed = frame.simulationNanos() != shown;
        if (off > rules.reach) {
            origin.lerp(nearest, 1 - rules.reach / off);
        }
        return true;
    }

    private static double norm(double dx, double dy, double dz) {
        return Math.hypot(Math.hypot(dx, dy), dz);
    }

    /** Whether a direction has a length by which it can be divided: the reciprocal of less is infinite. */
    private static boolean isDirection(double norm) {
        return norm >= Double.MIN_NORMAL && norm <= Double.MAX_VALUE;
    }

    /** How far the origin is from the way of the body; infinite if it has not lived. */
    private double look(long fromNanos) {
        double least = Double.POSITIVE_INFINITY;
        leastReach = 0;
        @Nullable State last = null;
        StateSpan states = history.live();
        for (long i = states.reached(fromNanos); i < states.end; i++) {
            State state = states.state(i);
            if (body >= state.slots() || !state.isAlive(body) || state.life(body) != life) {
                last = null;
                continue;
            }
            place.set(state.x(body), state.y(body), state.z(body));
            // After a teleport, the way begins again. If no time has passed, a jump is one.
            long nanos = last == null ? 0 : state.simulationNanos() - last.simulationNanos();
            if (last != null && nanos > 0 && last.epoch(body) == state.epoch(body)) {
                way.set(last.x(body), last.y(body), last.z(body)).sub(place);
                double share =
                        way.dot(origin.x - place.x, origin.y - place.y, origin.z - place.z) / way.lengthSquared();
                leastReach = Math.max(leastReach, way.length() * INPUT_NANOS / nanos);
                // NaN if it stands still.
                place.fma(share > 0 ? Math.min(1, share) : 0, way);
            }
            if (place.distance(origin) < least) {
                least = place.distance(origin);
                nearest.set(place);
            }
            last = state;
        }
        return least;
    }

    /**
     * Returns the world as the player saw it.
     *
     * @return the frame of the history, until its next call
     */
    public Frame frame() {
        return frame;
    }

    /**
     * Returns whether the shot was not as its client has said, because that was slightly impossible.
     *
     * @return whether time or origin were changed
     */
    public boolean isClamped() {
        return isMistimed || isMisplaced;
    }

    /**
     * Returns whether the time of the picture was changed, or is why the shot was refused.
     *
     * @return whether it was too old, or newer than the newest state
     */
    public boolean isMistimed() {
        return isMistimed;
    }

    /**
     * Returns whether the origin was changed, or is why the shot was refused.
     *
     * @return whether it was too far from the way of the body
     */
    public boolean isMisplaced() {
        return isMisplaced;
    }

    /**
     * Returns how far the body has gone in 50 ms at most since the picture. If the reach of the rules is less, honest
     * shots are {@linkplain #isMisplaced misplaced}.
     *
     * @return a distance, without that of the eyes from the body
     */
    public double leastReach() {
        return leastReach;
    }

    /**
     * Returns the body that shoots.
     *
     * @return its slot, as the client has said
     */
    public int body() {
        return body;
    }

    /**
     * Returns the life of that body.
     *
     * @return its life, as the client has said
     */
    public int life() {
        return life;
    }

    /**
     * Returns the x coordinate of the beginning.
     *
     * @return a coordinate in the world
     */
    public double x() {
        return origin.x;
    }

    /**
     * Returns the y coordinate of the beginning.
     *
     * @return a coordinate in the world
     */
    public double y() {
        return origin.y;
    }

    /**
     * Returns the z coordinate of the beginning.
     *
     * @return a coordinate in the world
     */
    public double z() {
        return origin.z;
    }

    /**
     * Returns the x component of the direction.
     *
     * @return a component of a vector of length one
     */
    public double dx() {
        return direction.x;
    }

    /**
     * Returns the y component of the direction.
     *
     * @return a component of a vector of length one
     */
    public double dy() {
        return direction.y;
    }

    /**
     * Returns the z component of the direction.
     *
     * @return a component of a vector of length one
     */
    public double dz() {
        return direction.z;
    }
}
