package io.github.freestep.minestom;

import com.github.stephengold.joltjni.Body;
import com.github.stephengold.joltjni.BodyCreationSettings;
import com.github.stephengold.joltjni.BodyInterface;
import com.github.stephengold.joltjni.BoxShape;
import com.github.stephengold.joltjni.Quat;
import com.github.stephengold.joltjni.RVec3;
import com.github.stephengold.joltjni.Vec3;
import com.github.stephengold.joltjni.enumerate.EActivation;
import com.github.stephengold.joltjni.enumerate.EMotionType;
import com.github.stephengold.joltjni.readonly.ConstShape;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.engines.EngineScene;
import io.github.freestep.physics.ground.Ground;
import io.github.freestep.physics.ground.GroundSection;
import io.github.freestep.physics.jolt.JoltSimulation;
import io.github.freestep.state.StateLayout;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/** Crates that stand on the blocks of the game, players who push them, and a ferry that moves evenly. */
final class Crates implements EngineScene<JoltSimulation> {
    static {
        JoltSimulation.load();
    }

    static final StateLayout LAYOUT = StateLayout.of(256);

    /** The slot of the ferry, which is the first body. */
    static final int FERRY = 0;

    static final double FERRY_SPEED = 2; // m/s
    static final double FERRY_WAY = 60; // m, there and back
    private static final double PLAYER_HEIGHT = 1.8;

    /** No player walks or falls further in a tick of the game. In metres. */
    private static final double FASTEST = 8;

    private static final Quat UPRIGHT = new Quat();

    private final Ground ground;
    private final SectionShapes shapes;
    private final double ferryHeight;

    /** Numbers of bodies without a slot, by the section of the ground. */
    private final Map<SectionPlace, Integer> sections = new HashMap<>();

    private final Map<UUID, Walker> walkers = new HashMap<>();

    /** A player, who is moved to a place within a number of steps. */
    private static final class Walker {
        final int body;
        final RVec3 to = new RVec3();
        int steps;

        Walker(int body) {
            this.body = body;
        }
    }

    Crates(Ground ground, SectionShapes shapes, double ferryHeight) {
        this.ground = ground;
        this.shapes = shapes;
        this.ferryHeight = ferryHeight;
    }

    @Override
    public void build(JoltSimulation world) {
        add(world, new BoxShape(new Vec3(1.5f, 0.25f, 1.5f)), 0, ferryHeight, 0, EMotionType.Kinematic);
    }

    /** Drops a crate of a cubic metre. For commands. */
    int drop(JoltSimulation world, double x, double y, double z) {
        return add(world, new BoxShape(0.5f), x, y, z, EMotionType.Dynamic);
    }

    private static int add(JoltSimulation world, ConstShape shape, double x, double y, double z, EMotionType motion) {
        try (BodyCreationSettings settings = new BodyCreationSettings(shape, new RVec3(x, y, z), UPRIGHT, motion, 0)) {
            return world.add(world.bodies().createBody(settings));
        }
    }

    /** Moves a player to where the game has it, in as many steps as until the game's next tick. For commands. */
    void walk(JoltSimulation world, UUID player, double x, double y, double z, int steps) {
        Walker walker = walkers.computeIfAbsent(player, id -> new Walker(walker(world.bodies(), x, y, z)));
        walker.to.set(x, y + PLAYER_HEIGHT / 2, z);
        RVec3 from = world.bodies().getPosition(walker.body);
        if (Math.abs(from.xx() - x) + Math.abs(from.yy() - y) + Math.abs(from.zz() - z) > FASTEST) {
            // The game has set the player somewhere else, who must not push what lies between.
            world.bodies().setPosition(walker.body, walker.to, EActivation.Activate);
        }
        walker.steps = steps;
    }

    private static int walker(BodyInterface bodies, double x, double y, double z) {
        try (BodyCreationSettings settings = new BodyCreationSettings(
                new BoxShape(new Vec3(0.3f, (float) PLAYER_HEIGHT / 2, 0.3f)),
                new RVec3(x, y + PLAYER_HEIGHT / 2, z),
                UPRIGHT,
                EMotionType.Kinematic,
                0)) {
            return bodies.createAndAddBody(settings, EActivation.Activate);
        }
    }

    /** For commands. */
    void leave(JoltSimulation world, UUID player) {
        Walker walker = walkers.remove(player);
        if (walker != null) {
            destroy(world.bodies(), walker.body);
        }
    }

    private static void destroy(BodyInterface bodies, int body) {
        bodies.removeBody(body);
        bodies.destroyBody(body);
    }

    @Override
    public void beforeStep(JoltSimulation world, Tick tick) {
        ground.changes((minX, minY, minZ, maxX, maxY, maxZ) -> {
            replace(world, new SectionPlace(minX >> 4, minY >> 4, minZ >> 4));
            world.wake(minX, minY, minZ, maxX + 1, maxY + 1, maxZ + 1);
        });
        float seconds = (float) tick.dtSeconds();
        for (Walker walker : walkers.values()) {
            if (walker.steps > 0) {
                world.bodies().moveKinematic(walker.body, walker.to, UPRIGHT, seconds * walker.steps--);
            } else {
                world.bodies().setLinearVelocity(walker.body, new Vec3());
            }
        }
        Body ferry = world.body(FERRY);
        double way = (tick.number() + 1) * tick.dtSeconds() * FERRY_SPEED % FERRY_WAY;
        double x = Math.min(way, FERRY_WAY - way);
        world.bodies().moveKinematic(ferry.getId(), new RVec3(x, ferryHeight, 0), UPRIGHT, seconds);
    }

    /** Makes the body of a section again, or removes it if the section is not loaded any more. */
    private void replace(JoltSimulation world, SectionPlace place) {
        BodyInterface bodies = world.bodies();
        Integer old = sections.remove(place);
        if (old != null) {
            destroy(bodies, old);
        }
        GroundSection section = ground.version().section(place.x(), place.y(), place.z());
        if (section == null) {
            removeCrates(world, place);
            return;
        }
        shapes.take(place, section).ifPresent(shape -> {
            int size = GroundSection.SIZE;
            try (BodyCreationSettings settings = new BodyCreationSettings(
                    shape,
                    new RVec3(place.x() * size, place.y() * size, place.z() * size),
                    UPRIGHT,
                    EMotionType.Static,
                    JoltSimulation.STATIC_LAYER)) {
                sections.put(place, bodies.createAndAddBody(settings, EActivation.DontActivate));
            }
        });
    }

    /** Removes the crates of a chunk that the game has unloaded, because they would fall for ever. */
    private static void removeCrates(JoltSimulation world, SectionPlace place) {
        for (int slot = FERRY + 1; slot < world.layout().capacity(); slot++) {
            Body crate = world.body(slot);
            if (crate != null) {
                RVec3 at = crate.getPosition();
                if ((int) Math.floor(at.xx()) >> 4 == place.x() && (int) Math.floor(at.zz()) >> 4 == place.z()) {
                    world.remove(slot);
                }
            }
        }
    }
}
