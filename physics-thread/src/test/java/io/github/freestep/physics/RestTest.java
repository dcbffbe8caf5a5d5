package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.StateReader;
import io.github.freestep.time.TimeAnchor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A service whose world rests, on the test's thread and a scripted clock. */
class RestTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;

    private final ScriptedClock clock = new ScriptedClock(0);
    private final Sleepy world = new Sleepy();
    private final PhysicsBuilder builder =
            PhysicsService.builder(world).clock(clock).watchdog(Duration.ZERO);
    private ServiceRun physics;

    /** Moves for five ticks after each kick or command, then rests. */
    private static final class Sleepy extends Falling {
        private long restsAfter = 5;
        private final List<Long> ticks = new ArrayList<>();

        @Override
        public void step(Tick tick) {
            super.step(tick);
            ticks.add(tick.number());
            if (tick.input().size() > 0) {
                restsAfter = tick.number() + 5;
            }
        }

        @Override
        public boolean resting() {
            return ticks.get(ticks.size() - 1) >= restsAfter;
        }
    }

    @Test
    void aRestingWorldIsNotSteppedUntilInputComes() {
        physics = new ServiceRun(builder.setup());
        clock.at(3_007 * MILLI, () -> physics.pass.parts.port().action(1, 1, 3_007 * MILLI));
        runUntil(5 * SECOND);
        assertEquals(List.of(1L, 2L, 3L, 4L, 5L, 301L, 302L, 303L, 304L, 305L, 306L), world.ticks);
        assertEquals(1, world.kicks);
        assertEquals(
                0, physics.pass.parts.inputs().counts.deferred(), "the input went to the tick in which it happened");
        assertEquals(0, physics.pass.metrics.slips());
        assertTrue(clock.parks() < 60, () -> clock.parks() + " parks");
    }

    @Test
    void anInputAtTheDueTimeOfATickGoesToThatTick() {
        physics = new ServiceRun(builder.setup());
        clock.at(3_010 * MILLI, () -> physics.pass.parts.port().action(1, 1, 3_010 * MILLI));
        List<String> taken = new ArrayList<>();
        world.during = tick -> IntStream.range(0, tick.input().size())
                .forEach(i -> taken.add(tick.number() + " at " + tick.input().fraction(i)));
        runUntil(5 * SECOND);
        assertEquals(List.of("301 at 1.0"), taken);
        assertEquals(0, physics.pass.parts.inputs().counts.deferred());
    }

    @Test
    void readersMoveOnFromTheMomentOfWaking() {
        physics = new ServiceRun(builder.setup());
        StateReader reader = physics.pass.parts.publisher().states().reader();
        float[] rested = new float[3];
        clock.at(2 * SECOND, () -> {
            assertTrue(reader.acquire());
            assertEquals(5, reader.state(0).tick());
            rested[0] = reader.state(0).y()[0];
        });
        clock.at(3_007 * MILLI, () -> physics.pass.parts.port().action(1, 100, 3_007 * MILLI));
        clock.at(3_018 * MILLI, () -> {
            assertTrue(reader.acquire());
            assertEquals(301, reader.state(0).tick());
            assertEquals(300, reader.state(1).tick(), "the resting state, at the time of waking");
            assertEquals(rested[0], reader.state(1).y()[0]);
            assertNotEquals(rested[0], reader.state(0).y()[0]);
            assertEquals(3_000 * MILLI, reader.state(1).simulationNanos());
            TimeAnchor anchor = new TimeAnchor();
            reader.state(0).anchor(anchor);
            assertEquals(3_010 * MILLI, anchor.wallAt(reader.state(0).simulationNanos()));
        });
        runUntil(4 * SECOND);
        reader.close();
    }

    @Test
    void aCommandWakesTheWorldAndSeesThePresentTick() throws Exception {
        physics = new ServiceRun(builder.setup());
        List<CompletableFuture<Long>> called = new ArrayList<>();
        long[] stepsBefore = new long[1];
        clock.at(2_005 * MILLI, () -> {
            stepsBefore[0] = world.steps;
            called.add(new PhysicsService(physics).call(PhysicsContext::tick));
        });
        clock.at(2_025 * MILLI, () -> assertEquals(stepsBefore[0] + 1, world.steps, "one step finds it at rest again"));
        runUntil(4 * SECOND);
        assertEquals(200, called.get(0).join());
    }

    @Test
    void aPauseDuringARestTakesEffectAtItsTime() {
        physics = new ServiceRun(builder.setup());
        clock.at(2_005 * MILLI, () -> new PhysicsService(physics).pause());
        clock.at(3_005 * MILLI, () -> new PhysicsService(physics).resume());
        clock.at(4_005 * MILLI, () -> physics.pass.parts.port().action(1, 1, clock.nanoTime()));
        runUntil(5 * SECOND);
        assertEquals(301, world.ticks.get(world.ticks.size() - 6), 1);
        TimeLedger ledger = physics.pass.metrics.ledger(new TimeLedger());
        assertEquals(SECOND, ledger.pausedNanos(), 10 * MILLI);
        assertTrue(clock.parks() < 60, () -> clock.parks() + " parks");
        assertEquals(0, ledger.droppedNanos());
        assertEquals(5 * SECOND, ledger.wallNanos(), 10 * MILLI);
    }

    @Test
    void aServiceWhoseHashesAreWantedDoesNotRest() {
        physics = new ServiceRun(builder.setup());
        physics.pass.parts.output().events().with(PhysicsEvent.Kind.HASH).open();
        runUntil(SECOND);
        assertEquals(100, world.steps, 1);
    }

    @Test
    void aStateThatFailsAsARestBeginsPausesAtOnce() {
        failAsARestBegins(FaultPolicy.pause());
        StateReader reader = physics.pass.parts.publisher().states().reader();
        clock.at(100 * MILLI, () -> {
            assertTrue(reader.acquire());
            TimeAnchor anchor = new TimeAnchor();
            reader.state(0).anchor(anchor);
            assertTrue(anchor.isPaused());
        });
        runUntil(SECOND);
        reader.close();
    }

    private void failAsARestBegins(FaultPolicy policy) {
        physics = new ServiceRun(builder.publishEvery(100)
                .faultPolicy(policy)
                .onProblem(problem -> {})
                .setup());
        clock.at(
                45 * MILLI,
                () -> world.writing = () -> {
                    throw new IllegalStateException("unwritable");
                });
    }

    @Test
    void aStateThatFailsAsARestBeginsIsReportedAtOnce() {
        failAsARestBegins(FaultPolicy.skip());
        Events events = physics.pass.parts.output().events();
        List<Long> wokenNanos = new ArrayList<>();
        EventStream stream = new EventStream(events.consumers, EnumSet.of(PhysicsEvent.Kind.FAULT), 8) {
            @Override
            protected void wake() {
                wokenNanos.add(clock.nanoTime());
            }
        };
        events.consumers.add(stream, () -> {});
        runUntil(SECOND);
        assertEquals(5, world.steps);
        assertEquals(50 * MILLI, wokenNanos.get(0), MILLI);
    }

    private void runUntil(long endNanos) {
        clock.run(physics, endNanos);
    }
}
