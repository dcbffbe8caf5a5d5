package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.internal.FineTimer;
import io.github.freestep.physics.rooms.workers.GroupThreads;
import io.github.freestep.physics.workers.FakeSystem;
import io.github.freestep.physics.workers.WorkerSettings;
import io.github.freestep.time.VirtualClock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RealTimeInGroupTest {
    private final FakeSystem system = new FakeSystem();
    private final VirtualClock clock = new VirtualClock(0);
    private final Gate gate = new Gate();
    private volatile Thread ran;

    @Test
    void theNewThreadHasThePriorityOfTheOneThatHangs() throws Exception {
        WorkerSettings settings = new WorkerSettings(
                "", clock, 5, FineTimer.system(), system.requests().realTime(40));
        GroupThreads threads =
                new GroupThreads("", 1, settings, Duration.ofMillis(250).toNanos(), null);
        ServiceThreads group = new ServiceThreads(threads) {};
        Falling other = new Falling();
        PhysicsService neighbour = PhysicsService.builder(other).group(group).start();
        Falling world = new Falling();
        // The first of each: a new thread also runs a command.
        world.during = tick -> {
            ran = Thread.currentThread();
            gate.hang();
        };
        PhysicsService physics = PhysicsService.builder(world).group(group).start();
        gate.awaitEntered();
        ServiceUnderTest.await(() -> other.ranBy != ran);
        long tick = neighbour.metrics().tick();
        ServiceUnderTest.await(() -> neighbour.metrics().tick() > tick);
        assertEquals(40, system.priority(other.ranBy));
        assertEquals(0, system.priority(ran), "it would keep others from its processor");
        gate.open();
        long since = physics.metrics().tick();
        ServiceUnderTest.await(() -> physics.metrics().tick() >= since + 2);
        assertEquals(40, system.priority(ran), "it steps its service again");
        List<Thread> all = List.of(ran, other.ranBy);
        threads.close();
        all.forEach(thread -> assertEquals(0, system.priority(thread)));
    }
}
