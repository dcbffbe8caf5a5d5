package io.github.freestep.physics.lockstep.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.EmptyWorld;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WorldHashesTest {
    private static final int EVERY = 10;

    private final EmptyWorld world = new EmptyWorld() {
        @Override
        public void save(DataOutput out) throws IOException {
            out.write(saved);
            out.write(saved.length);
        }
    };

    private byte[] saved = {};
    private final WorldHashes hashes = new WorldHashes(EVERY);

    /** A run that begins with a saved world reports the hash of its first state, whatever its tick. */
    @Test
    void aFirstTickThatIsNotComparedHoldsUpNoOtherTick() {
        List<Long> passed = new ArrayList<>();
        hashes.state(1_234, 1);
        for (long tick = 1_240; tick <= 1_260; tick += EVERY) {
            hashes.state(tick, 1);
            hashes.add(tick, world);
        }
        hashes.poll((tick, hash) -> passed.add(tick));
        assertEquals(List.of(1_240L, 1_250L, 1_260L), passed);
    }

    private List<String> passed() {
        List<String> passed = new ArrayList<>();
        hashes.poll((tick, hash) -> passed.add(tick + " " + hash));
        return passed;
    }

    /** Returns what is passed on for a state and a world of the same tick. */
    private String passed(long tick, long hash, byte... world) {
        saved = world;
        hashes.state(tick, hash);
        hashes.add(tick, this.world);
        List<String> passed = passed();
        assertEquals(1, passed.size());
        return passed.get(0);
    }

    @Test
    void allThatIsSavedAndTheStateAndTheTickCount() {
        Set<String> all = new HashSet<>();
        assertTrue(all.add(passed(20, 5, (byte) 1, (byte) 2)));
        assertFalse(all.add(passed(20, 5, (byte) 1, (byte) 2)), "the same");
        assertTrue(all.add(passed(20, 6, (byte) 1, (byte) 2)));
        assertTrue(all.add(passed(20, 5, (byte) 2, (byte) 1)));
        assertTrue(all.add(passed(20, 5, (byte) 1, (byte) -2)));
        assertTrue(all.add(passed(20, 5, (byte) 1)));
        assertTrue(all.add(passed(20, 5)));
        String[] ticks = {passed(30, 5), passed(40, 5)};
        assertNotEquals(ticks[0].substring(2), ticks[1].substring(2));
    }

    @Test
    void aHashThatWasOverwrittenIsLeftOut() {
        hashes.state(10, 1);
        hashes.state(20, 1);
        hashes.add(10, world);
        hashes.add(20, world);
        // 4096 are kept.
        hashes.add(10 + 4_095 * EVERY, world);
        hashes.add(10 + 4_096 * EVERY, world);
        List<String> passed = passed();
        assertEquals(1, passed.size());
        assertTrue(passed.get(0).startsWith("20 "));
    }
}
