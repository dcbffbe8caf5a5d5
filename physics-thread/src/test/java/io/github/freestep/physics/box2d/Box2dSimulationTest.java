package io.github.freestep.physics.box2d;

import static io.github.freestep.physics.PhysicsException.NO_SLOT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.badlogic.gdx.math.Vector2;
import com.badlogic.gdx.physics.box2d.Body;
import io.github.freestep.physics.Allocations;
import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.contract.OtherProcess;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class Box2dSimulationTest {
    private final Box2dSimulation world = Box2dSimulation.of(StateLayout.of(8), Squares::floor);
    private final InlineStepper stepper = PhysicsService.builder(world).inline();
    private final EventReader events = stepper.events().with().open();
    private final StateReader reader = stepper.states().reader();

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
        for (float angle = -3.14f; angle < 3.14f; angle += 0.01f) {
            body.setTransform(0, 50, angle);
            world.teleport(slot);
            State state = newest();
            String at = "at " + angle;
            // A quaternion and its negative are the same turn.
            double sign = Math.signum(Math.cos(angle / 2) * state.qw()[slot] + Math.sin(angle / 2) * state.qz()[slot]);
            assertEquals(sign * Math.sin(angle / 2), state.qz()[slot], 1e-6, at);
            assertEquals(sign * Math.cos(angle / 2), state.qw()[slot], 1e-6, at);
            assertTrue(state.qx()[slot] == 0 && state.qy()[slot] == 0 && state.z()[slot] == 0, at);
        }
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
            stepper.tick();
        }));
    }

    @Test
    void worldsCanBeMadeAtOnce() throws Exception {
        List<Thread> threads = new ArrayList<>();
        int[] ends = new int[4];
        for (int i = 0; i < ends.length; i++) {
            int number = i;
            threads.add(new Thread(() -> {
                for (int run = 0; run < 50; run++) {
                    Box2dSimulation each = Box2dSimulation.of(StateLayout.of(2), in -> {
                        Squares.floor(in);
                        in.add(Squares.square(in, 0, 0.5f));
                    });
                    try (InlineStepper alone = PhysicsService.builder(each).inline()) {
                        alone.tick();
                    }
                }
                ends[number] = 50;
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join(60_000);
        }
        for (int end : ends) {
            assertEquals(50, end);
        }
    }

    @Test
    void withoutTheNativeLibraryTheExceptionNamesThePlatform() throws Exception {
        String out = OtherProcess.with().without(".*natives-desktop.*").start(NamesThePlatform.class);
        assertEquals("2 " + System.getProperty("os.name") + " " + System.getProperty("os.arch"), out);
    }

    static final class NamesThePlatform {
        private NamesThePlatform() {}

        public static void main(String[] args) {
            int named = 0;
            String platform = System.getProperty("os.name") + " " + System.getProperty("os.arch");
            for (int i = 0; i < 2; i++) {
                String message = assertThrows(
                                UnsupportedOperationException.class,
                                () -> Box2dSimulation.of(StateLayout.of(1), Squares::floor))
                        .getMessage();
                named += message.contains(platform) && message.contains("Dyn4jSimulation") ? 1 : 0;
            }
            System.out.print(named + " " + platform);
        }
    }

    private List<String> contacts(int ticks) {
        List<String> contacts = new ArrayList<>();
        for (int i = 0; i < ticks; i++) {
            stepper.tick();
            events.poll(event -> {
                if (event.kind() == Kind.CONTACT_BEGIN) {
                    contacts.add(Math.max(event.slotA(), event.slotB()) + " " + Math.min(event.slotA(), event.slotB()));
                    assertTrue(event.impulse() > 0, "a contact has an impulse");
                }
            });
        }
        return contacts;
    }

    private State newest() {
        stepper.tick();
        assertTrue(reader.acquire());
        return reader.state(0);
    }
}
