package io.github.freestep.benchmarks.tutorial;

import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.recording.AtomicFiles;
import io.github.freestep.physics.recording.Recorder;
import io.github.freestep.physics.recording.Replay;
import io.github.freestep.physics.saves.CommandReader;
import io.github.freestep.physics.saves.Saves;
import io.github.freestep.render.FrameSampler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Step 6: records a game and saves it, then replays the recording, and continues the save. */
public final class SaveAndReplay {
    private SaveAndReplay() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        Path folder = args.length == 0 ? Files.createTempDirectory("coins") : Path.of(args[0]);
        play(folder.resolve("coins.recording"), folder.resolve("coins.save"));
        replay(folder.resolve("coins.recording"));
        resume(folder.resolve("coins.save"));
    }

    private static void play(Path recording, Path save) throws IOException, InterruptedException {
        PhysicsService physics = PhysicsService.builder(new Coins(1)).rate(100).build();
        try (physics;
                Recorder recorder = Recorder.open(physics, recording, "coins", "", 42);
                FrameSampler frames = FrameSampler.open(physics.states())) {
            physics.start();
            while (recorder.tick() < 200 && physics.failure() == null) {
                Autopilot.steer(frames.sample(), 0, physics.input()::axis);
                Thread.sleep(16);
            }
            AtomicFiles.write(save, physics.read(Saves::saved).join());
        }
    }

    private static void replay(Path recording) throws IOException {
        try (Replay replay = Replay.open(recording, () -> new Coins(1), CommandReader.NONE)) {
            while (replay.next()) {
                if (!replay.matches()) {
                    throw new IllegalStateException("tick " + replay.tick() + " differs");
                }
            }
            System.out.println(replay.tick() + " ticks were replayed, and all were equal");
        }
    }

    private static void resume(Path save) throws IOException {
        PhysicsBuilder later = PhysicsService.builder(new Coins(1)).rate(100);
        try (PhysicsService physics =
                Saves.startAt(later, Files.readAllBytes(save)).start()) {
            System.out.println("the saved game continues at tick "
                    + physics.call(c -> c.tick()).join());
        }
    }
}
