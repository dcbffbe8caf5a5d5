package io.github.freestep.physics.report;

import io.github.freestep.time.NanoClock;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Passes the ledger's figures from the physics thread to any number of readers. All figures that a reader gets belong
 * to one moment. Writing is wait-free. Reading takes no lock and allocates nothing.
 *
 * <p>The writer fills four copies in turn, and publishes the number of the newest. It overwrites a copy only after it
 * has published three newer ones. So a reader retries only if three are published while it copies six numbers.
 */
public final class LedgerCells {
    private static final int COPIES = 4;
    private static final int FIGURES = 6;

    /** Plain, because a reader whose copy may have been overwritten, or torn, reads another one. */
    private final long[] cells = new long[COPIES * FIGURES];

    private final AtomicLong newest = new AtomicLong();

    /**
     * Writes the figures of a moment. From then on, the paused time grows if {@code pauses}, otherwise the
     * pending time.
     */
    public void write(long simulatedWall, long paused, long dropped, long pending, long atNanos, boolean pauses) {
        long number = newest.getPlain() + 1;
        // Because of this fence, a reader that sees a figure written below also sees the number published before it. So
        // the reader notices that its copy was overwritten, and retries.
        VarHandle.releaseFence();
        int at = at(number);
        cells[at] = simulatedWall;
        cells[at + 1] = paused;
        cells[at + 2] = dropped;
        cells[at + 3] = pending;
        cells[at + 4] = atNanos;
        cells[at + 5] = pauses ? 1 : 0;
        newest.setRelease(number);
    }

    /**
     * Reads the figures.
     *
     * @param clock the clock by which the figures have grown since the write; null if they do not grow
     */
    public void read(Figures into, @Nullable NanoClock clock) {
        long number;
        do {
            number = newest.getAcquire();
            int at = at(number);
            long grown = clock == null || number == 0 ? 0 : Math.max(0, clock.nanoTime() - cells[at + 4]);
            boolean pauses = cells[at + 5] == 1;
            into.simulatedWallNanos = cells[at];
            into.pausedNanos = cells[at + 1] + (pauses ? grown : 0);
            into.droppedNanos = cells[at + 2];
            into.pendingNanos = cells[at + 3] + (pauses ? 0 : grown);
            VarHandle.acquireFence();
        } while (newest.getOpaque() - number >= COPIES - 1);
    }

    private static int at(long number) {
        return (int) (number % COPIES) * FIGURES;
    }

    /** The figures of a moment. For one thread. */
    public static final class Figures {
        public long simulatedWallNanos;
        public long pausedNanos;
        public long droppedNanos;
        public long pendingNanos;
    }
}
