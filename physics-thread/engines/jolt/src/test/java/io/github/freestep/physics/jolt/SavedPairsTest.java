package io.github.freestep.physics.jolt;

import static io.github.freestep.testing.Refused.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.github.stephengold.joltjni.enumerate.EStateRecorderState;
import io.github.freestep.physics.engines.SavedBytes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests which pairs are read, and that those are refused that would end twice, or never. */
class SavedPairsTest {
    private static final int ROOM = 8;

    private static final Pair RESTING = pair(5, false);
    private static final Pair SLEEPING = pair(7, true);

    @BeforeAll
    static void load() {
        JoltRuntime.LIBRARY.load();
    }

    @Test
    void aPairThatIsThereTwiceOrNotEitherDormantOrInContactIsRefused() {
        assertDamaged(Set.of(), SLEEPING, SLEEPING);
        assertDamaged(Set.of(5L), SLEEPING, RESTING);
        assertDamaged(Set.of(7L), SLEEPING);
        assertDamaged(Set.of(7L), RESTING);
    }

    @Test
    void aPoseThatIsNotFiniteIsRefused() throws IOException {
        int length = 1 + 5 * Integer.BYTES + 6 * Float.BYTES;
        for (int i = 0; i < 6; i++) {
            // One pair of bodies and how the second lies beside the first, no manifold, and no fast body.
            ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
            bytes.put((byte) EStateRecorderState.Contacts).putInt(1).putInt(0).putInt(1);
            byte[] saved = bytes.array();
            SavedPairs pairs = new SavedPairs(ROOM);
            pairs.readTouching(saved, length);
            bytes.putFloat(bytes.position() + i * Float.BYTES, Float.NaN);
            refused("NaN", IOException.class, () -> pairs.readTouching(saved, length));
        }
    }

    /** A second save must not see pairs or flags of the first. */
    @Test
    void aReaderForgetsWhatItHasReadBefore() throws IOException {
        SavedPairs pairs = new SavedPairs(ROOM);
        read(pairs, Set.of(5L, 6L), RESTING, SLEEPING);
        assertEquals(Map.of(6L, "begun", 7L, "begun"), read(pairs, Set.of(6L, 7L)));
    }

    private static Pair pair(long key, boolean isDormant) {
        Pair pair = new Pair();
        pair.key = key;
        pair.hasBegun = isDormant;
        pair.isDormant = isDormant;
        return pair;
    }

    private static void assertDamaged(Set<Long> touching, Pair... pairs) {
        refused("either dormant or in contact", IOException.class, () -> read(touching, pairs));
    }

    private static Map<Long, String> read(Set<Long> touching, Pair... special) throws IOException {
        return read(new SavedPairs(ROOM), touching, special);
    }

    private static Map<Long, String> read(SavedPairs pairs, Set<Long> touching, Pair... special) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(special.length);
        for (Pair pair : special) {
            SavedPairs.write(pair, out);
        }
        SavedBytes contacts = contacts(touching);
        pairs.readTouching(contacts.array(), contacts.length());
        pairs.readSpecial(input(bytes.toByteArray()));
        Pairs read = pairs.exchange(new Pairs());
        Map<Long, String> found = new TreeMap<>();
        read.forEach(pair ->
                found.put(pair.key, ((pair.hasBegun ? "begun " : "") + (pair.isDormant ? "dormant" : "")).trim()));
        pairs.exchange(read);
        return found;
    }

    /** Returns contacts as Jolt saves them, of fast bodies only. */
    private static SavedBytes contacts(Set<Long> touching) throws IOException {
        int length = 1 + 2 * Integer.BYTES + 4 * Integer.BYTES * touching.size();
        ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put((byte) EStateRecorderState.Contacts).putInt(0).putInt(touching.size());
        for (long key : touching) {
            bytes.putInt((int) (key >>> 32)).putInt(0).putInt((int) key).putInt(0);
        }
        SavedBytes saved = new SavedBytes();
        saved.read(input(bytes.array()), length);
        return saved;
    }

    private static DataInputStream input(byte[] bytes) {
        return new DataInputStream(new ByteArrayInputStream(bytes));
    }
}
