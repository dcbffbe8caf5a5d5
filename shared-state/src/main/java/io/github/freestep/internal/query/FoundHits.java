package io.github.freestep.internal.query;

import io.github.freestep.internal.Ranges;
import io.github.freestep.state.State;

/**
 * The hits of a query, nearest first: the part of {@code Hits} to which queries add what they find. Users only read it,
 * through that class. For one thread at a time. Allocates nothing once made.
 */
public final class FoundHits {
    /** The places of the hits: nearest first if {@link #isSorted}, and otherwise in the order of the calls. */
    private int[] order;

    /** Takes the order while it is sorted. */
    private int[] spare;

    /** What each hit has, by {@link #place}. Only for reading. */
    public final int[] slots;

    public final int[] lives;

    /** The part of the body that was hit, or -1. A query that knows it sets it after {@link #add}. */
    public final int[] parts;

    public final double[] distances;
    public final double[] x;
    public final double[] y;
    public final double[] z;
    public final float[] nx;
    public final float[] ny;
    public final float[] nz;
    public int size;
    private boolean isSorted = true;
    public boolean isFull;
    public long tick = State.NO_TICK;

    /**
     * Creates an empty result.
     *
     * @param room the greatest number of hits that are kept, from 1
     */
    public FoundHits(int room) {
        order = new int[room];
        slots = new int[room];
        lives = new int[room];
        parts = new int[room];
        distances = new double[room];
        x = new double[room];
        y = new double[room];
        z = new double[room];
        nx = new float[room];
        ny = new float[room];
        nz = new float[room];
        spare = new int[room];
    }

    public int room() {
        return order.length;
    }

    /**
     * Begins the result of another query: forgets all hits.
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
     * there is no room, the farthest hit is dropped.
     *
     * @param slot the slot of the body
     * @param life the body's life
     * @param distance how far it is from where the query began, in the simulation's unit of length: finite, from 0
     * @param px the x coordinate of the point
     * @param py the y coordinate of the point
     * @param pz the z coordinate of the point
     * @param normalX the x component of the normal; 0 in all three if there is none
     * @param normalY the y component of the normal
     * @param normalZ the z component of the normal
     * @return the index of the hit in the arrays until another hit drops it; -1 if this hit was dropped, because all
     *     others are nearer and there is no room
     */
    public int add(
            int slot,
            int life,
            double distance,
            double px,
            double py,
            double pz,
            float normalX,
            float normalY,
            float normalZ) {
        int place = size < order.length ? append(distance, slot) : replaceFarthest(distance, slot);
        if (place >= 0) {
            slots[place] = slot;
            lives[place] = life;
            set(place, distance, px, py, pz, normalX, normalY, normalZ);
        }
        return place;
    }

    /**
     * Replaces a hit by a nearer one of the same body.
     *
     * @param place the index of the hit
     * @param distance how far it is from where the query began, in the simulation's unit of length
     * @param px the x coordinate of the point
     * @param py the y coordinate of the point
     * @param pz the z coordinate of the point
     * @param normalX the x component of the normal
     * @param normalY the y component of the normal
     * @param normalZ the z component of the normal
     */
    public void nearer(
            int place, double distance, double px, double py, double pz, float normalX, float normalY, float normalZ) {
        isSorted = false;
        set(place, distance, px, py, pz, normalX, normalY, normalZ);
    }

    private void set(
            int place, double distance, double px, double py, double pz, float normalX, float normalY, float normalZ) {
        parts[place] = -1;
        // -0.0 becomes 0.0.
        distances[place] = distance + 0.0;
        x[place] = px;
        y[place] = py;
        z[place] = pz;
        nx[place] = normalX;
        ny[place] = normalY;
        nz[place] = normalZ;
    }

    /** Sorting waits until the hits are read or the room is full, because it is faster for all of them at once. */
    private int append(double distance, int slot) {
        isSorted = isSorted && (size == 0 || !isBefore(distance, slot, order[size - 1]));
        order[size] = size;
        return size++;
    }

    /** Drops the farthest hit and returns its place; -1 if the new hit is the farthest. */
    private int replaceFarthest(double distance, int slot) {
        isFull = true;
        sort();
        int last = size - 1;
        int place = order[last];
        if (!isBefore(distance, slot, place)) {
            return -1;
        }
        int rank = last;
        for (; rank > 0 && isBefore(distance, slot, order[rank - 1]); rank--) {
            order[rank] = order[rank - 1];
        }
        order[rank] = place;
        return place;
    }

    private boolean isBefore(double distance, int slot, int place) {
        return distance < distances[place] || distance == distances[place] && slot < slots[place];
    }

    /** Merges runs that are sorted, and twice as long in each turn. {@code Arrays.sort} of packed keys may allocate. */
    private void sort() {
        for (int run = 1; !isSorted && run < size; run *= 2) {
            for (int start = 0; start < size; start += 2 * run) {
                merge(start, Math.min(start + run, size), Math.min(start + 2 * run, size));
            }
            int[] merged = spare;
            spare = order;
            order = merged;
        }
        isSorted = true;
    }

    private void merge(int start, int middle, int end) {
        int left = start;
        int right = middle;
        for (int i = start; i < end; i++) {
            boolean isRight = left == middle
                    || right < end && isBefore(distances[order[right]], slots[order[right]], order[left]);
            spare[i] = order[isRight ? right++ : left++];
        }
    }

    /**
     * Finds a hit in the arrays.
     *
     * @param hit from 0 for the nearest
     * @return its index
     * @throws IndexOutOfBoundsException if there is no such hit
     */
    public int place(int hit) {
        Ranges.index(hit, size, "hit", "size()");
        sort();
        return order[hit];
    }
}
