package io.github.freestep.benchmarks.app.view;

import static org.lwjgl.opengl.GL33C.*;

import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.VirtualClock;
import java.nio.FloatBuffer;
import org.lwjgl.BufferUtils;

/**
 * Uploads the frames of a swarm in which few bodies move, and compares the poses on the graphics card with those of the
 * frame. Prints how many of the frames were uploaded in part, and how many were wrong on the card.
 */
final class UploadCheck {
    private static final int BODIES = 1_000;
    private static final int FRAMES = 400;
    private static final long FRAME_NANOS = 7_000_000;

    private int parts;
    private int wrong;

    public static void main(String[] args) {
        WindowSystem.avoidUnsafe();
        try {
            WindowSystem.open(16, 16, false, true);
        } catch (WindowSystem.UnavailableException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
        UploadCheck check = new UploadCheck();
        check.run();
        System.out.println("parts " + check.parts + ", wrong " + check.wrong);
    }

    private void run() {
        VirtualClock clock = new VirtualClock(0);
        try (InlineStepper stepper = PhysicsService.builder(Scenes.swarm(BODIES, 0.01, Seeds.of(1), StepCost.NONE))
                        .clock(clock)
                        .inline();
                FrameSampler frames = FrameSampler.open(stepper.states())) {
            Boxes boxes = new Boxes(BODIES);
            for (int i = 0; i < FRAMES; i++) {
                stepper.advance(FRAME_NANOS);
                Frame frame = frames.sample();
                boxes.upload(frame);
                compare(frame, boxes);
            }
            boxes.free();
        }
    }

    private void compare(Frame frame, Boxes boxes) {
        int uploaded = 0;
        for (int range = 0; range < frame.changedRanges(); range++) {
            uploaded += frame.changedTo(range) - frame.changedFrom(range);
        }
        parts += uploaded < frame.slots() ? 1 : 0;
        FloatBuffer expected = BufferUtils.createFloatBuffer(frame.slots() * Frame.POSE_FLOATS);
        frame.poses(0, frame.slots(), expected);
        FloatBuffer found = BufferUtils.createFloatBuffer(frame.slots() * Frame.POSE_FLOATS);
        glBindBuffer(GL_ARRAY_BUFFER, boxes.poses);
        glGetBufferSubData(GL_ARRAY_BUFFER, 0, found);
        for (int slot = 0; slot < frame.slots(); slot++) {
            int at = slot * Frame.POSE_FLOATS;
            if (frame.isAlive(slot)
                    && !expected.slice(at, Frame.POSE_FLOATS).equals(found.slice(at, Frame.POSE_FLOATS))) {
                wrong++;
                return;
            }
        }
    }
}
