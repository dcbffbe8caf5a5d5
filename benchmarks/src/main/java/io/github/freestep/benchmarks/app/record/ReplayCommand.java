package io.github.freestep.benchmarks.app.record;

import io.github.freestep.benchmarks.app.AppCommand;
import io.github.freestep.benchmarks.app.Progress;
import io.github.freestep.benchmarks.report.Interrupt;
import io.github.freestep.benchmarks.report.Units;
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
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** Replays a recording and compares the states with its hashes. */
@Command(
        name = "replay",
        description = "Replay a recording, and compare each state that has a hash with that hash.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the recording is complete and every hash matches",
            "1:the recording is incomplete or damaged, has no hashes, or a hash differs",
            "2:an option is wrong, the file is not a recording, or the world does not fit into the heap",
            "130:interrupted"
        })
public final class ReplayCommand extends AppCommand {
    private static final long FRAME_NANOS = 1_000_000_000 / 60;
    private static final int PARTS = 1_000;

    @Option(names = "--verify", description = "Stop at the first tick whose hash differs.")
    private boolean verify;

    @Option(
            names = "--speed",
            paramLabel = "SPEED",
            description =
                    "With \"max\", the replay runs as fast as possible. With a number from 0.001 to 1000, it runs at"
                            + " that time scale (1 is real time), with a reader at 60 fps. Default: ${DEFAULT-VALUE}.")
    private String speed = "max";

    @Parameters(paramLabel = "FILE", description = "The recording to replay.")
    private Path file;

    private volatile boolean stopped;
    private long differs = -1;
    private String end;

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = out();
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
        return wrong("cannot be replayed: " + name + why);
    }

    /** Returns the time scale; null for as fast as possible. */
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
            // Refused below.
        }
        throw wrong("--speed must be max or a number from 0.001 to 1000, was " + RecordingText.plain(speed));
    }

    private static String end(Throwable failure) {
        return failure == null ? "it was stopped" : failure.getMessage();
    }

    private void requireHeap(Throwable failure) {
        if (RecordingText.isOfHeap(failure)) {
            throw cannot(RecordingText.heap());
        }
    }

    private Progress progress(long total) {
        return new Progress(out(), "tick", total);
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
            end = end(replay.failure());
        } catch (PhysicsException e) {
            requireHeap(e);
            end = e.getMessage();
        }
        progress.clear();
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
            end = end(player.failure() == null ? playback.failure() : player.failure());
        }
        progress.clear();
        say("%,d frames, judder %.2f %%", meter.frames(), 100 * meter.judder());
        return playback.tick();
    }

    private int verdict(RecordingSummary summary, long tick) {
        String trouble = RecordingText.trouble(summary);
        if (!trouble.isEmpty()) {
            say("the recording is %s", trouble);
        }
        if (differs >= 0) {
            say("the hash of tick %,d differs from the recorded one", differs);
        } else if (tick < summary.lastTick()) {
            say("the replay ended at tick %,d of %,d: %s", tick, summary.lastTick(), end);
        } else if (summary.hashes() == 0) {
            say("%,d ticks were replayed; the recording has no hashes to compare them with", tick);
        } else {
            say("%,d ticks were replayed; all %,d hashes match", tick, summary.hashes());
        }
        boolean whole = trouble.isEmpty() && differs < 0 && tick == summary.lastTick();
        boolean known = summary.hashes() > 0 || summary.lastTick() == 0;
        return whole && known ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }

    private void say(String format, Object... values) {
        print("%s%n", RecordingText.plain(Units.text(format, values)));
    }
}
