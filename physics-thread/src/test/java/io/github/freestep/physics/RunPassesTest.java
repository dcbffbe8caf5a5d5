package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.testing.Await;
import io.github.freestep.time.VirtualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls the passes of a run as its worker does, on the thread of the test. */
@Timeout(240)
class RunPassesTest {
    private static final long MILLI = 1_000_000;

    private final VirtualClock clock = new VirtualClock(0);
    private final Falling world = new Falling();
    private final PhysicsBuilder builder =
            PhysicsService.builder(world).rate(100).clock(clock).watchdog(Duration.ZERO);
    private ServiceRun run;

    /** Begins a run whose time began at 0. */
    private void begin() {
        run = new ServiceRun(builder.setup());
        assertTrue(pass());
    }

    /** Runs a pass, and returns whether the run continues. */
    private boolean pass() {
        run.passes.resume(clock.nanoTime(), clock.nanoTime(), 0);
        run.passes.runPass();
        return run.passes.continues();
    }

    private boolean passAt(long nanos) {
        clock.advance(nanos - clock.nanoTime());
        return pass();
    }

    @AfterEach
    void end() {
        if (run != null && !run.end.hasEnded) {
            run.requestStop();
            assertFalse(pass());
        }
        assertFalse(Thread.interrupted());
        OwnThreads.awaitNone();
    }

    /** Runs passes at these times, with a new command before each. Returns which of these commands have run. */
    private List<Integer> ranAt(double... millis) {
        List<Integer> ran = new ArrayList<>();
        for (int i = 0; i < millis.length; i++) {
            int number = i;
            new PhysicsService(run).submit(context -> ran.add(number));
            assertTrue(passAt((long) (millis[i] * MILLI)));
        }
        return ran;
    }

    @Test
    void aSetUpThatIsInterruptedRunsNoCommand() {
        world.settingUp = () -> Thread.currentThread().interrupt();
        run = new ServiceRun(builder.onProblem(problem -> {}).setup());
        boolean[] ran = new boolean[1];
        new PhysicsService(run).submit(context -> ran[0] = true);
        assertFalse(pass());
        assertTrue(Thread.interrupted());
        assertFalse(ran[0]);
    }

    @Test
    void theLedgerEndsWithTheRun() {
        begin();
        assertTrue(passAt(12 * MILLI));
        run.requestStop();
        assertFalse(passAt(15 * MILLI));
        clock.advance(MILLI);
        assertEquals(15 * MILLI, run.pass.metrics.ledger(new TimeLedger()).wallNanos());
    }

    @Test
    void aWorldThatComesFromAnotherThreadIsToldSo() {
        begin();
        Thread other = new Thread(this::pass);
        other.start();
        Await.until(() -> !other.isAlive());
        assertEquals(other, world.ranBy);
    }

    /** As in a group, whose worker slows each tick after an overload by a little, until all services are in step. */
    @Test
    void smallChangesOfTheSustainedScaleAreNoEvents() {
        begin();
        EventReader events =
                run.pass.parts.output().events().with(Kind.SUSTAINED_SCALE).open();
        for (double share : new double[] {0.5, 0.94, 0.95, 0.9, 0.98, 0.99, 1, 0.96, 1}) {
            run.pass.schedule.share(clock.nanoTime(), share);
            assertTrue(passAt(clock.nanoTime() + MILLI));
            assertEquals(share, run.pass.metrics.sustainedScale());
        }
        List<Double> scales = new ArrayList<>();
        events.poll(event -> scales.add(event.sustainedScale()));
        assertEquals(List.of(0.5, 0.94, 1.0), scales);
    }

    @Test
    void commandsRunOnceAfterEachTick() {
        begin();
        assertTrue(passAt(10 * MILLI));
        assertEquals(List.of(0), ranAt(12, 12.1, 19, 19.9), "the first pass after tick 1");
        assertEquals(List.of(), ranAt(20));
        assertEquals(1, run.pass.metrics.commandsRun());
    }

    @Test
    void commandsRunAtEachPassThatIsFarFromTheNextTick() {
        builder.rate(10);
        begin();
        assertEquals(List.of(0, 1, 2), ranAt(1, 2, 89.9), "more than 10 ms before it");
        assertEquals(List.of(), ranAt(90), "10 ms before it");
    }

    @Test
    void commandsRunWhileATickWaitsForItsInput() {
        boolean[] ready = new boolean[1];
        WaitingStage.ready(builder, tick -> ready[0]);
        begin();
        assertEquals(List.of(0, 1), ranAt(11, 12));
        ready[0] = true;
    }
}
