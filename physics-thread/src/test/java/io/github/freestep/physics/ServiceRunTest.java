package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.github.freestep.internal.FineTimer;
import io.github.freestep.physics.workers.ThreadRequests;
import io.github.freestep.physics.workers.Worker;
import io.github.freestep.testing.Await;
import io.github.freestep.time.VirtualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The parts of a service that others ask: its names, its threads, its place in a group, and its end. */
@Timeout(60)
class ServiceRunTest {

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

    private ServiceRun begin(Falling in) {
        Setup setup = inGroup(in).setup();
        ServiceRun run = new ServiceRun(setup);
        new PhysicsService(setup, run).place();
        run.begin();
        return run;
    }
}
