package io.github.freestep.physics.own;

import io.github.freestep.physics.Command;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import org.jspecify.annotations.Nullable;

/** The user's small world, which can stand still for a tick. For one thread. */
final class SmallWorld implements Simulation {
    private final OwnWorld world;

    /** Whether steps do nothing. */
    boolean stands;

    SmallWorld(OwnWorld world) {
        this.world = world;
    }

    /** Shows the bodies at their next places at once. */
    static void teleport(PhysicsContext context) {
        for (int slot = 0; slot < context.bodies().slots(); slot++) {
            if (context.bodies().isAlive(slot)) {
                context.bodies().teleport(slot);
            }
        }
    }

    @Override
    public StateLayout layout() {
        return world.layout();
    }

    @Override
    public void setUp(PhysicsContext context) {
        world.setUp(context);
    }

    @Override
    public void step(Tick tick) {
        if (!stands) {
            world.step(tick);
        }
    }

    @Override
    public void run(Command command, PhysicsContext context) throws Exception {
        world.run(command, context);
    }

    @Override
    public @Nullable Simulation wrapped() {
        return world;
    }

    @Override
    public void write(StateWriter state) {
        world.write(state);
    }

    @Override
    public void close() {
        world.close();
    }
}
