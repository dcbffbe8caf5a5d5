package io.github.freestep.physics.jolt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests that pairs are refused that would end twice, or never. */
class SavedSystemTest {
    private static final int BEGUN = 1;
    private static final int DORMANT = 3;

    private static final SavedPair RESTING = new SavedPair(5, BEGUN, 0);
    private static final SavedPair SLEEPING = new SavedPair(7, DORMANT, 0);

    @Test
    void sortedPairsThatAreEitherDormantOrInContactAreRead() throws IOException {
        // Jolt sets the highest bit of no number, but keys are sorted without a sign.
        SavedPair last = new SavedPair(-1, DORMANT, 0);
        assertEquals(List.of(RESTING, SLEEPING, last), read(Set.of(5L, 6L), RESTING, SLEEPING, last));
    }

    @Test
    void aPairThatIsThereTwiceIsRefused() {
        assertDamaged(Set.of(), SLEEPING, SLEEPING);
        assertDamaged(Set.of(5L), SLEEPING, RESTING);
    }

    @Test
    void aDormantPairInContactIsRefused() {
        assertDamaged(Set.of(7L), SLEEPING);
    }

    @Test
    void aPairThatIsNeitherDormantNorInContactIsRefused() {
        assertDamaged(Set.of(7L), RESTING);
    }

    @Test
    void aNegativeNumberOfPairsIsRefused() {
        byte[] count = {-1, -1, -1, -1};
        String why = assertThrows(
                        IOException.class,
                        () -> SavedSystem.readPairs(new DataInputStream(new ByteArrayInputStream(count)), Set.of()))
                .getMessage();
        assertEquals("the saved world is damaged: it has -1 pairs; use another copy", why);
    }

    private static void assertDamaged(Set<Long> touching, SavedPair... pairs) {
        String why =
                assertThrows(IOException.class, () -> read(touching, pairs)).getMessage();
        assertTrue(why.contains("either dormant or in contact"), why);
    }

    private static List<SavedPair> read(Set<Long> touching, SavedPair... pairs) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(pairs.length);
        for (SavedPair pair : pairs) {
            pair.write(out);
        }
        return SavedSystem.readPairs(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())), touching);
    }
}
