package io.github.freestep.net;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.display.MotionMeter;
import io.github.freestep.testing.Rows;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import org.junit.jupiter.params.ParameterizedTest;

/** Up to 1,000 moving bodies at 40 Hz, which need up to 2.3 Mbit/s, over a link that carries 0.25. */
class NearBodiesTest {
    private static final long SECOND = SenderRig.SECOND;

    @ParameterizedTest
    @Rows(
            usually = 1,
            value = {"50, 1000, 8", "50, 1000, 32"})
    void nearBodiesMoveEvenlyOnANarrowLink(int near, int bodies, int far) {
        Seeds.first(Thorough.of(1, 2)).forEach(seed -> {
            Interest interest = (client, state, chosen) -> {
                for (int body = 0; body < bodies; body++) {
                    chosen.add(body, body < near ? 1 : far);
                }
            };
            long way = 20 * SenderRig.MILLI;
            SenderRig rig = new SenderRig(seed, 1_000, 1_000, 40, way, interest, Double.POSITIVE_INFINITY);
            rig.toClients.jitterNanos = 2 * SenderRig.MILLI;
            rig.toClients.headers = 28;
            rig.toClients.mostWaitNanos = 200 * SenderRig.MILLI;
            FrameSampler frames = FrameSampler.open(rig.follower.states());
            judder(rig, frames, 4 * SECOND + Seeds.random(seed).nextLong(SECOND));
            rig.toClients.nanosPerByte = 8e9 / 0.25e6;
            judder(rig, frames, 3 * SECOND);
            for (int i = 0; i < Thorough.of(1, 2); i++) {
                double judder = judder(rig, frames, 20 * SECOND);
                SenderClient client = rig.work.clients().get(0);
                String seen = "judder " + judder + ", " + client.bodies() + " bodies, " + client.statesPerSecond();
                assertTrue(judder <= 0.01, seen);
                assertTrue(client.bodies() >= near && client.statesPerSecond() >= 10, seen);
            }
        });
    }

    /** Shows a frame each 7 ms. */
    private static double judder(SenderRig rig, FrameSampler frames, long nanos) {
        MotionMeter motion = new MotionMeter();
        for (long end = rig.clock.nanoTime() + nanos; rig.clock.nanoTime() < end; ) {
            rig.run(7 * SenderRig.MILLI);
            motion.add(frames.sample());
        }
        return motion.judder();
    }
}
