package io.github.freestep.benchmarks.readme;

import com.badlogic.gdx.Gdx;
import io.github.freestep.net.Interest;
import io.github.freestep.net.Precision;
import io.github.freestep.net.RemoteEvent;
import io.github.freestep.net.RemoteStates;
import io.github.freestep.net.StateSender;
import io.github.freestep.physics.CommandReader;
import io.github.freestep.physics.EventHandler;
import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.FaultPolicy;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.OverloadPolicy;
import io.github.freestep.physics.PausedInputPolicy;
import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsEvent;
import io.github.freestep.physics.PhysicsGroup;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.PortableCommand;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.SlowConsumerPolicy;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.TimeLedger;
import io.github.freestep.physics.box2d.Box2dSimulation;
import io.github.freestep.physics.bullet.BulletSimulation;
import io.github.freestep.physics.lockstep.LockstepSession;
import io.github.freestep.physics.lockstep.LockstepTransport;
import io.github.freestep.physics.lockstep.MatchService;
import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.MatchWorld;
import io.github.freestep.physics.lockstep.Prediction;
import io.github.freestep.physics.lockstep.SequencerServer;
import io.github.freestep.physics.lockstep.SequencerTransport;
import io.github.freestep.physics.lockstep.direct.AeronLockstep;
import io.github.freestep.physics.own.OwnBody;
import io.github.freestep.physics.physx.PhysxSimulation;
import io.github.freestep.physics.recording.RecordingDifference;
import io.github.freestep.physics.recording.RecordingSummary;
import io.github.freestep.physics.recording.Replay;
import io.github.freestep.physics.recording.ReplaySimulation;
import io.github.freestep.render.DisplayMeter;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameHandler;
import io.github.freestep.render.FrameMode;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.MotionMeter;
import io.github.freestep.render.past.StateHistory;
import io.github.freestep.render.trace.MotionEvents;
import io.github.freestep.render.trace.MotionReport;
import io.github.freestep.state.Hits;
import io.github.freestep.state.InputSink;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.VirtualClock;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.joml.Matrix4f;
import org.joml.Vector3f;
import org.lwjgl.glfw.GLFW;

/** Every call that the pages name, to be compiled: see {@link ReadmePhrasesTest}. Never run. */
final class Phrases {
    /** A device of the user's. */
    interface Gamepad {
        void poll(io.github.freestep.physics.PolledInput input);
    }

    private Phrases() {}

    static int stutter(io.github.freestep.state.StateBuffer states, jdk.jfr.Recording recording, Path file)
            throws IOException {
        recording.dump(file);
        FrameSampler.builder(states).listener(MotionEvents.listener()).open().close();
        return MotionReport.read(file).size();
    }

    static String onScreen(
            FrameSampler frames,
            Frame frame,
            MotionMeter meter,
            long displayNanos,
            io.github.freestep.state.StateBuffer states) {
        FrameSampler.builder(states).followDisplay(true).open().close();
        frames.displayed(frame.number(), displayNanos);
        frame.displayed(
                frame.number(),
                displayNanos - System.nanoTime() + states.clock().nanoTime());
        DisplayMeter display = meter.display();
        return display.displayed()
                + display.errorMillis()
                + display.errorMillis(0.99)
                + display.above1Milli()
                + display.above4Millis()
                + display.missedRefreshes()
                + display.repeatedRefreshes()
                + display.notDisplayed()
                + display.notReported()
                + display.latencyNanos()
                + display.toString();
    }

    static RecordingDifference differs(Path one, Path other, Supplier<Simulation> worlds) throws IOException {
        return RecordingDifference.find(one, other, worlds, CommandReader.NONE);
    }

    static boolean seek(Replay recording, Physics player) {
        ReplaySimulation near = ReplaySimulation.approximate(recording);
        player.submit(near.cancelSeek());
        return near.replayedTick() > 0 && near.isApproximate();
    }

    static boolean summarizes(Path file) throws IOException {
        return RecordingSummary.of(file).obstacle() == null;
    }

    /** An adapter of the user's. */
    abstract static class Adapter extends io.github.freestep.physics.engine.EngineSimulation<Object> {
        Adapter() {
            super(StateLayout.of(1), scene(), Adapter.class);
        }

        int number(Object body) {
            requireOpen();
            return slot(body);
        }

        static io.github.freestep.physics.engine.EngineScene<Adapter> scene() {
            return new io.github.freestep.physics.engine.EngineScene<>() {
                @Override
                public void build(Adapter world) {}

                @Override
                public boolean resting(Adapter world) {
                    return world.allAsleep();
                }
            };
        }
    }

    static PhysicsBuilder options(Simulation world, Gamepad gamepad, Executor executor, PhysicsGroup rooms, int n) {
        PhysicsBuilder builder = PhysicsService.builder(world)
                .rate(100)
                .rate(Ratio.of(60_000, 1_001))
                .overloadPolicy(OverloadPolicy.slip())
                .overloadPolicy(OverloadPolicy.slipAfter(n))
                .overloadPolicy(OverloadPolicy.neverSlip())
                .overloadPolicy(OverloadPolicy.merge(n))
                .axes(n)
                .input(gamepad::poll)
                .inputCapacity(n)
                .commandCapacity(n)
                .promptCommands()
                .inputWhilePaused(PausedInputPolicy.DROP)
                .faultPolicy(FaultPolicy.stop())
                .faultPolicy(FaultPolicy.skip())
                .faultPolicy(FaultPolicy.pause())
                .group(rooms)
                .callbacks(executor)
                .name("room-7")
                .window(n)
                .window(4)
                .publishEvery(1)
                .publishEvery(n)
                .spinBudgetPerMille(0)
                .spinBudgetPerMille(5)
                .spinBudgetPerMille(20)
                .watchdog(Duration.ofMillis(200))
                .realTime(50)
                .realTime(n)
                .cpu(n)
                .withoutWatchdog();
        return builder;
    }

    static void service(PhysicsService physics, int code, int axis, float value, long nanos, int n, Ratio ratio) {
        boolean taken =
                physics.input().action(code, value, nanos) && physics.input().axis(axis, value, nanos);
        physics.pause();
        physics.resume();
        physics.step(n);
        physics.timeScale(ratio);
        physics.submit(c -> c.bodies().spawn(3));
        physics.call(c -> c.tick());
        physics.call(c -> c.world(Boxes.class));
    }

    static void bodies(PhysicsService physics, int slot, int life) {
        physics.submit(c -> c.bodies().spawn(slot));
        physics.submit(c -> c.bodies().remove(slot));
        physics.submit(c -> c.bodies().teleport(slot));
        physics.call(c -> c.bodies().spawn());
        physics.call(c -> c.bodies().isSameLife(slot, life));
    }

    static double read(Tick tick) {
        tick.bodies().teleport(0);
        return tick.input().axis(0) * tick.dtSeconds();
    }

    static String ownBody(OwnBody own, Tick tick, OwnBody.Builder builder, int n, Duration time, double distance) {
        int NUMBER = 1;
        builder.ticks(n).halfLife(time).snapBeyond(distance);
        return own.depthTicks() + own.missingTicks() + own.corrections() + own.correctionDistance()
                + ", "
                + tick.input().axis(NUMBER);
    }

    static boolean changed(
            Tick tick, int player, PhysicsService physics, int code, int axis, float value, PhysxSimulation world) {
        int rider = 0, ship = 1;
        PhysxSimulation.load();
        Box2dSimulation.load();
        world.attach(rider, ship);
        world.detach(rider);
        physics.input().action(code, value);
        physics.input().axis(axis, value);
        return tick.input().hasJoined(player) || tick.input().hasLeft(player);
    }

    /** A scene of the user's, with a shape in a field. */
    static final class Pile {
        static {
            BulletSimulation.load();
        }
    }

    static String says(PhysicsEvent event, LockstepSession match) {
        return event.slotA() + ", " + event.lifeA() + ", " + event.cause() + ", " + match.failure();
    }

    static int code(Tick tick, int i) {
        int code = tick.input().code(i);
        return MatchSettings.codeOf(code);
    }

    /** A sink of the user's that learns who sends. */
    abstract static class Sink implements InputSink {
        void by(RemoteStates remote, InputSink other, long client) {
            other.from(client);
            this.from(remote.input().client());
        }
    }

    static boolean writes(io.github.freestep.state.StateWriter state, int slot) {
        PhysicsGroup.open(2).close();
        return state.isAlive(slot);
    }

    static long now(PhysicsService physics, RemoteStates remote) {
        remote.input().axis(0, 0);
        StateSender.builder(physics.states()).input(physics.input());
        long sinceStart = physics.clock().nanoTime() - System.nanoTime();
        return physics.clock().nanoTime();
    }

    static void write(
            io.github.freestep.state.StateWriter state, int slot, float x, float y, float z, float w, int channel) {
        state.position(slot, x, y, z);
        state.orientation(slot, x, y, z, w);
    }

    static void frame(Frame frame, int slot, int channel, Vector3f at) {
        frame.position(slot, at);
        Vector3f into = at;
        frame.position(slot, into);
        turned(frame, slot, new org.joml.Quaternionf(), new Matrix4f());
        float[] linear = frame.linear(channel);
        float[] stepped = frame.stepped(channel);
        float[] qx = frame.qx();
        float[] qw = frame.qw();
        float yz = frame.y()[slot] * frame.z()[slot];
        boolean stands = frame.hasState() && frame.isPaused() && frame.alpha() > 0;
        long delay = frame.delayNanos() + frame.currentSimulationNanos() + frame.simulationNanos();
        int ranges = frame.changedRanges();
    }

    private static void turned(Frame frame, int slot, org.joml.Quaternionf into, Matrix4f matrix) {
        frame.orientation(slot, into);
        placed(frame, slot, matrix);
    }

    private static void placed(Frame frame, int slot, Matrix4f into) {
        frame.matrix(slot, into);
    }

    static FrameSampler.Builder sampler(io.github.freestep.state.StateBuffer states) {
        return FrameSampler.builder(states)
                .initialAllowedLateness(Duration.ofMillis(5))
                .bridge(false);
    }

    /** Frame lock, and where hosts have the rate of the display. */
    static void loops(
            InlineStepper stepper, Ratio wanted, Ratio refreshRate, int refreshCount, PhysicsBuilder builder, int n) {
        stepper.advanceTick();
        stepper.refresh(refreshRate, refreshCount);
        stepper.alpha();
        InlineStepper.rateFor(wanted, refreshRate);
        builder.overloadPolicy(OverloadPolicy.merge(n)).clock(new VirtualClock(0));
    }

    static int displays(long monitor, com.jme3.system.AppSettings settings, java.awt.GraphicsDevice device) {
        return GLFW.glfwGetVideoMode(monitor).refreshRate()
                + settings.getFrequency()
                + Gdx.graphics.getDisplayMode().refreshRate
                + device.getDisplayMode().getRefreshRate();
    }

    static void poll(EventReader reader, EventHandler handler) {
        reader.poll(handler);
    }

    static boolean match(LockstepSession match, PortableCommand command, float value, int code) {
        match.axis(0, value);
        return match.isOpen() && match.failure() == null && match.action(code, value) && match.submit(command);
    }

    static double predicted(LockstepSession match, MatchWorld second, Duration time, double distance) {
        match.predict(second).halfLife(time).snapBeyond(distance);
        try (Prediction ahead = match.predict(second).inline()) {
            ahead.advance();
            ahead.events().with();
            ahead.physics().call(context -> context.tick());
            return ahead.states().window()
                    + ahead.depthTicks()
                    + ahead.affordableTicks()
                    + ahead.missingTicks()
                    + ahead.saveIntervalTicks()
                    + ahead.corrections()
                    + ahead.correctionDistance();
        }
    }

    static LockstepSession.Builder numbered(MatchSettings settings, LockstepTransport sequencer) {
        return LockstepSession.builder(settings, sequencer).player(0);
    }

    /** A server that the user has written. */
    interface Server {
        PhysicsService room(int number);

        default boolean hasFailed(int i) {
            return room(i).status() == PhysicsService.Status.FAILED;
        }
    }

    static PhysicsGroup realTimeGroup() {
        return PhysicsGroup.builder().realTime(50).open();
    }

    static PhysicsGroup group(int threads) {
        return PhysicsGroup.open(threads);
    }

    static double room(PhysicsBuilder builder, PhysicsGroup threads, int thread) {
        builder.group(threads).start();
        return threads.metrics().sustainedScale(thread);
    }

    static boolean rests(Simulation world) {
        return world.resting();
    }

    static long hung(PhysicsService physics) {
        return physics.metrics().hungSteps();
    }

    static void queries(PhysxSimulation world, Hits hits) {
        world.ray(0, 0, 0, 0, -1, 0, 50, slot -> true, hits);
        world.overlapSphere(0, 0, 0, 1, slot -> true, hits);
        world.overlapBox(0, 0, 0, 1, 1, 1, slot -> true, hits);
    }

    static void after(PhysicsService physics, TimeLedger into) {
        double scale = physics.metrics().sustainedScale();
        long late = physics.metrics().parkLatenessNanos();
        TimeLedger ledger = physics.metrics().ledger(into);
        Throwable failure = physics.failure();
        physics.closeAsync();
        physics.close();
    }

    static void events(PhysicsService physics, EventHandler handler, int n) {
        physics.events()
                .with(PhysicsEvent.Kind.TICK)
                .capacity(n)
                .onSlow(SlowConsumerPolicy.end())
                .open()
                .close();
        physics.events().with(PhysicsEvent.Kind.CONTACT_BEGIN).subscribe("sound", handler);
        physics.events().with(PhysicsEvent.Kind.CONTACT_BEGIN).open().close();
    }

    static void saved(PhysicsBuilder builder, PhysicsService physics, long tick) {
        builder.startAt(tick, c -> {});
        physics.handOver().join().toBytes();
        PhysicsService room = physics;
        room.resume();
    }

    static void events(PhysicsService physics, RemoteStates remote, RemoteEvent hit, Frame frame, int slot) {
        EventReader hits = physics.events().with(PhysicsEvent.Kind.USER).open();
        StateSender.builder(physics.states()).events(hits);
        StateSender.builder(remote.states()).events(remote.events());
        remote.events().missed();
        boolean isSame = hit.lifeA() == frame.life(slot);
    }

    static Interest interest() {
        int slot = 0;
        int n = 4;
        double x = 0;
        double y = 0;
        double z = 0;
        double radius = 1;
        return (client, state, chosen) -> {
            chosen.add(slot, n);
            chosen.within(x, y, z, radius, n);
            chosen.all(n);
        };
    }

    static boolean interest(PhysicsService physics, Frame frame, int slot) {
        StateSender.builder(physics.states()).interest(interest());
        return frame.isAlive(slot);
    }

    static void network(PhysicsService physics, StateLayout layout, byte[] bytes, long tick, long bytesPerSecond) {
        try (StateSender sender = StateSender.builder(physics.states())
                        .bind("0.0.0.0")
                        .key(bytes)
                        .withoutKey()
                        .precision(Precision.of(0.0005, 0.25))
                        .precision(Precision.exact())
                        .budget(bytesPerSecond)
                        .start();
                RemoteStates remote = RemoteStates.builder(layout).key(bytes).start()) {
            remote.status();
            remote.incompleteStates();
            remote.states();
            remote.incompleteStates();
            if (remote.failure() != null && remote.lastError() != null) {
                return;
            }
            sender.failure();
            sender.lastError();
            sender.moveTo("localhost", 1);
            for (io.github.freestep.net.SenderClient client : sender.clients()) {
                client.address();
                client.sentBytes();
                client.roundTripNanos();
                client.showsStates();
                client.lossPerMille();
                client.statesPerSecond();
                client.bodies();
                client.isOverloaded();
                long number = client.number();
                sender.drop(number);
            }
            remote.input().refusedByServer();
            remote.serverTick(tick);
            remote.serverStartTick();
        }
    }

    static void strangers(MatchSettings settings, LockstepSession match, int player, byte[] secret) {
        long key = MatchSettings.hostKey(secret);
        settings.pauses(3, java.time.Duration.ofSeconds(60)).host(key).hashWorld();
        match.remove(player);
        String why = match.refusedRequest();
        String all = settings.toString();
    }

    static long past(PhysicsService physics, long nanos) {
        try (StateHistory history = StateHistory.builder(physics.states())
                .rate(100)
                .last(Duration.ofSeconds(5))
                .open()) {
            history.update();
            Frame then = history.at(nanos);
            return history.bytes() + history.missed() + history.oldestNanos() + then.simulationNanos();
        }
    }

    static void stepper(Simulation world, long elapsedNanos) {
        PhysicsBuilder builder = PhysicsService.builder(world);
        try (InlineStepper stepper = builder.inline()) {
            stepper.advance(elapsedNanos);
        }
        PhysicsService.builder(world).inline().close();
    }

    static void frames(PhysicsService physics, MotionMeter meter, float[] floats, long frameNanos, int i) {
        try (FrameSampler frames = FrameSampler.builder(physics.states())
                .allowedLateness(Duration.ZERO)
                .mode(FrameMode.EXTRAPOLATE)
                .snapToRefresh(true)
                .open()) {
            Frame frame = frames.sample();
            frame.matrices(floats, 0);
            frame.poses(floats, 0);
            frames.sample(frameNanos);
            int slot = frame.appeared(i) + frame.disappeared(i);
            frames.snap(slot, true);
            meter.add(frame);
        }
        double judder = meter.judder();
        long uneven = meter.frozen() + meter.jumping() + meter.backward();
    }

    static void shown(PhysicsService physics, EventReader reader, EventHandler handler, Frame frame, int slot) {
        double x = 0, y = 0, z = 0, dx = 1, dy = 0, dz = 0, length = 10;
        float radius = 1;
        Hits hits = new Hits(1);
        frame.ray(x, y, z, dx, dy, dz, length, radius, hits);
        frame.rectangle(new Matrix4f(), 0, 0, 1, 1, radius, hits);
        int life = frame.life(slot);
        physics.call(c -> c.bodies().isSameLife(slot, life));
        reader.poll(frame.reachedTick(), handler);
    }

    static void loop(PhysicsService physics, FrameHandler handler) {
        FrameSampler.builder(physics.states()).loop(144, handler).close();
    }

    static void newest(PhysicsService physics) {
        try (StateReader reader = physics.states().reader()) {
            boolean newer = reader.acquire();
            if (reader.size() > 0) {
                State newest = reader.state(0);
            }
        }
    }

    static StateLayout layout() {
        StateLayout.of(1_000).doublePositions();
        return StateLayout.of(1_000).linear("fuel").stepped("gear");
    }

    static StateLayout large(FrameSampler frames, double x, double y, double z) {
        frames.origin(x, y, z);
        return StateLayout.of(1_000).doublePositions();
    }

    static float host(PhysicsService physics, Frame frame, int player, int rider, int ship, int i) {
        physics.submit(c -> c.bodies().attach(rider, ship));
        physics.submit(c -> c.bodies().detach(rider));
        frame.matrix(player, new Matrix4f()).transformPosition(new Vector3f());
        Vector3f muzzle = new Vector3f();
        Vector3f into = new Vector3f();
        frame.point(ship, muzzle, into);
        frame.disappeared(i);
        frame.appeared(i);
        return frame.x()[player];
    }

    static void saves(PhysxSimulation world, DataOutput out, DataInput in) throws IOException {
        world.save(out);
        world.restore(in);
    }

    static void lockstep(MatchSettings MATCH, SequencerTransport network, Tick tick, int code, byte[] secret) {
        try (SequencerServer server = SequencerServer.start(MATCH, network);
                LockstepSession match = LockstepSession.builder(MATCH, server.connectLocal())
                        .identity(secret)
                        .open()) {
            int p = MatchSettings.playerOf(code);
            float position = tick.input().axis(MATCH.axisOf(p, 0));
            boolean stalls = match.status() == LockstepSession.Status.STALLED;
            long waits = match.waitingFor() + match.waitingNanos();
            long awaited = server.status().awaitedPlayers();
            double speed = match.speed() + match.inputDelayTicks() + match.slowPlayer() + match.desyncTick();
            match.pause();
            match.resume();
            match.timeScale(Ratio.of(1, 2));
        }
    }

    /** The connections of a match. */
    static void matches(MatchSettings settings, MatchWorld world, Path file, byte[] secret, String host)
            throws Exception {
        SequencerTransport network = AeronLockstep.at("0.0.0.0").key(secret).listen();
        LockstepTransport sequencer = AeronLockstep.at(host).key(secret).connect();
        LockstepSession match = LockstepSession.builder(settings, sequencer).open();
        match.start(world, physics -> record(physics, file));
        network.close();
        match.inline(world).advance();
    }

    private static void record(MatchService physics, Path file) {}
}
