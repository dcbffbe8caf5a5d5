package io.github.freestep.physics.lockstep.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LagWatchTest {
    private final List<Throwable> errors = new ArrayList<>();
    private final RuntimeException slow = new IllegalStateException("the archive is slow");
    private long entries;
    private int questions;
    private int ends;

    /** Its thread ends at once, so only the test looks. */
    private final LagWatch watch =
            new LagWatch(() -> entries, this::isTooFarBehind, () -> ends++, work -> new Thread(), errors::add);

    private boolean isTooFarBehind() {
        if (++questions == 1) {
            throw slow;
        }
        return true;
    }

    private void look(int times) {
        for (int i = 0; i < times; i++) {
            assertFalse(watch.look());
        }
    }

    @Test
    void aNodeThatGetsNoEntryEndsIfTheOthersHaveDeletedWhatItNeeds() {
        for (; entries < 3; entries++) {
            look(6);
        }
        look(6);
        assertEquals(0, questions, "each new entry begins a new count");
        look(1);
        assertEquals(1, questions);
        assertEquals(List.of(slow), errors);
        look(5);
        assertEquals(1, questions);
        assertEquals(0, ends);
        assertTrue(watch.look());
        assertEquals(2, questions);
        assertEquals(1, ends);
        watch.close();
    }
}
