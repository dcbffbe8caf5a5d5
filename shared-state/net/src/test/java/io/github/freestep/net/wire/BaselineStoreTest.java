package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.body.Published;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Two and a half blocks of bodies. Their channels make each block larger than a datagram. */
class BaselineStoreTest {
    private static final int BODIES = 160;
    private static final int BLOCKS = 3;
    private static final long SECOND = 1_000_000_000;

    private final StateLayout layout = StateLayout.of(BODIES)
            .linear("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p");
    private Published published = new Published(layout, BODIES);
    private final StateEncoder encoder = new StateEncoder(layout, PoseGrid.EXACT, 1);
    private final Random random = Seeds.random(1);
    private final BaselineHeader header = new BaselineHeader();
    private long seconds;

    /** Writes other values to all bodies. Returns the baselines of all blocks. */
    private List<byte[]> change() {
        StateWriter out = published.begin(seconds, seconds);
        for (int slot = 0; slot < published.bodies.slots(); slot++) {
            out.position(slot, random.nextFloat(), random.nextFloat(), random.nextFloat());
            out.orientation(slot, 0, 0, 0, 1);
            for (int i = 0; i < layout.linearChannels().size(); i++) {
                out.linear(i, slot, random.nextFloat());
            }
        }
        published.publish();
        return encode();
    }

    /** Returns the baselines of all blocks once more: a second later, all are due. */
    private List<byte[]> encode() {
        Receiver receiver = new Receiver(layout);
        encoder.encode(published.newest(), seconds++ * SECOND, receiver);
        return new ArrayList<>(receiver.baselines);
    }

    private List<byte[]> begin() {
        change();
        List<byte[]> all = encode();
        assertTrue(all.size() > 2 * BLOCKS, all.size() + " datagrams");
        return all;
    }

    private boolean read(byte[] datagram) {
        return header.read(datagram, 0, datagram.length);
    }

    private boolean take(BaselineStore store, byte[] datagram) {
        boolean valid = read(datagram) && store.decode(datagram, 0, datagram.length, header, false);
        if (valid) {
            store.store(header);
        }
        return valid;
    }

    private BaselineStore stored(List<byte[]> datagrams) {
        BaselineStore store = new BaselineStore(layout);
        datagrams.forEach(datagram -> assertTrue(take(store, datagram)));
        return store;
    }

    /** Changes the header of a datagram. */
    private boolean isTaken(byte[] datagram, boolean isNewRun, Consumer<BaselineHeader> change) {
        byte[] changed = Damaged.baseline(datagram, change);
        BaselineStore store = stored(List.of(datagram));
        return read(changed) && store.decode(changed, 0, changed.length, header, isNewRun);
    }

    @Test
    void aBaselineOfAnotherLayoutOrGridIsRefused() {
        byte[] first = begin().get(0);
        assertTrue(isTaken(first, false, baseline -> {}));
        assertFalse(isTaken(first, false, baseline -> baseline.capacity++));
        assertFalse(isTaken(first, false, baseline -> baseline.shift = 1), "a run does not change its grid");
        assertFalse(isTaken(first, true, baseline -> baseline.turns = PoseGrid.MAX_TURNS + 1));
    }

    /** A baseline without bodies has no content that another grid would misread. */
    @Test
    void onlyAnotherRunMayHaveAnotherGrid() {
        published = new Published(layout, 0);
        change();
        byte[] empty = encode().get(0);
        assertTrue(isTaken(empty, false, baseline -> {}));
        assertFalse(isTaken(empty, false, baseline -> baseline.turns = 100));
        assertTrue(isTaken(empty, true, baseline -> baseline.turns = 100));
    }

    @Test
    void anIdBeforeTheFirstDatagramIsRefused() {
        begin();
        byte[] repeat = encode().get(0);
        read(repeat);
        // The first datagram is the empty baseline of the run.
        long age = header.sequence - 2;
        assertTrue(age > 0);
        assertTrue(isTaken(repeat, false, baseline -> baseline.sequence = age + 1), "its id is 1");
        assertFalse(isTaken(repeat, false, baseline -> baseline.sequence = age), "its id is 0");
    }

    @Test
    void aContentThatIsLongerOrShorterIsRefused() {
        int taken = 0;
        List<byte[]> all = begin();
        for (byte[] datagram : all) {
            taken += take(new BaselineStore(layout), Arrays.copyOf(datagram, datagram.length - 1)) ? 1 : 0;
            taken += take(new BaselineStore(layout), Arrays.copyOf(datagram, datagram.length + 1)) ? 1 : 0;
            taken += isTaken(datagram, false, baseline -> baseline.endSlot--) ? 1 : 0;
        }
        // There is no checksum, so one of some thousand is the code of other values.
        assertTrue(taken <= all.size() / 4, "taken: " + taken);
    }
}
