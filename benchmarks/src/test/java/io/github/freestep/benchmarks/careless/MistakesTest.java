package io.github.freestep.benchmarks.careless;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Tick;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.testing.Logs;
import io.github.freestep.time.VirtualClock;
import io.github.freestep.tools.Walkers;
import java.util.concurrent.CompletionException;
import org.joml.Vector3f;
import org.junit.jupiter.api.Test;

/**
 * Mistakes that newcomers have made with the libraries. A person is told of each: by an exception, or by a line of the
 * log, which the test names. The tests of a service have what its steps, commands and handlers can do wrong.
 */
class MistakesTest {
    private static final int FRAMES = 512;
    private static final long FRAME_NANOS = 16_666_667;

    private final VirtualClock clock = new VirtualClock(0);
    private Runnable inStep = () -> {};

    private PhysicsBuilder world() {
        return PhysicsService.builder(new Walkers(1) {
            @Override
            public void step(Tick tick) {
                inStep.run();
            }
        });
    }

    /** Draws as many frames as a look takes, and lets time pass. */
    private void draw(Runnable frame) {
        for (int i = 0; i < FRAMES; i++) {
            clock.advance(FRAME_NANOS);
            frame.run();
        }
    }

    @Test
    @Logs("frames have nothing to show, because the physics service was not started")
    void aServiceThatNobodyStarts() {
        try (PhysicsService physics = world().clock(clock).build();
                FrameSampler frames = FrameSampler.open(physics.states())) {
            draw(frames::sample);
        }
    }

    @Test
    @Logs("240 calls of advance have passed 3840 ns, while 4000 ms went by")
    void timeInMilliseconds() {
        try (InlineStepper stepper = world().clock(clock).inline()) {
            draw(() -> stepper.advance(16));
        }
    }

    /** A player may take a minute for each. */
    @Test
    void turnsOfAGameAreNoMistake() {
        try (InlineStepper stepper = world().clock(clock).inline()) {
            draw(() -> {
                clock.advance(3_600 * FRAME_NANOS);
                stepper.advance(6 * FRAME_NANOS);
            });
        }
    }

    @Test
    @Logs("a reader of events was never polled, and has missed 1024")
    void aReaderThatNobodyPolls() {
        try (InlineStepper stepper = world().inline()) {
            stepper.events().with(Kind.TICK).capacity(16).open();
            draw(() -> {
                stepper.advanceTick();
                stepper.advanceTick();
                stepper.advanceTick();
            });
        }
    }

    @Test
    @Logs("a sampler is used in a step")
    void rulesThatReadThePicture() {
        try (InlineStepper stepper = world().inline();
                FrameSampler frames = FrameSampler.open(stepper.states())) {
            inStep = frames::sample;
            draw(stepper::advanceTick);
        }
    }

    @Test
    void aFrameThatIsReadAfterItsSamplerWasClosed() {
        try (InlineStepper stepper = world().inline()) {
            FrameSampler frames = FrameSampler.open(stepper.states());
            Frame frame = frames.sample();
            draw(stepper::advanceTick);
            frames.sample();
            frames.close();
            assertTold("the sampler of this frame was closed", IllegalStateException.class, frame::x);
            Vector3f into = new Vector3f();
            assertTold("was closed", IllegalStateException.class, () -> frame.position(0, into));
        }
    }

    @Test
    void valuesThatCannotBe() {
        assertTold("rate must be", IllegalArgumentException.class, () -> world().rate(0));
        try (InlineStepper stepper = world().axes(4).inline()) {
            assertTold(
                    "declare more",
                    IllegalArgumentException.class,
                    () -> stepper.input().axis(87, 1));
            stepper.submit(context -> context.bodies().remove(0));
            assertTold(
                    "slot 0",
                    CompletionException.class,
                    () -> stepper.submit(context -> context.bodies().remove(0)).join());
        }
    }

    private static void assertTold(String part, Class<? extends Throwable> type, Runnable mistake) {
        String text = assertThrows(type, mistake::run).getMessage();
        assertTrue(text.contains(part), text);
    }
}
