package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.FineTimer;
import io.github.freestep.physics.workers.ThreadRequests;
import io.github.freestep.physics.workers.Worker;
import io.github.freestep.testing.Await;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.VirtualClock;
import java.util.concurrent.TimeUnit;
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

    private PhysicsBuilder inGroup(Falling in) {
        return PhysicsService.builder(in).group(group).withoutWatchdog();
    }

    @AfterEach
    void noThreadIsLeft() {
        group.close();
        OwnThreads.awaitNone();
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
        Setup setup = inGroup(in).setup();
        ServiceRun run = new ServiceRun(setup);
        new PhysicsService(setup, run).place();
        run.begin();
        Await.until(() -> run.core.metrics().tick() > 2);
        return run;
    }
}
