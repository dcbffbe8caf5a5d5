package io.github.freestep.physics.saves.content;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.physics.saves.Saves;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.VirtualClock;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class SavedPartsTest {
    private static final long TICK = 1_000_000_000 / 50;

    /** One body, whose position is the tick. Its names and texts are as bad as they can be. */
    private static final class World implements SavableSimulation {
        private long newest;

        @Override
        public StateLayout layout() {
            return StateLayout.of(1).linear("heat\tof\nall");
        }

        @Override
        public void setUp(PhysicsContext context) {
            context.bodies().spawn();
        }

        @Override
        public void step(Tick tick) {
            newest = tick.number();
        }

        @Override
        public void write(StateWriter state) {
            state.position(0, newest, 0, 0);
        }

        @Override
        public void save(DataOutput out) throws IOException {
            Saves.part(out, "a\nb");
            out.writeUTF("c\td\u2028e");
            out.write(new byte[] {1, 2, 3, 4}, 1, 2);
            out.write(new byte[] {2, 3});
            throw new IOException("out of room");
        }

        @Override
        public void restore(DataInput in) {}
    }

    private static String text(int ticks, int most) {
        VirtualClock clock = new VirtualClock(0);
        try (InlineStepper run = PhysicsService.builder(new World())
                .clock(clock)
                .rate(50)
                .publishEvery(3)
                .inline()) {
            for (int i = 0; i < ticks; i++) {
                run.advance(TICK);
            }
            return run.read(c -> new String(SavedParts.of(c, run.states(), c.world(World.class)::save, most), UTF_8))
                    .join();
        }
    }

    @Test
    void aTextHasALineForEachPartAlsoOfAWorldThatCannotBeSaved() {
        String saved = "tick\t0\na b\tc d e\t2 bytes with hash 420\t2 bytes with hash 420";
        assertEquals(
                saved + "\nbody 0\talive\nx of body 0\t0.0\ny of body 0\t0.0\nz of body 0\t0.0\nqx of body 0\t0.0\n"
                        + "qy of body 0\t0.0\nqz of body 0\t0.0\nqw of body 0\t1.0\nheat of all of body 0\t0.0",
                text(0, 1_000));
        assertEquals(saved.replace("k\t0", "k\t1"), text(1, 1_000), "the state of tick 0 is older");
        assertEquals(saved.substring(0, saved.lastIndexOf('\t')), text(0, saved.length() - 1), "a whole value is cut");
    }
}
