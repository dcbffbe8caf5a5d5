package io.github.freestep.benchmarks.app.pacing;

import io.github.freestep.physics.Physics;
import io.github.freestep.physics.TimeLedger;
import java.util.List;

/**
 * Counts the ticks that rooms lost in a span of time. A tick is lost if its time was dropped, or if the room slowed
 * simulation time down, so that the tick never became due.
 */
final class TickCount {
    private static final double SECOND_NANOS = 1e9;

    /** The ledger and the number of the newest tick may belong to two neighbouring ticks. */
    private static final double TOLERANCE = 1.5;

    private final List<? extends Physics> rooms;
    private final double[] dropped;
    private final double[] simulated;
    private final long[] ticks;
    private final int rate;

    /** Begins the span. */
    TickCount(List<? extends Physics> rooms, int rate) {
        this.rooms = rooms;
        this.rate = rate;
        dropped = new double[rooms.size()];
        simulated = new double[rooms.size()];
        ticks = new long[rooms.size()];
        for (int i = 0; i < dropped.length; i++) {
            TimeLedger ledger = rooms.get(i).metrics().ledger(new TimeLedger());
            dropped[i] = ledger.droppedNanos();
            simulated[i] = ledger.simulatedWallNanos();
            ticks[i] = rooms.get(i).metrics().tick();
        }
    }

    /** Returns the ticks that a room has lost since the beginning of the span. */
    long lost(int room) {
        TickCount now = new TickCount(List.of(rooms.get(room)), rate);
        return lost(
                now.dropped[0] - dropped[room], now.simulated[0] - simulated[room], now.ticks[0] - ticks[room], rate);
    }

    /** Returns lost ticks for the time that was dropped, the wall time of the simulated ticks, and their number. */
    static long lost(double droppedNanos, double simulatedNanos, long ticks, int rate) {
        double slowed = simulatedNanos * rate / SECOND_NANOS - ticks;
        return (long) Math.ceil(droppedNanos * rate / SECOND_NANOS) + (slowed > TOLERANCE ? Math.round(slowed) : 0);
    }
}
