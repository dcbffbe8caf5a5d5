package io.github.freestep.physics.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which turns of a worker the watch ends, so that the other runs of the worker get a new one. */
class HangWatchTest {
    private static final long LIMIT_NANOS = 1_000;

    private final UserCode code = new UserCode();
    private final List<Long> freed = new ArrayList<>();
    private long turn = 1;

    /** What happens on the worker just before the watch reads its turn. */
    private Runnable beforeTurn = () -> {};

    private final Suspect suspect = new Suspect() {
        @Override
        public Thread thread() {
            return Thread.currentThread();
        }

        @Override
        public long workerTurn() {
            beforeTurn.run();
            return turn;
        }

        @Override
        public void freeOthers(long hanging) {
            freed.add(hanging);
        }
    };

    private final HangWatch watch = new HangWatch(suspect, code, LIMIT_NANOS);

    private void check(long now) {
        watch.check(now, (what, tick, where) -> () -> {});
    }

    private long hang() {
        code.enter(UserCode.Call.STEP, 1);
        long now = System.nanoTime();
        while (!watch.hangs()) {
            check(now += 10 * LIMIT_NANOS);
        }
        return now;
    }

    @Test
    void theTurnOfACallThatHangsIsEnded() {
        long now = hang();
        assertEquals(List.of(1L), freed);
        code.leave();
        turn = 2;
        code.enter(UserCode.Call.STEP, 2);
        check(now + 1);
        assertEquals(List.of(1L), freed);
    }

    /** Then the turn that the watch has read is another one, in which nothing hangs. */
    @Test
    void noTurnIsEndedIfTheCallReturnsWhileTheWatchReadsIt() {
        long now = hang();
        beforeTurn = () -> {
            code.leave();
            turn = 2;
            code.enter(UserCode.Call.STEP, 2);
        };
        check(now + 1);
        assertEquals(List.of(1L), freed);
    }
}
