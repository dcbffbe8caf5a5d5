package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.Blocks;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.state.StateLayout;
import org.junit.jupiter.api.Test;

class BaselineScheduleTest {
    private static final int BLOCKS = 50;

    /** When all bodies of a resting world begin to move, their baselines come one after the other. */
    @Test
    void blocksThatWakeUpTogetherAreNotSentTogether() {
        World world = new World(StateLayout.of(BLOCKS * Blocks.SIZE), 1);
        world.life = 0;
        StateEncoder encoder = new StateEncoder(world.layout, PoseGrid.STANDARD, 1);
        Receiver receiver = new Receiver(world.layout);
        for (int tick = 0; tick < 500; tick++) {
            encoder.encode(world.tick(tick / 150 % 2 == 0 ? 0.5 : 0), world.stamp(), receiver);
            assertTrue(receiver.baselines.size() <= 4, () -> receiver.baselines.size() + " datagrams at once");
            receiver.takeAll();
        }
    }
}
