package io.github.freestep.physics.rooms.workers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.thread.ThreadedRun;
import io.github.freestep.time.NanoClock;
import org.junit.jupiter.api.Test;

class GroupRunTest {
    private final GroupThreads group = new GroupThreads("test", 1, NanoClock.system());
    private final GroupRun run = (GroupRun) group.thread(new ThreadedRun.Settings("", 0, 0, 0));

    /** Such as one that came between two runs. It would interrupt the code of a run that it was not meant for. */
    @Test
    void anInterruptThatWasMeantForNoRunReachesNone() {
        Thread.currentThread().interrupt();
        run.enter(Thread.currentThread());
        assertFalse(Thread.interrupted());
    }

    /** A start that fails before the run has a place takes it back. */
    @Test
    void aRunWithoutAPlaceCanBeWithdrawn() {
        run.withdraw();
        assertTrue(run.hasLeft());
    }

    /** The readings of a clock may be negative, as those of System.nanoTime() may. */
    @Test
    void theLoadIsMeasuredOnAClockWithNegativeReadings() {
        GroupLoad load = new GroupThreads("test", 1, () -> -10_000_000_000L).pool.load;
        load.pass(500_000_000, false);
        load.look(-9_000_000_000L);
        assertEquals(500, load.perMille);
    }
}
