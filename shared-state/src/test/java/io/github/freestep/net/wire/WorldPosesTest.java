package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.TimeAnchor;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Bodies that are attached to each other in a row, each in another block, in any poses. */
class WorldPosesTest {
    private static final int[] ROW = {250, 130, 70, 5};
    private static final int ALONE = 131;

    private final StatePublisher publisher = StatePublisher.of(StateLayout.of(300));
    private final StateReader reader = publisher.states().reader();
    private final WorldPoses poses = new WorldPoses(300);
    private final Random random = Seeds.random(4);
    private long tick;

    /** A pose as a matrix of three rows, the last column of which is the position. */
    private static double[][] matrix(double x, double y, double z, double qx, double qy, double qz, double qw) {
        return new double[][] {
            {1 - 2 * (qy * qy + qz * qz), 2 * (qx * qy - qz * qw), 2 * (qx * qz + qy * qw), x},
            {2 * (qx * qy + qz * qw), 1 - 2 * (qx * qx + qz * qz), 2 * (qy * qz - qx * qw), y},
            {2 * (qx * qz - qy * qw), 2 * (qy * qz + qx * qw), 1 - 2 * (qx * qx + qy * qy), z}
        };
    }

    private static double[][] times(double[][] a, double[][] b) {
        double[][] product = new double[3][4];
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 4; j++) {
                product[i][j] = j == 3 ? a[i][3] : 0;
                for (int k = 0; k < 3; k++) {
                    product[i][j] += a[i][k] * b[k][j];
                }
            }
        }
        return product;
    }

    private double[][] world(int slot) {
        return matrix(
                poses.x(slot),
                poses.y(slot),
                poses.z(slot),
                poses.qx(slot),
                poses.qy(slot),
                poses.qz(slot),
                poses.qw(slot));
    }

    private static double[][] local(State state, int slot) {
        return matrix(
                state.x()[slot],
                state.y()[slot],
                state.z()[slot],
                state.qx()[slot],
                state.qy()[slot],
                state.qz()[slot],
                state.qw()[slot]);
    }

    private State next() {
        StateWriter out = publisher.begin(tick, tick * 1_000, new TimeAnchor(), 0);
        tick++;
        for (int slot = 0; slot < publisher.bodies().slots(); slot++) {
            if (publisher.bodies().isAlive(slot)) {
                out.position(slot, random.nextDouble(-9, 9), random.nextDouble(-9, 9), random.nextDouble(-9, 9));
                double[] q = random.doubles(4, -1, 1).toArray();
                double length = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
                out.orientation(slot, (float) (q[0] / length), (float) (q[1] / length), (float) (q[2] / length), (float)
                        (q[3] / length));
            }
        }
        publisher.publish(0);
        reader.acquire();
        poses.open(reader.state(0));
        return reader.state(0);
    }

    private void assertPose(double[][] expected, int slot) {
        double[][] actual = world(slot);
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 4; j++) {
                assertEquals(expected[i][j], actual[i][j], 2e-5, "slot " + slot + ", row " + i + ", column " + j);
            }
        }
    }

    @Test
    void composesThePosesOfAllParents() {
        publisher.bodies().spawn(ALONE);
        for (int slot : ROW) {
            publisher.bodies().spawn(slot);
        }
        assertPose(local(next(), ROW[1]), ROW[1]);
        assertFalse(poses.mayChange(0), "no body was ever attached");
        for (int i = 1; i < ROW.length; i++) {
            publisher.bodies().attach(ROW[i], ROW[i - 1]);
        }
        for (int i = 0; i < 100; i++) {
            State state = next();
            double[][] pose = local(state, ROW[0]);
            assertPose(pose, ROW[0]);
            for (int k = 1; k < ROW.length; k++) {
                pose = times(pose, local(state, ROW[k]));
                assertPose(pose, ROW[k]);
            }
            assertPose(local(state, ALONE), ALONE);
        }
    }

    @Test
    void aBlockMayChangeWhileABodyIsAttachedAndOnceMore() {
        for (int slot : ROW) {
            publisher.bodies().spawn(slot);
        }
        publisher.bodies().attach(ROW[2], ROW[0]);
        next();
        assertTrue(poses.mayChange(ROW[2] / 64));
        assertFalse(poses.mayChange(ROW[0] / 64), "that of the parent has a version of its own");
        publisher.bodies().detach(ROW[2]);
        State state = next();
        assertPose(local(state, ROW[2]), ROW[2]);
        assertTrue(poses.mayChange(ROW[2] / 64), "it was detached");
        next();
        assertFalse(poses.mayChange(ROW[2] / 64));
    }
}
