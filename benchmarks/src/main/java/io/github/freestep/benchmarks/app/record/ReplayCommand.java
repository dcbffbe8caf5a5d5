package io.github.freestep.benchmarks.app.record;

import io.github.freestep.benchmarks.report.Interrupt;
import io.github.freestep.physics.OverloadPolicy;
import io.github.freestep.physics.PhysicsException;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.recording.RecordingSummary;
import io.github.freestep.physics.recording.Replay;
import io.github.freestep.physics.recording.ReplaySimulation;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.MotionMeter;
import io.github.freestep.time.Ratio;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs a recording again, and compares every state that has a hash with what it was. */
@Command(
        name = "replay",
        mixinStandardHelpOptions = true,
        description = {
            "Run a recording again, and compare every state that has a hash with what it was.",
            "Exit code 0 only if all is there and every hash matches; 1 if not; 2 for a wrong option, what is no"
                    + " recording, or a world that does not fit into the heap; 130 if it was interrupted."
        })
public final class ReplayCommand implements Callable<Integer> {
    private static final long FRAME_NANOS = 1_000_000_000 / 60;
    private static final int PARTS = 1_000;

    @Option(names = "--verify", description = "Stop at the first tick whose hash differs.")
    private boolean verify;

    @Option(
            names = "--speed",
            defaultValue = "max",
            paramLabel = "SPEED",
            description =
                    "max, as fast as it goes; 1, in real time before a reader at 60 fps; or any other scale of time, from"
                            + " 0.001 to 1000 (${DEFAULT-VALUE}).")
    private String speed;

    @Parameters(paramLabel = "FILE", description = "The recording.")
    private Path file;

    @Spec
    private CommandSpec spec;

    private volatile boolean stopped;
    private long differs = -1;
    private String end;

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        Ratio scale = scale();
        try (Interrupt interrupt = new Interrupt(out)) {
            RecordingSummary summary = RecordingSummary.of(file);
            out.println(RecordingText.line(summary));
            out.flush();
            RecordedWorld world = RecordedWorld.of(summary.header());
            if (!interrupt.begins(() -> stopped = true)) {
                return Interrupt.EXIT_CODE;
            }
            try (Replay replay = Replay.open(file, world, world)) {
                long tick = scale == null ? run(replay, summary.lastTick()) : play(replay, scale, summary.lastTick());
                int code = verdict(summary, tick);
                return interrupt.over() ? Interrupt.EXIT_CODE : code;
            }
        } catch (IOException e) {
            throw cannot(RecordingText.why(e));
        } catch (IllegalArgumentException e) {
            throw cannot(RecordingText.plain(e.getMessage()));
        } catch (RuntimeException | OutOfMemoryError e) {
            requireHeap(e);
            throw e;
        }
    }

    private ParameterException cannot(String why) {
        String name = why.contains(file.toString()) ? "" : file + ": ";
        return wrong("can't be replayed: " + name + why);
    }

    /** Null for as fast as it goes. */
    private Ratio scale() {
        if (speed.equals("max")) {
            return null;
        }
        try {
            double factor = Double.parseDouble(speed);
            if (factor >= 1.0 / PARTS && factor <= PARTS) {
                return Ratio.of(Math.round(factor * PARTS), PARTS);
            }
        } catch (NumberFormatException e) {
            // Told below.
        }
        throw wrong("--speed must be max, or a number from 0.001 to 1000, was " + RecordingText.plain(speed));
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private void requireHeap(Throwable failure) {
        if (RecordingText.isOfHeap(failure)) {
            throw cannot(RecordingText.heap());
        }
    }

    private Progress progress(long total) {
        return new Progress(spec.commandLine().getOut(), System.console() != null, "tick", total);
    }

    private long run(Replay replay, long lastTick) throws IOException {
        Progress progress = progress(lastTick);
        try {
            while (!stopped && !(verify && differs >= 0) && replay.next()) {
                if (differs < 0 && !replay.matches()) {
                    differs = replay.tick();
                }
                progress.at(replay.tick());
            }
            end = replay.endReason();
        } catch (PhysicsException e) {
            requireHeap(e);
            end = e.getMessage();
        }
        progress.end();
        return replay.tick();
    }

    private long play(Replay replay, Ratio scale, long lastTick) throws InterruptedException {
        Progress progress = progress(lastTick);
        ReplaySimulation playback = new ReplaySimulation(replay);
        MotionMeter meter = new MotionMeter();
        PhysicsService player = PhysicsService.builder(playback)
                .rate(playback.rate())
                .overloadPolicy(OverloadPolicy.neverSlip())
                .build();
        try (player;
                FrameSampler frames = FrameSampler.open(player.states())) {
            player.timeScale(scale);
            player.start();
            while (!stopped
                    && !playback.isOver()
                    && player.failure() == null
                    && !(verify && playback.firstDifferentTick() >= 0)) {
                meter.add(frames.sample());
                progress.at(playback.tick());
                LockSupport.parkNanos(FRAME_NANOS);
            }
            requireHeap(player.failure());
            differs = playback.firstDifferentTick();
            end = player.failure() == null
                    ? playback.endReason()
                    : player.failure().getMessage();
        }
        progress.end();
        print("%,d frames, judder %.2f %%", meter.frames(), 100 * meter.judder());
        return playback.tick();
    }

    private int verdict(RecordingSummary summary, long tick) {
        String trouble = RecordingText.trouble(summary);
        if (!trouble.isEmpty()) {
            print("the recording is %s", trouble);
        }
        if (differs >= 0) {
            print("tick %,d is not what it was: its hash differs", differs);
        } else if (tick < summary.lastTick()) {
            print("tick %,d is the last of %,d that were replayed: %s", tick, summary.lastTick(), end);
        } else if (summary.hashes() == 0) {
            print("%,d ticks were replayed; without a hash nobody knows if they are what they were", tick);
        } else {
            print("%,d ticks, and all of %,d hashes match", tick, summary.hashes());
        }
        boolean whole = trouble.isEmpty() && differs < 0 && tick == summary.lastTick();
        boolean known = summary.hashes() > 0 || summary.lastTick() == 0;
        return whole && known ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }

    private void print(String format, Object... values) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(RecordingText.plain(String.format(Locale.ROOT, format, values)));
        out.flush();
    }
}
