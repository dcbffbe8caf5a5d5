package io.github.freestep.benchmarks.app.compare;

import io.github.freestep.internal.Threads;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.render.FrameSampler;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** Plays one way on a stage before a camera. */
final class LoopPlayer {
    /** A step that is being burnt is ended. */
    private static final long LONGEST_STEP_NANOS = 10_000_000_000L;

    private LoopPlayer() {}

    /** Puts the threads of a way together, and runs them until the screen ends. */
    @FunctionalInterface
    interface Cast {
        void play(Stage stage, PlaySettings setting, CountedSteps steps, FrameHistory film);
    }

    static FrameHistory scripted(LoopKind way, PlaySettings setting) {
        return play(way, setting, new ScriptedStage(setting));
    }

    static FrameHistory real(LoopKind way, PlaySettings setting) {
        return play(way, setting, new RealStage());
    }

    private static FrameHistory play(LoopKind way, PlaySettings setting, Stage stage) {
        SpringWorld world = new SpringWorld();
        CountedSteps steps = new CountedSteps(stage, world, setting);
        FrameHistory film = new FrameHistory(world, steps);
        way.cast().play(stage, setting, steps, film);
        return film;
    }

    static Cast frames(BiFunction<StepFunction, Long, Loop> loop) {
        return (stage, setting, steps, film) ->
                new Screen(stage, loop.apply(steps, setting.refreshNanos()), setting, film).run();
    }

    static Cast thread(Function<LongSupplier, Loop> reader) {
        return (stage, setting, steps, film) -> {
            HandThread physics = new HandThread(stage, steps);
            Thread thread = new Thread(physics, "hand-written-physics");
            thread.setDaemon(true);
            stage.play(thread::start, new Screen(stage, reader.apply(physics::newestNanos), setting, film));
            // The next way must not share the processor with it.
            Threads.join(thread, LONGEST_STEP_NANOS);
        };
    }

    /**
     * Snapped, since the display refreshes evenly and its thread does not wake up evenly. The sampler is left to the collector: on
     * a scripted stage it belongs to the service's own thread, which has ended by then.
     */
    static void service(Stage stage, PlaySettings setting, CountedSteps steps, FrameHistory film) {
        try (PhysicsService physics =
                PhysicsService.builder(new WalkSimulation(steps)).clock(stage).build()) {
            FrameSampler frames =
                    FrameSampler.builder(physics.states()).snapToRefresh(true).open();
            Screen screen = new Screen(stage, new FreestepReader(frames, physics.metrics()::debtNanos), setting, film);
            stage.play(physics::start, screen);
        }
    }
}
