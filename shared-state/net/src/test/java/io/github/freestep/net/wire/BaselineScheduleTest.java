package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.Blocks;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.state.StateLayout;
import org.junit.jupiter.api.Test;

class BaselineScheduleTest {
    private static final long MILLI = 1_000_000;
    private static final int BLOCKS = 100;

    private final BaselineSchedule schedule = new BaselineSchedule(BLOCKS);

    @Test
    void eachBlockIsDueOncePerRoundAndTheyTakeTurns() {
        int[] dues = new int[BLOCKS];
        for (long now = -3_000 * MILLI; now < 7_000 * MILLI; now += 10 * MILLI) {
            int atOnce = 0;
            for (int block = 0; block < BLOCKS; block++) {
                boolean due = schedule.isNewDue(block, now - 10 * MILLI, now);
                dues[block] += due ? 1 : 0;
                atOnce += due ? 1 : 0;
            }
            assertEquals(2, atOnce);
        }
        for (int count : dues) {
            assertEquals(20, count);
        }
    }

    @Test
    void aRepeatIsDueAtMostARoundAfterTheLastTime() {
        for (int block = 0; block < BLOCKS; block++) {
            for (long sent = 0; sent < 2_000 * MILLI; sent += 7 * MILLI) {
                assertTrue(schedule.isRepeatDue(block, sent, sent + 850 * MILLI));
                assertFalse(schedule.isRepeatDue(block, sent, sent + 499 * MILLI));
            }
        }
    }

    /** When all bodies of a resting world begin to move, their baselines come one after the other. */
    @Test
    void blocksThatWakeUpTogetherAreNotSentTogether() {
        World world = new World(StateLayout.of(BLOCKS * Blocks.SIZE), 1);
        world.life = 0;
        StateEncoder encoder = StateEncoder.of(world.layout, PoseGrid.STANDARD, 1);
        Receiver receiver = new Receiver(world.layout);
        for (int tick = 0; tick < 500; tick++) {
            encoder.encode(world.tick(tick / 150 % 2 == 0 ? 0.5 : 0), world.stamp(), receiver);
            assertTrue(receiver.baselines.size() <= 4, () -> receiver.baselines.size() + " datagrams at once");
            receiver.takeAll();
        }
    }
}
