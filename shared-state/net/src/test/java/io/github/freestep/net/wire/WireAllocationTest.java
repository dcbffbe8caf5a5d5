package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.EventValues;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.codec.ByteWriter;
import io.github.freestep.testing.Allocations;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.VirtualClock;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WireAllocationTest {
    private static final int BATCHES = 10;

    private final StateFollower follower = new StateFollower(ScriptedServer.LAYOUT, new VirtualClock(0));

    @Test
    void aStateAllocatesNothing() {
        Recording recording = Recording.of(1, PoseGrid.STANDARD, 300, 0.5, 0.02, 20 * FollowerRig.SECOND);
        int warm = recording.size() / 2;
        recording.feed(follower, 0, warm);
        int batch = (recording.size() - warm) / BATCHES;
        int[] from = {warm - batch};
        assertEquals(0, Allocations.of(1, () -> recording.feed(follower, from[0] += batch, from[0] + batch)));
        // Half of the datagrams, which is where the first batch ends, are not half of the ticks to the last one.
        assertTrue(follower.times.senderTick() > 900, () -> "tick " + follower.times.senderTick());
    }

    @Test
    void aFloodOfPiecesAllocatesNothing() {
        Recording recording = Recording.of(2, PoseGrid.STANDARD, 300, 0, 0, 2 * FollowerRig.SECOND);
        recording.feed(follower, 0, recording.size());
        ByteBuffer flood = ByteBuffer.allocate(Datagrams.MAX_DATAGRAM);
        PieceHeader header = new PieceHeader();
        header.ring = follower.playout.received.ring;
        ByteWriter out = new ByteWriter();
        Random random = Seeds.random(2);
        long[] now = {recording.arrivals.get(recording.size() - 1).nanos()};
        byte[] piece = lastPiece(recording);
        assertEquals(0, Allocations.of(() -> {
            header.read(piece, 0, piece.length);
            header.tick += random.nextInt(1_000_000);
            header.state += random.nextInt(1 << random.nextInt(31));
            header.lower++;
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
        EventEncoder encoder =
                new EventEncoder(ScriptedServer.LAYOUT, recording.run, datagram -> follower.receive(datagram, now));
        EventValues event = EventCodecTest.random(Seeds.random(3), follower.times.senderTick());
        long[] taken = {0};
        Taker taker = new Taker(each -> taken[0]++, missed -> {});
        assertEquals(0, Allocations.of(200, () -> {
            for (int i = 0; i < 10; i++) {
                encoder.event(event);
            }
            encoder.missed(1);
            follower.poll(now);
            follower.events.poll(Long.MAX_VALUE, taker);
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
}
