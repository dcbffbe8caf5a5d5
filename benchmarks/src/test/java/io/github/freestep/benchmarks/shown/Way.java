package io.github.freestep.benchmarks.shown;

import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.PortableCommand;
import io.github.freestep.physics.lockstep.LockstepSession;
import io.github.freestep.physics.lockstep.OnePlayer;
import io.github.freestep.physics.recording.Recorder;
import io.github.freestep.physics.recording.Replay;
import io.github.freestep.physics.recording.ReplaySimulation;
import io.github.freestep.physics.rooms.PhysicsGroup;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.testing.Await;
import io.github.freestep.time.Ratio;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

/** The sources of states that a frame can show. */
enum Way {
    LOCAL {
        @Override
        void show(Supplier<Parade> worlds, Viewer viewer) {
            try (InlineStepper stepper = PhysicsService.builder(worlds.get()).inline()) {
                play(stepper, Viewer.Hands.of(stepper), viewer);
            }
        }
    },
    GROUP {
        @Override
        void show(Supplier<Parade> worlds, Viewer viewer) {
            try (PhysicsGroup group = PhysicsGroup.open(1);
                    PhysicsService room = PhysicsService.builder(worlds.get())
                            .group(group)
                            .rate(500)
                            .publishEvery(1)
                            .start();
                    EventReader events = events(room);
                    FrameSampler sampler = sampler(room.states())) {
                Viewer.Hands hands = Viewer.Hands.of(room);
                Await.until(() -> {
                    viewer.act(hands, room.metrics().tick());
                    return show(sampler, events, viewer).reachedTick() >= TICKS;
                });
            }
        }
    },
    REMOTE {
        @Override
        void show(Supplier<Parade> worlds, Viewer viewer) {
            try (ParadeLink link = new ParadeLink(worlds.get(), 0, 0)) {
                link.show(viewer);
            }
        }
    },
    LOSSY {
        @Override
        void show(Supplier<Parade> worlds, Viewer viewer) {
            try (ParadeLink link = new ParadeLink(worlds.get(), LOSS, 1)) {
                link.show(viewer);
            }
        }
    },
    INTEREST {
        @Override
        void show(Supplier<Parade> worlds, Viewer viewer) {
            try (ParadeLink link = new ParadeLink(worlds.get(), 0)) {
                link.show(viewer);
            }
        }
    },
    RARE {
        @Override
        void show(Supplier<Parade> worlds, Viewer viewer) {
            try (ParadeLink link = new ParadeLink(worlds.get(), RARE_LEVEL)) {
                link.show(viewer);
            }
        }
    },
    RECORDED {
        @Override
        void show(Supplier<Parade> worlds, Viewer viewer) throws Exception {
            Path file = Files.createTempFile("parade", ".freestep");
            Files.delete(file);
            try {
                InlineStepper recorded = PhysicsService.builder(worlds.get()).inline();
                Recorder recorder = Recorder.open(recorded, file, "parade", "", 1);
                try (recorded;
                        recorder) {
                    for (int i = 0; i < TICKS; i++) {
                        viewer.act(Viewer.Hands.of(recorded), recorded.metrics().tick());
                        recorded.advanceTick();
                    }
                }
                ReplaySimulation replay = new ReplaySimulation(Replay.open(file, worlds, Parade::readTell));
                try (InlineStepper player = PhysicsService.builder(replay).inline()) {
                    play(player, null, viewer);
                }
            } finally {
                Files.deleteIfExists(file);
            }
        }
    },
    MATCH {
        @Override
        void show(Supplier<Parade> worlds, Viewer viewer) {
            OnePlayer player = new OnePlayer(worlds.get().inMatch(), Parade::readTell);
            InlineStepper physics = player.join();
            try (EventReader events = events(physics);
                    FrameSampler sampler = sampler(physics.states())) {
                while (player.tick() < TICKS) {
                    viewer.act(hands(player.session()), player.tick());
                    player.run(FRAME_NANOS);
                    show(sampler, events, viewer);
                }
            }
        }
    };

    static final long TICKS = 250;
    static final long FRAME_NANOS = 7_000_000;
    static final double LOSS = 0.1;
    private static final int RARE_LEVEL = 2;

    /** The length of a tick. */
    long tickNanos() {
        return this == GROUP ? 2_000_000 : 10_000_000;
    }

    /** By how many ticks continuous motion is later than in the frame. */
    int lateTicks() {
        return this == RARE ? 1 << RARE_LEVEL : 0;
    }

    /** Returns why frames do not show something; null if they do. */
    String reason(Feature feature) {
        return switch (this) {
            case INTEREST -> interestReason(feature);
            case RARE ->
                switch (feature) {
                    case POSES, DOUBLES, LINEAR -> "four states later";
                    case ATTACHED, RATES -> "they move four states later";
                    case STEPPED -> "up to three states later";
                    default -> interestReason(feature);
                };
            default -> null;
        };
    }

    private static String interestReason(Feature feature) {
        return feature == Feature.BODIES ? "they come up to 0.2 s later" : null;
    }

    /** Returns why a user cannot do something; null if that is possible. */
    String reason(Deed deed) {
        return switch (this) {
            case REMOTE, LOSSY, INTEREST, RARE -> deed == Deed.COMMANDS ? "clients send input" : null;
            case RECORDED ->
                switch (deed) {
                    case EVENTS -> "a replay reports none";
                    case PAUSES, SCALES -> "a replay has its own";
                    default -> null;
                };
            default -> null;
        };
    }

    /** Runs a world, and passes its frames and events to a viewer. */
    abstract void show(Supplier<Parade> worlds, Viewer viewer) throws Exception;

    /** Lets a world run, and shows it. Without hands, the viewer does not act. */
    static void play(InlineStepper stepper, Viewer.Hands hands, Viewer viewer) {
        try (EventReader events = events(stepper);
                FrameSampler sampler = sampler(stepper.states())) {
            while (stepper.metrics().tick() < TICKS) {
                if (hands != null) {
                    viewer.act(hands, stepper.metrics().tick());
                }
                stepper.advance(FRAME_NANOS);
                show(sampler, events, viewer);
            }
        }
    }

    static FrameSampler sampler(StateBuffer states) {
        FrameSampler sampler = FrameSampler.open(states);
        if (states.layout().hasDoublePositions()) {
            sampler.origin(Parade.FAR, 0, 0);
        }
        return sampler;
    }

    static EventReader events(Physics physics) {
        return physics.events().with(Kind.USER).open();
    }

    static Frame show(FrameSampler sampler, EventReader events, Viewer viewer) {
        Frame frame = sampler.sample();
        if (frame.hasState()) {
            viewer.frame(frame);
            events.poll(frame.reachedTick(), event -> viewer.event(event.tick(), event.data()));
        }
        return frame;
    }

    static Viewer.Hands hands(LockstepSession session) {
        return new Viewer.Hands() {
            @Override
            public boolean action(int code) {
                return session.action(code, 1);
            }

            @Override
            public void submit(PortableCommand command) {
                session.submit(command);
            }

            @Override
            public void pause() {
                session.pause();
            }

            @Override
            public void resume() {
                session.resume();
            }

            @Override
            public void timeScale(Ratio scale) {
                session.timeScale(scale);
            }
        };
    }
}
