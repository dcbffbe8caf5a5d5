package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.Threads;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.workers.UserCode;
import io.github.freestep.physics.workers.UserCode.Call;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Watches a thread that really hangs, and checks it at times that the test sets. */
@Timeout(60)
class HangWatchTest {
    private static final long SECOND = 1_000_000_000;

    private final PhysicsBuilder builder = new PhysicsBuilder(new Falling());
    private final RecordedRun recorded = RecordedRun.of(builder);
    private final Core core = new Core(builder.setup(), new ScriptedClock(0), new ScriptedClock(0));
    private final UserCode code = core.userCode();
    private final EventReader reader = core.events().with(Kind.HUNG_STEP).open();
    private final List<Throwable> reports = new ArrayList<>();
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch returns = new CountDownLatch(1);
    private final Thread stepping = new Thread(this::step, "room-7");
    private final HangWatch watch = new HangWatch(new OwnThread(), code, HangWatches.reportTo(core), SECOND);
    private long now = System.nanoTime();
    private int moves;

    @BeforeEach
    void enter() throws InterruptedException {
        stepping.start();
        entered.await();
    }

    @AfterEach
    void leave() {
        returns.countDown();
        assertTrue(Threads.join(stepping, 30 * SECOND));
    }

    private void step() {
        code.enter(Call.STEP, 12, 120);
        hangsHere();
        code.leave();
    }

    private void hangsHere() {
        entered.countDown();
        while (returns.getCount() > 0) {
            Thread.onSpinWait();
        }
    }

    @Test
    void namesTickThreadTimeAndPlace() {
        hang();
        assertEquals(1, core.metrics().hungSteps());
        PhysicsException report = (PhysicsException) reports.get(0);
        assertEquals(12, report.tick());
        assertEquals(
                "the step of tick 12 has not returned for 1000 ms on room-7; let it return from the place in the"
                        + " cause, allow more time with watchdog, or use withoutWatchdog in a debugger",
                report.getMessage());
        assertTrue(
                Stream.of(report.getCause().getStackTrace())
                        .anyMatch(frame -> frame.getMethodName().equals("hangsHere")),
                report::toString);
    }

    @Test
    void triesToFreeTheOthersUntilTheCallReturns() {
        hang();
        assertEquals(2, moves, "at 1000 and 1250 ms");
        code.leave();
        hang();
        assertEquals(2, moves);
    }

    @Test
    void theRecorderGetsTheStack() {
        hang();
        assertEquals(List.of("hung 12: " + reports.get(0).getMessage()), recorded.others);
        assertTrue(recorded.stack.contains("HangWatchTest.hangsHere("), recorded.stack);
    }

    private void hang() {
        for (int i = 0; i < 6; i++) {
            watch.check(now);
            now += watch.everyNanos();
        }
        reader.poll(event -> {
            assertEquals(12, event.tick());
            assertEquals(120, event.simulationNanos());
            reports.add(event.cause());
        });
    }

    private final class OwnThread implements HangWatch.Suspect {
        @Override
        public Thread thread() {
            return stepping;
        }

        @Override
        public long workerTurn() {
            return 7;
        }

        @Override
        public void freeOthers(long turn) {
            assertEquals(7, turn);
            moves++;
        }

        @Override
        public void countHungStep() {}
    }
}
