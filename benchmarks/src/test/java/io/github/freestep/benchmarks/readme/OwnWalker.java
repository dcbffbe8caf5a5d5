package io.github.freestep.benchmarks.readme;

import com.github.stephengold.joltjni.Quat;
import com.github.stephengold.joltjni.RVec3;
import com.github.stephengold.joltjni.Vec3;
import com.github.stephengold.joltjni.enumerate.EActivation;
import io.github.freestep.physics.Command;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.jolt.JoltSimulation;
import io.github.freestep.physics.prediction.OwnWorld;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;

public class OwnWalker implements OwnWorld { // of a client: its walker, and what it walks on
    private final Walker scene = new Walker();
    private final JoltSimulation world = JoltSimulation.of(Walker.LAYOUT, scene);

    public int slot(State server) {
        return scene.body;
    }

    public void set(State server, int slot, PhysicsContext context) {
        int ship = world.body(scene.ship).getId();
        world.bodies()
                .setPositionAndRotation(ship, at(server, scene.ship), turn(server, scene.ship), EActivation.Activate);
        world.bodies().setLinearVelocity(ship, new Vec3(0, 0, server.linear(1)[scene.ship]));
        scene.walker.setPosition(at(server, slot));
        scene.walker.setLinearVelocity(new Vec3());
        scene.move(1e-6f); // finds what it stands on
        scene.walker.setLinearVelocity(new Vec3(0, server.linear(0)[slot], 0));
        world.bodies()
                .setPositionAndRotation(world.body(slot).getId(), at(server, slot), new Quat(), EActivation.Activate);
    }

    private static RVec3 at(State server, int slot) {
        return new RVec3(server.x(slot), server.y(slot), server.z(slot));
    }

    private static Quat turn(State server, int slot) {
        return new Quat(server.qx()[slot], server.qy()[slot], server.qz()[slot], server.qw()[slot]);
    }

    public StateLayout layout() {
        return world.layout();
    }

    public void setUp(PhysicsContext context) {
        world.setUp(context);
    }

    public void step(Tick tick) {
        world.step(tick);
    }

    public void run(Command command, PhysicsContext context) throws Exception {
        world.run(command, context);
    }

    public void write(StateWriter state) {
        world.write(state);
    }

    public void close() {
        world.close();
    }
}
