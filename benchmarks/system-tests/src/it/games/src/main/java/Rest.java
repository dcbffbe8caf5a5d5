package rest;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.ground.Ground;
import io.github.freestep.physics.prediction.OwnBody;
import io.github.freestep.physics.recording.Recorder;
import io.github.freestep.physics.rooms.PhysicsGroup;
import io.github.freestep.render.server.PlayerHost;
import io.github.freestep.render.server.Players;
import io.github.freestep.query.Hits;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.display.MotionMeter;
import io.github.freestep.render.capsule.Capsule;
import io.github.freestep.render.capsule.CapsuleFile;
import io.github.freestep.render.server.past.StateHistory;
import io.github.freestep.render.picking.Picker;
import io.github.freestep.render.trace.MotionEvents;
import io.github.freestep.render.trace.MotionReport;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import jdk.jfr.Recording;

/** Uses each artifact that no example uses. */
public class Rest implements Simulation, PlayerHost {
    private long steps;

    public StateLayout layout() {
        return StateLayout.of(1);
    }

    public void setUp(PhysicsContext c) {
        c.bodies().spawn(0);
    }

    public void step(Tick tick) {
        steps++;
    }

    public void write(StateWriter state) {
        state.position(0, steps, 0, 0);
    }

    public int join(int seat, Bodies bodies) {
        return bodies.spawn();
    }

    public void leave(int seat, int body, Bodies bodies) {
        bodies.remove(body);
    }

    public static void main(String[] arguments) throws Exception {
        Path folder = Files.createTempDirectory("rest");
        Path trace = folder.resolve("rest.jfr");
        Path run = folder.resolve("rest.rec");
        MotionMeter display = new MotionMeter();
        boolean kept = false;
        Picker picker = new Picker();
        Hits picked = new Hits(1);
        PhysicsService physics = PhysicsService.builder(new Rest()).build();
        Recorder recorder = Recorder.open(physics, run, "rest", "", 1);
        Capsule capsule = Capsule.open(physics, folder, "rest", "", 1);
        Path bug = folder.resolve("bug.freestep");
        try (Recording recording = new Recording();
                physics;
                recorder;
                FrameSampler frames = FrameSampler.builder(physics.states())
                        .listener(MotionEvents.listener())
                        .open();
                StateHistory history = StateHistory.builder(physics.states())
                        .last(Duration.ofSeconds(1))
                        .open()) {
            recording.start();
            physics.start();
            for (int shown = 0; shown < 30 && physics.failure() == null; Thread.sleep(5)) {
                Frame frame = frames.sample();
                history.update();
                if (frame.hasState()) {
                    display.add(frame);
                    shown++;
                    picker.ray(frame, -1, 0, 0, 1, 0, 0, 1e9, 1, picked);
                }
            }
            kept = history.newestNanos() > 0;
            recording.dump(trace);
            capsule.write(bug);
        }
        capsule.close();
        if (physics.failure() != null || recorder.failure() != null) {
            throw new IllegalStateException(physics.failure() != null ? physics.failure() : recorder.failure());
        }
        System.out.println("kept " + kept + ", recorded " + (Files.size(run) > 0) + ", displayed "
                + (display.frames() > 0) + ", picked " + picked.size() + ", traced "
                + !MotionReport.read(trace).isEmpty() + ", capsule " + CapsuleFile.read(bug).kind() + ", shares "
                + sharesAThread() + ", seats "
                + Players.builder(new Rest()).seats(2).build().seats() + ", sections "
                + new Ground().version().sections() + ", predicts with "
                + OwnBody.class.getSimpleName() + ", " + pinned());
        Files.delete(trace);
        Files.delete(run);
        Files.delete(bug);
        Files.delete(folder);
    }

    private static boolean sharesAThread() {
        try (PhysicsGroup rooms = PhysicsGroup.open(1)) {
            PhysicsService room = PhysicsService.builder(new Rest()).group(rooms).start();
            return room.call(PhysicsContext::tick).join() >= 0;
        }
    }

    private static String pinned() {
        try (PhysicsService pinned = PhysicsService.builder(new Rest()).cpu(0).start()) {
            return "pinned " + (pinned.failure() == null);
        } catch (IllegalStateException refused) {
            return refused.getMessage();
        }
    }
}
