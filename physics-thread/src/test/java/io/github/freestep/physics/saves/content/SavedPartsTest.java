package io.github.freestep.physics.saves.content;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.physics.Falling;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.physics.saves.Saves;
import io.github.freestep.state.StateLayout;
import io.github.freestep.time.VirtualClock;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class SavedPartsTest {
    /** Its names and texts are as bad as they can be. */
    private static final class World extends Falling implements SavableSimulation {
        @Override
        public StateLayout layout() {
            return StateLayout.of(4).linear("heat\tof\nall");
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

    private static String text(int ticks) {
        try (InlineStepper run = PhysicsService.builder(new World())
                .clock(new VirtualClock(0))
                .publishEvery(3)
                .inline()) {
            for (int i = 0; i < ticks; i++) {
                run.advance(10_000_000);
            }
            return run.read(c -> new String(SavedParts.of(c, run.states(), c.world(World.class)::save), UTF_8))
                    .join();
        }
    }

    @Test
    void aTextHasALineForEachPartAlsoOfAWorldThatCannotBeSaved() {
        String saved = "a b\tc d e\t2 bytes with hash 420\t2 bytes with hash 420";
        assertEquals(
                saved + "\nbody 0\talive\nx of body 0\t0.0\ny of body 0\t0.0\nz of body 0\t0.0\nqx of body 0\t0.0\n"
                        + "qy of body 0\t0.0\nqz of body 0\t0.0\nqw of body 0\t1.0\nheat of all of body 0\t0.0\t",
                text(0));
        assertEquals(saved + "\t", text(1), "the state of tick 0 is older");
    }

    private static String difference(String one, String other) {
        return SavedParts.difference(one.getBytes(UTF_8), other.getBytes(UTF_8), "one", "other");
    }

    @Test
    void aPartThatManyBodiesHaveIsNamedOnceAndWhatWasCutOffIsNotCompared() {
        assertEquals(
                "x of body 1 is 1 in one, and 2 in other; value 2 of score is 8 in one, and 9 in other",
                difference(
                        "x of body 1\t1\nx of body 2\t1\nscore\t7\t8\t",
                        "x of body 1\t2\nx of body 2\t2\nscore\t7\t9\t"));
        assertEquals(SavedParts.UNKNOWN, difference("score\t7\t81", "score\t7\t82\t9\nbody 3\tgone\t"));
        assertEquals(SavedParts.UNKNOWN, difference("score", ""));
    }
}
