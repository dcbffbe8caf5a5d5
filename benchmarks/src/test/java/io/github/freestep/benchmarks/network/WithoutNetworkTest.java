package io.github.freestep.benchmarks.network;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.scenes.Scene;
import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.testing.OtherProcess;
import io.github.freestep.testing.Seeds;
import org.junit.jupiter.api.Test;

/** Tests that a host which draws the states of its own process does without the network. */
class WithoutNetworkTest {
    @Test
    void framesOfThisProcessLoadNothingOfTheNetwork() throws Exception {
        String log = OtherProcess.with("-Xlog:class+load").start(Draws.class);
        assertTrue(log.contains("io.github.freestep.render.FrameSampler"), "the log does not name loaded classes");
        assertFalse(log.contains("io.github.freestep.net.StateSender"), "the sender is loaded");
        assertFalse(log.contains("io.github.freestep.net.RemoteStates"), "the receiver is loaded");
        assertFalse(log.contains("io.github.freestep.net.wire"), "the codec is loaded");
        assertFalse(log.contains("io.github.freestep.net.seal"), "the encryption is loaded");
        assertFalse(log.contains("io.github.freestep.net.link"), "the link is loaded");
    }

    static final class Draws {
        private Draws() {}

        public static void main(String[] args) {
            Scene world = Scenes.of("swarm", 16, Seeds.of(1), StepCost.NONE);
            try (PhysicsService physics = PhysicsService.builder(world).start();
                    FrameSampler frames = FrameSampler.open(physics.states())) {
                physics.call(c -> 1).join();
                assertTrue(frames.sample() != null);
            }
        }
    }
}
