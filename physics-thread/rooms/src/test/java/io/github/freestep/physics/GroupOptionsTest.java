package io.github.freestep.physics;

import static io.github.freestep.testing.Refused.refusedWith;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.internal.FineTimer;
import io.github.freestep.physics.rooms.PhysicsGroup;
import io.github.freestep.physics.rooms.workers.GroupThreads;
import io.github.freestep.physics.thread.FakeSystem;
import io.github.freestep.physics.thread.WorkerSettings;
import io.github.freestep.time.VirtualClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(240)
class GroupOptionsTest {
    private final Falling world = new Falling();

    @Test
    void aServiceInAGroupRefusesWhatConcernsItsThread() {
        String shared = " must not be set together with group, because the services of a group share a thread; ";
        Map<String, UnaryOperator<PhysicsBuilder>> options = Map.of(
                "spinBudgetPerMille" + shared + "set it with PhysicsGroup.builder().spinBudgetPerMille(...)",
                builder -> builder.spinBudgetPerMille(5),
                "realTime" + shared + "set it with PhysicsGroup.builder().realTime(...)",
                builder -> builder.realTime(50),
                "cpu" + shared + "leave cpu out",
                builder -> builder.cpu(0));
        try (PhysicsGroup group = PhysicsGroup.open(1)) {
            options.forEach((message, option) -> {
                PhysicsBuilder builder =
                        option.apply(PhysicsService.builder(world).group(group));
                refusedWith(message, IllegalArgumentException.class, builder::build);
            });
        }
    }

    /** With more threads than thousandths, each has none, so a tick begins as late as the park before it ends. */
    @ParameterizedTest
    @CsvSource({"1, 10", "6, 60"})
    void theThreadsShareTheSpinBudget(int threads, long lateMicros) {
        AtomicInteger parks = new AtomicInteger();
        VirtualClock clock = new VirtualClock(0, () -> parks.incrementAndGet() % 2 * 60_000);
        long[] lateNanos = new long[2_002];
        world.during = tick -> lateNanos[(int) Math.min(tick.number(), 2_001)] = clock.nanoTime() - tick.dueNanos();
        try (PhysicsGroup group =
                        PhysicsGroup.builder().threads(threads).clock(clock).open();
                PhysicsService physics =
                        PhysicsService.builder(world).group(group).start()) {
            ServiceUnderTest.await(() -> physics.metrics().tick() > 2_001);
        }
        assertEquals(lateMicros, Math.max(lateNanos[1_999], lateNanos[2_000]) / 1_000, 5);
    }

    private volatile Thread ran;

    @Test
    void theNewThreadHasThePriorityOfTheOneThatHangs() throws Exception {
        FakeSystem system = new FakeSystem();
        Gate gate = new Gate();
        WorkerSettings settings = new WorkerSettings(
                "",
                new VirtualClock(0),
                5,
                FineTimer.system(),
                system.requests().realTime(40));
        GroupThreads threads =
                new GroupThreads("", 1, settings, Duration.ofMillis(250).toNanos());
        ServiceThreads group = new ServiceThreads(threads) {};
        Falling other = new Falling();
        PhysicsService neighbour = PhysicsService.builder(other).group(group).start();
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
