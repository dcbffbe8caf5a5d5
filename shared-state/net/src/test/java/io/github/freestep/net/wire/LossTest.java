package io.github.freestep.net.wire;

import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a receiver knows although baselines are lost. */
class LossTest {
    private static final StateLayout LAYOUT = StateLayout.of(300).linear("fuel");
    private static final int SECOND = 100;

    private final PoseGrid precision = PoseGrid.STANDARD;
    private World world;
    private StateEncoder encoder;
    private Receiver receiver;

    private void begin(long seed) {
        world = new World(World.layout(LAYOUT, seed), seed);
        world.attaches = 0.001;
        encoder = new StateEncoder(world.layout, precision, seed);
        receiver = new Receiver(world.layout);
    }

    static LongStream seeds() {
        return Seeds.first(Thorough.of(2, 4));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aLostBaselineIsReplacedWithinASecond(long seed) {
        begin(seed);
        int lastLoss = 0;
        for (int tick = 0; tick < 8 * SECOND; tick++) {
            world.end = tick / SECOND % 2 == 0 ? LAYOUT.capacity() : 100;
            State state = world.tick(0.2);
            encoder.encode(state, world.stamp(), receiver);
            if (tick / SECOND % 3 == 1 && receiver.baselines.removeIf(baseline -> world.random.nextInt(4) == 0)) {
                lastLoss = tick;
            }
            receiver.takeAll();
            RoundTripTest.assertKnownSame(state, receiver, precision);
            if (tick >= lastLoss + SECOND) {
                RoundTripTest.assertSame(state, receiver, precision);
            }
        }
    }
}
