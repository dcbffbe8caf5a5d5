package io.github.freestep.state;

/**
 * The result of a query of the world: the bodies that it has found, nearest first, with the point and the normal of
 * each hit. Has room for a fixed number of hits, and is reused: each query overwrites the result of the one before. For
 * one thread at a time. Allocates nothing once made, never blocks.
 *
 * <pre>{@code
 * private final Hits hits = new Hits(16);                                 // once
 *
 * frame.ray(x, y, z, dx, dy, dz, 100, 0.5f, hits);                        // what is shown there
 * if (hits.size() > 0) {
 *     int slot = hits.slot(0);
 *     int life = hits.life(0);
 *     physics.submit(c -> { if (c.bodies().isSameLife(slot, life)) c.bodies().remove(slot); });
 * }
 * }</pre>
 *
 * <p>When a command runs, the slot may already have another body. So pass the {@link #life} along, and compare.
 */
public final class Hits {
    /** Hits of this room take 63 MB. A larger room is most likely a mistake. */
    private static final int MAX_ROOM = 1 << 20;

    /** The places of the hits: nearest first if {@link #isSorted}, and otherwise in the order of the calls. */
    private final int[] order;

    private final NearestFirst nearestFirst;

    private final int[] slots;
    private final int[] lives;
    private final double[] distances;
    private final double[] x;
    private final double[] y;
    private final double[] z;
    private final float[] nx;
    private final float[] ny;
    private final float[] nz;
    private int size;
    private boolean isSorted = true;
    private boolean isFull;
    private long tick = State.NO_TICK;

    /**
     * Creates an empty result.
     *
     * @param room the greatest number of hits that are kept, from 1 to 1048576
     * @throws IllegalArgumentException if the number is out of range
     */
    public Hits(int room) {
        if (room < 1 || room > MAX_ROOM) {
            throw new IllegalArgumentException("room must be between 1 and " + MAX_ROOM + " hits, was " + room
                    + "; 1 is enough for the nearest hit");
        }
        order = new int[room];
        slots = new int[room];
        lives = new int[room];
        distances = new double[room];
        x = new double[room];
        y = new double[room];
        z = new double[room];
        nx = new float[room];
        ny = new float[room];
        nz = new float[room];
        nearestFirst = new NearestFirst(distances, slots);
    }

    /**
     * The number of hits.
     *
     * @return from 0 to {@link #room}
     */
    public int size() {
        return size;
    }

    /**
     * The greatest number of hits that are kept.
     *
     * @return the number that this object was made for
     */
    public int room() {
        return order.length;
    }

    /**
     * Whether more hits were found than fit. The farthest were then dropped.
     *
     * @return false if all hits are here
     */
    public boolean isFull() {
        return isFull;
    }

    /**
     * The tick of the world that was queried: the newest finished tick for a query of the simulation, and the tick that
     * the picture has reached for a query of a frame.
     *
     * @return a tick; {@link State#NO_TICK} before the first query
     */
    public long tick() {
        return tick;
    }

    /**
     * The slot of the body that was hit.
     *
     * @param hit from 0 for the nearest, below {@link #size}
     * @return a slot; -1 for a body of an engine that has none, such as the ground
     * @throws IndexOutOfBoundsException if there is no such hit
     */
    public int slot(int hit) {
        return slots[place(hit)];
    }

    /**
     * Identifies the body that was hit among all that its slot ever has, as {@link State#life} does.
     *
     * @param hit from 0 for the nearest, below {@link #size}
     * @return the life of the body, for {@link Bodies#isSameLife}; 0 for a body that has no slot
     * @throws IndexOutOfBoundsException if there is no such hit
     */
    public int life(int hit) {
        return lives[place(hit)];
    }

    /**
     * The distance of the hit from where the query began.
     *
     * @param hit from 0 for the nearest, below {@link #size}
     * @return a distance in the simulation's unit of length, from 0
     * @throws IndexOutOfBoundsException if there is no such hit
     */
    public double distance(int hit) {
        return distances[place(hit)];
    }

    /**
     * The x coordinate of the point that was hit.
     *
     * @param hit from 0 for the nearest, below {@link #size}
     * @return a coordinate in the simulation's unit of length
     * @throws IndexOutOfBoundsException if there is no such hit
     */
    public double x(int hit) {
        return x[place(hit)];
    }

    /**
     * The y coordinate of the point that was hit.
     *
     * @param hit from 0 for the nearest, below {@link #size}
     * @return a coordinate in the simulation's unit of length
     * @throws IndexOutOfBoundsException if there is no such hit
     */
    public double y(int hit) {
        return y[place(hit)];
    }

    /**
     * The z coordinate of the point that was hit.
     *
     * @param hit from 0 for the nearest, below {@link #size}
     * @return a coordinate in the simulation's unit of length
     * @throws IndexOutOfBoundsException if there is no such hit
     */
    public double z(int hit) {
        return z[place(hit)];
    }

    /**
     * The x component of the surface's normal at that point.
     *
     * @param hit from 0 for the nearest, below {@link #size}
     * @return a component of a vector of length one; all three are 0 if the query has no normals
     * @throws IndexOutOfBoundsException if there is no such hit
     */
    public float nx(int hit) {
        return nx[place(hit)];
    }

    /**
     * The y component of the surface's normal at that point.
     *
     * @param hit from 0 for the nearest, below {@link #size}
     * @return a component of a vector of length one; all three are 0 if the query has no normals
     * @throws IndexOutOfBoundsException if there is no such hit
     */
    public float ny(int hit) {
        return ny[place(hit)];
    }

    /**
     * The z component of the surface's normal at that point.
     *
     * @param hit from 0 for the nearest, below {@link #size}
     * @return a component of a vector of length one; all three are 0 if the query has no normals
     * @throws IndexOutOfBoundsException if there is no such hit
     */
    public float nz(int hit) {
        return nz[place(hit)];
    }

    /** Forgets all hits. */
    public void clear() {
        begin(State.NO_TICK);
    }

    /**
     * Begins the result of another query: forgets all hits. For code that answers queries, such as an engine's adapter.
     *
     * @param ofTick the tick of the world that is queried
     */
    public void begin(long ofTick) {
        size = 0;
        isSorted = true;
        isFull = false;
        tick = ofTick;
    }

    /**
     * Adds a hit in its place: the nearest comes first, and of two at the same distance the one with the lower slot. If
     * there is no room, the farthest hit is dropped. For code that answers queries, such as an engine's adapter.
     *
     * @param slot the slot of the body
     * @param life the body's life, see {@link Bodies#life}
     * @param distance how far it is from where the query began, in the simulation's unit of length
     * @param px the x coordinate of the point
     * @param py the y coordinate of the point
     * @param pz the z coordinate of the point
     * @param normalX the x component of the normal; 0 in all three if there is none
     * @param normalY the y component of the normal
     * @param normalZ the z component of the normal
     * @return false if this hit was dropped, because all others are nearer and there is no room
     * @throws IllegalArgumentException if the distance is negative, infinite or NaN
     */
    public boolean add(
            int slot,
            int life,
            double distance,
            double px,
            double py,
            double pz,
            float normalX,
            float normalY,
            float normalZ) {
        if (!(distance >= 0 && distance <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException("distance must be a finite number from 0, was " + distance);
        }
        int place = size < order.length ? append(distance, slot) : replaceFarthest(distance, slot);
        if (place < 0) {
            return false;
        }
        slots[place] = slot;
        lives[place] = life;
        // -0.0 becomes 0.0, whose bits are those of the smallest number.
        distances[place] = distance + 0.0;
        x[place] = px;
        y[place] = py;
        z[place] = pz;
        nx[place] = normalX;
        ny[place] = normalY;
        nz[place] = normalZ;
        return true;
    }

    /** Sorting waits until the hits are read or the room is full, because it is faster for all of them at once. */
    private int append(double distance, int slot) {
        isSorted = isSorted && (size == 0 || !nearestFirst.isBefore(distance, slot, order[size - 1]));
        order[size] = size;
        return size++;
    }

    /** Drops the farthest hit and returns its place; -1 if the new hit is the farthest. */
    private int replaceFarthest(double distance, int slot) {
        isFull = true;
        sort();
        int last = size - 1;
        int place = order[last];
        if (!nearestFirst.isBefore(distance, slot, place)) {
            return -1;
        }
        int rank = nearestFirst.rank(distance, slot, order, last);
        System.arraycopy(order, rank, order, rank + 1, last - rank);
        order[rank] = place;
        return place;
    }

    private void sort() {
        if (!isSorted) {
            nearestFirst.sort(order, size);
            isSorted = true;
        }
    }

    private int place(int hit) {
        if (hit < 0 || hit >= size) {
            throw new IndexOutOfBoundsException(
                    "hit must be from 0 and below size(), which is " + size + ", was " + hit);
        }
        sort();
        return order[hit];
    }

    /** Returns the hits with their slots and distances. For logs; allocates. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("hits of tick " + tick + ":");
        for (int hit = 0; hit < size; hit++) {
            text.append(hit == 0 ? " " : ", ")
                    .append("slot ")
                    .append(slot(hit))
                    .append(" at ")
                    .append(distance(hit));
        }
        return text.append(size == 0 ? " none" : isFull ? ", and more" : "").toString();
    }
}
