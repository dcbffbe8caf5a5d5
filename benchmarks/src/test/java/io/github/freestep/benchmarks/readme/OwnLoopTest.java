package io.github.freestep.benchmarks.readme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.StateReader;
import org.junit.jupiter.api.Test;

class OwnLoopTest {
    @Test
    void samplersAndReadersGetTheStates() {
        OwnLoop loop = new OwnLoop();
        try (StateReader reader = loop.states().reader();
                FrameSampler frames = FrameSampler.open(loop.states())) {
            for (int tick = 0; tick < 3; tick++) {
                loop.tick(tick);
                assertTrue(reader.acquire());
                assertEquals(tick, reader.state(0).tick());
                assertEquals(10 - 0.1 * (tick + 1), reader.state(0).y()[0], 1e-6);
                assertTrue(frames.sample().isAlive(0));
            }
        }
    }
}
