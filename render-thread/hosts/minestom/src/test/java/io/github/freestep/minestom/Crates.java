package io.github.freestep.minestom;

import com.github.stephengold.joltjni.BodyCreationSettings;
import com.github.stephengold.joltjni.BodyInterface;
import com.github.stephengold.joltjni.BoxShape;
import com.github.stephengold.joltjni.Quat;
import com.github.stephengold.joltjni.RVec3;
import com.github.stephengold.joltjni.Vec3;
import com.github.stephengold.joltjni.enumerate.EActivation;
import com.github.stephengold.joltjni.enumerate.EMotionType;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.engines.EngineScene;
import io.github.freestep.physics.jolt.JoltSimulation;
import io.github.freestep.state.StateLayout;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import net.minestom.server.coordinate.Pos;
import net.minestom.server.entity.Player;
import net.minestom.server.event.instance.InstanceTickEvent;
import net.minestom.server.instance.Instance;
import net.minestom.server.instance.block.Block;

/** Crates in an instance of the game, which fall, stand on its blocks, and are pushed by its players. */
public final class Crates implements EngineScene<JoltSimulation>, AutoCloseable {
    final InstanceGround ground;
    final PhysicsService physics;
    final BodyDisplays displays;

    /** Bodies of players, for commands. */
    private final Map<Player, Integer> walkers = new HashMap<>();

    public Crates(Instance instance) { // was: a task in each tick of the game, with the time since the last one
        ground = InstanceGround.open(instance);
        JoltSimulation world = JoltSimulation.builder(StateLayout.of(256), this)
                .otherBodies(20_000) // a section of 16 x 16 x 16 blocks, or a player
                .build();
        physics = PhysicsService.builder(ground.around(world)).rate(60).start();
        ground.publishTo(physics);
        displays =
                BodyDisplays.open(instance, physics.states(), (frame, slot, meta) -> meta.setBlockState(Block.BARREL));
    }

    @Override
    public void beforeStep(JoltSimulation world, Tick tick) {
        ground.beforeStep();
    }

    /** Returns the slot. */
    public CompletableFuture<Integer> drop(double x, double y, double z) {
        return physics.call(c -> add(c.world(JoltSimulation.class), new RVec3(x, y, z)));
    }

    private static int add(JoltSimulation world, RVec3 at) {
        try (BodyCreationSettings crate =
                new BodyCreationSettings(new BoxShape(0.5f), at, new Quat(), EMotionType.Dynamic, 0)) {
            return world.add(world.bodies().createBody(crate));
        }
    }

    /** Makes each player a body, which pushes crates. */
    public void letPlayersPush(Instance instance) {
        instance.eventNode().addListener(InstanceTickEvent.class, tick -> {
            Map<Player, Pos> players =
                    instance.getPlayers().stream().collect(Collectors.toMap(each -> each, Player::getPosition));
            physics.submit(c -> walk(c.world(JoltSimulation.class).bodies(), players));
        });
    }

    /** Moves players to where the game has them, until its next tick. */
    private void walk(BodyInterface bodies, Map<Player, Pos> players) {
        players.forEach((player, at) -> {
            RVec3 middle = new RVec3(at.x(), at.y() + 0.9, at.z());
            int body = walkers.computeIfAbsent(player, each -> walker(bodies, middle));
            RVec3 from = bodies.getPosition(body);
            if (new Pos(from.xx(), from.yy() - 0.9, from.zz()).distance(at) > 8) {
                bodies.setPosition(body, middle, EActivation.Activate); // must not push what lies between
            }
            bodies.moveKinematic(body, middle, new Quat(), 0.05f);
        });
        walkers.entrySet().removeIf(each -> {
            boolean isGone = !players.containsKey(each.getKey());
            if (isGone) {
                bodies.removeBody(each.getValue());
                bodies.destroyBody(each.getValue());
            }
            return isGone;
        });
    }

    private static int walker(BodyInterface bodies, RVec3 at) {
        try (BodyCreationSettings player = new BodyCreationSettings(
                new BoxShape(new Vec3(0.3f, 0.9f, 0.3f)), at, new Quat(), EMotionType.Kinematic, 0)) {
            return bodies.createAndAddBody(player, EActivation.Activate);
        }
    }

    @Override
    public void build(JoltSimulation world) {}

    @Override
    public void close() {
        displays.close();
        ground.close();
        physics.close();
    }
}
