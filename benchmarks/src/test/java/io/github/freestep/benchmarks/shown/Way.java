package io.github.freestep.benchmarks.shown;

import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.wire.StateEncoder;
import io.github.freestep.net.wire.StateFollower;
import io.github.freestep.physics.CommandReader;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsGroup;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.lockstep.OnePlayer;
import io.github.freestep.physics.recording.Recorder;
import io.github.freestep.physics.recording.Replay;
import io.github.freestep.physics.recording.ReplaySimulation;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.StateHistory;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Await;
import io.github.freestep.time.VirtualClock;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The sources of states that a frame can show. */
enum Way {
    LOCAL("local") {
        @Override
        void show(Supplier<Parade> worlds, Consumer<Frame> frames) {
            try (InlineStepper stepper = PhysicsService.builder(worlds.get()).inline()) {
                play(stepper, frames);
            }
        }
    },
    GROUP("in a group") {
        @Override
        void show(Supplier<Parade> worlds, Consumer<Frame> frames) {
            try (PhysicsGroup group = PhysicsGroup.open(1);
                    PhysicsService room = PhysicsService.builder(worlds.get())
                            .group(group)
                            .rate(500)
                            .publishEvery(1)
                            .start();
                    FrameSampler sampler = sampler(room.states())) {
                Await.until(() -> {
                    Frame frame = sampler.sample();
                    if (frame.hasState()) {
                        frames.accept(frame);
                    }
                    return frame.reachedTick() >= TICKS;
                });
            }
        }
    },
    REMOTE("over a network") {
        @Override
        void show(Supplier<Parade> worlds, Consumer<Frame> frames) {
            Parade world = worlds.get();
            VirtualClock clock = new VirtualClock(0);
            StateFollower follower = StateFollower.of(world.layout(), StateFollower.DEFAULT_WINDOW, clock);
            StateEncoder encoder = StateEncoder.of(world.layout(), PoseGrid.STANDARD, 1);
            StateEncoder.Output link = new StateEncoder.Output() {
                @Override
                public void baseline(ByteBuffer datagram) {
                    follower.receive(datagram, clock.nanoTime());
                }

                @Override
                public void piece(ByteBuffer datagram) {
                    follower.receive(datagram, clock.nanoTime());
                }
            };
            try (InlineStepper stepper = PhysicsService.builder(world).inline();
                    StateReader reader = stepper.states().reader();
                    FrameSampler sampler = sampler(follower.states())) {
                while (stepper.metrics().tick() < TICKS) {
                    clock.advance(FRAME_NANOS);
                    stepper.advance(FRAME_NANOS);
                    if (reader.acquire()) {
                        encoder.encode(reader.state(0), stepper.clock().nanoTime(), link);
                    }
                    follower.poll(clock.nanoTime());
                    show(sampler, frames);
                }
            }
        }
    },
    RECORDED("recorded") {
        @Override
        void show(Supplier<Parade> worlds, Consumer<Frame> frames) throws Exception {
            Path file = Files.createTempFile("parade", ".freestep");
            Files.delete(file);
            try {
                InlineStepper recorded = PhysicsService.builder(worlds.get()).inline();
                Recorder recorder = Recorder.open(recorded, file, "parade", "", 1);
                try (recorded;
                        recorder) {
                    for (int i = 0; i < TICKS; i++) {
                        recorded.advanceTick();
                    }
                }
                ReplaySimulation replay = new ReplaySimulation(Replay.open(file, worlds, CommandReader.NONE));
                try (InlineStepper player = PhysicsService.builder(replay).inline()) {
                    play(player, frames);
                }
            } finally {
                Files.deleteIfExists(file);
            }
        }
    },
    SAVED("saved and loaded") {
        @Override
        void show(Supplier<Parade> worlds, Consumer<Frame> frames) throws Exception {
            ByteArrayOutputStream saved = new ByteArrayOutputStream();
            try (InlineStepper stepper = PhysicsService.builder(worlds.get()).inline()) {
                for (int i = 0; i < SAVED_TICK; i++) {
                    stepper.advanceTick();
                }
                stepper.call(context -> {
                    context.world(Parade.class).save(new DataOutputStream(saved));
                    return true;
                });
                stepper.advanceTick();
            }
            Parade world = worlds.get();
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(saved.toByteArray()));
            try (InlineStepper stepper = PhysicsService.builder(world)
                    .startAt(SAVED_TICK, context -> world.load(in, context.bodies()))
                    .inline()) {
                play(stepper, frames);
            }
        }
    },
    HISTORY("in a history or clip") {
        @Override
        void show(Supplier<Parade> worlds, Consumer<Frame> frames) {
            try (InlineStepper stepper = PhysicsService.builder(worlds.get()).inline();
                    StateHistory history = StateHistory.builder(stepper.states())
                            .last(Duration.ofSeconds(4))
                            .inline()) {
                for (int i = 0; i < TICKS; i++) {
                    stepper.advanceTick();
                    history.update();
                }
                if (stepper.states().layout().hasDoublePositions()) {
                    history.origin(Parade.FAR, 0, 0);
                }
                for (long at = history.oldestNanos(); at <= history.newestNanos(); at += FRAME_NANOS) {
                    frames.accept(history.at(at));
                }
            }
        }
    },
    MATCH("in a match") {
        @Override
        void show(Supplier<Parade> worlds, Consumer<Frame> frames) {
            OnePlayer player = new OnePlayer(worlds.get());
            StateBuffer states = player.join();
            try (FrameSampler sampler = sampler(states)) {
                while (player.tick() < TICKS) {
                    player.run(FRAME_NANOS);
                    show(sampler, frames);
                }
            }
        }
    };

    static final long TICKS = 250;
    private static final long SAVED_TICK = 150;
    private static final long FRAME_NANOS = 7_000_000;

    final String words;

    Way(String words) {
        this.words = words;
    }

    /** The length of a tick. */
    long tickNanos() {
        return this == GROUP ? 2_000_000 : 10_000_000;
    }

    /** Returns why frames do not show something; null if they do. */
    String reason(Feature feature) {
        return this == SAVED && feature == Feature.LIVES ? "a loaded world counts lives anew" : null;
    }

    /** Runs a world, and passes its frames to a consumer. */
    abstract void show(Supplier<Parade> worlds, Consumer<Frame> frames) throws Exception;

    static void play(InlineStepper stepper, Consumer<Frame> frames) {
        try (FrameSampler sampler = sampler(stepper.states())) {
            while (stepper.metrics().tick() < TICKS) {
                stepper.advance(FRAME_NANOS);
                show(sampler, frames);
            }
        }
    }

    private static FrameSampler sampler(StateBuffer states) {
        FrameSampler sampler = FrameSampler.open(states);
        if (states.layout().hasDoublePositions()) {
            sampler.origin(Parade.FAR, 0, 0);
        }
        return sampler;
    }

    static void show(FrameSampler sampler, Consumer<Frame> frames) {
        Frame frame = sampler.sample();
        if (frame.hasState()) {
            frames.accept(frame);
        }
    }
}
