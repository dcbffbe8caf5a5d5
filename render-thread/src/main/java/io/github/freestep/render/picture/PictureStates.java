package io.github.freestep.render.picture;

import io.github.freestep.internal.Inside;
import io.github.freestep.state.State;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.content.BufferInside;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The states that a sampler's reader has acquired and, while its picture catches up after a stall, the two between
 * which the picture lies. The simulation then publishes states faster than time passes, so these two may leave the
 * window before the picture has moved on. When it reaches the newer one, it continues from there to the oldest state of
 * the window, across the states that were missed. For one thread; allocates nothing but the two copies, once.
 */
public final class PictureStates implements StateWindow {
    private final StateReader reader;
    private final BufferInside<State> buffer;

    /**
     * Copies of states, the older one first. Null before the first catch-up, because most samplers have none, and the
     * two take a quarter of a sampler's memory.
     */
    private @Nullable State first;

    private @Nullable State second;

    /** How many copies are kept. */
    private int kept;

    public PictureStates(StateBuffer states, StateReader reader) {
        this.reader = reader;
        buffer = Inside.of(states);
    }

    /**
     * Copies the states that the picture needs. Call it before the reader acquires the next window. Takes time
     * proportional to the bodies that have moved since the last copy.
     */
    public void keep(Bracket picture) {
        State a = first == null ? buffer.newCopy() : first;
        State b = second == null ? buffer.newCopy() : second;
        State older = picture.reached();
        State newer = picture.newer;
        if (older == b) {
            b = a;
            a = older;
        } else if (older != a) {
            buffer.copy(older, a);
        }
        if (newer != older && newer != b) {
            buffer.copy(newer, b);
        }
        first = a;
        second = b;
        kept = newer == older ? 1 : 2;
    }

    /** Forgets the copies. */
    public void keepNone() {
        kept = 0;
    }

    /** How many of the copies have left the window. */
    int gone() {
        long oldest = kept == 0 ? 0 : reader.state(reader.size() - 1).tick();
        if (second != null && kept == 2 && second.tick() < oldest) {
            return 2;
        }
        return first != null && kept > 0 && first.tick() < oldest ? 1 : 0;
    }

    @Override
    public int size() {
        return reader.size() + gone();
    }

    @Override
    public int lasting() {
        return reader.size();
    }

    @Override
    public State state(int age) {
        if (age < reader.size()) {
            return reader.state(age);
        }
        return Objects.requireNonNull(age == reader.size() && gone() == 2 ? second : first);
    }
}
