package io.github.freestep.benchmarks.app.compare.sent;

import io.github.freestep.net.body.BodyCoder;
import io.github.freestep.net.body.BodyFields;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.body.Quantiser;
import io.github.freestep.net.codec.CountingCoder;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.jolt.JoltSimulation;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.content.Blocks;

/** Counts what the coder of bodies codes in each scene, for the resource from which its models begin. */
public final class Training {
    private static final int SETTLE_SECONDS = 10;
    private static final int SECONDS = 10;
    private static final int RING = 64;
    private static final int DATAGRAM = 256;

    /** How many ticks the earlier state is back, and how many more the older one. */
    private static final int[][] TIMES = {{2, 2}, {4, 2}, {7, 2}, {13, 2}};

    private static final int[][] SLOW_TIMES = {{1, 1}, {2, 1}, {3, 1}, {5, 1}};

    private final CountingCoder coder = new CountingCoder(BodyCoder.models(new BodyFields(StateLayout.of(1))));

    private Training() {}

    /** Returns the resource. The seed must be another one than that of the scenes by which the coder is judged. */
    public static byte[] models(long seed) {
        JoltSimulation.load();
        Training training = new Training();
        training.count(Cubes.of(5, false, seed), 60);
        training.count(Cubes.of(5, true, seed), 60);
        for (Motion.Kind kind : Motion.Kind.values()) {
            training.count(new Motion(kind, 300, kind == Motion.Kind.SWING ? 300 : 30, seed), 60);
            training.count(new Motion(kind, 300, kind == Motion.Kind.SWING ? 300 : 30, seed), 20);
        }
        return training.coder.models();
    }

    private void count(Simulation world, int rate) {
        StateLayout layout = world.layout();
        BodyFields fields = new BodyFields(layout);
        Quantiser quantiser = new Quantiser(layout, PoseGrid.STANDARD);
        BodyCoder bodies = new BodyCoder(layout, PoseGrid.STANDARD, coder);
        int[][][] ring = new int[RING][(layout.capacity() + Blocks.SIZE - 1) / Blocks.SIZE][fields.block];
        try (InlineStepper physics = PhysicsService.builder(world).rate(rate).inline()) {
            StateReader reader = physics.states().reader();
            for (int tick = 0; tick < (SETTLE_SECONDS + SECONDS) * rate; tick++) {
                physics.advanceTick();
                reader.acquire();
                State state = reader.state(0);
                quantiser.open(state);
                for (int block = 0; block < ring[0].length; block++) {
                    quantiser.block(state, block, ring[tick % RING][block]);
                }
                for (int[] times : rate == 20 ? SLOW_TIMES : TIMES) {
                    for (int slot = 0; slot < layout.capacity() && tick > SETTLE_SECONDS * rate; slot++) {
                        if (slot % DATAGRAM == 0) {
                            bodies.begin();
                        }
                        int block = slot / Blocks.SIZE;
                        bodies.body(
                                slot,
                                ring[tick % RING][block],
                                ring[(tick - times[0]) % RING][block],
                                ring[(tick - times[0] - times[1]) % RING][block],
                                times[0],
                                times[1]);
                    }
                }
            }
        }
    }
}
