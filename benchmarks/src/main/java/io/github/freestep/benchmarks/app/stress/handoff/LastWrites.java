package io.github.freestep.benchmarks.app.stress.handoff;

/** The tick that wrote each value of a state last, computed from the plan alone. Reused; for one thread. */
final class LastWrites {
    private final WritePlan plan;

    /** By kind of value and body. */
    private final long[][] ticks;

    private long tick = -1;

    LastWrites(WritePlan plan) {
        this.plan = plan;
        ticks = new long[plan.kinds()][plan.bodies()];
    }

    /** Goes back from a tick until each value was written. In tick 0 all are. */
    LastWrites at(long newest) {
        for (int kind = 0; kind < plan.kinds() && newest != tick; kind++) {
            for (int block = 0; block < plan.blocks(); block++) {
                search(newest, kind, block);
            }
        }
        tick = newest;
        return this;
    }

    private void search(long newest, int kind, int block) {
        int first = block * Long.SIZE;
        long missing = plan.written(0, block, kind);
        for (long at = newest; missing != 0; at--) {
            long found = missing & plan.written(at, block, kind);
            missing &= ~found;
            for (; found != 0; found &= found - 1) {
                ticks[kind][first + Long.numberOfTrailingZeros(found)] = at;
            }
        }
    }

    /** Returns the tick that wrote a value last. */
    long of(int kind, int body) {
        return ticks[kind][body];
    }
}
