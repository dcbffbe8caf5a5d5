package io.github.freestep.state;

import io.github.freestep.time.NanoClock;

/** Opens a channel whose mailboxes do all that the real ones do, but with plain loads and stores. */
public final class PlainAccess {
    private PlainAccess() {}

    /** As {@link StatePublisher#open}, and not to be trusted. */
    public static StatePublisher open(StateLayout layout, int depth) {
        return new StatePublisher(layout, depth, NanoClock.system(), false, PlainSeat::new);
    }

    private static final class PlainSeat extends Seat {
        PlainSeat(State[] slots) {
            super(slots);
        }

        @Override
        long publish(long window) {
            return exchange(window);
        }

        @Override
        boolean hasWindow() {
            return (long) WINDOW.get(this) != Windows.TAKEN;
        }

        @Override
        long take() {
            return exchange(Windows.TAKEN);
        }

        private long exchange(long window) {
            long old = (long) WINDOW.get(this);
            WINDOW.set(this, window);
            return old;
        }
    }
}
