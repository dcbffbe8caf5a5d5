package io.github.freestep.benchmarks.hosts.jme;

import com.jme3.app.Application;
import com.jme3.app.state.BaseAppState;
import com.jme3.input.controls.ActionListener;
import com.jme3.scene.Spatial;
import com.jme3.scene.Spatial.CullHint;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.display.FramePacer;
import java.util.List;

public class FreestepState extends BaseAppState implements ActionListener {
    private final PhysicsService physics;
    private final List<? extends Spatial> spatials; // of each body, by its slot
    private final List<String> actions; // an action's code is its index
    private FramePacer pacer;
    private FrameSampler frames;
    private long refused;

    public FreestepState(PhysicsService physics, List<? extends Spatial> spatials, List<String> actions) {
        this.physics = physics;
        this.spatials = spatials;
        this.actions = actions;
    }

    protected void initialize(Application app) { // also when it is attached again
        pacer = FramePacer.open();
        frames = FrameSampler.open(physics.states());
        app.getInputManager().addListener(this, actions.toArray(String[]::new));
    }

    public void onAction(String action, boolean pressed, float sinceLastFrame) {
        long now = physics.clock().nanoTime();
        if (!physics.input().action(actions.indexOf(action), pressed ? 1 : 0, now)) {
            refused++; // the queue is full, or the service has ended
        }
    }

    public long refusedInputs() { // for the game to show
        return refused;
    }

    public void update(float sinceLastFrame) {
        pacer.await(); // a tick can then read the keys that onAction has just got
        Frame frame = frames.sample(pacer.refreshNanos());
        for (int body = 0; body < spatials.size(); body++) {
            Spatial spatial = spatials.get(body);
            spatial.setCullHint(body < frame.slots() && frame.isAlive(body) ? CullHint.Inherit : CullHint.Always);
            spatial.getLocalRotation().set(frame.qx()[body], frame.qy()[body], frame.qz()[body], frame.qw()[body]);
            spatial.setLocalTranslation(frame.x()[body], frame.y()[body], frame.z()[body]); // also applies the rotation
        }
    }

    public void postRender() { // before the swap
        pacer.drawn();
    }

    protected void onEnable() {
        physics.resume();
    }

    protected void onDisable() {
        physics.pause();
    }

    protected void cleanup(Application app) {
        app.getInputManager().removeListener(this);
        frames.close();
        pacer.close();
    }
}
