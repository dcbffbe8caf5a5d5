package io.github.freestep.minestom;

import com.github.stephengold.joltjni.Body;
import com.github.stephengold.joltjni.BodyCreationSettings;
import com.github.stephengold.joltjni.BodyInterface;
import com.github.stephengold.joltjni.Quat;
import com.github.stephengold.joltjni.RVec3;
import com.github.stephengold.joltjni.enumerate.EActivation;
import com.github.stephengold.joltjni.enumerate.EMotionType;
import io.github.freestep.physics.Physics;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.ground.Ground;
import io.github.freestep.physics.ground.GroundSection;
import io.github.freestep.physics.ground.GroundWriter;
import io.github.freestep.physics.jolt.JoltSimulation;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import net.minestom.server.MinecraftServer;
import net.minestom.server.coordinate.BlockVec;
import net.minestom.server.event.Event;
import net.minestom.server.event.EventFilter;
import net.minestom.server.event.EventNode;
import net.minestom.server.event.instance.InstanceBlockUpdateEvent;
import net.minestom.server.event.instance.InstanceChunkLoadEvent;
import net.minestom.server.event.instance.InstanceChunkUnloadEvent;
import net.minestom.server.event.instance.InstanceTickEvent;
import net.minestom.server.event.trait.BlockEvent;
import net.minestom.server.event.trait.InstanceEvent;
import net.minestom.server.instance.Chunk;
import net.minestom.server.instance.Instance;
import net.minestom.server.instance.block.Block;
import net.minestom.server.instance.palette.Palette;

/**
 * The blocks of an instance of Minestom as bodies of Jolt, on which other bodies stand. The tick of the game never
 * waits for a step.
 *
 * <pre>{@code
 * InstanceGround ground = InstanceGround.open(instance);
 * JoltSimulation world = JoltSimulation.builder(StateLayout.of(256), new Crates(ground)) // calls ground.beforeStep
 *         .otherBodies(20_000) // each section of 16 x 16 x 16 blocks is one
 *         .build();
 * PhysicsService physics = PhysicsService.builder(ground.around(world)).rate(60).start();
 * ground.publishTo(physics);
 * }</pre>
 *
 * <p>A block that blocks motion is a solid cubic metre. Bodies that move by forces leave the world with the chunk in
 * which they are, because they would fall for ever. The world can be neither saved nor recorded, because blocks become
 * bodies without a slot. Any thread may call the methods, except {@link #beforeStep}.
 */
public final class InstanceGround implements AutoCloseable {
    private final Ground ground = new Ground();
    private final SectionShapes shapes = new SectionShapes();
    private final GroundWriter writer = new GroundWriter();

    /** Changes of the ground that other threads of the game have seen. */
    private final Queue<Runnable> changes = new ConcurrentLinkedQueue<>();

    private final EventNode<Event> events;
    private Ground.ChangeHandler change = (minX, minY, minZ, maxX, maxY, maxZ) -> {};

    /** Numbers of bodies without a slot, by the section of the ground. For the physics thread. */
    final Map<SectionPlace, Integer> sections = new HashMap<>();

    /** Where a section is: the coordinates of its cells, divided by 16 and rounded down. */
    record SectionPlace(int x, int y, int z) {}

    private InstanceGround(Instance instance) {
        // The event of a changed block is none of an instance.
        events = EventNode.event(
                "freestep-ground-" + instance.getUuid(),
                EventFilter.ALL,
                event -> event instanceof InstanceEvent of && of.getInstance() == instance
                        || event instanceof BlockEvent at && at.getInstance() == instance);
    }

    /**
     * Begins to follow the blocks of an instance, also those of chunks that it has loaded before.
     *
     * @param instance has the blocks
     * @return the ground of one service
     */
    public static InstanceGround open(Instance instance) {
        InstanceGround opened = new InstanceGround(Objects.requireNonNull(
                instance, "instance must not be null; pass one of MinecraftServer.getInstanceManager()"));
        opened.events
                .addListener(InstanceChunkLoadEvent.class, loaded -> opened.load(loaded.getChunk()))
                .addListener(InstanceChunkUnloadEvent.class, unloaded -> opened.unload(unloaded.getChunk()))
                .addListener(InstanceBlockUpdateEvent.class, opened::set);
        MinecraftServer.getGlobalEventHandler().addChild(opened.events);
        instance.getChunks().forEach(opened::load);
        return opened;
    }

    /**
     * Returns what the service has to run in place of a world.
     *
     * @param world its scene calls {@link #beforeStep}
     * @return that world with the blocks
     */
    public Simulation around(JoltSimulation world) {
        change = (minX, minY, minZ, maxX, maxY, maxZ) -> {
            replace(world, new SectionPlace(minX >> 4, minY >> 4, minZ >> 4));
            world.wake(minX, minY, minZ, maxX + 1, maxY + 1, maxZ + 1);
        };
        return ground.around(world);
    }

    /**
     * Names the service that gets the blocks, from the next tick of the instance on. Call it once.
     *
     * @param physics runs the world of {@link #around}
     */
    public void publishTo(Physics physics) {
        Objects.requireNonNull(physics, "the service");
        events.addListener(InstanceTickEvent.class, tick -> {
            for (Runnable each; (each = changes.poll()) != null; ) {
                each.run();
            }
            writer.publish(physics);
        });
    }

    /** Takes what the game has changed. For the physics thread: call it in {@code beforeStep} of the scene. */
    public void beforeStep() {
        ground.changes(change);
    }

    /** Stops following the instance. Call it before you close the service, and if the service has failed. */
    @Override
    public void close() {
        MinecraftServer.getGlobalEventHandler().removeChild(events);
    }

    private void set(InstanceBlockUpdateEvent event) {
        BlockVec at = event.getBlockPosition();
        int cell = cell(event.getBlock());
        changes.add(() -> writer.set(at.blockX(), at.blockY(), at.blockZ(), cell));
    }

    private static int cell(Block block) {
        return block.blocksMotion() ? 1 : 0;
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
                shapes.of(section);
                changes.add(() -> load(chunk, place, section));
            }
        } finally {
            chunk.unlockReadLock();
        }
    }

    private void load(Chunk chunk, SectionPlace place, GroundSection section) {
        // One that unloads while it is read here has said so before.
        if (chunk.isLoaded()) {
            writer.load(place.x(), place.y(), place.z(), section);
        }
    }

    private void unload(Chunk chunk) {
        for (int y = chunk.getMinSection(); y < chunk.getMaxSection(); y++) {
            SectionPlace place = new SectionPlace(chunk.getChunkX(), y, chunk.getChunkZ());
            changes.add(() -> writer.unload(place.x(), place.y(), place.z()));
        }
    }

    /** Makes the body of a section again, or removes it if the section is not loaded any more. */
    private void replace(JoltSimulation world, SectionPlace place) {
        BodyInterface bodies = world.bodies();
        Integer old = sections.remove(place);
        if (old != null) {
            bodies.removeBody(old);
            bodies.destroyBody(old);
        }
        GroundSection section = ground.version().section(place.x(), place.y(), place.z());
        if (section == null) {
            removeBodies(world, place);
            return;
        }
        shapes.of(section).ifPresent(shape -> {
            RVec3 at = new RVec3(place.x() << 4, place.y() << 4, place.z() << 4);
            try (BodyCreationSettings settings =
                    new BodyCreationSettings(shape, at, new Quat(), EMotionType.Static, JoltSimulation.STATIC_LAYER)) {
                sections.put(place, bodies.createAndAddBody(settings, EActivation.DontActivate));
            }
        });
    }

    /** Removes what has lost its ground. Not what the scene moves, such as a ferry. */
    private static void removeBodies(JoltSimulation world, SectionPlace place) {
        for (int slot = 0; slot < world.layout().capacity(); slot++) {
            Body body = world.body(slot);
            if (body != null && body.isDynamic()) {
                RVec3 at = body.getPosition();
                if ((int) Math.floor(at.xx()) >> 4 == place.x() && (int) Math.floor(at.zz()) >> 4 == place.z()) {
                    world.remove(slot);
                }
            }
        }
    }
}
