package io.github.freestep.benchmarks.network;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stands between clients and their server, and attacks the server and the client that came first. It knows no key, but
 * sees everything, and can forge any source.
 */
final class AttackRelay {
    enum Attack {
        NONE,
        /** Before each datagram come copies that say to be of another kind, whole and shorter. */
        RELABEL,
        /** What a second client sends and is sent comes also as that of the first, whole and mixed with its own. */
        INSIDER,
        /** Clients that are not there greet the server, from many addresses. */
        FLOOD
    }

    /** Where a datagram has its kind, and its counter. */
    private static final int KIND = 4;

    private static final int COUNTER = 12;

    volatile Attack attack = Attack.NONE;

    /** The longest datagram that passes to a client. */
    volatile int longest = 2_000;

    volatile int forged;

    private final SocketAddress server;
    private final Selector selector = Selector.open();
    private final DatagramChannel front = open();
    private final DatagramChannel[] strangers = new DatagramChannel[50];
    private final List<Client> clients = new ArrayList<>();
    private final ByteBuffer buffer = ByteBuffer.allocate(2_000);
    private final Thread thread = new Thread(this::run, "relay");
    private volatile boolean ended;

    /** A client's address, the socket that stands for it at the server, and the newest datagrams of both. */
    private record Client(SocketAddress address, DatagramChannel atServer, byte[][] newest) {}

    AttackRelay(int serverPort) throws IOException {
        server = new InetSocketAddress(InetAddress.getLoopbackAddress(), serverPort);
        for (int i = 0; i < strangers.length; i++) {
            strangers[i] = open();
        }
        thread.start();
    }

    private DatagramChannel open() throws IOException {
        DatagramChannel channel = DatagramChannel.open();
        channel.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)).configureBlocking(false);
        channel.register(selector, SelectionKey.OP_READ);
        return channel;
    }

    int port() {
        return front.socket().getLocalPort();
    }

    private void run() {
        try (selector) {
            while (!ended) {
                selector.select();
                for (SelectionKey each : selector.selectedKeys()) {
                    pass((DatagramChannel) each.channel());
                }
                selector.selectedKeys().clear();
            }
            for (SelectionKey each : selector.keys()) {
                each.channel().close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void pass(DatagramChannel channel) throws IOException {
        for (SocketAddress from; (from = channel.receive(buffer.clear())) != null; ) {
            byte[] datagram = Arrays.copyOf(buffer.array(), buffer.position());
            Client of = find(channel, from);
            if (of == null && channel == front) {
                of = new Client(from, open(), new byte[2][0]);
                clients.add(of);
            }
            if (of != null) { // otherwise it is an answer to a stranger
                int up = channel == front ? 1 : 0;
                of.newest[up] = datagram;
                attack(clients.get(0), of, up);
                if (up == 1 || datagram.length <= longest) {
                    send(of, up, datagram);
                }
            }
        }
    }

    private @Nullable Client find(DatagramChannel channel, SocketAddress from) {
        for (Client each : clients) {
            if (channel == front ? each.address.equals(from) : each.atServer == channel) {
                return each;
            }
        }
        return null;
    }

    private void send(Client of, int up, byte[] datagram) throws IOException {
        (up == 1 ? of.atServer : front).send(ByteBuffer.wrap(datagram), up == 1 ? server : of.address);
    }

    private void attack(Client victim, Client by, int up) throws IOException {
        byte[] own = victim.newest[up];
        byte[] datagram = by.newest[up];
        for (byte kind = 0; kind < 12 && attack == Attack.RELABEL; kind++) {
            for (int cut = 0; cut <= 8 && kind != datagram[KIND]; cut += 8) {
                byte[] copy = Arrays.copyOf(datagram, datagram.length - cut);
                copy[KIND] = kind;
                send(victim, up, copy);
                forged++;
            }
        }
        for (int most = 0; most < 48 && attack == Attack.INSIDER && by != victim; most += 2) {
            byte[] copy = datagram.clone();
            int mixed = Math.min(most, Math.min(own.length, copy.length));
            boolean atEnd = most % 4 != 0; // where a client's datagram has the number of its player
            System.arraycopy(own, atEnd ? own.length - mixed : 0, copy, atEnd ? copy.length - mixed : 0, mixed);
            send(victim, up, copy);
            forged++;
        }
        for (int i = 0; i < 100 && attack == Attack.FLOOD && up == 1; i++) {
            ByteBuffer greeting = ByteBuffer.wrap(datagram.clone()).putLong(COUNTER, forged);
            strangers[forged++ % strangers.length].send(greeting, server);
        }
    }

    void end() throws InterruptedException {
        ended = true;
        selector.wakeup();
        thread.join();
    }
}
