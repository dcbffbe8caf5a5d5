package io.github.freestep.benchmarks.readme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.readme.Snippets.Stick;
import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.EventSubscription;
import io.github.freestep.physics.Falling;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.InputPort;
import io.github.freestep.physics.Physics.Status;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.physx.PhysxSimulation;
import io.github.freestep.physics.prediction.OwnWorld;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.display.FrameHandler;
import io.github.freestep.render.display.FrameLoop;
import io.github.freestep.render.display.LatencyMeter;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.FreePorts;
import io.github.freestep.testing.Logs;
import io.github.freestep.testing.Printed;
import io.github.freestep.time.VirtualClock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs each class that a page shows and that has no test of its own. */
@Timeout(240)
class PagesRunTest {
    private static final long MILLI = 1_000_000;

    private final VirtualClock clock = new VirtualClock(0);
    private final List<String> seen = Collections.synchronizedList(new ArrayList<>());

    private InlineStepper stepper(Simulation world) {
        return PhysicsService.builder(world).clock(clock).inline();
    }

    @Test
    void aLiftCarriesThePlatformAndRaysHitBoxes() {
        Lift lift = new Lift();
        PhysxSimulation world = PhysxSimulation.of(StateLayout.of(20), lift);
        try (InlineStepper stepper = stepper(world)) {
            Rays rays = new Rays(1);
            rays.set(0, 0, 20, 0, 0, -1, 0);
            stepper.submit(rays).join();
            assertEquals(1, rays.nearest(0).size());
            stepper.submit(c -> c.world(Lift.class).goTo(12));
            for (int tick = 0; tick < 700; tick++) {
                stepper.advanceTick();
            }
            assertEquals(12, world.body(10).getGlobalPose().getP().getY(), 0.01);
        }
    }

    @Test
    void anAxisPushesTheFirstBoxAndACommandAddsOne() throws Exception {
        PhysxSimulation world = PhysxSimulation.of(StateLayout.of(20), new Boxes());
        try (InlineStepper stepper = stepper(world)) {
            stepper.input().axis(0, 1_000);
            stepper.advance(100 * MILLI);
            assertEquals(5, world.body(0).getGlobalPose().getP().getX(), 0.5);
        }
        String printed = Printed.by(() -> assertEquals(10, Snippets.commands()));
        assertTrue(printed.isEmpty() || printed.matches("slot 10\\R"), printed); // after the end, on another thread
    }

    @Test
    @Logs(perhaps = "OVERLOAD")
    void aCrowdThatIsTooHeavyLosesDetail() {
        Crowd crowd = new Crowd(clock);
        PhysicsService physics = PhysicsService.builder(crowd).clock(clock).build();
        try (physics;
                EventSubscription quality = Quality.lowersDetail(physics)) {
            physics.start();
            Await.until(() -> !crowd.isDetailed());
            assertTrue(quality.isOpen());
        }
    }

    @Test
    void loopsShowWhatTheirWorldSteps() {
        Moved world = new Moved();
        new LoopWithStepper() {
            private boolean isOver;

            @Override
            boolean isOpen() {
                return !isOver;
            }

            @Override
            void pollKeys(InputPort input) {
                input.action(7, 1);
            }

            @Override
            void draw(Frame frame) {
                isOver |= frame.hasState() && frame.y()[0] == 7;
            }

            @Override
            void swap() {}
        }.run(world);
        assertEquals(7, world.y);
        OwnLoop own = new OwnLoop();
        try (StateReader reader = own.states().reader()) {
            for (int tick = 0; tick < 4; tick++) {
                own.tick(tick);
            }
            assertTrue(reader.acquire());
            assertEquals(9.6f, reader.state(0).y()[0], 1e-6f);
        }
    }

    @Test
    void aReaderGetsEachNewState() {
        try (InlineStepper stepper = stepper(new Sparks())) {
            new Newest() {
                @Override
                boolean isOpen() {
                    return stepper.advanceTick() == 1 && seen.size() < 3;
                }

                @Override
                void show(long tick, float x) {
                    seen.add(tick + ": " + x);
                }
            }.read(stepper);
        }
        assertEquals(List.of("1: 0.0", "2: 0.0", "3: 0.0"), seen);
    }

    /** A world with one body, which is hit in each step. */
    private static final class Hit extends Falling {
        @Override
        public void step(Tick tick) {
            tick.events().contactBegin(0, -1, 0, 0, 0, 0, 1, 0, tick.number());
        }

        @Override
        public void write(StateWriter state) {
            state.position(0, 1, 2, 3);
        }
    }

    private final class Host extends Rendering {
        Host() {
            super(seconds -> {});
        }

        @Override
        void draw(int slot, float x, float y, float z) {
            if (seen.isEmpty()) {
                seen.add("body " + slot + " at " + x + ", " + y + ", " + z);
            }
        }

        @Override
        void glfwSwapBuffers(long handle) {
            Thread.yield();
        }

        @Override
        void playSound(int slot, float impulse) {
            seen.add("sound of " + slot + ", " + impulse);
        }
    }

    @Test
    void aHostDrawsPlaysSoundsAndClicks() {
        Host host = new Host();
        try (PhysicsService physics = PhysicsService.builder(new Hit()).start();
                FrameLoop loop = host.open(physics)) {
            Await.until(() -> !seen.isEmpty() || !loop.isRunning());
        }
        try (InlineStepper stepper = stepper(new Hit());
                EventReader contacts = host.openContacts(stepper)) {
            stepper.advance(20 * MILLI);
            host.sounds(contacts, FrameSampler.open(stepper.states()).sample());
            assertEquals(List.of("body 0 at 1.0, 2.0, 3.0", "sound of 0, 1.0"), seen);
            Rendering.recorded(stepper);
        }
        try (InlineStepper stepper = stepper(new Sparks())) {
            assertEquals(1, Sparks.use(stepper));
            FrameSampler frames = FrameSampler.open(stepper.states());
            stepper.advance(30 * MILLI);
            float before = frames.sample().y()[0];
            host.click(stepper, frames.sample(), 0, before);
            for (int i = 0; i < 10; i++) {
                stepper.advance(100 * MILLI);
            }
            Frame later = frames.sample();
            host.update(later);
            // The page kicks the first spark as well. Each kick is 5 metres per second.
            assertEquals(before + 10, later.y()[0], 0.2f);
        }
    }

    /** A display of 100 Hz. */
    private final class Display implements OnScreen.Screen {
        private final InlineStepper stepper;
        private int left = 5;
        private int drawn;

        Display(InlineStepper stepper) {
            this.stepper = stepper;
        }

        @Override
        public boolean isOpen() {
            return left-- > 0;
        }

        @Override
        public void pollKeys() {}

        @Override
        public void draw(Frame... frames) {
            drawn += frames[0].hasState() ? 1 : 0;
            if (stepper.status() == Status.RUNNING) {
                stepper.advance(10 * MILLI);
            }
        }

        @Override
        public void swap() {}
    }

    @Test
    void framesArePacedAndMeasured() {
        try (InlineStepper stepper = stepper(new Sparks())) {
            stepper.advance(50 * MILLI);
            Display display = new Display(stepper);
            new OnScreen(display).paced(stepper.states());
            assertEquals(5, display.drawn);
            runsAhead(display);
        }
        try (PhysicsService physics = PhysicsService.builder(new Sparks()).start()) {
            OnScreen.measured(physics.states(), new LatencyMeter()).close();
        }
    }

    /** A world that draws where a key has put it. */
    private static final class Moved extends Falling {
        private float y;

        @Override
        public void step(Tick tick) {
            y = tick.input().size() > 0 ? tick.input().code(0) : y;
        }

        @Override
        public void write(StateWriter state) {
            state.position(0, 0, y, 0);
        }
    }

    /** A window in which the same key comes once a frame, until a frame shows what is awaited. */
    private static final class Keyboard implements OnScreen.Window, FrameHandler {
        private final Predicate<Frame> awaited;
        private IntConsumer callback;
        private volatile int drawn;
        private volatile boolean isSeen;

        Keyboard(Predicate<Frame> awaited) {
            this.awaited = awaited;
        }

        @Override
        public void onKey(IntConsumer key) {
            callback = key;
        }

        @Override
        public boolean isOpen() {
            return !isSeen;
        }

        @Override
        public void waitForEvents() {
            int since = drawn;
            Await.until(() -> drawn != since);
            callback.accept(7);
        }

        @Override
        public void draw(Frame frame) {
            isSeen |= awaited.test(frame);
            drawn++;
        }
    }

    @Test
    void aFrameLoopShowsTheKeysOfTheMainThread() {
        Keyboard keyboard = new Keyboard(frame -> frame.hasState() && frame.y()[0] == 7);
        try (PhysicsService physics = PhysicsService.builder(new Moved()).start()) {
            OnScreen.looped(physics, keyboard, keyboard);
            assertNull(physics.failure());
        }
        assertTrue(keyboard.isSeen);
    }

    private void runsAhead(Display display) {
        class Walk extends Sparks implements OwnWorld {
            @Override
            public int slot(State server) {
                return 0;
            }

            @Override
            public void set(State server, int slot, PhysicsContext context) {
                seen.add("set");
            }
        }
        try (PhysicsService physics = PhysicsService.builder(new Sparks()).start()) {
            physics.submit(context -> {}).join();
            display.left = 5;
            new OnScreen(display).ahead(physics, new Walk(), new Stick() {
                @Override
                public float y() {
                    return 1;
                }

                @Override
                public void onMove(Move move) {}
            });
            assertTrue(seen.contains("set"));
        }
    }

    /** Only some machines allow it. */
    @Test
    void anArmRunsBeforeOrdinaryThreadsOrIsRefused() {
        try (PhysicsService arm = RobotArm.start(new Sparks())) {
            assertEquals(Status.RUNNING, arm.status());
        } catch (IllegalStateException refused) {
            assertTrue(refused.getMessage().matches("(realTime|cpu)[ (].*"), refused::getMessage);
        }
    }

    @Test
    void aServiceIsServedAndWatched() throws Exception {
        AtomicBoolean plays = new AtomicBoolean(true);
        int port = FreePorts.inARow(1);
        try (PhysicsService physics = PhysicsService.builder(new Sparks()).start()) {
            CompletableFuture<Void> served = CompletableFuture.runAsync(() -> {
                try {
                    Snippets.serve(physics, port, plays::get);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            Keyboard keyboard = new Keyboard(Frame::hasState);
            Snippets.watch(new Sparks().layout(), "127.0.0.1", port, keyboard, keyboard);
            assertTrue(keyboard.isSeen);
            plays.set(false);
            served.join();
            assertEquals(Status.RUNNING, physics.status());
        }
    }

    @Test
    void aStickMovesAnAxisAndAFaultIsNamed() throws Exception {
        int[] frames = {3};
        Snippets.service(() -> frames[0]-- > 0, new Stick() {
            @Override
            public float y() {
                return 0;
            }

            @Override
            public void onMove(Move move) {
                move.to(1);
                seen.add("moved");
            }
        });
        assertEquals(List.of("moved"), seen);
        Lift unbuilt = new Lift();
        String alarmed = Printed.by(() -> {
            try (PhysicsService physics = Snippets.watched(PhysxSimulation.of(StateLayout.of(10), unbuilt))) {
                Await.until(() -> physics.failure() != null);
                assertTrue(physics.failure().getMessage().contains("declare a larger capacity"), "11 boxes for 10");
            }
        });
        assertTrue(alarmed.contains("declare a larger capacity"), alarmed);
        Snippets.lastMinute().close();
    }
}
