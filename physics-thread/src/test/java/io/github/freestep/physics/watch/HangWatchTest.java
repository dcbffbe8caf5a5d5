package io.github.freestep.physics.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** For which calls the watch lets another thread call what waits. */
class HangWatchTest {
    private static final long LIMIT_NANOS = 1_000;

    private final UserCode code = new UserCode();
    private int freed;

    /** What happens on the thread just before the watch looks for it, to report it. */
    private Runnable beforeReport = () -> {};

    private final Suspect suspect = new Suspect() {
        @Override
        public Thread thread() {
            beforeReport.run();
            return Thread.currentThread();
        }

        @Override
        public void freeOthers() {
            freed++;
        }
    };

    private final HangWatch watch = new HangWatch(suspect, code, LIMIT_NANOS);

    /** Enters a call, and checks until it has hung. Returns the time. */
    private long hang() {
        code.enter(UserCode.Call.STEP, 1);
        long now = System.nanoTime();
        while (!watch.hangs() && UserCode.call(code.mark()) != null) {
            check(now += 10 * LIMIT_NANOS);
        }
        return now;
    }

    private void check(long now) {
        watch.check(now, (what, tick, where) -> () -> {});
    }

    @Test
    void onlyWhatWaitsForACallThatHangsIsFreed() {
        long now = hang();
        assertEquals(1, freed);
        code.leave();
        code.enter(UserCode.Call.STEP, 2);
        check(now + 1);
        assertEquals(1, freed);
    }

    @Test
    void nothingIsFreedIfTheCallReturnsWhileTheWatchReportsIt() {
        beforeReport = code::leave;
        hang();
        assertEquals(0, freed);
    }
}
