package io.github.freestep.net.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.InputSink;
import io.github.freestep.testing.Allocations;
import io.github.freestep.testing.Seeds;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random and mutated datagrams. Each failure prints the seed; {@code -Dfreestep.seed} repeats it alone. */
class HostileLinkTest {
    private static final int MUTATIONS = 25_000;
    private static final int INPUTS = 1_000;

    private static final InetSocketAddress SOURCE = LinkRig.address(1);

    private final ByteBuffer buffer = ByteBuffer.allocate(2_000);
    private final ClientHeader header = new ClientHeader();
    private int pushes;
    private long allocated;

    /**
     * Without a key, mutations reach the code that reads fields. They can forge input, but only possible values, and no
     * sequence is applied twice: the inputs taken from a client never exceed the last sequence of its datagram.
     */
    @Test
    void mutatedDatagramsWithoutAKeyDoNoHarm() {
        Seeds.first(4).forEach(seed -> {
            LinkRig genuine = busy(seed, false);
            Random random = Seeds.random(seed);
            ServerLink server = serverOfSameRun(genuine);
            ClientLink victim = new ClientLink(null, new ClientInput(() -> 0), random::nextLong, 0);
            pushes = 0;
            allocated = 0;
            Map<Long, Long> taken = new HashMap<>();
            long before = 0;
            for (int i = 0; i < MUTATIONS; i++) {
                long now = genuine.nowNanos + LinkRig.OFFSET + i * 100_000L;
                mutate(genuine.toServer, random);
                measured(() -> server.receive(buffer, SOURCE, now));
                long after = pushes;
                if (after > before) {
                    assertTrue(header.read(buffer.duplicate()));
                    long sequence = taken.merge(header.client, after - before, Long::sum);
                    long last = header.firstSequence + header.inputs - 1;
                    assertTrue(sequence <= last, () -> "seed " + seed + " takes " + sequence + " of " + last);
                    before = after;
                }
                mutate(genuine.toClient, random);
                measured(() -> victim.openPiece(buffer));
                measured(() -> victim.hear(buffer, 0));
                measured(() -> genuine.client.openPiece(buffer));
                measured(() -> genuine.client.hear(buffer, genuine.nowNanos));
            }
            String text = "seed " + seed;
            assertTrue(allocated < 1_000_000, text + " allocated " + allocated);
            // The least of 36 seeds had 58.
            assertTrue(pushes > 10, text + " pushes " + pushes);
            assertTrue(server.clients.size() <= Clients.CAPACITY, text);
            assertTrue(genuine.client.input.unacknowledged() <= 256, text);
        });
    }

    /** With a key, genuine datagrams among 100,000 mutated ones arrive exactly as without. */
    @Test
    void mutatedDatagramsWithAKeyHaveNoEffect() {
        Seeds.first(4).forEach(seed -> {
            LinkRig rig = busy(seed, true);
            Random random = Seeds.random(seed);
            int taken = rig.taken.size();
            long lost = rig.client.input.lost();
            for (int i = 0; i < MUTATIONS / 10; i++) {
                for (int k = 0; k < 5; k++) {
                    mutate(rig.toServer, random);
                    rig.server.receive(buffer, rig.address, rig.nowNanos + LinkRig.OFFSET);
                    mutate(rig.toClient, random);
                    rig.client.openPiece(buffer);
                    rig.client.hear(buffer, rig.nowNanos);
                    rig.client.openBaseline(buffer);
                }
                rig.client.input.action(i, i);
                rig.step();
            }
            rig.run(100);
            assertEquals(taken + MUTATIONS / 10, rig.taken.size(), "seed " + seed);
            assertTrue(rig.taken.get(rig.taken.size() - 1).startsWith("action " + (MUTATIONS / 10 - 1) + " "));
            assertEquals(lost, rig.client.input.lost(), "seed " + seed);
            assertEquals(0, rig.client.input.unacknowledged(), "seed " + seed);
        });
    }

    /** Returns a rig whose lists have many genuine datagrams with input and acknowledgements. */
    private static LinkRig busy(long seed, boolean keyed) {
        LinkRig rig = new LinkRig(seed, keyed).run(200);
        for (int i = 0; i < INPUTS / 2; i++) {
            rig.client.input.axis(i % LinkRig.AXES, i);
            rig.client.input.action(i, i);
            rig.step();
        }
        rig.run(100);
        return rig;
    }

    private void mutate(List<byte[]> genuine, Random random) {
        byte[] bytes = genuine.get(random.nextInt(genuine.size())).clone();
        int kind = random.nextInt(10);
        if (kind == 0) {
            bytes = Arrays.copyOf(bytes, random.nextInt(1_500));
        } else if (kind == 1) {
            int from = random.nextInt(bytes.length);
            random.nextBytes(bytes);
            bytes[0] = genuine.get(0)[0];
            bytes = Arrays.copyOf(bytes, Math.max(from, 1));
        }
        for (int flips = random.nextInt(4) + 1; flips > 0 && bytes.length > 0; flips--) {
            int at = random.nextInt(bytes.length);
            bytes[at] = random.nextBoolean() ? (byte) random.nextInt() : (byte) (bytes[at] ^ 1 << random.nextInt(8));
        }
        if (bytes.length > 63 && random.nextInt(100) > 0) {
            // Seldom the flag of leaving, because what follows it is ignored.
            bytes[63] &= ~4;
        }
        buffer.clear();
        buffer.put(bytes).flip();
    }

    private final InputSink checked = new InputSink() {
        @Override
        public int axes() {
            return LinkRig.AXES;
        }

        @Override
        public boolean axis(int axis, float value, long nanos) {
            assertTrue(axis >= 0 && axis < LinkRig.AXES, "axis " + axis);
            return action(axis, value, nanos);
        }

        @Override
        public boolean action(int code, float value, long nanos) {
            assertTrue(Float.isFinite(value), "value " + value);
            pushes++;
            return true;
        }
    };

    /** Returns a server for which the datagrams of the genuine client, whose ticket it gives again, are meant. */
    private ServerLink serverOfSameRun(LinkRig genuine) {
        ByteBuffer last = ByteBuffer.wrap(genuine.toServer.get(genuine.toServer.size() - 1));
        assertTrue(header.read(last.duplicate()));
        ServerLink server = new ServerLink(header.run, null, checked, 0, 0, genuine.tickets);
        server.receive(last, SOURCE, genuine.nowNanos + LinkRig.OFFSET);
        return server;
    }

    private void measured(Runnable call) {
        allocated += Allocations.once(call);
    }
}
