package io.github.freestep.benchmarks.tutorial;

import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import java.util.concurrent.atomic.AtomicInteger;

/** Step 4: a sound when the player sees that a coin is taken, not when the world takes it. */
public final class Sounds {
    private Sounds() {}

    /** In a game: the library that plays sounds. */
    interface Speaker {
        void play(String sound, double x);
    }

    public static void main(String[] args) throws InterruptedException {
        AtomicInteger played = new AtomicInteger();
        Speaker speaker = (sound, x) -> System.out.println(sound + " number " + played.incrementAndGet());
        try (PhysicsService physics =
                        PhysicsService.builder(new Coins(1)).rate(100).build();
                FrameSampler frames = FrameSampler.open(physics.states());
                EventReader events = physics.events().with(Kind.USER).open()) {
            physics.start();
            while (played.get() < 2 && physics.failure() == null) {
                Frame frame = frames.sample();
                Autopilot.steer(frame, 0, physics.input()::axis);
                events.poll(frame.reachedTick(), event -> speaker.play("pling", event.x()));
                Thread.sleep(16);
            }
        }
    }
}
