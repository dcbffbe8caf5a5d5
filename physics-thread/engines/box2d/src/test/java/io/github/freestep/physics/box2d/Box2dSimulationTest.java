package io.github.freestep.physics.box2d;

import static io.github.freestep.state.State.NO_SLOT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.badlogic.gdx.math.Vector2;
import com.badlogic.gdx.physics.box2d.Body;
import com.badlogic.gdx.physics.box2d.BodyDef;
import com.badlogic.gdx.physics.box2d.PolygonShape;
import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.engine.EngineChecks;
import io.github.freestep.physics.engine.EngineScene;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.Allocations;
import io.github.freestep.testing.OtherProcess;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class Box2dSimulationTest {
    private final Box2dSimulation world = Box2dSimulation.of(StateLayout.of(8), Squares::floor);
    private final InlineStepper stepper = PhysicsService.builder(world).inline();
    private final EventReader events = stepper.events().with().open();

    @AfterEach
    void close() {
        stepper.close();
        assertEquals(0, Box2dRuntime.worlds());
    }

    @Test
    void anAngleBecomesATurnAboutZ() {
        world.world().setGravity(Vector2.Zero);
        Body body = Squares.square(world, 0, 50);
        int slot = world.add(body);
        EngineChecks.turnAboutZ(world, stepper, slot, angle -> body.setTransform(0, 50, (float) angle));
    }

    @Test
    void twoBodiesThatMeetMakeOneContactWithBothSlots() {
        world.world().setGravity(Vector2.Zero);
        int left = world.add(Squares.square(world, 0, 50));
        int right = world.add(Squares.square(world, 3, 50));
        world.body(left).setLinearVelocity(4, 0);
        assertEquals(List.of(right + " " + left), contacts(100));
    }

    @Test
    void aBodyThatWasNotAddedHasNoSlot() {
        Squares.square(world, 0, 1);
        int slot = world.add(Squares.square(world, 0, 3));
        assertEquals(List.of(NO_SLOT + " " + NO_SLOT, slot + " " + NO_SLOT), contacts(100));
    }

    @Test
    void aSensorMakesNoContact() {
        Body body = Squares.square(world, 0, 2);
        body.getFixtureList().first().setSensor(true);
        world.add(body);
        assertEquals(List.of(), contacts(100));
    }

    @Test
    void aStepAllocatesNothingOnceItIsCompiled() {
        for (int i = 0; i < 3; i++) {
            world.add(Squares.square(world, 0, 1 + 2 * i));
        }
        assertEquals(0, Allocations.of(() -> {
            if (stepper.metrics().tick() % 50 == 0) {
                world.body(2).setLinearVelocity(0, 5);
            }
            stepper.advanceTick();
        }));
    }

    /** Box2D would end the process, or lose the body. */
    @Test
    void aContactFilterChangesNothing() {
        int left = world.add(Squares.square(world, 0, 50));
        int right = world.add(Squares.square(world, 1, 50));
        int[] refused = new int[1];
        world.world().setContactFilter((a, b) -> {
            assertThrows(IllegalStateException.class, () -> world.remove(left));
            assertThrows(IllegalStateException.class, () -> world.teleport(right));
            assertThrows(IllegalStateException.class, world::close);
            refused[0]++;
            return true;
        });
        for (int i = 0; i < 10; i++) {
            stepper.advanceTick();
        }
        assertTrue(refused[0] > 0);
        world.remove(left);
    }

    @Test
    void worldsCanBeMadeAtOnce() throws Exception {
        EngineChecks.makeWorldsAtOnce(() -> Box2dSimulation.of(StateLayout.of(2), in -> {
            Squares.floor(in);
            in.add(Squares.square(in, 0, 0.5f));
        }));
    }

    @Test
    void withoutTheNativeLibraryTheExceptionNamesThePlatform() throws Exception {
        EngineChecks.refusalsNameThePlatform(NamesThePlatform.class, ".*natives-desktop.*");
    }

    static final class NamesThePlatform {
        private NamesThePlatform() {}

        public static void main(String[] args) {
            EngineChecks.printRefusals(() -> Box2dSimulation.of(StateLayout.of(1), Squares::floor));
        }
    }

    private List<String> contacts(int ticks) {
        return EngineChecks.contacts(stepper, events, ticks, Float.MIN_VALUE);
    }

    @Test
    void aSceneMayMakeShapesInItsFields() throws Exception {
        assertEquals("1", OtherProcess.run(ShapeInAField.class));
    }

    static final class ShapeInAField {
        private ShapeInAField() {}

        public static void main(String[] args) {
            Box2dSimulation world = Box2dSimulation.of(StateLayout.of(2), new Arena());
            try (InlineStepper stepper = PhysicsService.builder(world).inline()) {
                System.out.print(stepper.advanceTick());
            }
        }
    }

    private static final class Arena implements EngineScene<Box2dSimulation> {
        static {
            Box2dSimulation.load();
        }

        private final PolygonShape square = new PolygonShape();

        @Override
        public void build(Box2dSimulation world) {
            Body body = world.world().createBody(new BodyDef());
            square.setAsBox(0.5f, 0.5f);
            body.createFixture(square, 1);
            world.add(body);
        }
    }
}
