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

    /** Null for a service with a thread of its own. */
    private Neighbours neighbours;

    /** Services on the same threads, which continue whatever the service under test does. */
    interface Neighbours {
        /** Waits until each of them has stepped. */
        void assertTheyGoOn();

        /** Returns whether a thread works for them, or for all services of their group. */
        boolean have(Thread thread);

        /** Returns whether only they are left on their threads. */
        boolean areAlone();

        void close();
    }

    /** Lets the service have neighbours, which its builder must know. */
    void join(Neighbours others) {
        neighbours = others;
    }

    /** Where a simulation runs. */
    enum Host {
        SERVICE,
        STEPPER
    }

    /** Starts a run. {@link #awaitFailure} returns what a stepper throws if its set-up fails. */
    void start(Host host) {
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
        if (neighbours != null) {
            neighbours.assertTheyGoOn();
        }
    }

    boolean inGroup() {
        return neighbours != null;
    }

    String thread() {
        return neighbours == null ? "freestep-physics" : "service on freestep-group-1";
    }

    String callbackThread() {
        return neighbours == null ? "freestep-commands" : "freestep-group-callbacks";
    }

    @AfterEach
    void noThreadIsLeft() {
        try {
            assertNeighboursGoOn();
            if (stepper != null || neighbours != null) {
                // A stepper does not wait for its handlers. A group does not wait for a thread that it started for the
                // neighbours of a call that then returned.
                awaitNoThread();
            } else {
                assertEquals(List.of(), ownThreads());
            }
        } finally {
            if (neighbours != null) {
                neighbours.close();
            }
        }
        if (neighbours != null) {
            await(() -> threads().isEmpty());
        } else {
            assertEquals(List.of(), threads());
        }
        assertSame(world.ranBy, world.closedBy);
        assertEquals(world.setUpBy == null ? 0 : 1, world.closes);
        if (physics != null && physics.status() == Status.FAILED) {
            await(() -> hasTold(Problem.Kind.RUN_FAILED, physics.failure()));
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
        await(() -> neighbours == null || neighbours.areAlone());
        awaitNoThread();
    }

    void awaitNoThread() {
        await(() -> ownThreads().isEmpty());
    }

    private List<Thread> ownThreads() {
        List<Thread> own = threads();
        own.removeIf(thread -> neighbours != null && neighbours.have(thread));
        return own;
    }

    static List<Thread> threads() {
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
