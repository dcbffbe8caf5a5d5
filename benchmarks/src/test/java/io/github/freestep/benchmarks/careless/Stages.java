package io.github.freestep.benchmarks.careless;

import static org.junit.jupiter.api.Assertions.assertNull;

import io.github.freestep.benchmarks.motion.Recorded;
import io.github.freestep.internal.Inside;
import io.github.freestep.internal.time.PreciseWait;
import io.github.freestep.internal.time.Timeline;
import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.EventSink;
import io.github.freestep.physics.EventSubscription;
import io.github.freestep.physics.Events;
import io.github.freestep.physics.FaultPolicy;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.InputPort;
import io.github.freestep.physics.OverloadPolicy;
import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsEvent;
import io.github.freestep.physics.PhysicsMetrics;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.PolledInput;
import io.github.freestep.physics.RunSettings;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.TickInput;
import io.github.freestep.physics.feed.FedInput;
import io.github.freestep.physics.feed.Feeds;
import io.github.freestep.physics.feed.InputFeed;
import io.github.freestep.physics.recording.Recorder;
import io.github.freestep.physics.recording.RecordingDifference;
import io.github.freestep.physics.recording.RecordingHeader;
import io.github.freestep.physics.recording.RecordingRing;
import io.github.freestep.physics.recording.RecordingSummary;
import io.github.freestep.physics.recording.Replay;
import io.github.freestep.physics.recording.ReplaySimulation;
import io.github.freestep.physics.recording.Rewind;
import io.github.freestep.physics.rooms.GroupMetrics;
import io.github.freestep.physics.rooms.HandedOver;
import io.github.freestep.physics.rooms.PhysicsGroup;
import io.github.freestep.physics.saves.CommandReader;
import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.physics.saves.Saves;
import io.github.freestep.query.Hits;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameMode;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.SamplerOptions;
import io.github.freestep.render.capsule.Capsule;
import io.github.freestep.render.capsule.CapsuleFile;
import io.github.freestep.render.display.FrameHandler;
import io.github.freestep.render.display.FrameLoop;
import io.github.freestep.render.display.FramePacer;
import io.github.freestep.render.display.InputListener;
import io.github.freestep.render.display.LatencyMeter;
import io.github.freestep.render.display.MotionMeter;
import io.github.freestep.render.picking.Picker;
import io.github.freestep.render.trace.MotionEvents;
import io.github.freestep.render.trace.MotionReport;
import io.github.freestep.render.trace.log.MotionLog;
import io.github.freestep.smooth.Smooth;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.TimeAnchor;
import io.github.freestep.time.VirtualClock;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.joml.Matrix4f;

/**
 * Provides for each type an instance to call, made anew for each call and used on a thread and at a time that
 * it allows.
 */
final class Stages {
    static final long TICK = 10_000_000;
    private static final HandedOver HANDED_OVER = handedOver();

    /** Calls an instance. The exception of the call is caught. {@code given} are ordinary arguments. */
    interface Use {
        void on(Object instance, Object... given);
    }

    interface Stage {
        void set(Use use) throws Exception;
    }

    private final Map<Class<?>, Stage> stages = new HashMap<>();

    Stages() {
        time();
        state();
        render();
        physics();
        inStep();
        recording();
        EngineStages.addTo(this);
        WireStages.addTo(this);
        LockstepStages.addTo(this);
        OwnStages.addTo(this);
        ServerStages.addTo(this);
    }

    /** Returns null for a type without a stage: it has only static methods and constructors. */
    Stage of(Class<?> type) {
        return stages.get(type);
    }

    void add(Class<?> type, Stage stage) {
        stages.put(type, stage);
    }

    private void time() {
        add(TimeAnchor.class, use -> use.on(new TimeAnchor()));
        add(PreciseWait.class, use -> use.on(new PreciseWait(new Hasty())));
        add(Ratio.class, use -> use.on(Ratio.of(1, 2)));
        add(Timeline.class, use -> use.on(new Timeline(Ratio.of(100), 0)));
        add(VirtualClock.class, use -> use.on(new VirtualClock(0)));
    }

    private void state() {
        add(StateLayout.class, use -> use.on(World.LAYOUT));
        add(Bodies.class, use -> use.on(publisher().bodies()));
        add(StatePublisher.class, use -> use.on(publisher(), new TimeAnchor(), World.LAYOUT, new VirtualClock(0)));
        add(StateWriter.class, use -> {
            StatePublisher publisher = publisher();
            use.on(publisher.begin(2, 2 * TICK, new TimeAnchor(), 0));
            publisher.release();
        });
        add(Hits.class, use -> {
            Hits hits = new Hits(2);
            Inside.of(hits).add(1, 1, 1, 0, 0, 0, 0, 0, 0);
            Inside.of(hits).add(2, 1, 2, 0, 0, 0, 0, 0, 0);
            use.on(hits);
        });
        add(StateBuffer.class, use -> use.on(publisher().states()));
        add(StateReader.class, use -> {
            try (StateReader reader = publisher().states().reader()) {
                reader.acquire();
                use.on(reader);
            }
        });
        add(State.class, use -> {
            try (StateReader reader = publisher().states().reader()) {
                reader.acquire();
                use.on(reader.state(0), reader.state(1), new int[World.LAYOUT.capacity()], new TimeAnchor());
            }
        });
    }

    /** Makes a publisher that has published two states of two bodies. */
    static StatePublisher publisher() {
        StatePublisher publisher = StatePublisher.of(World.LAYOUT, 4, new VirtualClock(0), true);
        publisher.bodies().spawn(0);
        publisher.bodies().spawn(1);
        for (int tick = 0; tick < 2; tick++) {
            StateWriter state = publisher.begin(tick, tick * TICK, new TimeAnchor(), 0);
            for (int body = 0; body < 2; body++) {
                state.position(body, 0, 0, 0);
                state.orientation(body, 0, 0, 0, 1);
            }
            publisher.publish(tick * TICK);
        }
        return publisher;
    }

    private void render() {
        add(
                FrameSampler.class,
                use -> sampled((frames, frame) -> use.on(frames, publisher().states())));
        add(Frame.class, use -> sampled((frames, frame) -> use.on(frame)));
        add(Picker.class, use -> sampled((frames, frame) -> use.on(new Picker(), frame, new Hits(2), new Matrix4f())));
        add(MotionMeter.class, use -> sampled((frames, frame) -> use.on(new MotionMeter(), frame)));
        Stage listening = use -> sampled((frames, frame) -> {
            SamplerOptions options = new SamplerOptions(FrameMode.INTERPOLATE, 0);
            try (StateReader news = frames.states().reader()) {
                use.on(new LatencyMeter(), frame, frames.states(), options, news);
            }
        });
        add(InputListener.class, listening);
        add(LatencyMeter.class, listening);
        add(MotionReport.class, use -> {
            MotionLog log = Recorded.log(() -> {
                try (FrameSampler frames = FrameSampler.builder(publisher().states())
                        .listener(MotionEvents.listener())
                        .open()) {
                    frames.sample();
                }
            });
            use.on(MotionReport.of(log), log);
        });
        add(FrameSampler.Builder.class, use -> {
            FrameSampler.Builder options =
                    FrameSampler.builder(StatePublisher.of(World.LAYOUT).states());
            use.on(options, MotionEvents.listener());
            options.open().close();
        });
        add(Smooth.class, use -> {
            try (Smooth<Object> smooth = Smooth.inline(100, dt -> {}, (body, to) -> to.flat(0, 0, 0))) {
                smooth.add("body");
                smooth.frame(seconds -> {});
                use.on(smooth, "body", NanoClock.system(), List.of());
                smooth.frame(seconds -> {});
            }
        });
        add(Smooth.Pose.class, use -> {
            try (Smooth<Object> smooth = Smooth.inline(100, dt -> {}, (body, to) -> use.on(to))) {
                smooth.add("body");
            }
        });
        add(FramePacer.class, use -> {
            try (FramePacer pacer = FramePacer.open()) {
                use.on(pacer);
            }
        });
        add(FrameLoop.class, use -> {
            FrameHandler ends = frame -> {
                throw new IllegalStateException("ends the loop");
            };
            StateBuffer states = StatePublisher.of(World.LAYOUT).states();
            use.on(null, FrameSampler.builder(states), ends);
        });
    }

    interface Sampling {
        void use(FrameSampler frames, Frame frame);
    }

    static void sampled(Sampling sampling) {
        try (FrameSampler frames = FrameSampler.open(publisher().states())) {
            Frame frame = frames.sample();
            sampling.use(frames, frame);
            frames.sample();
        }
    }

    private void physics() {
        add(PhysicsBuilder.class, use -> {
            NanoClock clock = new VirtualClock(0);
            PhysicsBuilder builder = builder(new World()).clock(clock);
            PhysicsGroup group = PhysicsGroup.builder().clock(clock).open();
            use.on(builder, settings(), OverloadPolicy.slip(), FaultPolicy.stop(), group, HANDED_OVER, saved());
            try {
                builder.inline().close();
            } catch (IllegalArgumentException refused) {
                // An option that only a service has.
                if (!refused.getMessage().startsWith("inline() must not be combined with options for threads")) {
                    throw refused;
                }
            }
            builder.build().close();
        });
        add(PhysicsGroup.class, use -> {
            try (PhysicsGroup group = PhysicsGroup.open(2)) {
                use.on(group);
            }
        });
        add(PhysicsGroup.Builder.class, use -> {
            PhysicsGroup.Builder options = PhysicsGroup.builder();
            use.on(options);
            try {
                options.open().close();
            } catch (IllegalStateException refused) {
                // Not every system grants a priority.
                if (!refused.getMessage().startsWith("realTime ")) {
                    throw refused;
                }
            }
        });
        add(GroupMetrics.class, use -> use.on(PhysicsGroup.open(2).metrics()));
        add(PhysicsService.class, use -> {
            try (PhysicsService physics = builder(new World()).build()) {
                use.on(physics, new World());
            }
        });
        add(HandedOver.class, use -> use.on(HANDED_OVER, HANDED_OVER.toBytes()));
        ofStepper(InlineStepper.class, stepper -> stepper);
        ofStepper(Physics.class, stepper -> stepper);
        ofStepper(PhysicsMetrics.class, InlineStepper::metrics);
        ofStepper(InputPort.class, InlineStepper::input);
        ofStepper(Events.class, InlineStepper::events);
        ofStepper(EventReader.class, stepper -> stepper.events().with().open());
        add(
                Events.Builder.class,
                use -> stepped(new World(), stepper -> {
                    Events.Builder options = stepper.events().with();
                    use.on(options);
                    options.open().close();
                }));
        add(
                PhysicsEvent.class,
                use -> stepped(new World(), stepper -> {
                    var reader = stepper.events().with().open();
                    stepper.advance(TICK);
                    reader.poll(event -> use.on(event));
                }));
        add(
                PhysicsContext.class,
                use -> stepped(
                        new World(),
                        stepper -> stepper.submit(c -> use.on(c, World.class)).join()));
        add(
                Saves.class,
                use -> stepped(
                        new World(),
                        stepper -> stepper.submit(c -> use.on(null, c, builder(new World()), saved(), stepper))
                                .join()));
        add(RunSettings.class, use -> use.on(settings()));
        add(EventSubscription.class, use -> {});
    }

    private void ofStepper(Class<?> type, Function<InlineStepper, Object> part) {
        add(
                type,
                use -> stepped(new World(), stepper -> {
                    use.on(part.apply(stepper));
                    stepper.advance(TICK);
                }));
    }

    private void recording() {
        add(
                RecordingHeader.class,
                use -> recorded(file -> {
                    RecordingHeader header = RecordingSummary.of(file).header();
                    use.on(header, header.run());
                }));
        add(
                RecordingSummary.class,
                use -> recorded(file -> {
                    RecordingSummary summary = RecordingSummary.of(file);
                    use.on(summary, file, summary.header());
                }));
        add(
                Recorder.class,
                use -> inFolder(folder -> {
                    try (PhysicsService physics = builder(new World()).build()) {
                        stepped(new World(), stepper -> use.on(null, stepper, physics, folder.resolve("new")));
                    }
                }));
        add(
                RecordingRing.class,
                use -> inFolder(folder -> stepped(new World(), stepper -> {
                    try (RecordingRing ring = RecordingRing.open(stepper, "falling", "", 0)) {
                        use.on(ring, stepper, folder.resolve("new"));
                    }
                })));
        add(
                Rewind.class,
                use -> inFolder(folder -> stepped(new World(), stepper -> {
                    try (Rewind rewind = Rewind.of(stepper, Duration.ofSeconds(20))) {
                        stepper.advance(3 * TICK);
                        use.on(rewind, stepper, folder.resolve("new"));
                    }
                })));
        add(
                Capsule.class,
                use -> inFolder(folder -> stepped(new World(), stepper -> {
                    try (Capsule capsule = Capsule.open(stepper, folder, "falling", "", 0)) {
                        use.on(capsule, stepper, folder);
                    }
                })));
        add(
                CapsuleFile.class,
                use -> inFolder(folder -> {
                    Path file = folder.resolve("new");
                    try (InlineStepper stepper = builder(new World()).inline();
                            Capsule capsule = Capsule.ofTimes(stepper, folder)) {
                        capsule.write(file);
                    }
                    use.on(CapsuleFile.read(file), file);
                }));
        add(RecordingDifference.class, use -> recorded(file -> use.on(null, file, (Supplier<Simulation>) World::new)));
        add(
                Replay.class,
                use -> recorded(file -> {
                    Supplier<Simulation> worlds = World::new;
                    try (Replay replay = Replay.open(file, worlds, CommandReader.NONE)) {
                        use.on(replay, file, worlds, builder(new World()));
                    }
                }));
        add(
                ReplaySimulation.class,
                use -> recorded(file -> {
                    try (Replay replay = Replay.open(file, World::new, CommandReader.NONE)) {
                        ReplaySimulation playback = new ReplaySimulation(replay);
                        stepped(playback, stepper -> {
                            use.on(
                                    playback,
                                    replay,
                                    stepper,
                                    stepper.call(c -> c).join(),
                                    aTick(),
                                    aState());
                            stepper.advance(TICK);
                        });
                    }
                }));
    }

    private interface Filing {
        void use(Path path) throws IOException;
    }

    private static void recorded(Filing filing) throws IOException {
        inFolder(folder -> {
            Path file = folder.resolve("run");
            try (InlineStepper stepper = builder(new World()).inline();
                    Recorder recorder = Recorder.open(stepper, file, "falling", "", 0)) {
                stepper.advance(3 * TICK);
                assertNull(recorder.failure());
            }
            filing.use(file);
        });
    }

    private static void inFolder(Filing filing) throws IOException {
        Path folder = Files.createTempDirectory("careless");
        try {
            filing.use(folder);
        } finally {
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }

    private void inStep() {
        add(Tick.class, use -> duringStep(use::on));
        add(TickInput.class, use -> duringStep(tick -> use.on(tick.input())));
        add(EventSink.class, use -> duringStep(tick -> use.on(tick.events())));
        add(PolledInput.class, use -> {
            boolean[] used = new boolean[1];
            try (InlineStepper stepper = builder(new World())
                    .input(sample -> {
                        if (!used[0]) {
                            use.on(sample);
                        }
                        used[0] = true;
                    })
                    .inline()) {
                stepper.advance(TICK);
            }
        });
        InputFeed noInput = (tick, into) -> {};
        add(Feeds.class, use -> use.on(null, builder(new World()), noInput));
        add(FedInput.class, use -> {
            InputFeed feed = (tick, into) -> {
                if (tick == 1) {
                    use.on(into);
                }
            };
            try (InlineStepper stepper = Feeds.feed(builder(new World()), feed).inline()) {
                stepper.advance(TICK);
            }
        });
    }

    private static void duringStep(Consumer<Tick> during) {
        World world = new World();
        world.during = tick -> {
            if (tick.number() == 1) {
                during.accept(tick);
            }
        };
        stepped(world, stepper -> {
            stepper.input().action(1, 1, stepper.clock().nanoTime());
            stepper.input().action(2, 1, stepper.clock().nanoTime());
            stepper.advance(TICK);
        });
    }

    /** Returns a tick of another run: only a service makes ticks. */
    static Tick aTick() {
        Tick[] seen = new Tick[1];
        duringStep(tick -> seen[0] = tick);
        return seen[0];
    }

    static StateWriter aState() {
        return publisher().begin(2, 2 * TICK, new TimeAnchor(), 0);
    }

    static void stepped(Simulation world, Consumer<InlineStepper> use) {
        try (InlineStepper stepper = builder(world).inline()) {
            use.accept(stepper);
        }
    }

    private static byte[] saved() {
        try (InlineStepper stepper = builder(new World()).inline()) {
            return stepper.read(Saves::saved).join();
        }
    }

    private static RunSettings settings() {
        try (InlineStepper stepper = builder(new World()).inline()) {
            return stepper.settings();
        }
    }

    /** The request comes before the start, because the clock lets the world make all its steps at once. */
    private static HandedOver handedOver() {
        try (PhysicsService physics = builder(new World()).build()) {
            CompletableFuture<HandedOver> moving = HandedOver.handOver(physics);
            physics.start();
            return moving.join();
        }
    }

    static PhysicsBuilder builder(Simulation world) {
        NanoClock clock = new VirtualClock(0);
        return PhysicsService.builder(world)
                .clock(clock)
                .axes(2)
                .inputCapacity(16)
                .commandCapacity(16);
    }

    /** A clock on which every wait is short. */
    private static final class Hasty implements NanoClock {
        private long nanos;

        @Override
        public long nanoTime() {
            return nanos;
        }

        @Override
        public void park(long spanNanos) {
            nanos += spanNanos;
        }

        @Override
        public void spin() {
            nanos += 1L << 60;
        }
    }

    /** A world of two falling bodies. It throws when a careless number of steps would run forever. */
    static final class World implements SavableSimulation {
        static final StateLayout LAYOUT =
                StateLayout.of(100).linear("heat", "glow").stepped("team", "gear");

        private static final int MOST_STEPS = 1_000;

        Consumer<Tick> during = tick -> {};
        private int steps;
        private float y;

        @Override
        public StateLayout layout() {
            return LAYOUT;
        }

        @Override
        public void setUp(PhysicsContext context) {
            context.bodies().spawn(0);
            context.bodies().spawn(1);
        }

        @Override
        public void step(Tick tick) {
            if (++steps > MOST_STEPS) {
                throw new IllegalStateException("more steps than any ordinary test makes");
            }
            y--;
            during.accept(tick);
        }

        @Override
        public void write(StateWriter state) {
            for (int body = 0; body < 2; body++) {
                state.position(body, 0, y, 0);
                state.orientation(body, 0, 0, 0, 1);
            }
        }

        @Override
        public void save(DataOutput out) throws IOException {
            out.writeFloat(y);
        }

        @Override
        public void restore(DataInput in) throws IOException {
            y = in.readFloat();
        }
    }
}
