package io.github.freestep.net;

import static io.github.freestep.testing.Refused.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.body.Published;
import io.github.freestep.net.link.AskedAddress;
import io.github.freestep.net.seal.DevelopmentKey;
import io.github.freestep.net.seal.PlayerKeys;
import io.github.freestep.net.session.ClientInput;
import io.github.freestep.net.session.ClientLink;
import io.github.freestep.net.session.Peers;
import io.github.freestep.net.wire.StateFollower;
import io.github.freestep.state.InputSink;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.InputCalls;
import io.github.freestep.testing.Logs;
import io.github.freestep.time.NanoClock;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many senders on one port. The network is in memory; the port's thread is real, and the test drives the receivers. */
@Timeout(240)
@Logs(value = "TRANSPORT_ENDED: the sender of room ", perhaps = "without a key, everyone")
class SharedPortTest {
    private static final SocketAddress SERVER = SenderRig.SERVER;
    private static final StateLayout LAYOUT = StateLayout.of(4);

    private final Map<SocketAddress, MemoryTransport> network = new ConcurrentHashMap<>();
    private final MemoryTransport served = new MemoryTransport(SERVER, network);
    private final SharedPort port = SharedPort.over(served);
    private final List<Throwable> errors = new ArrayList<>();
    private int addresses;

    /** A world with one body, which stands at the number of its room. */
    private static final class World extends Published {
        private final int room;
        private long tick;

        World(int room) {
            super(LAYOUT, 1);
            this.room = room;
        }

        void next() {
            begin(tick, tick * 10_000_000).position(0, room, 2, 3);
            publish();
            tick++;
        }
    }

    /** Runs on the test's thread. */
    private final class Receiver {
        private final MemoryTransport mail = new MemoryTransport(SenderRig.client(addresses++), network);
        private final ByteBuffer in = ByteBuffer.allocate(DatagramTransport.MAX_BYTES);
        private final StateFollower follower = new StateFollower(LAYOUT, NanoClock.system());
        private final StateReader reader = follower.states().reader();
        private final ClientLink client;
        private final ReceiverWork work;
        private final int room;

        Receiver(int room) {
            this.room = room;
            PlayerKeys keys = PlayerKeys.ofToken(DevelopmentKey.tokenOr(null), room);
            client = ClientLink.of(keys, new ClientInput(follower.states().clock()));
            work = new ReceiverWork(
                    follower,
                    client,
                    new AskedAddress<>(() -> List.of(SERVER), Runnable::run),
                    new Peers(mail::send, room, errors::add),
                    NanoClock.system());
        }

        void step() {
            try {
                for (SocketAddress from; (from = mail.receive(in.clear())) != null; ) {
                    work.datagram(in.flip(), from);
                }
            } catch (IOException e) {
                throw new AssertionError(e);
            }
            work.pass(System.nanoTime());
        }

        boolean shows() {
            boolean any = reader.acquire() && reader.state(0).isAlive(0);
            if (any) {
                assertEquals(room, reader.state(0).x()[0], 0.001);
            }
            return any;
        }
    }

    @AfterEach
    void close() {
        port.close();
        port.close();
        assertEquals(1, served.closed.get());
        assertEquals(List.of(), errors);
    }

    private StateSender start(World world) {
        return StateSender.builder(world.publisher.states())
                .room(port, world.room)
                .start();
    }

    private static long threads(String name) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(each -> each.getName().equals(name))
                .count();
    }

    @Test
    void aHundredRoomsOfFourReceiversNeedOneThread() {
        long before = threads("freestep-sender");
        List<World> worlds = IntStream.range(0, 100).mapToObj(World::new).toList();
        List<StateSender> senders = worlds.stream().map(this::start).toList();
        List<Receiver> waiting = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            waiting.add(new Receiver(i % 100));
        }
        Await.until(
                () -> {
                    worlds.forEach(World::next);
                    waiting.forEach(Receiver::step);
                    waiting.removeIf(Receiver::shows);
                    return waiting.isEmpty();
                },
                () -> waiting.size() + " show nothing");
        senders.forEach(each -> assertEquals(4, each.clients().size()));
        assertEquals(before, threads("freestep-sender"));
        assertEquals(1, threads("freestep-port"));
    }

    @Test
    void aReceiverMayBeThereBeforeItsRoomAndIsNotifiedWhenItEnds() {
        World world = new World(7);
        Receiver early = new Receiver(7);
        Receiver neighbour = new Receiver(8);
        World rests = new World(8);
        rests.next();
        StateSender other = start(rests);
        for (int i = 0; i < 100; i++) {
            early.step();
        }
        assertEquals(RemoteStates.Status.CONNECTING, early.work.status());
        StateSender sender = start(world);
        Await.until(() -> {
            world.next();
            early.step();
            neighbour.step();
            return early.shows() && !other.clients().isEmpty();
        });
        sender.close();
        early.step();
        assertEquals(RemoteStates.Status.LOST, early.work.status());
        assertEquals(List.of(), sender.clients());
        assertNull(sender.failure());
        // The number is free again, and the neighbour has not noticed.
        StateSender next = start(world);
        Await.until(() -> {
            early.step();
            neighbour.step();
            return !next.clients().isEmpty();
        });
        assertEquals(1, other.clients().size());
        assertNotEquals(RemoteStates.Status.LOST, neighbour.work.status()); // no state comes in a second
        port.close();
        neighbour.step();
        assertEquals(RemoteStates.Status.LOST, neighbour.work.status());
        assertNull(other.failure());
    }

    @Test
    void aMessageGoesToItsReceiverAndBack() {
        World world = new World(1);
        StateSender sender = start(world);
        Receiver first = new Receiver(1);
        Receiver second = new Receiver(1);
        assertFalse(first.work.client.lane.send(new byte[1], true), "before the server has answered");
        Await.until(() -> {
            first.step();
            second.step();
            return sender.clients().size() == 2;
        });
        assertFalse(sender.send(~second.client.input.client(), new byte[1], true), "no such receiver");
        assertTrue(sender.send(second.client.input.client(), new byte[] {7}, true));
        List<Integer> answers = new ArrayList<>();
        Await.until(() -> {
            first.step();
            second.step();
            assertNull(first.work.client.lane.take());
            byte[] message = second.work.client.lane.take();
            assertTrue(message == null || second.work.client.lane.send(new byte[] {++message[0]}, false));
            sender.takeMessages((client, answer) -> {
                assertEquals(second.client.input.client(), client);
                answers.add((int) answer[0]);
            });
            return !answers.isEmpty();
        });
        assertEquals(List.of(8), answers);
        sender.close();
        assertFalse(sender.send(second.client.input.client(), new byte[1], true));
    }

    /** Calls the test with the number of each client that has input. */
    private static InputSink sink(LongConsumer clients) {
        return new InputCalls(1, clients, (axis, value, nanos) -> true, (code, value, nanos) -> true);
    }

    @Test
    void anExceptionEndsOnlyItsRoom() {
        IllegalStateException fault = new IllegalStateException("planned");
        World world = new World(1);
        StateSender faulty = StateSender.builder(world.publisher.states())
                .room(port, 1)
                .input(sink(client -> {
                    throw fault;
                }))
                .start();
        StateSender other = start(new World(2));
        Receiver own = new Receiver(1);
        Receiver neighbour = new Receiver(2);
        Await.until(() -> {
            world.next();
            own.step();
            neighbour.step();
            own.client.input.axis(0, 1);
            return faulty.failure() != null;
        });
        assertSame(fault, faulty.failure());
        Await.until(() -> {
            neighbour.step();
            return !other.clients().isEmpty();
        });
        assertNull(other.failure());
        assertNull(port.failure());
        faulty.close();
        start(world).close();
    }

    /** A sink may close senders, its own one and others. The thread that calls it must not wait for itself. */
    @Test
    void theThreadItselfMayCloseSendersAndThePort() {
        World world = new World(1);
        StateSender other = start(new World(2));
        StateSender sender = StateSender.builder(world.publisher.states())
                .room(port, 1)
                .input(sink(client -> {
                    other.close();
                    port.close();
                }))
                .start();
        Receiver own = new Receiver(1);
        Await.until(() -> {
            world.next();
            own.step();
            own.client.input.axis(0, 1);
            return served.closed.get() > 0;
        });
        assertNull(sender.failure());
        assertNull(port.failure());
    }

    @Test
    void anExceptionOfTheTransportEndsAllRooms() {
        MemoryTransport broken = new MemoryTransport(SenderRig.client(1_000), network);
        SharedPort other = SharedPort.over(broken);
        StateSender sender = StateSender.builder(new World(3).publisher.states())
                .room(other, 3)
                .start();
        broken.fault = new IllegalStateException("planned");
        Await.until(() -> sender.failure() == broken.fault);
        other.close();
        assertSame(broken.fault, other.failure());
        assertEquals(1, broken.closed.get());
    }

    @Test
    void aRoomThatIsTakenOrWithoutAPortIsRefused() {
        World world = new World(65_535);
        StateSender first = start(world);
        World second = new World(65_535);
        refused(
                "room 65535 must be free, but another sender or match on " + served
                        + " has it; choose another number, or close that one first",
                IllegalStateException.class,
                () -> start(second));
        first.close();
        start(second);
        port.close();
        refused("a room needs an open port, but ", IllegalStateException.class, () -> start(world));
        StateSender.Builder builder = StateSender.builder(world.publisher.states());
        assertThrows(IllegalArgumentException.class, () -> builder.room(port, 65_536));
        assertThrows(IllegalArgumentException.class, () -> builder.room(port, -1));
        builder.room(port, 1).transport(new MemoryTransport(SERVER, network));
        String both = "room(...) and transport(...) must not both be set; ";
        refused(both, IllegalArgumentException.class, builder::start);
    }

    /** Senders that fail to start leave no reader in the buffer, which has few places. */
    @Test
    void roomsComeAndGoFromAnyThread() {
        IntStream.range(0, 4).parallel().forEach(first -> {
            World world = new World(0);
            for (int i = 0; i < 200; i++) {
                StateSender.builder(world.publisher.states())
                        .room(port, first + i % 3 * 4)
                        .start()
                        .close();
            }
        });
        assertNull(port.failure());
    }
}
