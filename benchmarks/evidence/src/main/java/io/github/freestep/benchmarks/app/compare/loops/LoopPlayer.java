package io.github.freestep.benchmarks.app.compare.loops;

import io.github.freestep.internal.Threads;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Tick;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.time.NanoClock;
import io.github.freestep.tools.Failures;
import io.github.freestep.tools.Walkers;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Plays a loop on a stage and records what its screen shows. */
public final class LoopPlayer {
    /** Longer than any step takes to end. */
    private static final long LONGEST_STEP_NANOS = 10_000_000_000L;

    private LoopPlayer() {}

    /** Creates the threads of a loop and runs them until the screen ends. */
    @FunctionalInterface
    interface Cast {
        void play(Stage stage, PlaySettings setting, CountedSteps steps, FrameHistory film);
    }

    public static FrameHistory scripted(LoopKind way, PlaySettings setting) {
        return scripted(way.cast, setting);
    }

    /** Plays Freestep with an allowed lateness of the user's. */
    public static FrameHistory scripted(Duration allowedLateness, PlaySettings setting) {
        return scripted(service(builder -> builder.allowedLateness(allowedLateness)), setting);
    }

    private static FrameHistory scripted(Cast cast, PlaySettings setting) {
        Stage stage = new Stage(setting);
        SpringWorld world = new SpringWorld();
        CountedSteps steps = new CountedSteps(stage, world, setting);
        FrameHistory film = new FrameHistory(world, steps);
        cast.play(stage, setting, steps, film);
        return film;
    }

    static Cast frames(BiFunction<LongConsumer, Long, Loop> loop) {
        return (stage, setting, steps, film) ->
                new Screen(stage, loop.apply(steps, setting.refreshNanos()), setting, film).run();
    }

    /** Plays a loop that reads the clock while it steps. */
    static Cast clocked(BiFunction<LongConsumer, NanoClock, Loop> loop) {
        return (stage, setting, steps, film) -> new Screen(stage, loop.apply(steps, stage), setting, film).run();
    }

    /** Plays a physics thread that keeps its grid, and a loop that reads the time of its newest state. */
    static Cast thread(Function<LongSupplier, Loop> reader) {
        return (stage, setting, steps, film) -> {
            AtomicLong newest = new AtomicLong();
            play(stage, steps, newest::set, new Screen(stage, reader.apply(newest::get), setting, film));
        };
    }

    /** Plays the same thread, and a loop that stays behind it by a rule. */
    static Cast behind(Supplier<DelayRule> rules) {
        return (stage, setting, steps, film) -> {
            DelayRule rule = rules.get();
            AtomicLong newest = new AtomicLong();
            LongConsumer published = nanos -> {
                newest.set(nanos);
                rule.received(nanos, stage.nanoTime());
            };
            play(stage, steps, published, new Screen(stage, ThreadReader.behind(newest::get, rule), setting, film));
        };
    }

    private static void play(Stage stage, LongConsumer steps, LongConsumer published, Screen screen) {
        Thread thread = new Thread(() -> stepWhenDue(stage, steps, published), "hand-written-physics");
        thread.setDaemon(true);
        stage.play(thread::start, screen);
        // The next loop must not share the processor with this thread.
        Threads.join(thread, LONGEST_STEP_NANOS);
    }

    /**
     * Steps what is due, publishes and sleeps until the next tick, until the stage ends. Nothing limits how much it
     * catches up.
     *
     * @param published accepts the simulation time of each new state, which is also its due time
     */
    private static void stepWhenDue(Stage stage, LongConsumer stepper, LongConsumer published) {
        long dueNanos = Loop.TICK_NANOS;
        while (!stage.ended()) {
            stage.until(dueNanos);
            stepper.accept(Loop.TICK_NANOS);
            published.accept(dueNanos);
            dueNanos += Loop.TICK_NANOS;
        }
    }

    /**
     * Plays Freestep. The sampler is not closed: on a scripted stage it belongs to the service's thread, which has
     * ended by then.
     */
    static Cast service() {
        return service(builder -> builder);
    }

    private static Cast service(UnaryOperator<FrameSampler.Builder> options) {
        return (stage, setting, steps, film) -> {
            Walkers world = new Walkers(1) {
                @Override
                public void step(Tick tick) {
                    x = (float) WalkingBody.at(tick.simulationNanos());
                    steps.accept(Loop.TICK_NANOS);
                }
            };
            // Its steps are too slow on purpose. A failure is thrown below.
            PhysicsService physics = PhysicsService.builder(world)
                    .clock(stage)
                    .onProblem(problem -> {})
                    .build();
            try (physics) {
                FrameSampler frames =
                        options.apply(FrameSampler.builder(physics.states())).open();
                Screen screen =
                        new Screen(stage, new FreestepReader(frames, physics.metrics()::debtNanos), setting, film);
                stage.play(physics::start, screen);
            }
            Failures.requireNone(physics);
        };
    }
}
