package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.FineTimer;
import io.github.freestep.physics.workers.ThreadRequests;
import io.github.freestep.physics.workers.Worker;
import io.github.freestep.testing.Await;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.VirtualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The parts of a service that others ask: its names, its threads, its place in a group, and its end. */
@Timeout(60)
class ServiceRunTest {
    private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final VirtualClock clock = new VirtualClock(0);
    private final FineTimer timer = new FineTimer("Windows 11");
    private final PhysicsGroup group =
            PhysicsGroup.builder().name("halls").clock(clock).withoutWatchdog().open();
    private final Worker worker = new Worker(null, "test", clock, 5, timer, ThreadRequests.NONE);
    private final Falling world = new Falling();
    private final AtomicBoolean hangs = new AtomicBoolean();
    private volatile Thread hanging;

    private static PhysicsBuilder inOwnThread(Falling in, VirtualClock clock) {
        return PhysicsService.builder(in).clock(clock).withoutWatchdog();
    }

    private PhysicsBuilder builder() {
        return inOwnThread(world, clock);
    }

    private PhysicsBuilder inGroup(Falling in) {
        return PhysicsService.builder(in).group(group).withoutWatchdog();
    }

    private void hang() {
        hanging = Thread.currentThread();
        Await.until(() -> !hangs.get());
        hanging = null;
    }

    private static List<Thread> threads() {
        List<Thread> threads = new ArrayList<>(Thread.getAllStackTraces().keySet());
        threads.removeIf(thread -> !thread.getName().startsWith("freestep-"));
        return threads;
    }

    @AfterEach
    void noThreadIsLeft() {
        hangs.set(false);
        group.close();
        Await.until(() -> threads().isEmpty(), ServiceRunTest::threads);
    }

    @Test
    void aServiceWithItsOwnThreadIsNamedByIt() {
        ServiceRun run = new ServiceRun(builder().setup());
        assertEquals("freestep-physics", run.who());
        assertEquals("", run.suffix());
        assertEquals("thread freestep-physics #" + run.worker().thread().getId(), run.runner());
        assertSame(run.worker().thread(), run.thread());
        ServiceRun named = new ServiceRun(builder().name("hall").setup());
        assertEquals("freestep-physics-hall", named.who());
        assertEquals("-hall", named.suffix());
    }

    @Test
    void aServiceOfAGroupIsNamedByItsThreadOnceItHasOne() {
        ServiceRun run = new ServiceRun(inGroup(world).setup());
        assertEquals("service on a thread of group halls", run.who());
        run.joinAt(worker);
        assertEquals("service on test", run.who());
        ServiceRun named = new ServiceRun(inGroup(new Falling()).name("hall").setup());
        named.joinAt(worker);
        assertEquals("service hall on test", named.who());
        assertEquals("service hall on test", named.runner());
        assertEquals("-hall", named.suffix());
    }

    @Test
    void aPlaceIsTakenAndGivenBack() {
        ServiceRun run = new ServiceRun(inGroup(world).setup());
        run.withdraw();
        assertFalse(run.hasLeft(), "it had no place");
        run.joinAt(worker);
        assertSame(worker, run.worker());
        assertEquals(1, worker.members());
        assertEquals("test", run.core.metrics().worker());
        run.withdraw();
        assertEquals(0, worker.members());
        assertTrue(run.hasLeft());
    }

    @Test
    void aServiceWithItsOwnThreadKeepsItsPlace() {
        ServiceRun run = new ServiceRun(builder().setup());
        Worker own = run.worker();
        run.place(null);
        run.withdraw();
        assertSame(own, run.worker());
        assertEquals(1, own.members());
        assertFalse(run.hasLeft());
    }

    @Test
    void theThreadOfAServiceRunsItToTheEnd() {
        ServiceRun run = new ServiceRun(builder().setup());
        run.begin();
        assertEquals("freestep-physics", run.core.metrics().worker());
        Await.until(() -> run.core.metrics().tick() > 2);
        run.requestStop();
        assertTrue(run.awaitSetUpAndEnd(LONG_NANOS));
        assertTrue(run.hasLeft());
        assertNull(run.end.failure());
        assertSame(run.thread(), world.closedBy);
    }

    /** A clock in which a thread sleeps until it is woken, though a tick is to come. */
    private static final class SoundSleep implements NanoClock {
        private final AtomicLong now = new AtomicLong();

        @Override
        public long nanoTime() {
            return now.get();
        }

        @Override
        public void park(long nanos) {
            LockSupport.park(this);
            now.addAndGet(nanos);
        }
    }

    @Test
    void theEndWakesTheThreadOfTheService() {
        ServiceRun run = new ServiceRun(PhysicsService.builder(world)
                .clock(new SoundSleep())
                .rate(1)
                .withoutWatchdog()
                .setup());
        run.begin();
        Await.until(() -> LockSupport.getBlocker(run.thread()) instanceof SoundSleep);
        run.requestStop();
        assertTrue(run.awaitSetUpAndEnd(LONG_NANOS));
        assertEquals(0, world.steps);
    }

    /** As after a failed start. */
    @Test
    void aServiceWithoutAThreadIsEndedByAnother() {
        ServiceRun run = new ServiceRun(timed(builder()).setup());
        CompletableFuture<Integer> waiting = run.commands.call(context -> 1);
        assertTrue(run.passes.setUpAhead());
        timer.raise(run.worker());
        Throwable cause = new IllegalStateException("no thread");
        run.endWithout(cause);
        assertTrue(run.end.hasEnded());
        assertSame(cause, run.end.failure());
        Await.until(waiting::isCompletedExceptionally);
        assertNull(timer.sleeper());
    }

    @Test
    void aServiceThatHangsIsNotWatchedAfterItsEnd() {
        ServiceRun run = new ServiceRun(builder().watchdog(Duration.ofHours(1)).setup());
        hangs.set(true);
        world.during = tick -> hang();
        run.begin();
        Await.until(() -> hanging != null);
        run.requestStop();
        run.endWithout(null);
        Await.until(
                () -> threads().stream().noneMatch(thread -> thread.getName().equals("freestep-watchdog")));
        assertNotNull(hanging);
    }

    private PhysicsBuilder timed(PhysicsBuilder with) {
        with.timer = timer;
        return with;
    }

    @Test
    void aServiceOfAGroupWithoutAPlaceIsEndedByAnother() {
        ServiceRun run = new ServiceRun(inGroup(world).setup());
        run.endWithout(null);
        assertTrue(run.end.hasEnded());
        assertNull(run.end.failure());
    }

    @Test
    void theOwnThreadOfAServiceIsThatOfItsWorker() {
        ServiceRun run = new ServiceRun(builder().setup());
        assertTrue(run.isOwnThread(run.thread()));
        assertFalse(run.isOwnThread(Thread.currentThread()));
        run.interrupt();
        assertTrue(run.thread().isInterrupted());
    }

    @Test
    void theOwnThreadsOfAServiceOfAGroupAreThoseOfTheGroup() {
        ServiceRun run = new ServiceRun(inGroup(world).setup());
        run.joinAt(worker);
        assertTrue(run.isOwnThread(worker.thread()));
        assertFalse(run.isOwnThread(Thread.currentThread()));
        assertTrue(run.isOwnThread(group.setUps().thread()));
        ServiceRun other = start(new Falling());
        assertNotSame(worker, other.worker());
        assertTrue(run.isOwnThread(other.thread()), "it steps services of the same group");
        run.interrupt();
        assertFalse(worker.thread().isInterrupted(), "the interrupt might reach another service");
    }

    /** Starts a service of the group, and waits for its first ticks. */
    private ServiceRun start(Falling in) {
        ServiceRun run = begin(in);
        Await.until(() -> run.core.metrics().tick() > 2);
        return run;
    }

    private ServiceRun begin(Falling in) {
        Setup setup = inGroup(in).setup();
        ServiceRun run = new ServiceRun(setup);
        new PhysicsService(setup, run).place();
        run.begin();
        return run;
    }

    @Test
    void theWatchdogWatchesFromTheStartToTheEnd() {
        ServiceRun run = new ServiceRun(builder().watchdog(Duration.ofHours(1)).setup());
        List<String> atSetUp = new ArrayList<>();
        world.settingUp = () -> threads().forEach(thread -> atSetUp.add(thread.getName()));
        run.begin();
        Await.until(() -> run.core.metrics().tick() > 0);
        run.requestStop();
        assertTrue(run.awaitSetUpAndEnd(LONG_NANOS));
        assertTrue(atSetUp.contains("freestep-watchdog"), atSetUp::toString);
    }

    @Test
    void theWatchdogSuspectsTheWorkerOfAService() {
        ServiceRun run = new ServiceRun(builder().setup());
        Worker own = run.worker();
        assertEquals(0, run.workerTurn());
        List<Long> turns = new ArrayList<>();
        world.during = tick -> {
            turns.add(run.workerTurn());
            turns.add(own.turn());
            run.freeOthers(own.turn());
            run.requestStop();
        };
        own.run();
        assertEquals(1, turns.get(0) & 1, "odd in user code");
        assertEquals(turns.get(1), turns.get(0));
        assertSame(own, run.worker(), "it has no others");
    }

    @Test
    void theWatchdogSuspectsTheSetUpOfAService() {
        hangs.set(true);
        world.settingUp = this::hang;
        ServiceRun run = begin(world);
        Await.until(() -> hanging != null);
        assertSame(hanging, run.thread());
        assertTrue(run.isOwnThread(hanging));
        assertTrue(run.callbacks.wouldDeadlock(hanging, false));
        assertEquals(0, run.workerTurn());
        run.countHungStep();
        assertEquals(0, run.worker().hungSteps());
        run.interrupt();
        assertTrue(hanging.isInterrupted());
        Falling next = new Falling();
        ServiceRun waits = begin(next);
        run.freeOthers(0);
        Await.until(() -> waits.core.metrics().tick() > 2);
        assertNotSame(hanging, next.setUpBy);
        run.requestStop();
        assertFalse(run.awaitSetUpAndEnd(1));
        hangs.set(false);
        assertTrue(run.awaitSetUpAndEnd(LONG_NANOS));
    }

    @Test
    void aCallbackOfTheThreadOfAServiceMustNotWaitForIt() {
        ServiceRun run = new ServiceRun(builder().setup());
        assertTrue(run.callbacks.wouldDeadlock(run.thread(), false));
        assertFalse(run.callbacks.wouldDeadlock(Thread.currentThread(), false));
    }
}
