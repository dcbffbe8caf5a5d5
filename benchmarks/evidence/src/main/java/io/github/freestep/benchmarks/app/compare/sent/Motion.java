package io.github.freestep.benchmarks.app.compare.sent;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.util.SplittableRandom;

/** Bodies that all move in one way, or of which only each n-th one does. */
final class Motion implements Simulation {
    /** A way to move. */
    enum Kind {
        /** Pendulums of many lengths. */
        SWING,
        /** Bodies that spin, bounce and circle. */
        FLY,
        /** Characters that start, stop, turn and jump. */
        WALK,
        /** Vehicles on rough ground. */
        DRIVE
    }

    private static final int PARAMETERS = 8;
    private static final int ROW = 32;
    private static final float APART = 1.5f;
    private static final double GRAVITY = 9.81;

    private final Kind kind;
    private final int bodies;
    private final int stride;
    private final SplittableRandom random;
    private final double[][] of;
    private final Walker[] walkers;
    private double seconds;
    private double stepSeconds;

    /** Who goes where it wants to go. */
    private static final class Walker {
        private double x;
        private double y;
        private double z;
        private double up;
        private double heading;
        private double speed;
        private double wishedHeading;
        private double wishedSpeed;
        private double leftSeconds;
    }

    Motion(Kind kind, int bodies, int moving, long seed) {
        this.kind = kind;
        this.bodies = bodies;
        stride = bodies / moving;
        random = new SplittableRandom(seed);
        of = new double[bodies][PARAMETERS];
        walkers = new Walker[bodies];
        for (int body = 0; body < bodies; body++) {
            walkers[body] = new Walker();
            for (int i = 0; i < PARAMETERS; i++) {
                of[body][i] = random.nextDouble();
            }
        }
    }

    @Override
    public StateLayout layout() {
        return StateLayout.of(bodies);
    }

    @Override
    public void setUp(PhysicsContext context) {
        for (int body = 0; body < bodies; body++) {
            context.bodies().spawn(body);
        }
    }

    @Override
    public void step(Tick tick) {
        stepSeconds = tick.dtSeconds();
        seconds += stepSeconds;
    }

    @Override
    public void write(StateWriter state) {
        for (int body = 0; body < bodies; body++) {
            double x = body % ROW * APART;
            double z = body / ROW * APART;
            if (body % stride != 0) {
                state.position(body, x, 0, z);
                continue;
            }
            switch (kind) {
                case SWING -> swing(state, body, x, z, of[body]);
                case FLY -> fly(state, body, x, z, of[body]);
                case WALK -> go(state, body, x, z, 4, 20, 8);
                case DRIVE -> go(state, body, x, z, 20, 5, 1);
            }
        }
    }

    private void swing(StateWriter state, int body, double x, double z, double[] of) {
        double length = 0.5 + 1.5 * of[0];
        double phase = Math.sqrt(GRAVITY / length) * seconds + 2 * Math.PI * of[2];
        double angle = (0.3 + 0.7 * of[1]) * Math.cos(phase);
        double alongX = Math.cos(2 * Math.PI * of[3]);
        double alongZ = Math.sin(2 * Math.PI * of[3]);
        double side = length * Math.sin(angle);
        state.position(body, x + side * alongX, 3 - length * Math.cos(angle), z + side * alongZ);
        turn(state, body, -alongZ, 0, alongX, angle);
    }

    private void fly(StateWriter state, int body, double x, double z, double[] of) {
        double period = 0.6 + 0.8 * of[0];
        double bounces = (seconds + of[1]) / period;
        double since = (bounces - Math.floor(bounces)) * period;
        double circle = 0.5 * seconds * (1 + of[2]) + of[3];
        double y = GRAVITY / 2 * since * (period - since);
        state.position(body, x + 3 * Math.cos(circle), y, z + 3 * Math.sin(circle));
        turn(state, body, of[5], of[6], of[7], seconds * (1 + 4 * of[4]) + 1.4 * Math.floor(bounces));
    }

    private void go(
            StateWriter state, int body, double x, double z, double most, double acceleration, double turnRate) {
        Walker walker = walkers[body];
        walker.leftSeconds -= stepSeconds;
        if (walker.leftSeconds < 0) {
            walker.leftSeconds = random.nextDouble(0.2, 2);
            walker.wishedHeading = random.nextDouble(-Math.PI, Math.PI);
            walker.wishedSpeed = random.nextInt(3) == 0 ? 0 : most * random.nextDouble(0.5, 1);
            walker.up = kind == Kind.WALK && walker.y == 0 && random.nextInt(4) == 0 ? 4 : walker.up;
        }
        walker.speed += within(walker.wishedSpeed - walker.speed, acceleration * stepSeconds);
        double toTurn = Math.IEEEremainder(walker.wishedHeading - walker.heading, 2 * Math.PI);
        walker.heading += within(toTurn, turnRate * stepSeconds * (kind == Kind.WALK ? 1 : walker.speed / most));
        walker.x += Math.cos(walker.heading) * walker.speed * stepSeconds;
        walker.z += Math.sin(walker.heading) * walker.speed * stepSeconds;
        walker.up -= GRAVITY * stepSeconds;
        walker.y = Math.max(0, walker.y + walker.up * stepSeconds);
        walker.up = walker.y == 0 ? 0 : walker.up;
        double rough = kind == Kind.DRIVE ? 0.05 * Math.sin(2 * walker.x) * Math.sin(1.7 * walker.z) : 0;
        state.position(body, x + walker.x, walker.y + rough, z + walker.z);
        turn(state, body, rough, 1, 2 * rough, -walker.heading);
    }

    private static double within(double value, double most) {
        return Math.max(-most, Math.min(most, value));
    }

    private static void turn(StateWriter state, int body, double x, double y, double z, double angle) {
        double scale = Math.sin(angle / 2) / Math.sqrt(x * x + y * y + z * z);
        state.orientation(
                body, (float) (x * scale), (float) (y * scale), (float) (z * scale), (float) Math.cos(angle / 2));
    }
}
