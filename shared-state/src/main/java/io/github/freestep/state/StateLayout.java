package io.github.freestep.state;

import io.github.freestep.internal.Ranges;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The content of a state: how many bodies it can hold, and which channels a body has in addition to its position and
 * orientation. Immutable, so safe for use by any number of threads.
 *
 * <pre>{@code
 * StateLayout layout = StateLayout.of(1_000).linear("wheel", "fuel").stepped("gear");
 * }</pre>
 */
public final class StateLayout {
    /** The greatest capacity: sixteen million bodies, an array of 64 MB for each component of four bytes. */
    public static final int MAX_CAPACITY = 1 << 24;

    private final int capacity;
    private final List<String> linear;
    private final List<String> stepped;
    private final boolean doublePositions;

    private StateLayout(int capacity, List<String> linear, List<String> stepped, boolean doublePositions) {
        this.capacity = capacity;
        this.linear = linear;
        this.stepped = stepped;
        this.doublePositions = doublePositions;
    }

    /**
     * Creates a layout with position and orientation alone.
     *
     * @param capacity the greatest number of bodies, from 1 to {@value #MAX_CAPACITY}
     * @return a layout to which channels can be added
     * @throws IllegalArgumentException if the capacity is out of range
     */
    public static StateLayout of(int capacity) {
        Ranges.require(1, MAX_CAPACITY, capacity, "capacity", "bodies");
        return new StateLayout(capacity, List.of(), List.of(), false);
    }

    /**
     * Adds channels that are interpolated linearly between states: the angle of a wheel, the phase of an animation.
     *
     * @param names the names of the channels; no two channels of a layout may have the same name
     * @return a copy of this layout with these channels added
     * @throws IllegalArgumentException if a name is empty or taken
     */
    public StateLayout linear(String... names) {
        return new StateLayout(capacity, with(linear, names), stepped, doublePositions);
    }

    /**
     * Adds channels that keep the value of the older state until the time of the newer one: a gear, a colour.
     *
     * @param names the names of the channels; no two channels of a layout may have the same name
     * @return a copy of this layout with these channels added
     * @throws IllegalArgumentException if a name is empty or taken
     */
    public StateLayout stepped(String... names) {
        return new StateLayout(capacity, linear, with(stepped, names), doublePositions);
    }

    /**
     * Keeps positions as doubles, for a large world. Floats have a resolution of 1 m at 10,000 km, and of 1 mm at 10
     * km. Frames then have positions relative to an origin that the renderer chooses, such as its camera, as floats
     * that were rounded once. A position takes 24 bytes of each state instead of 12.
     *
     * <p>Each coordinate must be below 2<sup>125</sup>, about 4e37, so that a position relative to an origin is a
     * finite float. A larger one counts as infinite.
     *
     * @return a copy of this layout with positions in doubles
     */
    public StateLayout doublePositions() {
        return new StateLayout(capacity, linear, stepped, true);
    }

    /**
     * Whether positions are doubles.
     *
     * @return true after {@link #doublePositions()}; false by default
     */
    public boolean hasDoublePositions() {
        return doublePositions;
    }

    private List<String> with(List<String> channels, String... names) {
        List<String> all = new ArrayList<>(channels);
        for (String name : Objects.requireNonNull(names, "names must not be null")) {
            if (Objects.requireNonNull(name, "name must not be null").isEmpty()) {
                throw new IllegalArgumentException("the name of a channel must not be empty, was \"\"");
            }
            if (all.contains(name) || linear.contains(name) || stepped.contains(name)) {
                throw new IllegalArgumentException(
                        "there is a channel \"" + name + "\" already; give each its own name");
            }
            all.add(name);
        }
        return List.copyOf(all);
    }

    /**
     * The greatest number of bodies that a state can hold.
     *
     * @return the greatest number of bodies, which is the length of every array of a state
     */
    public int capacity() {
        return capacity;
    }

    /**
     * The names of the linear channels.
     *
     * @return the names, in the order of the channels' numbers
     */
    public List<String> linearChannels() {
        return linear;
    }

    /**
     * The names of the stepped channels.
     *
     * @return the names, in the order of the channels' numbers
     */
    public List<String> steppedChannels() {
        return stepped;
    }

    /** Returns the number of channels of both kinds. */
    int channels() {
        return linear.size() + stepped.size();
    }

    /**
     * Looks up the number of a linear channel. Do it once, and keep the number.
     *
     * @param name the name of the channel
     * @return the number to pass to {@link State#linear}
     * @throws IllegalArgumentException if no linear channel has that name
     */
    public int linearChannel(String name) {
        return number(linear, name, "linear");
    }

    /**
     * Looks up the number of a stepped channel. Do it once, and keep the number.
     *
     * @param name the name of the channel
     * @return the number to pass to {@link State#stepped}
     * @throws IllegalArgumentException if no stepped channel has that name
     */
    public int steppedChannel(String name) {
        return number(stepped, name, "stepped");
    }

    private static int number(List<String> channels, String name, String kind) {
        int number = channels.indexOf(Objects.requireNonNull(name, "name must not be null"));
        if (number < 0) {
            throw new IllegalArgumentException("the " + kind + " channel must be one of " + channels + ", was \"" + name
                    + "\"; declare it in the layout");
        }
        return number;
    }

    /**
     * Compares capacity, the names and order of the channels, and whether positions are doubles.
     *
     * @return whether the two layouts describe the same content
     */
    @Override
    public boolean equals(Object other) {
        return other instanceof StateLayout layout
                && capacity == layout.capacity
                && doublePositions == layout.doublePositions
                && linear.equals(layout.linear)
                && stepped.equals(layout.stepped);
    }

    @Override
    public int hashCode() {
        return Objects.hash(capacity, linear, stepped, doublePositions);
    }

    @Override
    public String toString() {
        return capacity + " bodies, linear " + linear + ", stepped " + stepped
                + (doublePositions ? ", double positions" : "");
    }
}
