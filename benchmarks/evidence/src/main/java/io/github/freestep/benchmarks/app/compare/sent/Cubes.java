package io.github.freestep.benchmarks.app.compare.sent;

import com.github.stephengold.joltjni.Body;
import com.github.stephengold.joltjni.RVec3;
import com.github.stephengold.joltjni.Vec3;
import io.github.freestep.benchmarks.scenes.JoltWorld;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.engines.EngineScene;
import io.github.freestep.physics.jolt.JoltSimulation;
import io.github.freestep.state.StateLayout;
import java.util.SplittableRandom;

/** A large cube that is driven to and fro among 900 small ones, which a blast may scatter every three seconds. */
final class Cubes implements EngineScene<JoltSimulation> {
    private static final int SIDE = 30;
    private static final float SMALL = 0.2f;
    private static final float LARGE = 0.8f;

    /** In kilograms, by the density of 1,000 that Jolt takes. */
    private static final float LARGE_MASS = 4_096;

    private static final float SMALL_MASS = 64;
    private static final float APART = 0.65f;
    private static final double REACH = 11 * APART;
    private static final int BLAST_TICKS = 180;
    private static final int RATE = 60;

    private final double speed;
    private final boolean blasts;
    private final SplittableRandom random;
    private double direction;
    private int left;

    private Cubes(double speed, boolean blasts, long seed) {
        this.speed = speed;
        this.blasts = blasts;
        random = new SplittableRandom(seed);
    }

    /** @param speed of the large cube in metres per second; 0 if nothing moves it */
    static JoltSimulation of(double speed, boolean blasts, long seed) {
        return JoltSimulation.of(StateLayout.of(SIDE * SIDE + 1), new Cubes(speed, blasts, seed));
    }

    @Override
    public void build(JoltSimulation world) {
        JoltWorld.floor(world);
        world.add(JoltWorld.box(world, LARGE, 0, 2, 0));
        for (int i = 0; i < SIDE * SIDE; i++) {
            float x = (i % SIDE - (SIDE - 1) * 0.5f) * APART;
            float z = (i / SIDE - (SIDE - 1) * 0.5f) * APART;
            world.add(JoltWorld.box(world, SMALL, x, SMALL, z));
        }
    }

    @Override
    public void beforeStep(JoltSimulation world, Tick tick) {
        if (speed > 0) {
            drive(world.body(0));
        }
        if (blasts && tick.number() % BLAST_TICKS == BLAST_TICKS / 3) {
            for (int i = 1; i <= SIDE * SIDE; i++) {
                blast(world, world.body(i));
            }
        }
    }

    private void drive(Body cube) {
        RVec3 at = cube.getPosition();
        if (left-- <= 0) {
            left = random.nextInt(20, 100);
            boolean isOut = Math.hypot(at.xx(), at.zz()) > REACH;
            direction = isOut ? Math.atan2(-at.zz(), -at.xx()) : random.nextDouble(-Math.PI, Math.PI);
        }
        Vec3 velocity = cube.getLinearVelocity();
        double forceX = 4 * LARGE_MASS * (speed * Math.cos(direction) - velocity.getX());
        double forceZ = 4 * LARGE_MASS * (speed * Math.sin(direction) - velocity.getZ());
        cube.addForce(new Vec3((float) forceX, 0, (float) forceZ));
    }

    private void blast(JoltSimulation world, Body cube) {
        RVec3 at = cube.getPosition();
        double x = at.xx() + random.nextDouble(-2, 2);
        double z = at.zz() + random.nextDouble(-2, 2);
        double away = Math.hypot(x, z) + 1;
        double force = SMALL_MASS * RATE * random.nextDouble(3, 7);
        double outwards = away > 12 ? -force / away : force / away;
        Vec3 push = new Vec3((float) (outwards * x), (float) (0.9 * force), (float) (outwards * z));
        // Unlike the body's own method, this one wakes it.
        world.bodies().addForce(cube.getId(), push);
    }
}
