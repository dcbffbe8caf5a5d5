package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.Physics.Status;
import io.github.freestep.problem.Problem;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Await;
import io.github.freestep.time.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;

/**
 * A run with a virtual clock, so that no tick is late, and helpers for its tests. After each test no thread may be
 * left, and the thread that last ran the world must have closed it.
 */
abstract class ServiceUnderTest {
    final List<Problem> problems = new CopyOnWriteArrayList<>();
    final Falling world = new Falling();
    final VirtualClock clock = new VirtualClock(-5_000_000);
    final PhysicsBuilder builder = PhysicsService.builder(world)
            .rate(1_000)
            .publishEvery(1)
            .clock(clock)
            .onProblem(problems::add);
    PhysicsService physics;
    private InlineStepper stepper;
    private PhysicsException setUpFailure;

    private final List<PhysicsService> neighbours = new ArrayList<>();
    private PhysicsGroup group;
    private List<Thread> neighbourThreads = List.of();

    /** Lets the service join a group of one thread with two neighbours, whatever the service does to them. */
    void joinGroup() {
        group = PhysicsGroup.builder().clock(clock).open();
        builder.group(group);
        for (int i = 0; i < 2; i++) {
            neighbours.add(PhysicsService.builder(new Falling())
                    .group(group)
                    .rate(1_000)
                    .overloadPolicy(OverloadPolicy.neverSlip())
                    .start());
        }
        assertNeighboursGoOn();
        neighbourThreads = threads();
        neighbourThreads.removeIf(this::worksForNeighbours);
    }

    /** Where a simulation runs. */
    enum Host {
        SERVICE,
        GROUP,
        STEPPER
    }

    /** Starts a run. {@link #awaitFailure} returns what a stepper throws if its set-up fails. */
    void start(Host host) {
        if (host == Host.GROUP) {
            joinGroup();
        }
        if (host != Host.STEPPER) {
            physics = builder.start();
            return;
        }
        try {
            stepper = builder.inline();
        } catch (PhysicsException failed) {
            setUpFailure = failed;
        }
    }

    Physics run() {
        return stepper == null ? physics : stepper;
    }

    /** Waits until the run has failed, and returns its failure. */
    PhysicsException awaitFailure() {
        if (setUpFailure != null) {
            return setUpFailure;
        }
        if (stepper == null) {
            awaitEnd();
        } else {
            assertThrows(PhysicsException.class, () -> {
                while (true) {
                    stepper.advanceTick();
                }
            });
        }
        assertEquals(Status.FAILED, run().status());
        return assertInstanceOf(PhysicsException.class, run().failure());
    }

    /** Waits until each neighbour has stepped, if the service has any. */
    void assertNeighboursGoOn() {
        for (PhysicsService neighbour : neighbours) {
            long tick = neighbour.metrics().tick();
            await(() -> neighbour.metrics().tick() > tick + 2);
            assertEquals(Status.RUNNING, neighbour.status());
        }
    }

    boolean inGroup() {
        return group != null;
    }

    String thread() {
        return group == null ? "freestep-physics" : "service on freestep-group-1";
    }

    String callbackThread() {
        return group == null ? "freestep-commands" : "freestep-group-callbacks";
    }

    @AfterEach
    void noThreadIsLeft() {
        try {
            assertNeighboursGoOn();
            if (stepper != null || group != null) {
                // A stepper does not wait for its handlers. A group does not wait for a thread that it started for the
                // neighbours of a call that then returned.
                awaitNoThread();
            } else {
                assertEquals(List.of(), ownThreads());
            }
        } finally {
            if (group != null) {
                group.close();
            }
        }
        if (group != null) {
            await(() -> threads().isEmpty());
        } else {
            assertEquals(List.of(), threads());
        }
        assertSame(world.ranBy, world.closedBy);
        assertEquals(world.setUpBy == null ? 0 : 1, world.closes);
        if (physics != null && physics.status() == Status.FAILED) {
            await(() -> hasTold(Problem.Kind.FAULT, physics.failure()));
        }
    }

    /** Returns whether a person was told of this. */
    boolean hasTold(Problem.Kind kind, Throwable cause) {
        return problems.stream().anyMatch(problem -> problem.kind() == kind && problem.cause() == cause);
    }

    void failInTick(long number, Throwable cause) {
        world.during = tick -> {
            if (tick.number() == number) {
                sneak(cause);
            }
        };
    }

    @SuppressWarnings("unchecked")
    static <T extends Throwable> void sneak(Throwable cause) throws T {
        throw (T) cause;
    }

    /** After the end: commands fail, input is refused, states stay. */
    void assertEnded() {
        ExecutionException refused =
                assertThrows(ExecutionException.class, () -> run().call(c -> 1).get(30, TimeUnit.SECONDS));
        assertInstanceOf(RejectedExecutionException.class, refused.getCause());
        assertFalse(run().input().action(1, 1));
        assertThrows(ExecutionException.class, () -> run().pause().get(30, TimeUnit.SECONDS));
    }

    long newestTick() {
        try (StateReader reader = run().states().reader()) {
            assertTrue(reader.acquire());
            return reader.state(0).tick();
        }
    }

    void awaitTick(long tick) {
        await(() -> {
            if (stepper != null) {
                stepper.advanceTick();
            }
            return run().metrics().tick() >= tick;
        });
    }

    void awaitEnd() {
        await(() -> run().status() != Status.RUNNING);
        // The status changes before the last parts have ended.
        await(() -> group == null || group.metrics().services(0) == neighbours.size());
        awaitNoThread();
    }

    void awaitNoThread() {
        await(() -> ownThreads().isEmpty());
    }

    private List<Thread> ownThreads() {
        List<Thread> own = threads();
        own.removeAll(neighbourThreads);
        own.removeIf(this::worksForNeighbours);
        // These serve all services of the group, and end with it.
        own.removeIf(thread -> thread.getName().matches("freestep-group-(callbacks|events|set-up)"));
        return own;
    }

    /** If a step hangs, the neighbours move to another thread. */
    private boolean worksForNeighbours(Thread thread) {
        return neighbours.stream()
                .anyMatch(
                        neighbour -> thread.getName().equals(neighbour.metrics().worker()));
    }

    private static List<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("freestep-"))
                // Lives for up to a second after a failure, whatever has failed.
                .filter(thread -> !thread.getName().equals("freestep-problems"))
                .collect(Collectors.toList());
    }

    static void await(BooleanSupplier condition) {
        Await.until(condition);
    }
}
