package io.github.freestep.state;

import io.github.freestep.state.content.Blocks;
import io.github.freestep.state.content.BufferInside;
import io.github.freestep.state.content.PoseList;

/**
 * Copies the states of a buffer for readers that keep more of them than a window. Copies have the versions of their
 * originals, so functions that compare versions may mix both.
 */
final class StateCopies extends BufferInside<State> {
    private final StateLayout layout;

    StateCopies(StateLayout layout) {
        this.layout = layout;
    }

    @Override
    public State newCopy() {
        return new State(layout, PoseList.NONE);
    }

    @Override
    public void copy(State from, State into) {
        Written.copy(null, from, into);
        into.follow(from, from.anchor);
    }

    @Override
    public long copyBytes() {
        long positions = 3 * (layout.hasDoublePositions() ? Double.BYTES : Float.BYTES);
        long body = Integer.BYTES + positions + (4 + layout.channels()) * Float.BYTES;
        long block = (2 + StateContent.kinds(layout)) * Long.BYTES;
        return body * layout.capacity() + block * Blocks.of(layout.capacity());
    }
}
