package io.github.freestep.physics.event;

import io.github.freestep.state.State;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Records which ticks get no published state, because their step or their write has failed, or because the run has
 * ended. No picture ever reaches these ticks. So their events are due once the picture has reached the newest published
 * state. Otherwise the report of a fault would wait until the run continues, or permanently.
 *
 * <p>The physics thread writes, any thread reads. Wait-free; allocates nothing.
 */
public final class UnshownTicks {
    private final AtomicLong published = new AtomicLong(State.NO_TICK);

    /** The ticks above {@link #published}, up to this one, have no published state. */
    private volatile long unshown = State.NO_TICK;

    /** Notes that the state of a tick was published. */
    public void published(long tick) {
        published.setRelease(tick);
    }

    /** Notes that neither this tick nor the ticks since the newest published one have a published state. */
    public void unshown(long tick) {
        unshown = tick;
    }

    /** Notes that no further state will be published. For any thread. */
    public void end() {
        unshown = Long.MAX_VALUE;
    }

    /**
     * Returns the newest tick whose events are due.
     *
     * @param reachedTick the tick that the picture has reached
     */
    public long due(long reachedTick) {
        // Read first: if a later state was published meanwhile, the picture must reach that one.
        long due = unshown;
        return reachedTick >= published.getAcquire() ? Math.max(reachedTick, due) : reachedTick;
    }
}
