package io.github.freestep.state.content;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A tree that changes at random accepts the same attachments as one that counts everything anew. */
class AttachmentTreeTest {
    private static final int BODIES = 40;

    private final AttachmentTree tree = new AttachmentTree(BODIES);
    private final int[] parents = new int[BODIES];
    private int refused;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void anyOrderOfChangesIsCounted(long seed) {
        Random random = Seeds.random(seed);
        Arrays.fill(parents, Attachments.NO_PARENT);
        for (int i = 0; i < 5_000; i++) {
            int child = random.nextInt(BODIES);
            if (random.nextInt(4) == 0) {
                assertEquals(parents[child] != Attachments.NO_PARENT, tree.detach(child));
                parents[child] = Attachments.NO_PARENT;
            } else {
                attach(child, random.nextInt(BODIES));
            }
            for (int slot = 0; slot < BODIES; slot++) {
                assertEquals(parents[slot], tree.parent(slot));
                assertEquals(children(slot), tree.children(slot));
            }
        }
        assertTrue(refused > 100);
    }

    private void attach(int child, int parent) {
        if (parents[child] == parent || isAllowed(child, parent)) {
            assertEquals(parents[child] != parent, tree.attach(child, parent));
            parents[child] = parent;
        } else {
            refused++;
            String what = "slot " + child + " to slot " + parent;
            assertThrows(IllegalArgumentException.class, () -> tree.attach(child, parent), what);
        }
    }

    private boolean isAllowed(int child, int parent) {
        int[] wanted = parents.clone();
        wanted[child] = parent;
        for (int slot = 0; slot < BODIES; slot++) {
            int depth = 0;
            for (int above = wanted[slot]; above != Attachments.NO_PARENT; above = wanted[above]) {
                if (++depth > Attachments.MAX_DEPTH) {
                    return false;
                }
            }
        }
        return true;
    }

    private int children(int parent) {
        return (int) Arrays.stream(parents).filter(each -> each == parent).count();
    }
}
