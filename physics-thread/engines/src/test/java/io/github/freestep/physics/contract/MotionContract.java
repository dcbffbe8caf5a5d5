package io.github.freestep.physics.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.OverloadPolicy;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.engines.EngineSimulation;
import io.github.freestep.state.State;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.state.content.Blocks;
import io.github.freestep.state.content.StateInside;
import io.github.freestep.testing.Poses;
import io.github.freestep.time.TimeAnchor;
import io.github.freestep.time.VirtualClock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a world writes a body if it has moved, and only then. */
public abstract class MotionContract<B> extends RebuildContract<B> {
    private static final int BODIES = 20;
    private static final int ROUNDS = 300;

    @Test
    void aSceneAttachesBodiesInItsBuild() {
        State apart = newest(stepper(world(in -> line(in, 2))));
        EngineSimulation<B> world = world(in -> {
            line(in, 2);
            in.attach(1, 0);
        });
        InlineStepper stepper = stepper(world);
        State attached = newest(stepper);
        assertEquals(0, attached.parent(1));
        assertEquals(apart.x()[1] - apart.x()[0], attached.x()[1], 1e-4f);
        assertEquals(apart.y()[1] - apart.y()[0], attached.y()[1], 1e-4f);
        world.detach(1);
        stepper.advance(TICK_NANOS);
        assertEquals(State.NO_PARENT, newest(stepper).parent(1));
        assertEquals(apart.x()[1], newest(stepper).x()[1], 0.01f);
    }

    @Test
    void aRestingBodyIsNotWrittenAgainAndAMovedOneIs() {
        int last = Blocks.SIZE;
        EngineSimulation<B> world = world(
                2 * Blocks.SIZE,
                in -> {
                    for (int i = 0; i <= last; i++) {
                        in.add(body(in, 2 * (i - last / 2), REST + 0.1f));
                    }
                },
                tick -> {});
        InlineStepper stepper = stepper(world);
        sleep(world, stepper);
        State before = newest(stepper);
        long[] settled = {StateInside.version(before, 0), StateInside.version(before, 1)};
        assertVersions(stepper, settled, 0, 0, "all bodies rest");

        push(world.body(last), 0, 3);
        assertVersions(stepper, settled, 0, 1, "the last body was pushed");
        sleep(world, stepper);
        settled[1] = StateInside.version(newest(stepper), 1);
        place(world.body(0), -80, REST);
        world.teleport(0);
        assertVersions(stepper, settled, 1, 0, "the first body was teleported");
        sleep(world, stepper);
        settled[0] = StateInside.version(newest(stepper), 0);
        place(world.body(last), -90, REST);
        world.refresh(last);
        assertVersions(stepper, settled, 0, 1, "the last body was placed");
        sleep(world, stepper);
        settled[1] = StateInside.version(newest(stepper), 1);
        world.remove(0);
        assertEquals(0, world.add(body(world, -70, REST)));
        assertVersions(stepper, settled, 1, 0, "the first body is another");
    }

    /** Asserts which blocks of 64 slots are written in one of the next ticks. */
    private void assertVersions(InlineStepper stepper, long[] settled, int first, int second, String why) {
        int[] changes = new int[2];
        for (int i = 0; i < 5; i++) {
            stepper.advance(TICK_NANOS);
            for (int block = 0; block < 2; block++) {
                changes[block] |= StateInside.version(newest(stepper), block) == settled[block] ? 0 : 1;
            }
        }
        assertArrayEquals(new int[] {first, second}, changes, why);
    }

    /** Whether it touches a body that falls asleep, touches nothing, or is alone. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void aStaticBodyKeepsNoWorldAwake(int kind) {
        EngineSimulation<B> world = world(in -> {});
        InlineStepper stepper = stepper(world);
        B fixed = fixed(world, 0, 3);
        assumeTrue(fixed != null, "the engine's static bodies have no slots");
        EventReader events = stepper.events().with(Kind.ASLEEP, Kind.AWAKE).open();
        world.add(fixed);
        if (kind < 2) {
            B falling = body(world, kind == 0 ? 0 : 10, 4.1f);
            world.add(falling);
            for (int ticks = 0; !asleep(falling); ticks++) {
                assertTrue(ticks < 10_000, "the body never sleeps");
                stepper.advance(TICK_NANOS);
            }
        }
        stepper.advance(3 * TICK_NANOS);
        assertTrue(world.allAsleep());
        List<String> seen = new ArrayList<>();
        events.poll(event -> seen.add(event.kind() + " " + event.slotA()));
        assertEquals(1, Collections.frequency(seen, "ASLEEP 0"), seen::toString);
        assertFalse(seen.contains("AWAKE 0"), seen::toString);
    }

    /** Steps until all bodies sleep and have been read for the last time. */
    final void sleep(EngineSimulation<B> world, InlineStepper stepper) {
        for (int slot = 0, ticks = 0; world.body(slot) != null; ) {
            if (asleep(world.body(slot))) {
                slot++;
            } else {
                slot = 0;
                assertTrue(ticks++ < 10_000, "the bodies never sleep");
                stepper.advance(TICK_NANOS);
            }
        }
        stepper.advance(3 * TICK_NANOS);
    }

    /** A lift that is moved without a velocity is such a body. */
    @Test
    void aStaticBodyThatIsMovedIsSeenAtItsNewPlace() {
        EngineSimulation<B> world = world(in -> {});
        InlineStepper stepper = stepper(world);
        B fixed = fixed(world, 0, 3);
        assumeTrue(noticesMovedStatics(), "a refresh must name a static body that was moved");
        world.add(fixed);
        advance(stepper, 3);
        place(fixed, 5, 3);
        advance(stepper, 1);
        assertEquals(5, newest(stepper).x()[0]);
        advance(stepper, 2);
        assertTrue(world.allAsleep());
    }

    @Test
    void aBodyPlacedByTheEngineIsSeenAfterARefreshWithItsOldEpoch() {
        EngineSimulation<B> world = dropped(0.6f);
        InlineStepper stepper = stepper(world);
        sleep(world, stepper);
        int epoch = newest(stepper).epoch(0);
        place(world.body(0), 20, REST);
        world.refresh(0);
        stepper.advance(TICK_NANOS);
        assertEquals(20, newest(stepper).x()[0], 0.01f);
        assertEquals(epoch, newest(stepper).epoch(0));
    }

    @Test
    void aKinematicBodyGoesWhereCommandsSteerItAndCarriesOthers() {
        assumeTrue(bodiesCollide());
        EngineSimulation<B> world = world(in -> {});
        InlineStepper stepper = stepper(world);
        B platform = kinematic(world, 0, 5);
        assumeTrue(platform != null, "the engine has no kinematic bodies");
        assertEquals(0, world.add(platform));
        world.add(body(world, 0, 5 + 2 * REST));
        for (int i = 0; i < 100; i++) {
            stepper.submit(c -> steer(world.body(0), 0.5f)).join();
            stepper.advance(TICK_NANOS);
            assertEquals((i + 1) * 0.005f, newest(stepper).x()[0], 1e-3f);
        }
        assertEquals(5, newest(stepper).y()[0], 1e-3f);
        assertEquals(0.5f, newest(stepper).x()[1], 0.2f, "it is carried");
        assertEquals(5 + 2 * REST, newest(stepper).y()[1], SINKS);
    }

    @Test
    void aCatchUpLosesNothing() {
        assertShowsAll(6, false, builder -> builder);
    }

    @Test
    void hashedTicksThatAreNotPublishedLoseNothing() {
        assertShowsAll(5, true, builder -> builder.publishEvery(4).hashEvery(3));
    }

    /** Compares a world with one that reads and writes all bodies for each state, while bodies are moved at random. */
    private void assertShowsAll(int mostTicks, boolean hashes, UnaryOperator<PhysicsBuilder> settings) {
        EngineSimulation<B> world = world(in -> line(in, BODIES));
        EngineSimulation<B> naive = world(in -> line(in, BODIES));
        try (InlineStepper stepper = inline(world, settings);
                InlineStepper other = inline(new WritesAll(naive, StatePublisher.of(naive.layout())), settings);
                StateReader reader = stepper.states().reader();
                StateReader otherReader = other.states().reader()) {
            EventReader events = hashes ? stepper.events().with(Kind.HASH).open() : null;
            Random random = EngineContract.random(mostTicks);
            for (int round = 0; round < ROUNDS; round++) {
                long seed = random.nextLong();
                if (random.nextInt(8) == 0) {
                    change(world, EngineContract.random(seed));
                    change(naive, EngineContract.random(seed));
                }
                long nanos = (1 + random.nextInt(mostTicks)) * TICK_NANOS;
                stepper.advance(nanos);
                other.advance(nanos);
                boolean isNew = reader.acquire();
                assertEquals(isNew, otherReader.acquire());
                if (isNew) {
                    assertSameState(otherReader.state(0), reader.state(0));
                }
            }
            if (events != null) {
                assertNotEquals(0, events.poll(event -> {}), "ticks are hashed");
            }
        }
    }

    private InlineStepper inline(Simulation world, UnaryOperator<PhysicsBuilder> settings) {
        return settings.apply(PhysicsService.builder(world)
                        .clock(new VirtualClock(0))
                        .overloadPolicy(OverloadPolicy.neverSlip()))
                .inline();
    }

    private void change(EngineSimulation<B> world, Random random) {
        for (int count = random.nextInt(4); count >= 0; count--) {
            int slot = random.nextInt(BODIES);
            float x = random.nextInt(60);
            float y = 1 + random.nextFloat() * 5;
            B body = world.body(slot);
            if (body == null) {
                world.add(body(world, x, y));
                continue;
            }
            switch (random.nextInt(5)) {
                case 0 -> push(body, random.nextFloat() * 4 - 2, 0.5f + random.nextFloat() * 4);
                case 1 -> {
                    place(body, x, y);
                    world.teleport(slot);
                }
                case 2 -> {
                    place(body, x, y);
                    world.refresh(slot);
                }
                case 3 -> world.remove(slot);
                default -> {
                    world.remove(slot);
                    world.add(body(world, x, y));
                }
            }
        }
    }

    static void assertSameState(State expected, State state) {
        String at = "tick " + expected.tick();
        assertEquals(expected.tick(), state.tick());
        assertEquals(expected.slots(), state.slots(), at);
        for (int slot = 0; slot < expected.slots(); slot++) {
            String body = at + ", body " + slot;
            assertEquals(expected.epoch(slot), state.epoch(slot), body);
            if (expected.isAlive(slot)) {
                assertArrayEquals(Poses.of(expected, slot), Poses.of(state, slot), body);
            }
        }
    }

    /** Reads and writes all bodies, because a world knows only of the last writer what it has written to it. */
    private static final class WritesAll extends Wrapper {
        private final EngineSimulation<?> world;
        private final StatePublisher other;

        WritesAll(EngineSimulation<?> world, StatePublisher other) {
            super(world);
            this.world = world;
            this.other = other;
        }

        @Override
        public void write(StateWriter state) {
            for (int slot = 0; slot < world.layout().capacity(); slot++) {
                if (world.body(slot) != null) {
                    world.refresh(slot);
                }
            }
            world.write(other.begin(0, 0, new TimeAnchor(), 0));
            world.write(state);
        }
    }
}
