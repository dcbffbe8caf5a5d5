package io.github.freestep.query;

import io.github.freestep.internal.HasInside;
import io.github.freestep.internal.query.FoundHits;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;

/**
 * The bodies that a ray, an overlap or a pick has found, nearest first, with the point and the normal of each hit. It
 * has room for a fixed number of hits, and each query overwrites the result of the one before. For one thread at a
 * time. Allocates nothing once made, and never blocks.
 *
 * <pre>{@code
 * private final Picker picker = new Picker();                             // once
 * private final Hits hits = new Hits(16);
 *
 * picker.ray(frame, x, y, z, dx, dy, dz, 100, 0.5f, hits);                // what is shown there
 * if (hits.size() > 0) {
 *     int slot = hits.slot(0);
 *     int life = hits.life(0);
 *     physics.submit(c -> { if (c.bodies().isSameLife(slot, life)) c.bodies().remove(slot); });
 * }
 * }</pre>
 *
 * <p>When a command runs, the slot may already have another body, so pass the {@link #life} along, and compare. In
 * an engine's world, call the world's own {@code remove(slot)} instead.
 */
@SuppressWarnings("exports") // Of the superclass, which users need not see.
public final class Hits extends HasInside<FoundHits> {
    /** Hits of this capacity take 67 MB. A larger one is most likely a mistake. */
    private static final int MAX_ROOM = 1 << 20;

    private final FoundHits found;

    /**
     * Creates an empty result.
     *
     * @param room the greatest number of hits that are kept, from 1 to 1048576
     * @throws IllegalArgumentException if the number is out of range
     */
    public Hits(int room) {
        this(new FoundHits(checked(room)));
    }

    private Hits(FoundHits found) {
        super(found);
        this.found = found;
    }

    private static int checked(int room) {
        if (room < 1 || room > MAX_ROOM) {
            throw new IllegalArgumentException("room must be between 1 and " + MAX_ROOM + " hits, was " + room
                    + "; 1 is enough for the nearest hit");
        }
        return room;
    }

    /**
     * The number of hits.
     *
     * @return from 0 to {@link #room}
     */
    public int size() {
        return found.size;
    }

    /**
     * The greatest number of hits that are kept.
     *
     * @return the number that this object was made for
     */
    public int room() {
        return found.room();
    }

    /**
     * Whether more hits were found than fit. The farthest were then dropped.
     *
     * @return false if all hits are here
     */
    public boolean isFull() {
        return found.isFull;
    }

    /**
     * The tick of the world that was queried. For a query of the simulation, this is the newest finished tick, and for
     * a query of a frame, it is the tick that the picture has reached.
     *
     * @return a tick; {@link State#NO_TICK} before the first query
     */
    public long tick() {
        return found.tick;
    }

    /**
     * The slot of the body that was hit.
     *
     * @param hit from 0 for the nearest, below {@link #size}
     * @return a slot; -1 for a body of an engine that has none, such as the ground
     * @throws IndexOutOfBoundsException if there is no such hit
     */
    public int slot(int hit) {
        return found.slots[found.place(hit)];
    }

    /**
     * Identifies the body that was hit among all that its slot ever has, as {@link State#life} does.
     *
     * @param hit from 0 for the nearest, below {@link #size}
     * @return the life of the body, for {@link Bodies#isSameLife}; 0 for a body that has no slot
     * @throws IndexOutOfBoundsException if there is no such hit
     */
    public int life(int hit) {
        return found.lives[found.place(hit)];
    }

    /**
     * The part of the body that a ray of the simulation has hit. It is the index of the shape or fixture among those of
     * the body, or of the child of a compound shape, in the order in which they were added.
     *
     * @param hit from 0 for the nearest, below {@link #size}
     * @return an index from 0, which is 0 for a body of one part; -1 if the engine does not report the part, or for
     *     another query
     * @throws IndexOutOfBoundsException if there is no such hit
     */
    public int part(int hit) {
        return found.parts[found.place(hit)];
    }

    /**
     * The distance of the hit from where the query began.
     *
     * @param hit from 0 for the nearest, below {@link #size}
     * @return a distance in the simulation's unit of length, from 0
     * @throws IndexOutOfBoundsException if there is no such hit
     */
    public double distance(int hit) {
        return found.distances[found.place(hit)];
    }

    /**
     * The x coordinate of the point that was hit.
     *
     * @param hit from 0 for the nearest, below {@link #size}
     * @return a coordinate in the simulation's unit of length
     * @throws IndexOutOfBoundsException if there is no such hit
     */
    public double x(int hit) {
        return found.x[found.place(hit)];
    }

    /**
     * The y coordinate of the point that was hit.
     *
     * @param hit from 0 for the nearest, below {@link #size}
     * @return a coordinate in the simulation's unit of length
     * @throws IndexOutOfBoundsException if there is no such hit
     */
    public double y(int hit) {
        return found.y[found.place(hit)];
    }

    /**
     * The z coordinate of the point that was hit.
     *
     * @param hit from 0 for the nearest, below {@link #size}
     * @return a coordinate in the simulation's unit of length
     * @throws IndexOutOfBoundsException if there is no such hit
     */
    public double z(int hit) {
        return found.z[found.place(hit)];
    }

    /**
     * The x component of the surface's normal at that point.
     *
     * @param hit from 0 for the nearest, below {@link #size}
     * @return a component of a vector of length one; all three are 0 if the query has no normals
     * @throws IndexOutOfBoundsException if there is no such hit
     */
    public float nx(int hit) {
        return found.nx[found.place(hit)];
    }

    /**
     * The y component of the surface's normal at that point.
     *
     * @param hit from 0 for the nearest, below {@link #size}
     * @return a component of a vector of length one; all three are 0 if the query has no normals
     * @throws IndexOutOfBoundsException if there is no such hit
     */
    public float ny(int hit) {
        return found.ny[found.place(hit)];
    }

    /**
     * The z component of the surface's normal at that point.
     *
     * @param hit from 0 for the nearest, below {@link #size}
     * @return a component of a vector of length one; all three are 0 if the query has no normals
     * @throws IndexOutOfBoundsException if there is no such hit
     */
    public float nz(int hit) {
        return found.nz[found.place(hit)];
    }

    /** Forgets all hits. */
    public void clear() {
        found.begin(State.NO_TICK);
    }

    /** Returns the hits with their slots and distances. For logs; allocates. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("hits of tick " + tick() + ":");
        for (int hit = 0; hit < size(); hit++) {
            text.append(hit == 0 ? " " : ", ")
                    .append("slot ")
                    .append(slot(hit))
                    .append(" at ")
                    .append(distance(hit));
        }
        return text.append(size() == 0 ? " none" : isFull() ? ", and more" : "").toString();
    }
}
