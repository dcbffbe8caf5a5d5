package io.github.freestep.minestom;

import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.ground.Ground;
import io.github.freestep.physics.ground.GroundSection;
import io.github.freestep.physics.ground.GroundWriter;
import io.github.freestep.physics.jolt.JoltSimulation;
import io.github.freestep.physics.rooms.PhysicsGroup;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReferenceArray;
import net.minestom.server.ServerFlag;
import net.minestom.server.coordinate.Pos;
import net.minestom.server.entity.Player;
import net.minestom.server.event.EventNode;
import net.minestom.server.event.instance.InstanceBlockUpdateEvent;
import net.minestom.server.event.instance.InstanceChunkLoadEvent;
import net.minestom.server.event.instance.InstanceChunkUnloadEvent;
import net.minestom.server.event.instance.InstanceTickEvent;
import net.minestom.server.event.instance.RemoveEntityFromInstanceEvent;
import net.minestom.server.event.trait.InstanceEvent;
import net.minestom.server.instance.Chunk;
import net.minestom.server.instance.Instance;
import net.minestom.server.instance.block.Block;
import net.minestom.server.instance.palette.Palette;
import org.jspecify.annotations.Nullable;

/** The bodies of an instance of the game, which a service steps. The tick of the game never waits for a step. */
final class Room implements AutoCloseable {
    /** Steps a second. */
    private static final int RATE = 60;

    final Instance instance;
    private final Ground ground = new Ground();
    private final SectionShapes shapes = new SectionShapes();
    private final GroundWriter writer = new GroundWriter();

    /** Changes of the ground that other threads of the game have seen. */
    private final Queue<Runnable> changes = new ConcurrentLinkedQueue<>();

    private final PhysicsService physics;

    /** For the thread of the game, which knows by its frames which bodies there are. */
    private final FrameSampler frames;

    private final AtomicReferenceArray<@Nullable DisplayedBody> displayed =
            new AtomicReferenceArray<>(Crates.LAYOUT.capacity());
    private boolean isClosed;

    Room(Instance instance, PhysicsGroup threads, double ferryHeight) {
        this.instance = instance;
        Crates crates = new Crates(ground, shapes, ferryHeight);
        JoltSimulation world = JoltSimulation.builder(Crates.LAYOUT, crates)
                .otherBodies(20_000) // a section of the ground, or a player
                .build();
        physics = PhysicsService.builder(ground.around(world))
                .group(threads)
                .rate(RATE)
                .start();
        frames = FrameSampler.open(physics.states());
        EventNode<InstanceEvent> events = instance.eventNode();
        events.addListener(InstanceChunkLoadEvent.class, loaded -> load(loaded.getChunk()));
        events.addListener(InstanceChunkUnloadEvent.class, unloaded -> unload(unloaded.getChunk()));
        instance.getChunks().forEach(this::load);
        events.addListener(InstanceTickEvent.class, tick -> tick());
        events.addListener(RemoveEntityFromInstanceEvent.class, left -> {
            if (left.getEntity() instanceof Player player) {
                physics.submit(c -> c.world(Crates.class).leave(c.world(JoltSimulation.class), player.getUuid()));
            }
        });
    }

    /** Takes a block of any instance that has changed, because Minestom has no such event of one. For any thread. */
    void changed(InstanceBlockUpdateEvent event) {
        if (event.getInstance() != instance) {
            return;
        }
        int x = event.getBlockPosition().blockX();
        int y = event.getBlockPosition().blockY();
        int z = event.getBlockPosition().blockZ();
        int cell = cell(event.getBlock());
        changes.add(() -> writer.set(x, y, z, cell));
    }

    private static int cell(Block block) {
        return block.blocksMotion() ? SectionShapes.SOLID : SectionShapes.AIR;
    }

    /**
     * The thread that loads the chunk makes the sections and their shapes. It keeps the chunk's lock, with which the
     * game changes blocks, because a change must come after the sections, not before them.
     */
    private void load(Chunk chunk) {
        chunk.lockReadLock();
        try {
            for (int y = chunk.getMinSection(); y < chunk.getMaxSection(); y++) {
                Palette blocks = chunk.getSection(y).blockPalette();
                GroundSection section = GroundSection.of((x, cy, z) -> cell(Block.fromStateId(blocks.get(x, cy, z))));
                SectionPlace place = new SectionPlace(chunk.getChunkX(), y, chunk.getChunkZ());
                shapes.prepare(place, section);
                changes.add(() -> writer.load(place.x(), place.y(), place.z(), section));
            }
        } finally {
            chunk.unlockReadLock();
        }
    }

    private void unload(Chunk chunk) {
        for (int y = chunk.getMinSection(); y < chunk.getMaxSection(); y++) {
            SectionPlace place = new SectionPlace(chunk.getChunkX(), y, chunk.getChunkZ());
            changes.add(() -> {
                shapes.forget(place);
                writer.unload(place.x(), place.y(), place.z());
            });
        }
    }

    private void tick() {
        if (isClosed) {
            return;
        }
        for (Runnable change; (change = changes.poll()) != null; ) {
            change.run();
        }
        writer.publish(physics);
        for (Player player : instance.getPlayers()) {
            Pos at = player.getPosition();
            physics.submit(c -> c.world(Crates.class)
                    .walk(
                            c.world(JoltSimulation.class),
                            player.getUuid(),
                            at.x(),
                            at.y(),
                            at.z(),
                            Math.max(1, RATE / ServerFlag.SERVER_TICKS_PER_SECOND)));
        }
        Frame frame = frames.sample();
        for (int slot = 0; slot < frame.slots(); slot++) {
            DisplayedBody body = displayed.get(slot);
            boolean isSame = body != null && frame.isAlive(slot) && frame.life(slot) == body.life;
            if (isSame && !body.isRemoved()) {
                body.move(frame, slot);
                continue;
            }
            if (body != null) {
                displayed.set(slot, null);
                body.remove();
            }
            if (frame.isAlive(slot) && DisplayedBody.isInLoadedChunk(instance, frame, slot)) {
                displayed.set(slot, new DisplayedBody(instance, frame, slot));
            }
        }
    }

    FrameSampler sampler() {
        return FrameSampler.open(physics.states());
    }

    /** Sends to a player where the bodies of a frame are. For the thread that shows bodies. */
    void show(Viewer viewer, Frame frame) {
        for (int slot = 0; slot < frame.slots(); slot++) {
            DisplayedBody body = displayed.get(slot);
            if (body != null && frame.isAlive(slot) && frame.life(slot) == body.life) {
                body.show(viewer, frame, slot);
            }
        }
    }

    /** Drops a crate, and returns its slot. */
    CompletableFuture<Integer> drop(double x, double y, double z) {
        return physics.call(c -> c.world(Crates.class).drop(c.world(JoltSimulation.class), x, y, z));
    }

    /** The entity that shows a body, or -1. */
    int entity(int slot) {
        DisplayedBody body = displayed.get(slot);
        return body == null ? -1 : body.entity();
    }

    /** Ends the room. Not for the thread of the game, whose next tick closes the sampler that it has used. */
    @Override
    public void close() {
        CompletableFuture<Void> closed = new CompletableFuture<>();
        instance.scheduleNextTick(tick -> {
            isClosed = true;
            frames.close();
            closed.complete(null);
        });
        closed.join();
        physics.close();
    }
}
