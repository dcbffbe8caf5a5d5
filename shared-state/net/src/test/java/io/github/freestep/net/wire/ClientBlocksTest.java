package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.content.Blocks;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ClientBlocksTest {
    private final PieceHeader header = new PieceHeader();
    private ClientBlocks client;
    private SentStates states;
    private int[] from;

    /** Returns the number of the newest datagram of a client that has nothing yet. */
    private long begin(int capacity, long highest) {
        StateLayout layout = StateLayout.of(capacity);
        client = new ClientBlocks(layout);
        states = new SentStates(layout, PoseGrid.STANDARD);
        header.slots = capacity;
        from = new int[Blocks.of(capacity)];
        client.begin(highest);
        return client.newest();
    }

    /** Its place has another datagram by now. */
    @Test
    void anAcknowledgementOfADatagramOfLongAgoIsIgnored() {
        long first = begin(64, 0) + 1;
        for (header.state = 1; header.state < 1_050; header.state++) {
            states.ring.begin(header);
            client.begin(header, states, header.state * 1_000_000_000, from);
            client.send(0, header.slots);
        }
        client.acknowledge((int) first, new long[4]);
        client.begin(header, states, header.state * 1_000_000_000, from);
        assertEquals(BlockModels.NOTHING, from[0]);
    }

    /** A large world has more datagrams on their way than an acknowledgement names, and several come between states. */
    @Test
    void manyDatagramsAreAcknowledgedAfterManyMore() {
        long first = begin(100_000, 1L << 31);
        for (header.state = 1; header.state < 5; header.state++) {
            states.ring.begin(header);
            client.begin(header, states, 0, from);
            for (int slot = 0; slot < header.slots; slot += 50) {
                client.send(slot, slot + 50);
            }
        }
        for (long newest = first + 128; newest <= first + 2_000; newest += 128) {
            client.acknowledge((int) newest, new long[] {-1, -1, -1, -1});
        }
        client.acknowledge((int) first + 2_000, new long[] {-1, -1, -1, -1});
        client.begin(header, states, 0, from);
        assertEquals(4, Arrays.stream(from).map(BlockModels::newer).min().orElseThrow());
        assertEquals(4, Arrays.stream(from).map(BlockModels::newer).max().orElseThrow());
    }
}
