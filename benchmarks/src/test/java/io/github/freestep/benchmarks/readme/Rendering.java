package io.github.freestep.benchmarks.readme;

import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.query.Hits;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.display.FrameHandler;
import io.github.freestep.render.display.FrameLoop;
import io.github.freestep.render.picking.Picker;
import io.github.freestep.render.trace.MotionEvents;

/** What a host does in each frame. */
abstract class Rendering implements FrameHandler {
    /** The reader's own. */
    interface Particles {
        void update(double seconds);
    }

    private final Picker picker = new Picker(); // once
    private final Hits picked = new Hits(1);

    private final Particles particles;
    private long lastNanos;
    private long window;

    Rendering(Particles particles) {
        this.particles = particles;
    }

    FrameLoop open(Physics physics) {
        return FrameLoop.start(FrameSampler.builder(physics.states()), this); // on its own thread, until you close it
    }

    public void draw(Frame frame) { // the same object each time, overwritten
        for (int slot = 0; slot < frame.slots(); slot++) {
            if (frame.isAlive(slot)) {
                draw(slot, frame.x()[slot], frame.y()[slot], frame.z()[slot]);
            }
        }
    }

    public void swap() {
        glfwSwapBuffers(window); // waits for the display
    }

    EventReader openContacts(Physics physics) {
        EventReader contacts = physics.events().with(Kind.CONTACT_BEGIN).open(); // once, before the loop
        return contacts;
    }

    void sounds(EventReader contacts, Frame frame) {
        contacts.poll(frame.reachedTick(), hit -> playSound(hit.slotA(), hit.impulse())); // in each frame
    }

    void update(Frame frame) {
        double seconds = (frame.simulationNanos() - lastNanos) / 1e9; // 0 in a pause
        lastNanos = frame.simulationNanos();
        particles.update(seconds);
    }

    void click(Physics physics, Frame frame, float x, float y) {
        if (picker.ray(frame, x, y, 1, 0, 0, -1, 2, 0.5f, picked) > 0) {
            int slot = picked.slot(0);
            int life = picked.life(0);
            physics.submit(c -> {
                if (c.bodies().isSameLife(slot, life)) { // it may have been removed in the meantime
                    c.world(Sparks.class).kick(slot, 5);
                }
            });
        }
    }

    static void recorded(Physics physics) {
        FrameSampler frames = FrameSampler.builder(physics.states())
                .listener(MotionEvents.listener())
                .open();
        frames.close();
    }

    abstract void draw(int slot, float x, float y, float z);

    abstract void glfwSwapBuffers(long handle);

    abstract void playSound(int slot, float impulse);
}
