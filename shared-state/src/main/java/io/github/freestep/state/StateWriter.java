package io.github.freestep.state;

/**
 * Writes one state, in place. It is valid from {@link StatePublisher#begin} to {@link StatePublisher#publish}, for the
 * publishing thread alone; allocates nothing, never blocks.
 *
 * <p>The slot still holds some state of a while ago, so every body that is alive must be written, or kept with
 * {@link #keep} if it has not moved. Orientations pass through here, rather than being written into arrays, because each
 * is stored in the hemisphere of the predecessor's: q and -q are the same orientation, and interpolation between the two
 * would take the long way round.
 */
public final class StateWriter {
    private final StatePublisher publisher;
    private final int capacity;

    StateWriter(StatePublisher publisher, int capacity) {
        this.publisher = publisher;
        this.capacity = capacity;
    }

    /**
     * Writes the position of one body, in the simulation's unit of length.
     *
     * @param body its number
     * @param x along x
     * @param y along y
     * @param z along z
     */
    public void position(int body, float x, float y, float z) {
        State into = state(body);
        into.x[body] = x;
        into.y[body] = y;
        into.z[body] = z;
    }

    /**
     * Writes the orientation of one body, a unit quaternion.
     *
     * @param body its number
     * @param qx first imaginary part
     * @param qy second imaginary part
     * @param qz third imaginary part
     * @param qw real part
     */
    public void orientation(int body, float qx, float qy, float qz, float qw) {
        State into = state(body);
        State previous = publisher.predecessor();
        float sign = previous == null ? 1 : Hemisphere.sign(previous, body, qx, qy, qz, qw);
        into.qx[body] = sign * qx;
        into.qy[body] = sign * qy;
        into.qz[body] = sign * qz;
        into.qw[body] = sign * qw;
    }

    /**
     * Copies the positions of a range of bodies, in the simulation's unit of length.
     *
     * @param x along x, indexed by body
     * @param y along y, indexed by body
     * @param z along z, indexed by body
     * @param from the first body
     * @param to one beyond the last
     */
    public void positions(float[] x, float[] y, float[] z, int from, int to) {
        State into = state();
        require(from, to, Math.min(length(x, "x"), Math.min(length(y, "y"), length(z, "z"))));
        copy(x, into.x, from, to);
        copy(y, into.y, from, to);
        copy(z, into.z, from, to);
    }

    /**
     * Copies the orientations of a range of bodies, unit quaternions.
     *
     * @param qx first imaginary part, indexed by body
     * @param qy second imaginary part, indexed by body
     * @param qz third imaginary part, indexed by body
     * @param qw real part, indexed by body
     * @param from the first body
     * @param to one beyond the last
     */
    public void orientations(float[] qx, float[] qy, float[] qz, float[] qw, int from, int to) {
        State into = state();
        int imaginary = Math.min(length(qx, "qx"), Math.min(length(qy, "qy"), length(qz, "qz")));
        require(from, to, Math.min(imaginary, length(qw, "qw")));
        State previous = publisher.predecessor();
        if (previous != null) {
            Hemisphere.write(qx, qy, qz, qw, previous, into, from, to);
        } else {
            copy(qx, into.qx, from, to);
            copy(qy, into.qy, from, to);
            copy(qz, into.qz, from, to);
            copy(qw, into.qw, from, to);
        }
    }

    /**
     * Copies everything about a range of bodies from the newest published state: the cheapest way to write bodies that
     * have not moved.
     *
     * @param from the first body
     * @param to one beyond the last
     * @return this
     * @throws IllegalStateException if no state was published yet
     */
    public StateWriter keep(int from, int to) {
        State into = state();
        State previous = publisher.newestState();
        if (previous == null) {
            throw new IllegalStateException("the first state has no previous state to copy from; write all bodies");
        }
        require(from, to, capacity);
        copy(previous.x, into.x, from, to);
        copy(previous.y, into.y, from, to);
        copy(previous.z, into.z, from, to);
        copy(previous.qx, into.qx, from, to);
        copy(previous.qy, into.qy, from, to);
        copy(previous.qz, into.qz, from, to);
        copy(previous.qw, into.qw, from, to);
        for (int channel = 0; channel < into.linear.length; channel++) {
            copy(previous.linear[channel], into.linear[channel], from, to);
        }
        for (int channel = 0; channel < into.stepped.length; channel++) {
            copy(previous.stepped[channel], into.stepped[channel], from, to);
        }
        return this;
    }

    /**
     * The array of a linear channel, to be written to until {@link StatePublisher#publish}, and not after it.
     *
     * @param channel as numbered by {@link StateLayout#linearChannel}
     * @return indexed by body
     * @throws IllegalArgumentException if there is no such channel
     */
    public float[] linear(int channel) {
        return StateLayout.channel(state().linear, channel, "linear");
    }

    /**
     * The array of a stepped channel, to be written to until {@link StatePublisher#publish}, and not after it.
     *
     * @param channel as numbered by {@link StateLayout#steppedChannel}
     * @return indexed by body
     * @throws IllegalArgumentException if there is no such channel
     */
    public float[] stepped(int channel) {
        return StateLayout.channel(state().stepped, channel, "stepped");
    }

    static void copy(float[] source, float[] target, int from, int to) {
        System.arraycopy(source, from, target, from, to - from);
    }

    private static int length(float[] array, String name) {
        if (array == null) {
            throw new NullPointerException("array " + name + " must not be null");
        }
        return array.length;
    }

    private State state() {
        publisher.checkThread();
        return publisher.begunState();
    }

    /** Called for every body, and so without a look at the thread. */
    private State state(int body) {
        if (body < 0 || body >= capacity) {
            throw Bodies.beyond(body, capacity);
        }
        return publisher.begunState();
    }

    private void require(int from, int to, int shortest) {
        int limit = Math.min(capacity, shortest);
        if (from < 0 || to < from || to > limit) {
            throw new IllegalArgumentException("the range of bodies must be within 0 to " + limit + ", was " + from
                    + " to " + to + "; the limit is the layout's capacity of " + capacity
                    + " or the length of the shortest array");
        }
    }
}
