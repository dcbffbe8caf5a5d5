package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.EventTaker;
import io.github.freestep.internal.EventValues;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.codec.ByteWriter;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.Allocations;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.VirtualClock;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WireAllocationTest {
    private static final int BATCHES = 10;
    private static final int STATES = 500;
    private static final StateLayout LAYOUT = StateLayout.of(200).linear("fuel").stepped("gear");

    private final World world = new World(LAYOUT, 1);
    private final Into into = new Into();
    private final StateFollower follower =
            StateFollower.of(ScriptedServer.LAYOUT, StateFollower.DEFAULT_WINDOW, new VirtualClock(0));

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void encodingAndDecodingAllocateNothing(boolean exact) {
        StateEncoder encoder = StateEncoder.of(LAYOUT, exact ? PoseGrid.EXACT : PoseGrid.STANDARD, 1);
        assertEquals(0, Allocations.least(() -> {
            long sum = 0;
            for (int i = 0; i < STATES; i++) {
                // The world's own allocations are not counted.
                State state = world.tick(0.2);
                sum += Allocations.once(() -> encoder.encode(state, world.stamp(), into));
            }
            return sum;
        }));
        assertTrue(into.pieces >= STATES && into.baselines > 0);
    }

    @Test
    void aStateAllocatesNothing() {
        Recording recording = Recording.of(1, PoseGrid.STANDARD, 300, 0.5, 0.02, 20 * FollowerRig.SECOND);
        int warm = recording.size() / 2;
        recording.feed(follower, 0, warm);
        int batch = (recording.size() - warm) / BATCHES;
        int[] from = {warm - batch};
        assertEquals(0, Allocations.of(1, () -> recording.feed(follower, from[0] += batch, from[0] + batch)));
        assertTrue(follower.receivedTick() > 1_000);
    }

    @Test
    void aFloodOfPiecesAllocatesNothing() {
        Recording recording = Recording.of(2, PoseGrid.STANDARD, 300, 0, 0, 2 * FollowerRig.SECOND);
        recording.feed(follower, 0, recording.size());
        ByteBuffer flood = ByteBuffer.allocate(StateEncoder.MAX_DATAGRAM);
        PieceHeader header = new PieceHeader();
        ByteWriter out = new ByteWriter();
        Random random = Seeds.random(2);
        long[] now = {recording.arrivals.get(recording.size() - 1).nanos()};
        byte[] piece = lastPiece(recording);
        assertEquals(0, Allocations.of(() -> {
            header.read(piece, 0, piece.length);
            header.tick += random.nextInt(1_000_000);
            header.piece = random.nextInt(1 << random.nextInt(31));
            header.stampNanos += random.nextInt(10_000_000);
            out.open(flood.array(), 0);
            header.write(out);
            follower.receive(flood.limit(out.position()), now[0]);
            follower.poll(now[0] += 1_000);
        }));
    }

    @Test
    void eventsAllocateNothing() {
        Recording recording = Recording.of(3, PoseGrid.STANDARD, 10, 0, 0, 2 * FollowerRig.SECOND);
        recording.feed(follower, 0, recording.size());
        long now = recording.arrivals.get(recording.size() - 1).nanos();
        long run = recording.arrivals.stream()
                .map(arrival -> arrival.datagram().duplicate().rewind())
                .filter(datagram -> (datagram.get(0) & 0xFF) == Datagrams.BASELINE)
                .findFirst()
                .orElseThrow()
                .getLong(1);
        EventEncoder encoder = EventEncoder.of(ScriptedServer.LAYOUT, run, datagram -> follower.receive(datagram, now));
        EventValues event = EventCodecTest.random(Seeds.random(3), follower.receivedTick());
        long[] taken = {0};
        EventTaker taker = new EventTaker() {
            @Override
            public void event(EventValues event) {
                taken[0]++;
            }

            @Override
            public void missed(long count) {}
        };
        assertEquals(0, Allocations.of(200, () -> {
            for (int i = 0; i < 10; i++) {
                encoder.event(event);
            }
            encoder.missed(1);
            follower.poll(now);
            follower.events().poll(Long.MAX_VALUE, taker);
        }));
        assertTrue(taken[0] >= 2_000, () -> "events " + taken[0]);
    }

    private static byte[] lastPiece(Recording recording) {
        int i = recording.size() - 1;
        while ((recording.bytes(i)[0] & 0xFF) != Datagrams.PIECE) {
            i--;
        }
        return recording.bytes(i);
    }

    /** Decodes at once. */
    private static final class Into implements StateEncoder.Output {
        private final byte[] bytes = new byte[StateEncoder.MAX_DATAGRAM];
        private final BaselineStore store = new BaselineStore(LAYOUT);
        private final PieceDecoder decoder = new PieceDecoder(LAYOUT, store);
        private final BaselineHeader baseline = new BaselineHeader();
        private final PieceHeader piece = new PieceHeader();
        private int pieces;
        private int baselines;

        @Override
        public void baseline(ByteBuffer datagram) {
            int length = take(datagram);
            if (!baseline.read(bytes, 0, length) || !store.decode(bytes, 0, length, baseline, false)) {
                throw new AssertionError();
            }
            store.store(baseline);
            baselines++;
        }

        @Override
        public void piece(ByteBuffer datagram) {
            int length = take(datagram);
            if (!piece.read(bytes, 0, length) || !decoder.decode(bytes, 0, length, piece)) {
                throw new AssertionError();
            }
            pieces++;
        }

        private int take(ByteBuffer datagram) {
            int length = datagram.remaining();
            datagram.get(bytes, 0, length);
            return length;
        }
    }
}
