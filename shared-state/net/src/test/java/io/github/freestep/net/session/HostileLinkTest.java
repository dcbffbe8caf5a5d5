package io.github.freestep.net.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.link.RoomHeader;
import io.github.freestep.net.seal.PlayerKeys;
import io.github.freestep.net.seal.Sealer;
import io.github.freestep.net.seal.SealingKey;
import io.github.freestep.net.wire.Datagrams;
import io.github.freestep.testing.InputCalls;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import io.github.freestep.testing.VirtualNetwork;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Random and mutated datagrams. Each failure prints the seed; {@code -Dfreestep.seed} repeats it alone. */
class HostileLinkTest {
    private static final InetSocketAddress SOURCE = LinkRig.address(1);

    private final ClientHeader header = new ClientHeader();
    private int pushes;

    /**
     * A player can seal what no program of ours sends. It can forge its own input, but only possible values, and no
     * sequence is applied twice: the inputs taken from a client never exceed the last sequence of its datagram.
     */
    @Test
    void mutatedDatagramsOfAPlayerDoNoHarm() {
        long[] all = {0};
        Seeds.first(4).forEach(seed -> {
            LinkRig genuine = busy(seed);
            Random random = Seeds.random(seed);
            List<byte[]> toServer = texts(genuine.toServer, genuine::opened);
            List<byte[]> toClient = texts(
                    genuine.toClient,
                    each -> Sealer.ofRun().open(RoomHeader.TO_CLIENT, genuine.keys.toPlayer, ByteBuffer.wrap(each)));
            ServerLink server = serverOfSameRun(genuine);
            pushes = 0;
            Map<Long, Long> taken = new HashMap<>();
            long before = 0;
            for (int i = 0; i < Thorough.of(6_000, 25_000); i++) {
                long now = genuine.nowNanos + LinkRig.OFFSET + i * 100_000L;
                byte[] mutated = mutated(toServer, random);
                server.receive(genuine.sealedByClient(ByteBuffer.wrap(mutated)), SOURCE, now);
                long after = pushes;
                if (after > before) {
                    assertTrue(header.read(ByteBuffer.wrap(mutated)));
                    long sequence = taken.merge(header.client, after - before, Long::sum);
                    long last = header.firstSequence + header.inputs - 1;
                    assertTrue(sequence <= last, () -> "seed " + seed + " takes " + sequence + " of " + last);
                    before = after;
                }
                byte[] answer = mutated(toClient, random);
                genuine.client.open(RoomHeader.PIECE, genuine.seal(RoomHeader.PIECE, answer));
                genuine.client.hear(genuine.seal(RoomHeader.TO_CLIENT, answer), genuine.nowNanos);
            }
            String text = "seed " + seed;
            all[0] += pushes;
            assertTrue(server.clients.places.size() <= Clients.CAPACITY, text);
            assertTrue(genuine.client.input.unacknowledged() <= 256, text);
        });
        assertTrue(all[0] > 40, all[0] + " pushes");
    }

    /** What was sealed. */
    private static List<byte[]> texts(List<byte[]> datagrams, Function<byte[], ByteBuffer> opens) {
        return datagrams.stream()
                .map(each -> VirtualNetwork.copy(opens.apply(each)))
                .toList();
    }

    /**
     * A player who has a valid token, sees all datagrams and forges any source changes nothing for another
     * one, whatever is sent, how it is changed, and in which order.
     */
    @Test
    void whatAnInsiderSendsChangesNothingForAnotherPlayer() {
        Seeds.first(4).forEach(seed -> {
            LinkRig rig = busy(seed);
            Insider insider = new Insider(rig, Seeds.random(seed));
            int taken = rig.taken.size();
            long lost = rig.client.input.lost();
            int rounds = Thorough.of(70, 1_000);
            for (int i = 0; i < rounds; i++) {
                byte[] text = {(byte) i, 7};
                byte[] piece = VirtualNetwork.copy(rig.seal(RoomHeader.PIECE, text));
                byte[] ofStream = VirtualNetwork.copy(rig.seal(RoomHeader.STREAM, text));
                for (int n = 0; n < 20; n++) {
                    insider.send(n % 2 == 0 ? piece : ofStream);
                }
                String at = "seed " + seed + ", round " + i;
                assertEquals(ByteBuffer.wrap(text), rig.client.open(RoomHeader.PIECE, ByteBuffer.wrap(piece)), at);
                assertEquals(ByteBuffer.wrap(text), rig.client.open(RoomHeader.STREAM, ByteBuffer.wrap(ofStream)), at);
                assertNull(rig.client.takeRefusal(), at);
                assertNull(rig.client.takeNotice(), at);
                assertFalse(rig.client.takeGone(), at);
                rig.client.input.action(i, i);
                rig.step();
            }
            rig.run(100);
            assertEquals(taken + rounds, rig.taken.size(), "seed " + seed);
            assertTrue(rig.taken.get(rig.taken.size() - 1).startsWith("action " + (rounds - 1) + " "));
            assertEquals(lost, rig.client.input.lost(), "seed " + seed);
            assertEquals(0, rig.client.input.unacknowledged(), "seed " + seed);
            assertTrue(rig.admitted().contains(rig.address), "seed " + seed);
            assertNull(rig.client.lane.take());
            assertTrue(rig.admitted().contains(Insider.ADDRESS), "the insider plays, too");
        });
    }

    /** What such a player can send. Half of all are changed, and each goes out as each kind that a header can name. */
    private static final class Insider {
        private static final InetSocketAddress ADDRESS = LinkRig.address(7);
        private final LinkRig rig;
        private final Random random;
        private final PlayerKeys keys;
        private final ClientLink link;
        private final Sealer sealer;
        private final List<byte[]> sent = new ArrayList<>();

        /** Of the newest answer, which may be for another name. */
        private final ClientHeader fields = new ClientHeader();

        private Insider(LinkRig rig, Random random) {
            this.rig = rig;
            this.random = random;
            keys = LinkRig.keys(rig.client.input.client() + 1);
            link = rig.newClient(keys);
            ByteBuffer seen = rig.seal(RoomHeader.PIECE, new byte[1], keys);
            sealer = new Sealer(Sealer.saltOf(seen), 1L << 40);
            for (int i = 0; i < 3; i++) {
                play();
            }
        }

        /** Does what any client does. */
        private void play() {
            ByteBuffer next = link.next(rig.nowNanos + 200_000_000L * sent.size(), 0, true);
            if (next != null) {
                sent.add(VirtualNetwork.copy(next));
                ByteBuffer answer = rig.server.receive(next, ADDRESS, rig.nowNanos + LinkRig.OFFSET);
                if (answer != null) {
                    toClient(VirtualNetwork.copy(answer));
                    link.hear(answer, 0);
                }
            }
        }

        /** Sends something. {@code fresh} has not come to the other player yet. */
        private void send(byte[] fresh) {
            byte[] own = any(sent);
            byte[] others = any(rig.toServer);
            switch (random.nextInt(12)) {
                case 0 -> play();
                case 1 -> toServer(random.nextBoolean() ? own : others);
                case 2 -> toServer(renamed(own, others));
                case 3 -> toServer(renamed(others, own));
                case 4 -> toServer(header(rig.client.input.client(), keys));
                case 5 -> toServer(header(random.nextBoolean() ? rig.client.input.client() : keys.player, rig.keys));
                case 6 -> toServer(sealed(RoomHeader.MESSAGE, keys.toServer));
                case 7 -> toClient(VirtualNetwork.copy(rig.seal(RoomHeader.PIECE, new byte[] {1}, keys)));
                case 8 -> toClient(sealed((byte) (1 + random.nextInt(5)), keys.toPlayer));
                case 9 -> toClient(refusal(random.nextBoolean() ? own : others));
                case 10 -> toClient(any(rig.toClient));
                default -> {
                    for (byte kind : new byte[] {RoomHeader.PIECE, RoomHeader.STREAM}) {
                        assertNull(sealer.open(kind, keys.toPlayer, ByteBuffer.wrap(fresh)), "nor can it be read");
                    }
                    rig.client.hearMessage(ByteBuffer.wrap(fresh), rig.nowNanos);
                    rig.client.hear(ByteBuffer.wrap(fresh), rig.nowNanos);
                }
            }
        }

        /** From either address. What the server answers arrives where it is sent. */
        private void toServer(byte[] datagram) {
            InetSocketAddress source = random.nextBoolean() ? rig.address : ADDRESS;
            rig.server.receiveMessage(changed(datagram), source, rig.nowNanos + LinkRig.OFFSET);
            ByteBuffer answer = rig.server.receive(changed(datagram), source, rig.nowNanos + LinkRig.OFFSET);
            if (answer != null && source.equals(rig.address)) {
                rig.client.hear(answer, rig.nowNanos);
            }
            ByteBuffer reply = answer == null ? null : sealer.open(RoomHeader.TO_CLIENT, keys.toPlayer, answer);
            if (reply != null) {
                fields.run = ServerReply.read(reply).run();
                fields.ticket = ServerReply.read(reply).ticket();
            }
        }

        private void toClient(byte[] datagram) {
            ByteBuffer changed = changed(datagram);
            assertNull(rig.client.open(RoomHeader.PIECE, changed));
            assertNull(rig.client.open(RoomHeader.STREAM, changed));
            rig.client.hearMessage(changed, rig.nowNanos);
            rig.client.hear(changed, rig.nowNanos);
        }

        private byte[] any(List<byte[]> of) {
            return of.get(random.nextInt(of.size()));
        }

        private ByteBuffer changed(byte[] datagram) {
            byte[] bytes = datagram.clone();
            if (random.nextBoolean()) {
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
                bytes = Arrays.copyOf(bytes, bytes.length - random.nextInt(2));
            }
            return ByteBuffer.wrap(bytes);
        }

        private static byte[] renamed(byte[] datagram, byte[] name) {
            byte[] renamed = datagram.clone();
            System.arraycopy(name, name.length - 12, renamed, renamed.length - 12, 12);
            return renamed;
        }

        /** Of a client that leaves and sends input, sealed by the insider or not at all. */
        private byte[] header(long client, PlayerKeys name) {
            fields.client = client;
            fields.leaves = random.nextBoolean();
            fields.firstSequence = 1 + random.nextInt(3);
            ByteBuffer text = ByteBuffer.allocate(300);
            fields.write(text);
            ClientHeader.input(text, true, 1, 1, rig.nowNanos + LinkRig.OFFSET);
            ByteBuffer all = ByteBuffer.allocate(400).put(Datagrams.SEALED_CLIENT);
            all.put(sealer.seal(Datagrams.SEALED_CLIENT, keys.toServer, text.flip()));
            return VirtualNetwork.copy(
                    random.nextInt(9) == 0 ? text.rewind() : name.name(all).flip());
        }

        /** A reply, or a notice with the fields of one. */
        private byte[] sealed(byte kind, SealingKey with) {
            ByteBuffer text = ByteBuffer.allocate(ServerReply.BYTES);
            new ServerReply(fields.run, random.nextLong(), fields.ticket, 0, 9, 0).write(text);
            text.put(0, random.nextBoolean() ? Datagrams.REPLY : Datagrams.NOTICE);
            return VirtualNetwork.copy(random.nextInt(9) == 0 ? text : sealer.seal(kind, with, text));
        }

        private byte[] refusal(byte[] of) {
            byte[] refusal = Arrays.copyOf(of, Refusal.BYTES);
            System.arraycopy(of, 1, refusal, 2, Refusal.BYTES - 2);
            refusal[0] = Datagrams.REFUSAL;
            refusal[1] = (byte) (1 + random.nextInt(10));
            return refusal;
        }
    }

    /** Returns a rig whose lists have many genuine datagrams with input and acknowledgements. */
    private static LinkRig busy(long seed) {
        LinkRig rig = new LinkRig(seed).run(200);
        for (int i = 0; i < 500; i++) {
            rig.client.input.axis(i % LinkRig.AXES, i);
            rig.client.input.action(i, i);
            rig.step();
        }
        rig.run(100);
        return rig;
    }

    private static byte[] mutated(List<byte[]> genuine, Random random) {
        byte[] bytes = genuine.get(random.nextInt(genuine.size())).clone();
        int kind = random.nextInt(10);
        if (kind == 0) {
            bytes = Arrays.copyOf(bytes, random.nextInt(Sealer.MAX_PLAIN));
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
        if (bytes.length > 67 && random.nextInt(100) > 0) {
            // Seldom the flag of leaving, because what follows it is ignored.
            bytes[67] &= ~4;
        }
        return bytes;
    }

    private boolean checkedAxis(int axis, float value, long nanos) {
        assertTrue(axis >= 0 && axis < LinkRig.AXES, "axis " + axis);
        return checked(axis, value, nanos);
    }

    private boolean checked(int number, float value, long nanos) {
        assertTrue(Float.isFinite(value), "value " + value);
        pushes++;
        return true;
    }

    /** Returns a server for which the datagrams of the genuine client, whose ticket it gives again, are meant. */
    private ServerLink serverOfSameRun(LinkRig genuine) {
        byte[] last = genuine.toServer.get(genuine.toServer.size() - 1);
        assertTrue(header.read(genuine.opened(last)));
        InputCalls checked = new InputCalls(LinkRig.AXES, this::checkedAxis, this::checked);
        ServerLink server = new ServerLink(
                header.run, LinkRig.KEY, 0, checked, ServerLink.Limits.NONE, new Sealer(0, 0), genuine.tickets);
        server.receive(ByteBuffer.wrap(last), SOURCE, genuine.nowNanos + LinkRig.OFFSET);
        return server;
    }
}
