package io.github.freestep.jme;

import static io.github.freestep.testing.Refused.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.jme3.bullet.BulletAppState;
import com.jme3.bullet.BulletAppState.ThreadingType;
import com.jme3.bullet.PhysicsSpace;
import com.jme3.bullet.collision.shapes.SphereCollisionShape;
import com.jme3.bullet.control.RigidBodyControl;
import com.jme3.bullet.objects.PhysicsRigidBody;
import com.jme3.bullet.objects.PhysicsSoftBody;
import com.jme3.bullet.objects.infos.RigidBodyMotionState;
import com.jme3.export.binary.BinaryExporter;
import com.jme3.math.FastMath;
import com.jme3.math.Vector3f;
import com.jme3.renderer.RenderManager;
import com.jme3.system.JmeContext;
import com.jme3.system.NanoTimer;
import com.jme3.system.SystemListener;
import io.github.freestep.jme.HandDriven.HandClock;
import io.github.freestep.jme.HandDriven.Seen;
import io.github.freestep.render.Frame;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.Logs;
import io.github.freestep.testing.OtherProcess;
import io.github.freestep.testing.Thorough;
import io.github.freestep.time.NanoClock;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Logs(perhaps = "OVERLOAD")
class FreestepBulletStateTest {
    private static final int TICKS = Thorough.of(120, 240);

    private final HandClock clock = new HandClock();

    @BeforeAll
    static void loadBullet() {
        HandDriven.requireNative();
    }

    static Stream<Supplier<HandDriven>> games() {
        return Stream.of(Games.Hero::new, Games.Car::new);
    }

    @ParameterizedTest
    @MethodSource("games")
    void aGameEndsAsWithMiniesOwnState(Supplier<HandDriven> game) {
        List<Seen> stock = game.get().begin(new BulletAppState(), clock).play(TICKS);
        for (boolean isInline : new boolean[] {true, false}) {
            List<Seen> ours = game.get().begin(state(isInline), clock).play(TICKS);
            for (int i = 0; i < stock.size(); i++) {
                Seen each = stock.get(i);
                assertEquals(each.value(), ours.get(i).value(), each.tolerance(), each.name());
            }
        }
    }

    @Test
    void aStateCanComeAndGoManyTimes() {
        Flight game = flight(true);
        SystemListener listener = game.getContext().getSystemListener();
        for (int i = 0; i < Thorough.of(50, 200); i++) {
            FreestepBulletState other = state(i % 2 == 0);
            game.getStateManager().attach(other);
            other.getPhysicsSpace().addCollisionObject(new PhysicsRigidBody(new SphereCollisionShape(1), 1));
            game.frame();
            game.frame();
            detach(game, other);
            if (i % 3 == 0) {
                game.getStateManager().attach(other);
                game.frame();
                game.frame();
                detach(game, other);
            }
        }
        assertSame(listener, game.getContext().getSystemListener());
        game.end();
    }

    /** Some frames are drawn without the game, which would end the state in its update. */
    private static void detach(HandDriven game, FreestepBulletState state) {
        game.getStateManager().detach(state);
        for (int i = 0; i < 1_000 && state.isRunning(); i++) {
            game.frame();
        }
        assertFalse(state.isRunning());
    }

    @Test
    void thePictureIsBehindTheNewestStep() {
        Flight game = flight(true);
        game.fly(20);
        Vector3f newest = game.ball.getPhysicsLocation(null);
        Vector3f shown = game.state.shown(game.ball, null).getTranslation();
        assertEquals(shown, game.ball.getSpatial().getWorldTranslation());
        assertTrue(shown.x < newest.x && shown.x > newest.x - 3 / 60f, () -> shown + " beside " + newest);
        assertEquals(shown.x, game.state.frame().x()[0]);
        assertSame(game.ball, game.state.body(0));
        assertNull(game.state.body(1));
        game.end();
    }

    /** In real time, in the game that has changed the lines of the page. */
    @Test
    void aCameraFollowsThePicture() throws Exception {
        String out = OtherProcess.run(FollowedBall.class);
        assertTrue(out.lines().anyMatch(line -> line.matches("the camera is at [2-9]\\.\\d\\d")), out);
    }

    /**
     * Refreshes at 60 Hz. Time passes on the game's thread alone: while it waits, draws for a millisecond, or swaps.
     */
    private static final class Display implements NanoClock {
        private static final long REFRESH = 16_666_667;
        private final Thread gameThread = Thread.currentThread();
        private volatile long nowNanos;

        @Override
        public long nanoTime() {
            return nowNanos;
        }

        @Override
        public void park(long nanos) {
            if (Thread.currentThread() == gameThread) {
                nowNanos += nanos;
            } else {
                NanoClock.super.park(100_000);
            }
        }

        @Override
        public void spin() {
            if (Thread.currentThread() == gameThread) { // another thread that added 0 would turn time back
                nowNanos += 1_000;
            }
        }

        void draw() {
            nowNanos += 1_000_000;
        }

        void swap() {
            nowNanos += untilRefresh();
        }

        long untilRefresh() {
            return REFRESH - nowNanos % REFRESH;
        }
    }

    /** Keys are polled after the wait and before the game acts. If threaded, the frame is of its refresh. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void framesBeginLateWithTheNewestKeys(boolean isInline) {
        Display display = new Display();
        FreestepBulletState state = new FreestepBulletState(60, isInline, display);
        boolean[] isPolled = {false};
        long[] polledBefore = {0};
        state.pace(() -> {
            isPolled[0] = true;
            polledBefore[0] = display.untilRefresh();
        });
        int[] withoutKeys = {0};
        long[] shownBefore = {0};
        HandDriven game = new HandDriven() {
            @Override
            void build() {}

            @Override
            public void simpleUpdate(float tpf) {
                withoutKeys[0] += isPolled[0] ? 0 : 1;
                isPolled[0] = false;
            }

            @Override
            public void simpleRender(RenderManager manager) {
                Frame frame = state.frame();
                shownBefore[0] = frame == null ? 0 : display.nowNanos + display.untilRefresh() - frame.frameNanos();
                display.draw();
            }
        };
        game.begin(state, clock);
        SystemListener listener = game.getContext().getSystemListener();
        long shownAfter = 0;
        for (int i = 0; i < 1_500; i++) {
            game.getContext().getSystemListener().update();
            display.swap();
            Await.until(() -> state.turns.isIdle());
            shownAfter = i == 1_000 ? shownBefore[0] : shownAfter;
        }
        assertEquals(1, withoutKeys[0], "the first frame shows the state what to precede");
        assertTrue(polledBefore[0] < 2_000_000, () -> "polled " + polledBefore[0] + " ns before the refresh");
        if (!isInline) {
            assertEquals(shownAfter, shownBefore[0], 100_000);
        }
        refused("where you create this state", () -> state.pace(() -> {}));
        game.getStateManager().detach(state);
        game.getContext().getSystemListener().update();
        assertSame(listener, game.getContext().getSystemListener());
        game.end();
    }

    @ParameterizedTest
    @CsvSource({"Display, false, true", "Display, true, false", "Headless, false, false"})
    void framesOfAWindowWaitUnlessTheGameForbidsIt(JmeContext.Type type, boolean isForbidden, boolean waits) {
        Display display = new Display();
        FreestepBulletState state = new FreestepBulletState(60, true, display);
        FreestepBulletState other = new FreestepBulletState(60, true, display);
        if (isForbidden) {
            state.pace(null);
        }
        HandDriven game = new HandDriven() {
            @Override
            void build() {
                stateManager.attach(other);
            }
        };
        game.type = type;
        game.begin(state, clock);
        for (int i = 0; i < 1_000; i++) {
            game.getContext().getSystemListener().update();
            display.draw();
            display.swap();
        }
        assertEquals(waits, !state.toString().startsWith("frames do not wait"), state::toString);
        assertTrue(other.toString().startsWith("frames do not wait"), other::toString);
        game.end();
    }

    @Test
    void aFrameIsDrawnWithoutTheGameWhileAStepRuns() {
        Flight game = flight(false);
        game.fly(20);
        CompletableFuture<Void> goesOn = new CompletableFuture<>();
        CompletableFuture<Void> isHeld = new CompletableFuture<>();
        game.inTick = () -> {
            isHeld.complete(null);
            goesOn.join();
        };
        while (!isHeld.isDone()) {
            game.frame();
        }
        int updates = game.updates;
        float before = game.ball.getSpatial().getWorldTranslation().x;
        for (int i = 0; i < 3; i++) {
            clock.pass(4_000_000);
            game.frame();
        }
        assertEquals(updates, game.updates);
        assertTrue(game.ball.getSpatial().getWorldTranslation().x > before);
        game.inTick = () -> {};
        goesOn.complete(null);
        game.fly(2);
        assertTrue(game.updates > updates);
        game.end();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Logs(perhaps = "RUN_FAILED: the step of tick 1 failed")
    void aStepThatFailsReachesTheGame(boolean isInline) {
        Flight game = flight(isInline);
        IllegalStateException planted = new IllegalStateException("planted");
        game.inTick = () -> {
            throw planted;
        };
        Throwable failed = assertThrows(RuntimeException.class, () -> game.fly(TICKS));
        while (failed.getCause() != null) {
            failed = failed.getCause();
        }
        assertSame(planted, failed);
        game.end();
    }

    @ParameterizedTest
    @ValueSource(strings = {"the state is not enabled", "the state has a speed of 0", "the game is paused"})
    void timeStandsStillWhile(String what) {
        Flight game = flight(false);
        game.fly(5);
        game.pause(what, true);
        game.draw(100_000_000); // until the thread that steps has noticed
        int ticks = game.ticks;
        int updates = game.updates;
        game.draw(200_000_000);
        assertEquals(ticks, game.ticks);
        assertEquals(what.startsWith("the state"), game.updates > updates, "the game itself continues");
        game.pause(what, false);
        game.fly(5);
        game.end();
    }

    /** A game that loads must not find a world that stands still, nor frames that grow because their steps are long. */
    @ParameterizedTest
    @CsvSource({"0.05, 0", "1, 0", "3, 0", "0.05, 20"})
    void afterALongFrameEachFrameSteps(float seconds, int stepMillis) {
        Flight game = flight(true);
        float[] frame = {1 / 60f};
        game.setTimer(new NanoTimer() {
            @Override
            public float getTimePerFrame() {
                return frame[0];
            }
        });
        game.inTick = () -> clock.pass(stepMillis * 1_000_000L);
        game.fly(20);
        frame[0] = seconds;
        game.frame();
        for (int i = 0; i < 30; i++) {
            long begunNanos = clock.nanoTime();
            frame[0] = Math.max(1 / 60f, frame[0] - seconds); // the time that the last frame took
            int ticks = game.ticks;
            game.frame();
            assertTrue(stepMillis > 0 || game.ticks == ticks + 1, "a frame steps once");
            frame[0] = seconds + (clock.nanoTime() - begunNanos) * 1e-9f;
            assertTrue(clock.nanoTime() - begunNanos < 100_000_000, "a frame is short");
        }
        game.inTick = () -> {};
        game.end();
    }

    @Test
    void aSpeedScalesTime() {
        Flight game = flight(true);
        game.state.setSpeed(2);
        game.fly(20);
        int frames = game.updates;
        game.fly(20);
        assertEquals(10, game.updates - frames);
        game.end();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aTickListenerMayAddAndRemoveBodies(boolean isInline) {
        Flight game = flight(isInline);
        game.fly(5);
        PhysicsRigidBody other = new PhysicsRigidBody(new SphereCollisionShape(1), 1);
        game.inTick = () -> {
            if (game.space.contains(other)) {
                game.space.removeCollisionObject(other);
            } else {
                game.space.addCollisionObject(other);
            }
        };
        game.fly(21);
        game.inTick = () -> {};
        game.fly(20);
        assertSame(other, game.state.body(1));
        game.end();
    }

    @Test
    void aBodyThatLeavesHasItsOwnMotionState() throws IOException {
        Flight game = flight(true);
        RigidBodyMotionState shown = game.ball.getMotionState();
        assertThrows(
                IOException.class, () -> BinaryExporter.getInstance().save(game.ball, new ByteArrayOutputStream()));
        assertSame(RigidBodyMotionState.class, shown.jmeClone().getClass());
        game.space.remove(game.ball);
        assertNotSame(shown, game.ball.getMotionState());
        BinaryExporter.getInstance().save(game.ball, new ByteArrayOutputStream());
        game.space.add(game.ball);
        game.frame();
        game.end();
        assertSame(RigidBodyMotionState.class, game.ball.getMotionState().getClass());
        game.space.remove(game.ball);
    }

    /**
     * A game as Minie allows it: it sets its accuracy, pauses by its speed, pushes a body in each frame, and moves one
     * that hits another. With 200 steps a second, several come in a frame.
     */
    private static final class Habits extends HandDriven {
        private static final float ACCURACY = 0.005f;
        final List<Vector3f> seen = new ArrayList<>();
        final List<Float> pathByTick = new ArrayList<>();
        final List<Float> shown = new ArrayList<>();
        private RigidBodyControl pushed;
        private RigidBodyControl club;
        private RigidBodyControl ball;
        private RigidBodyControl flying;

        @Override
        void build() {
            pushed = ball(0, 0);
            space.setAccuracy(ACCURACY);
            club = ball(9, 0);
            club.setKinematic(true);
            ball = ball(9.1f, 2.2f);
            flying = ball(20, 0);
            flying.setGravity(Vector3f.ZERO);
            flying.setLinearVelocity(Vector3f.UNIT_X);
        }

        private RigidBodyControl ball(float x, float y) {
            return body(new RigidBodyControl(new SphereCollisionShape(1), 1), x, y, 0);
        }

        @Override
        public void simpleUpdate(float tpf) {
            int frames = shown.size() + 1;
            pushed.applyCentralForce(Vector3f.UNIT_X);
            club.getSpatial().setLocalTranslation(9, 0.4f * FastMath.sin(frames * 0.1f), 0);
            if (frames % 40 == 0) {
                bullet.setSpeed(0);
            } else if (frames % 40 == 10) {
                bullet.setSpeed(frames % 80 == 10 ? 1 : 0.5f);
            }
        }

        @Override
        public void physicsTick(PhysicsSpace in, float seconds) {
            super.physicsTick(in, seconds);
            assertEquals(ACCURACY, seconds);
            pathByTick.add(pushed.getPhysicsLocation().y);
        }

        @Override
        public void simpleRender(RenderManager manager) {
            seen.add(pushed.getPhysicsLocation());
            seen.add(pushed.getLinearVelocity());
            seen.add(ball.getPhysicsLocation());
            shown.add(flying.getSpatial().getWorldTranslation().x);
        }

        Habits playFrames(BulletAppState state, HandClock time) {
            begin(state, time);
            for (int i = 0; i < 200; i++) {
                frame();
            }
            end();
            return this;
        }
    }

    @Test
    void aGameWithMiniesHabitsIsTheSameInEachFrame() {
        BulletAppState sequential = state(true);
        sequential.setThreadingType(ThreadingType.SEQUENTIAL);
        Habits stock = new Habits().playFrames(new BulletAppState(), clock);
        Habits ours = new Habits().playFrames(sequential, clock);
        assertEquals(stock.ticks, ours.ticks);
        for (int i = 0; i < stock.seen.size(); i++) {
            assertEquals(stock.seen.get(i), ours.seen.get(i), "in frame " + i / 3);
        }
        for (int i = 10; i < 39; i++) {
            assertEquals(1 / 60f, ours.shown.get(i) - ours.shown.get(i - 1), 1e-4f, "each step has its own pose");
        }
    }

    /** A frame of 1/144 s is half a nanosecond longer than a whole number of nanoseconds. */
    @Test
    void roundedFramesLoseNoStep() {
        int[] ticks = new int[2];
        for (int i = 0; i < 2; i++) {
            Flight game = new Flight();
            game.state = state(true);
            game.begin(i == 0 ? new BulletAppState() : game.state, clock);
            game.space.setAccuracy(0.005f);
            game.setTimer(new NanoTimer() {
                @Override
                public float getTimePerFrame() {
                    return 1 / 144f;
                }
            });
            for (int frames = 0; frames < 288; frames++) {
                game.frame();
            }
            ticks[i] = game.ticks;
            game.end();
        }
        assertEquals(ticks[0], ticks[1]);
    }

    @Test
    void aThreadStepsAsOftenAsTheAccuracySays() {
        FreestepBulletState state = state(false);
        state.setThreadingType(ThreadingType.PARALLEL);
        assertSame(ThreadingType.PARALLEL, state.getThreadingType());
        Habits stock = new Habits().playFrames(new BulletAppState(), clock);
        Habits ours = new Habits();
        ours.begin(state, clock);
        while (ours.ticks < 200) {
            ours.frame();
        }
        ours.end();
        assertEquals(stock.pathByTick.subList(0, 200), ours.pathByTick.subList(0, 200));
    }

    @Test
    void aStateThatIsAttachedAgainHasItsOwnRate() {
        Flight game = flight(true);
        game.space.setAccuracy(0.01f);
        game.frame();
        game.getStateManager().detach(game.state);
        game.frame();
        game.getStateManager().attach(game.state);
        assertEquals(1 / 60f, game.state.getPhysicsSpace().getAccuracy());
        game.end();
    }

    /** A state can be paused before it is attached, as a game that begins with its menu does. */
    @Test
    void aStateMayBeginWithASpeedOfZero() {
        Flight game = new Flight();
        game.state = state(true);
        game.state.setSpeed(0);
        game.begin(game.state, clock);
        game.frame();
        game.frame();
        assertEquals(0, game.ticks);
        game.state.setSpeed(1);
        game.fly(5);
        game.end();
    }

    @Test
    void aSubclassHearsOfTicks() {
        int[] heard = {0};
        Flight game = new Flight();
        game.state = new FreestepBulletState(60, true, clock) {
            @Override
            public void prePhysicsTick(PhysicsSpace in, float seconds) {
                heard[0]++;
            }
        };
        game.begin(game.state, clock);
        game.fly(5);
        assertEquals(5, heard[0]);
        game.end();
    }

    @Test
    void whatItCannotDoIsRefusedWithTheRemedy() {
        FreestepBulletState state = state(false);
        refused("threading type must not be null", () -> state.setThreadingType(null));
        refused("was -1", () -> state.setSpeed(-1));
        refused("0 to pause", () -> state.setSpeed(1e-4f));
        refused("was 0", () -> new FreestepBulletState(0));
        refused("body must not be null", () -> state.shown(null, null));
        Flight game = flight(true);
        for (float wrong : new float[] {0, Float.NaN, -1, 0.0007f, 2, 0.03f}) {
            refused("was " + wrong, () -> game.space.setAccuracy(wrong));
        }
        game.space.setAccuracy(0.005f);
        refused("was 400.0 times 200/60 by the accuracy", () -> game.state.setSpeed(400));
        game.space.setAccuracy(1 / 60f);
        game.frame();
        refused("new FreestepBulletState(200)", () -> game.space.setAccuracy(0.005f));
        refused("PhysicsSoftBody", () -> game.space.addCollisionObject(new PhysicsSoftBody()));
        game.end();
    }

    @Test
    void whatHasNoEffectIsSaidOnce() {
        List<String> said = new ArrayList<>();
        Logger logger = Logger.getLogger("io.github.freestep");
        logger.setFilter(each -> !said.add(each.getMessage().split(" ")[0]));
        Flight game = flight(true);
        for (int i = 0; i < 2; i++) {
            game.space.setMaxSubSteps(8);
            game.space.setMaxTimeStep(1);
            game.state.setThreadingType(ThreadingType.PARALLEL);
        }
        logger.setFilter(null);
        assertEquals(List.of("setMaxSubSteps", "setMaxTimeStep", "setThreadingType(PARALLEL)"), said);
        assertSame(ThreadingType.SEQUENTIAL, game.state.getThreadingType());
    }

    @Test
    void twoBulletsOnOneClassPathAreRefused(@TempDir Path other) throws Exception {
        String name = "com/jme3/bullet/PhysicsSpace.class";
        Files.createDirectories(other.resolve(name).getParent());
        try (InputStream bytes = PhysicsSpace.class.getClassLoader().getResourceAsStream(name)) {
            Files.copy(bytes, other.resolve(name));
        }
        ProcessBuilder process = OtherProcess.with().command(TwoBullets.class);
        int classPath = process.command().indexOf("-cp") + 1;
        process.command().set(classPath, process.command().get(classPath) + File.pathSeparator + other);
        String printed = OtherProcess.output(process, line -> false);
        assertTrue(printed.contains("remove Libbulletjme's classes"), printed);
    }

    static final class TwoBullets {
        private TwoBullets() {}

        public static void main(String[] args) {
            try {
                new FreestepBulletState();
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    /** A ball that flies along x, one metre a second. */
    private static final class Flight extends HandDriven {
        FreestepBulletState state;
        RigidBodyControl ball;
        volatile Runnable inTick = () -> {};
        int updates;

        @Override
        void build() {
            ball = body(new RigidBodyControl(new SphereCollisionShape(1), 1), 0, 0, 0);
            ball.setGravity(Vector3f.ZERO);
            ball.setLinearVelocity(new Vector3f(1, 0, 0));
        }

        void fly(int more) {
            int until = ticks + more;
            for (int frames = 0; ticks < until; frames++) {
                assertTrue(frames < 1_000_000, () -> "only " + ticks + " ticks");
                frame();
            }
        }

        void pause(String what, boolean begins) {
            switch (what) {
                case "the state is not enabled" -> state.setEnabled(!begins);
                case "the state has a speed of 0" -> state.setSpeed(begins ? 0 : 1);
                default -> speed = begins ? 0 : 1;
            }
        }

        /** The clock waits for the thread that steps. */
        void draw(long nanos) {
            long end = clock.nanoTime() + nanos;
            while (clock.nanoTime() < end) {
                frame();
            }
        }

        @Override
        public void simpleUpdate(float tpf) {
            updates++;
        }

        @Override
        public void prePhysicsTick(PhysicsSpace in, float seconds) {
            inTick.run();
        }
    }

    private Flight flight(boolean isInline) {
        Flight game = new Flight();
        game.state = state(isInline);
        game.begin(game.state, clock);
        return game;
    }

    private FreestepBulletState state(boolean isInline) {
        return new FreestepBulletState(60, isInline, clock);
    }
}
