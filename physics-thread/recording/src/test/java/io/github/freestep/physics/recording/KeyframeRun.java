package io.github.freestep.physics.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.state.State;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.VirtualClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** Records a stepper with keyframes, and plays the recording with a count of the steps that this takes. */
final class KeyframeRun implements AutoCloseable {
    /** At 1,000 ticks per second. */
    static final Duration EVERY_100_TICKS = Duration.ofMillis(100);

    final ReplaySimulation playback;
    final InlineStepper player;
    final StateReader reader;
    long steps;
    int worlds;
    private final VirtualClock clock = new VirtualClock(0);

    /** Each step of the world takes a millisecond; a step of the player replays for at most {@code seekMillis}. */
    KeyframeRun(Path file, Supplier<? extends BallWorld> world, long seekMillis) throws IOException {
        Replay replay = Replay.open(
                file,
                () -> {
                    worlds++;
                    BallWorld balls = world.get();
                    balls.during = tick -> {
                        steps++;
                        clock.advance(1_000_000);
                    };
                    return balls;
                },
                BallWorld.ToggleBall.READER);
        playback = new ReplaySimulation(replay, 50, clock, seekMillis * 1_000_000);
        // A window of one state, so that a seek needs only the step that shows its tick.
        player = PhysicsService.builder(playback)
                .window(1)
                .clock(new VirtualClock(0))
                .inline();
        reader = player.states().reader();
    }

    KeyframeRun(Path file, Supplier<? extends BallWorld> world) throws IOException {
        this(file, world, 1_000_000);
    }

    /** Goes to a tick, and returns the number of steps of the world. */
    long seek(long tick) {
        playback.seekTo(player, tick);
        return step();
    }

    long step() {
        long before = steps;
        assertEquals(1, player.advanceTick());
        return steps - before;
    }

    List<List<Float>> shown() {
        reader.acquire();
        return bodies(reader.state(0));
    }

    /** The values of all living bodies; an empty list for each other slot. */
    static List<List<Float>> bodies(State state) {
        List<List<Float>> bodies = new ArrayList<>();
        for (int body = 0; body < BallWorld.BALLS; body++) {
            boolean alive = body < state.slots() && state.isAlive(body);
            bodies.add(
                    alive
                            ? List.of(
                                    state.x()[body],
                                    state.y()[body],
                                    // The sign of an orientation depends on the state shown before.
                                    Math.abs(state.qy()[body]),
                                    Math.abs(state.qw()[body]),
                                    state.linear(0)[body],
                                    state.stepped(0)[body])
                            : List.of());
        }
        return bodies;
    }

    /** Whether each body moved here continuously from the state with these epochs, which become those of this state. */
    static boolean[] moved(State state, int[] epochs) {
        boolean[] moved = new boolean[BallWorld.BALLS];
        for (int body = 0; body < state.slots(); body++) {
            moved[body] = state.isAlive(body) && state.epoch(body) == epochs[body];
            epochs[body] = state.epoch(body);
        }
        return moved;
    }

    /** Replays from the beginning, and returns what each tick shows. */
    static List<List<List<Float>>> recorded(Path file, Supplier<? extends Simulation> world) throws IOException {
        List<List<List<Float>>> ticks = new ArrayList<>();
        try (Replay replay = Replay.open(file, world, BallWorld.ToggleBall.READER);
                StateReader reader = replay.states().reader()) {
            do {
                assertEquals(true, replay.matches(), "tick " + replay.tick());
                reader.acquire();
                ticks.add(bodies(reader.state(0)));
            } while (replay.next());
            assertEquals("the recording is over", replay.feed.endReason);
        }
        return ticks;
    }

    /** Records balls at 1,000 ticks per second, with random input and commands. */
    static void record(Path file, BallWorld world, int ticks, Duration keyframesEvery) throws IOException {
        try (InlineStepper stepper = stepper(world)) {
            Recorder recorder = keyframesEvery == null
                    ? Recorder.open(stepper, file, "balls", "", 0)
                    : Recorder.open(stepper, file, "balls", "", 0, keyframesEvery);
            run(stepper, recorder, ticks);
            recorder.close();
            assertNull(recorder.failure());
        }
    }

    static InlineStepper stepper(Simulation world) {
        return PhysicsService.builder(world)
                .clock(new VirtualClock(0))
                .rate(1_000)
                .axes(3)
                .inline();
    }

    /** Waits for the recorder every 50 ticks, so that no keyframe is late and no entry is missed. */
    static void run(InlineStepper stepper, Recorder recorder, int ticks) {
        Random random = Seeds.random(RecordedRun.SEED);
        for (int tick = 1; tick <= ticks; tick++) {
            long now = stepper.clock().nanoTime();
            stepper.input().axis(random.nextInt(3), random.nextFloat() - 0.5f, now);
            stepper.input().action(random.nextInt(10), random.nextFloat(), now);
            if (tick % 10 == 0) {
                stepper.submit(new BallWorld.ToggleBall(1 + random.nextInt(BallWorld.BALLS - 1)))
                        .join();
            }
            stepper.advanceTick();
            long done = stepper.metrics().tick();
            Await.until(() -> done % 50 != 0 || recorder.tick() >= done || recorder.failure() != null);
        }
    }

    @Override
    public void close() {
        reader.close();
        player.close();
    }
}
