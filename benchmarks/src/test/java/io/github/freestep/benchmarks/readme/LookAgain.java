package io.github.freestep.benchmarks.readme;

import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsEvent;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.Playback;
import io.github.freestep.render.StateHistory;
import io.github.freestep.time.Ratio;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** Shows the past again in slow motion, and saves a clip of the seconds before a failure. */
final class LookAgain {
    private static final long SECOND_NANOS = 1_000_000_000;

    private final Playback playback;
    private final FrameSampler frames;

    static StateHistory keep(Physics physics) {
        return StateHistory.builder(physics.states())
                .last(Duration.ofMinutes(1))
                .start();
    }

    LookAgain(StateHistory history) {
        playback = history.playback();
        frames = FrameSampler.open(playback.states());
    }

    void begin(long shownNanos) {
        playback.seekTo(shownNanos - 3 * SECOND_NANOS);
        playback.timeScale(Ratio.of(1, 4));
    }

    Frame frame() {
        playback.update();
        return frames.sample();
    }

    static void saveCrash(Physics physics, StateHistory history, Path file) {
        physics.events().with(PhysicsEvent.Kind.FAULT).subscribe("crash", fault -> {
            long nanos = fault.simulationNanos();
            save(history, file, nanos - 10 * SECOND_NANOS, nanos);
        });
    }

    private static void save(StateHistory history, Path file, long fromNanos, long toNanos) {
        try {
            history.save(file, fromNanos, toNanos);
        } catch (IOException | RuntimeException e) {
            System.getLogger("game").log(System.Logger.Level.WARNING, "no clip of the crash", e);
        }
    }
}
