package io.github.freestep.physics.engines;

import static io.github.freestep.state.State.NO_SLOT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.FaultPolicy;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Tick;
import io.github.freestep.query.Hits;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Logs;
import io.github.freestep.testing.Seeds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what no engine of the contract does, with an engine that only does what a test says. */
class EngineSimulationTest extends EngineRig {
    private static final int CAPACITY = 6;

    private IntConsumer posing = slot -> {};
    private final Points world = new Points(new EngineScene<>() {
        @Override
        public void build(Points in) {}

        @Override
        public void onPose(
                Points in, int slot, double px, double py, double pz, float ox, float oy, float oz, float ow) {
            posing.accept(slot);
        }
    });
    private final InlineStepper stepper = closedAtEnd(
            PhysicsService.builder(world).faultPolicy(FaultPolicy.skip()).inline());
    private final StateReader reader = stepper.states().reader();

    private State next() {
        stepper.advanceTick();
        assertTrue(reader.acquire());
        return reader.state(0);
    }

    @Test
    @Logs("FAULT: the step of tick ")
    void aReportOfABodyIsKeptUntilTheBodyWasRead() {
        Point point = new Point();
        world.add(point);
        next();
        next();
        world.report = () -> {
            point.x = 5;
            world.readAnyway(0);
        };
        point.failsToRead = true;
        stepper.advanceTick();
        assertFalse(reader.acquire(), "the step has failed");
        world.report = () -> {};
        point.failsToRead = false;
        assertEquals(5, next().x()[0]);
    }

    @Test
    void aBodyThatMovesWhileItSleepsIsReadUntilItStandsStill() {
        Point point = new Point();
        world.add(point);
        world.report = () -> point.x++;
        assertEquals(1, next().x()[0]);
        assertEquals(2, next().x()[0]);
        world.report = () -> {};
        assertEquals(2, next().x()[0]);
        int reads = point.reads;
        next();
        assertEquals(reads, point.reads);
    }

    @Test
    void contactsBeginDuringAStepAndEndAtAnyTime() {
        EventReader events =
                stepper.events().with(Kind.CONTACT_BEGIN, Kind.CONTACT_END).open();
        assertThrows(IllegalStateException.class, () -> world.touches().contactBegin(0, 1, 0, 0, 0, 0, 1, 0, 1));
        world.report = () -> world.touches().contactBegin(0, 1, 0, 0, 0, 0, 1, 0, 1);
        next();
        world.report = () -> {};
        assertThrows(IllegalStateException.class, () -> world.touches().contactBegin(0, 1, 0, 0, 0, 0, 1, 0, 1));
        assertTrue(world.touches().contactEnd(0, 1));
        assertFalse(world.touches().contactEnd(0, 1));
        next();
        List<String> seen = new ArrayList<>();
        events.poll(event -> seen.add(event.kind() + " in tick " + event.tick()));
        assertEquals(List.of("CONTACT_BEGIN in tick 1", "CONTACT_END in tick 2"), seen);
    }

    /** A zone in the ground and the ground have no slots. Only contacts are read. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theEndOfAVisitThatNobodyReadsEndsNoContact(boolean wereRead) {
        EventReader all = stepper.events().with().open();
        EventReader contacts =
                stepper.events().with(Kind.CONTACT_BEGIN, Kind.CONTACT_END).open();
        if (!wereRead) {
            all.close();
        }
        Touches touches = world.touches();
        world.report = () -> {
            touches.contactBegin(0, NO_SLOT, 0, 0, 0, 0, 1, 0, 1);
            touches.sensorBegin(NO_SLOT, 0, 0, 0, 0);
        };
        next();
        all.close();
        world.report = () -> touches.end(NO_SLOT, true, 0, false);
        next();
        // A contact of which a body has become a sensor since.
        world.report = () -> touches.end(0, true, NO_SLOT, false);
        next();
        List<String> seen = new ArrayList<>();
        contacts.poll(event -> seen.add(event.kind() + " in tick " + event.tick()));
        assertEquals(List.of("CONTACT_BEGIN in tick 1", "CONTACT_END in tick 3"), seen);
        world.add(new Point());
        world.report = () -> touches.sensorBegin(NO_SLOT, 0, 0, 0, 0);
        next();
        world.remove(0);
        assertFalse(touches.sensorEnd(NO_SLOT, 0), "the body has gone");
    }

    @Test
    void eachBodyIsFoundOnceAtItsNearestHit() {
        world.add(new Point());
        world.add(new Point());
        world.casting = into -> {
            into.hit(1, -1, 7, 0, 1, 0);
            into.hit(0, -1, 5, 0, 1, 0);
            into.hit(NO_SLOT, -1, 9, 0, 1, 0);
            into.hit(1, -1, 3, 1, 0, 0);
            into.hit(1, -1, 4, 0, 1, 0);
            into.hit(NO_SLOT, -1, 2, 0, 1, 0);
            into.hit(0, -1, Double.NaN, 0, 1, 0);
        };
        Hits hits = new Hits(8);
        for (int round = 0; round < 2; round++) {
            world.ray(100, 0, 0, -2, 0, 0, 50, slot -> true, hits);
            assertEquals("hits of tick 0: slot -1 at 2.0, slot 1 at 3.0, slot 0 at 5.0, slot -1 at 9.0", "" + hits);
            assertEquals(97, hits.x(1));
            assertEquals(1, hits.nx(1));
        }
    }

    @Test
    void theNearestBodiesAreKeptEvenIfTheirNearestHitComesLate() {
        for (int i = 0; i < CAPACITY; i++) {
            world.add(new Point());
        }
        Random random = Seeds.random(3);
        for (int round = 0; round < 1_000; round++) {
            Map<Integer, Integer> nearest = new TreeMap<>();
            world.casting = into -> {
                for (int i = 0; i < 3 * CAPACITY; i++) {
                    int slot = random.nextInt(CAPACITY);
                    int distance = 1 + random.nextInt(50);
                    nearest.merge(slot, distance, Math::min);
                    into.hit(slot, -1, distance, 0, 1, 0);
                }
            };
            Hits hits = new Hits(1 + random.nextInt(CAPACITY));
            world.ray(0, 0, 0, 1, 0, 0, 50, slot -> true, hits);
            List<Integer> expected = nearest.keySet().stream()
                    .sorted(Comparator.comparing(nearest::get))
                    .limit(hits.room())
                    .toList();
            List<Integer> found =
                    IntStream.range(0, hits.size()).mapToObj(hits::slot).toList();
            assertEquals(expected, found);
            assertEquals(nearest.size() > hits.room(), hits.isFull());
            for (int i = 0; i < found.size(); i++) {
                assertEquals((double) nearest.get(found.get(i)), hits.distance(i));
            }
        }
    }

    @Test
    void queriesAreOpenedAtTheFirstAndClosedWithTheWorld() {
        Hits hits = new Hits(1);
        next();
        assertEquals(0, world.openedQueries);
        for (int i = 0; i < 2; i++) {
            world.ray(0, 0, 0, 1, 0, 0, 50, slot -> true, hits);
        }
        assertEquals(1, world.openedQueries);
        stepper.close();
        assertEquals(1, world.closedQueries);
        try (InlineStepper again = PhysicsService.builder(world).inline()) {
            again.advanceTick();
            world.ray(0, 0, 0, 1, 0, 0, 50, slot -> true, hits);
        }
        assertEquals(2, world.openedQueries);
        assertEquals(2, world.closedQueries);
    }

    private static final class Point {
        private float x;
        private boolean failsToRead;
        private int reads;
    }

    private static final class Points extends EngineSimulation<Point> {
        private Runnable report = () -> {};
        private Consumer<HitCollector> casting = into -> {};
        private int openedQueries;
        private int closedQueries;

        Points(EngineScene<Points> scene) {
            super(StateLayout.of(CAPACITY), scene, Points.class);
        }

        @Override
        protected void open() {}

        @Override
        protected void insert(Point body) {}

        @Override
        protected void delete(Point body) {}

        @Override
        protected void simulate(Tick tick) {
            report.run();
        }

        @Override
        protected boolean asleep(Point body) {
            return true;
        }

        @Override
        protected void read(int slot, Point body) {
            body.reads++;
            if (body.failsToRead) {
                throw new IllegalStateException("no pose");
            }
            pose(slot, body.x, 0, 0, 0, 0, 0, 1);
        }

        @Override
        protected EngineQueries openQueries() {
            openedQueries++;
            return new EngineQueries() {
                @Override
                public void ray(
                        double x,
                        double y,
                        double z,
                        double dx,
                        double dy,
                        double dz,
                        double length,
                        HitCollector into) {
                    casting.accept(into);
                }

                @Override
                public void close() {
                    closedQueries++;
                }

                @Override
                public void sphere(double x, double y, double z, double radius, HitCollector into) {}

                @Override
                public void box(
                        double x, double y, double z, double halfX, double halfY, double halfZ, HitCollector into) {}
            };
        }

        @Override
        protected void release() {}
    }
}
