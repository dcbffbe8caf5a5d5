package io.github.freestep.physics.lockstep;

import static io.github.freestep.testing.Refused.refusedWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.PlayerToken;
import io.github.freestep.net.RemoteStates;
import io.github.freestep.net.SharedPort;
import io.github.freestep.net.StateSender;
import io.github.freestep.physics.lockstep.direct.DirectLockstep;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.FreePorts;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.TimeAnchor;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The rooms of a server on one port, over real sockets: some send states, and some are matches. */
@Timeout(240)
class RoomsOfAPortTest {
    private static final byte[] KEY = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final StateLayout LAYOUT = StateLayout.of(1);
    private static final MatchSettings MATCH = MatchSettings.of("rooms", LAYOUT, 2)
            .axes(1)
            .rate(200)
            .maxWait(Duration.ofSeconds(60), Duration.ofSeconds(60));

    private final int number = FreePorts.inARow(1);
    private final SharedPort port = SharedPort.listen("127.0.0.1", number);
    private final List<World> worlds = new ArrayList<>();
    private final List<ScriptedPeer> players = new ArrayList<>();
    private final List<LockstepTransport> connections = new ArrayList<>();

    /** A room whose body stands at its number, and a client that shows it. */
    private final class World implements AutoCloseable {
        private final StatePublisher publisher = StatePublisher.of(LAYOUT);
        private final TimeAnchor anchor = new TimeAnchor();
        private final int room;
        private final RemoteStates remote;
        private final StateReader shown;
        private long tick;

        World(int room) {
            this.room = room;
            publisher.bodies().spawn(0);
            worlds.add(this);
            StateSender.builder(publisher.states()).room(port, room).key(KEY).start();
            remote = RemoteStates.builder(LAYOUT)
                    .server("127.0.0.1", number)
                    .room(room)
                    .token(() -> token(1))
                    .start();
            shown = remote.states().reader();
        }

        void publish() {
            publisher.begin(tick, tick * 10_000_000, anchor, System.nanoTime()).position(0, room, 0, 0);
            publisher.publish(System.nanoTime());
            tick++;
        }

        boolean shows() {
            return shown.acquire() && Math.abs(shown.state(0).x()[0] - room) < 0.001;
        }

        @Override
        public void close() {
            shown.close();
            remote.close();
        }
    }

    @AfterEach
    void close() {
        connections.forEach(LockstepTransport::close);
        worlds.forEach(World::close);
        port.close();
    }

    private static byte[] token(long player) {
        return PlayerToken.issue(KEY, player, Duration.ofHours(1));
    }

    private SequencerServer match(int room) {
        return SequencerServer.start(
                MATCH, DirectLockstep.over(port, room).key(KEY).listen());
    }

    private ScriptedPeer join(int room, int player) {
        LockstepTransport connection = DirectLockstep.at("127.0.0.1")
                .port(number)
                .room(room)
                .token(token(1 + player))
                .connect();
        connections.add(connection);
        ScriptedPeer peer = new ScriptedPeer(connection, MATCH, player, 16 * room + player + 1);
        players.add(peer);
        return peer;
    }

    private void run(BooleanSupplier until) {
        Await.until(() -> {
            worlds.forEach(World::publish);
            players.forEach(player -> player.doWork(System.nanoTime()));
            return until.getAsBoolean();
        });
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("freestep-") && !name.equals("freestep-receiver"))
                .toList();
    }

    @Test
    void twoSendersAndTwoMatchesShareOneThread() {
        World hall = new World(1);
        World yard = new World(2);
        AtomicLong frozen = new AtomicLong();
        NanoClock clock = () -> frozen.get() == 0 ? System.nanoTime() : frozen.get();
        SequencerServer red = SequencerServer.start(
                MATCH, DirectLockstep.over(port, 3).key(KEY).listen(), clock);
        SequencerServer blue = match(65_535);
        ScriptedPeer redFirst = join(3, 0);
        ScriptedPeer redSecond = join(3, 1);
        ScriptedPeer blueFirst = join(65_535, 0);
        ScriptedPeer blueSecond = join(65_535, 1);
        run(() -> players.stream().allMatch(player -> player.tick >= 100) && hall.shows() && yard.shows());
        assertEquals(List.of("freestep-port"), threads());
        for (long tick = 1; tick <= 100; tick++) {
            assertEquals(redFirst.hashes.get(tick), redSecond.hashes.get(tick));
            assertEquals(blueFirst.hashes.get(tick), blueSecond.hashes.get(tick));
        }
        assertTrue(red.toString().contains("players 2"), red.toString());

        // A match that ends says so to its players, until they confirm it: its time stands still. Its neighbours
        // continue.
        frozen.set(System.nanoTime() + 1_000_000);
        Thread closer = new Thread(red::close);
        closer.start();
        run(() -> redFirst.end != null && redSecond.end != null && !closer.isAlive());
        assertEquals("ended: the sequencer was closed", redFirst.end);
        assertFalse(red.isRunning());
        assertNull(red.failure());
        long before = blueFirst.tick;
        run(() -> blueFirst.tick > before + 100 && yard.shows());
        // Its number is free again, also for states.
        World third = new World(3);
        run(third::shows);
        port.close();
        assertFalse(blue.isRunning());
        assertNull(blue.failure());
    }

    @Test
    void playersInTheProcessOfTheServerPlayToo() {
        SequencerServer server = match(1);
        players.add(new ScriptedPeer(server.connectLocal(), MATCH, 0, 1));
        join(1, 1);
        run(() -> players.stream().allMatch(player -> player.tick >= 10));
    }

    @Test
    void aRoomThatIsTakenOrOutOfRangeOrUnsafeIsRefused() {
        DirectLockstep seven = DirectLockstep.over(port, 7).key(KEY);
        SequencerServer.start(MATCH, seven.listen()).close();
        SequencerTransport taken = seven.listen();
        SequencerServer server = SequencerServer.start(MATCH, taken);
        String message = assertThrows(IllegalStateException.class, () -> SequencerServer.start(MATCH, seven.listen()))
                .getMessage();
        assertTrue(message.startsWith("room 7 must be free, but another sender or match on "), message);
        assertThrows(IllegalStateException.class, () -> SequencerServer.start(MATCH, taken));
        // The match that has the room continues.
        join(7, 0);
        join(7, 1);
        run(() -> players.stream().allMatch(player -> player.tick >= 10)
                && server.status().tick() >= 10);
        refusedWith(
                "room must be between 0 and 65535, was 65536",
                IllegalArgumentException.class,
                () -> DirectLockstep.over(port, 65_536));
        DirectLockstep settings = DirectLockstep.over(port, 8);
        assertThrows(IllegalStateException.class, settings::connect);
        assertThrows(IllegalStateException.class, () -> settings.connect(InetSocketAddress.createUnresolved("x", 1)));
        assertThrows(IllegalStateException.class, () -> settings.room(9));
        int other = FreePorts.inARow(1);
        try (SharedPort open = SharedPort.listen("0.0.0.0", other)) {
            DirectLockstep unsafe = DirectLockstep.over(open, 1);
            message = assertThrows(IllegalStateException.class, unsafe::listen).getMessage();
            assertTrue(message.startsWith("without a key, everyone who can reach room 1 of shared UDP at "), message);
            SequencerServer.start(MATCH, unsafe.key(new byte[16]).listen());
        }
    }
}
