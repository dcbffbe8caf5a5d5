package io.github.freestep.benchmarks.hosts.gdx;

import com.badlogic.gdx.utils.Disposable;
import io.github.freestep.physics.EventHandler;
import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.PausedInputPolicy;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.box2d.Box2dSimulation;
import io.github.freestep.query.Hits;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.display.FramePacer;
import io.github.freestep.render.picking.Picker;
import io.github.freestep.state.StateLayout;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.util.concurrent.CompletableFuture;

public class ArenaPhysics implements Disposable {
    private final Box2dSimulation world = Box2dSimulation.of(StateLayout.of(1 + Arena.CRATES), new Arena());
    final PhysicsService service = PhysicsService.builder(world)
            .inputWhilePaused(PausedInputPolicy.DROP)
            .start();
    private final FramePacer pacer = FramePacer.open();
    private final FrameSampler frames = FrameSampler.open(service.states());
    private final EventReader hits = service.events().with(Kind.CONTACT_BEGIN).open();
    private final Hits picked = new Hits(1);
    private final Picker picker = new Picker();

    public Frame frame(EventHandler hit) { // each frame, before anything is drawn
        pacer.await(); // a tick can then read the keys that libGDX has just reported
        Frame frame = frames.sample(pacer.refreshNanos());
        hits.poll(frame.reachedTick(), hit); // a hit is heard when it is seen
        return frame;
    }

    public void drawn() { // at the end of each frame
        pacer.drawn();
    }

    public void restart() { // seen at once, even in a pause
        service.submit(c -> c.world(Arena.class).restart(c.world(Box2dSimulation.class)));
    }

    public void kick(Frame frame, float x, float y) { // the body that is drawn there, not another that took its slot
        if (picker.ray(frame, x, y, 1, 0, 0, -1, 2, 0.5f, picked) > 0) {
            int slot = picked.slot(0);
            int life = picked.life(0);
            service.submit(c -> {
                if (c.bodies().isSameLife(slot, life)) {
                    c.world(Arena.class).kick(c.world(Box2dSimulation.class), slot);
                }
            });
        }
    }

    public CompletableFuture<byte[]> save() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        return service.submit(c -> c.world(Box2dSimulation.class).save(new DataOutputStream(bytes)))
                .thenApply(done -> bytes.toByteArray());
    }

    public CompletableFuture<Void> load(byte[] saved) {
        return service.submit(
                c -> c.world(Box2dSimulation.class).restore(new DataInputStream(new ByteArrayInputStream(saved))));
    }

    public void dispose() {
        hits.close();
        frames.close();
        pacer.close();
        service.close();
    }
}
