package io.github.freestep.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.time.Timeline;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.link.RoomHeader;
import io.github.freestep.net.session.ClientInput;
import io.github.freestep.net.session.ClientLink;
import io.github.freestep.net.session.ServerLink;
import io.github.freestep.net.wire.StateEncoder;
import io.github.freestep.net.wire.StateFollower;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.VirtualClock;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** How a sender with an interest treats many receivers, on a virtual clock. */
class ChosenStatesTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final int RATE = 20;
    private static final int BODIES = 100;

    /** A sender, and receivers that take what they are sent but never confirm it. */
    private static final class Rig {
        final VirtualClock clock = new VirtualClock(System.nanoTime());
        final StateLayout layout = StateLayout.of(BODIES);
        final StatePublisher publisher = StatePublisher.of(layout, StatePublisher.DEFAULT_WINDOW, clock, false);
        final List<ClientLink> clients = new ArrayList<>();
        final List<Throwable> reported = new ArrayList<>();
        final SenderWork work;

        /** How many datagrams each receiver got. */
        final Map<SocketAddress, Integer> datagrams = new HashMap<>();

        /** The ticks of the states that each receiver was sent. */
        final Map<SocketAddress, Set<Long>> sentTicks = new HashMap<>();

        /** How many datagrams the socket takes in each millisecond. */
        int socketTakes = Integer.MAX_VALUE;

        /** What happens in a tick, besides motion. */
        Runnable step = () -> {};

        private final Timeline timeline = new Timeline(Ratio.of(RATE), clock.nanoTime());
        private final StateFollower follower = new StateFollower(layout, 1, clock);
        private final ServerLink server = ServerLink.of(1, null, 0, null);
        private int left;
        private long tick;

        Rig(int count, double budget, Interest interest) {
            server.budget(budget);
            for (int body = 0; body < BODIES; body++) {
                publisher.bodies().spawn(body);
            }
            work = new SenderWork(
                    publisher.states(),
                    new StateEncoder(layout, PoseGrid.STANDARD, 1),
                    null,
                    interest,
                    1,
                    server,
                    new Peers(new Socket(), 0, reported::add));
            for (int i = 0; i < count; i++) {
                clients.add(ClientLink.of(null, new ClientInput(clock)));
            }
        }

        static InetSocketAddress address(int client) {
            return new InetSocketAddress(InetAddress.getLoopbackAddress(), 1 + client);
        }

        Rig run(long nanos) {
            for (long end = clock.nanoTime() + nanos; clock.nanoTime() < end; ) {
                clock.advance(MILLI);
                left = socketTakes;
                if (timeline.dueNanos(tick) <= clock.nanoTime()) {
                    publish(clock.nanoTime());
                }
                work.pass(clock.nanoTime());
                for (int i = 0; i < clients.size(); i++) {
                    ByteBuffer report = clients.get(i).next(clock.nanoTime(), follower);
                    ByteBuffer answer = report == null ? null : server.receive(report, address(i), clock.nanoTime());
                    if (answer != null) {
                        clients.get(i).hear(answer, clock.nanoTime());
                    }
                }
            }
            return this;
        }

        private void publish(long now) {
            step.run();
            timeline.simulated(timeline.simulationOf(tick));
            StateWriter state = publisher.begin(tick, timeline.simulationOf(tick), timeline.anchor(), now);
            for (int body = 0; body < BODIES; body++) {
                state.position(body, body + Math.sin(body + tick * 0.1), 0, 0);
                state.orientation(body, 0, 0, 0, 1);
            }
            publisher.publish(now);
            tick++;
        }

        /** Counts pieces. */
        private final class Socket implements SendOnly {
            @Override
            public boolean send(ByteBuffer datagram, SocketAddress to) {
                if (datagram.get(4) != RoomHeader.PIECE) {
                    return true;
                }
                sentTicks.computeIfAbsent(to, key -> new HashSet<>()).add(tick - 1);
                if (left > 0) {
                    left--;
                    datagrams.merge(to, 1, Integer::sum);
                }
                return true;
            }
        }
    }

    @Test
    void aFullSocketTakesFromAllReceiversAlike() {
        int count = 8;
        Rig rig = new Rig(count, Double.POSITIVE_INFINITY, (client, state, chosen) -> chosen.add(0)).run(SECOND);
        rig.datagrams.clear();
        // Each state is one datagram and its copy.
        rig.socketTakes = count;
        int seconds = 8;
        rig.run(seconds * SECOND);
        for (int i = 0; i < count; i++) {
            assertEquals(seconds * RATE, rig.datagrams.get(Rig.address(i)), count, "of receiver " + i);
        }
    }

    /** The most calls of the interest that fall into one state. */
    private static int most(Map<Long, Integer> calls) {
        return calls.values().stream().mapToInt(Integer::intValue).max().orElseThrow();
    }

    @Test
    void receiversChooseInTurn() {
        int count = 40;
        Map<Long, Integer> calls = new TreeMap<>();
        Map<Long, Integer> byClient = new HashMap<>();
        Rig rig = new Rig(count, Double.POSITIVE_INFINITY, (client, state, chosen) -> {
            calls.merge(state.tick(), 1, Integer::sum);
            byClient.merge(client, 1, Integer::sum);
            chosen.add(0);
        });
        rig.run(SECOND);
        for (int stalls = 0; stalls < 3; stalls++) {
            calls.clear();
            byClient.clear();
            rig.run(2 * SECOND);
            assertTrue(most(calls) <= count / 4 + 2, () -> "calls " + calls.values());
            assertEquals(count, byClient.size());
            byClient.forEach((client, asked) -> assertEquals(10, asked, 1));
            rig.clock.advance(500 * MILLI);
            // After a stall, one state may have them all.
            rig.run(100 * MILLI);
        }
    }

    @Test
    void aReceiverThatIsSentNoStateChoosesNothing() {
        int count = 8;
        Map<Long, Set<Long>> asked = new HashMap<>();
        Rig rig = new Rig(count, 1_000, (client, state, chosen) -> {
            asked.computeIfAbsent(client, key -> new HashSet<>()).add(state.tick());
            chosen.all();
        });
        assertEquals(RATE / 2, rig.run(3 * SECOND).work.clients().get(0).statesPerSecond());
        asked.clear();
        rig.sentTicks.clear();
        rig.run(4 * SECOND);
        for (int i = 0; i < count; i++) {
            Set<Long> ticks = asked.get(rig.clients.get(i).id());
            assertEquals(20, ticks.size(), 1);
            assertTrue(rig.sentTicks.get(Rig.address(i)).containsAll(ticks), "receiver " + i);
        }
    }

    @Test
    void anExceptionOfTheInterestLeavesTheLastChoiceInForce() {
        boolean[] fails = new boolean[1];
        long[] failing = new long[1];
        Rig rig = new Rig(2, Double.POSITIVE_INFINITY, (client, state, chosen) -> {
            chosen.add(1);
            if (fails[0] && client == failing[0]) {
                chosen.all();
                throw new ArrayIndexOutOfBoundsException("-1");
            }
            chosen.add(2);
        });
        failing[0] = rig.clients.get(0).id();
        assertEquals(List.of(), rig.run(2 * SECOND).reported);
        fails[0] = true;
        rig.run(3 * SECOND + 500 * MILLI);
        long states = rig.work.states;
        assertEquals(RATE, rig.run(SECOND).work.states - states, 1);
        for (SenderClient client : rig.work.clients()) {
            assertEquals(2, client.bodies());
        }
        assertEquals(5, rig.reported.size(), 1, "one per second");
        Throwable error = rig.reported.get(0);
        assertEquals(
                "the interest threw an exception for receiver " + failing[0] + " at " + Rig.address(0)
                        + "; until it returns normally, the receiver keeps the bodies of its last choice",
                error.getMessage());
        assertEquals("-1", error.getCause().getMessage());
        fails[0] = false;
        rig.reported.clear();
        assertEquals(List.of(), rig.run(2 * SECOND).reported);
    }

    /** Without a choice before, such as one of a stranger, there are no bodies. */
    @Test
    void anInterestThatFailsFromTheBeginningSendsNothing() {
        Rig rig = new Rig(1, Double.POSITIVE_INFINITY, (client, state, chosen) -> {
            chosen.all();
            throw new IllegalStateException("unknown player");
        });
        assertEquals(0, rig.run(SECOND).work.clients().get(0).bodies());
        assertTrue(rig.datagrams.get(Rig.address(0)) > RATE / 2);
    }

    /** A world in which a body is attached in each tick must not make all receivers choose in each state. */
    @Test
    void aNewRiderBringsItsShipWithoutANewChoice() {
        int[] calls = new int[1];
        Rig rig = new Rig(4, Double.POSITIVE_INFINITY, (client, state, chosen) -> {
            calls[0]++;
            chosen.add(5);
        });
        rig.run(SECOND);
        int[] ship = {6};
        rig.step = () -> {
            rig.publisher.bodies().attach(5, ship[0]);
            ship[0] = 6 + (ship[0] + 1) % 50;
        };
        calls[0] = 0;
        for (int i = 0; i < 2 * RATE; i++) {
            rig.run(SECOND / RATE);
            for (SenderClient client : rig.work.clients()) {
                assertTrue(client.bodies() >= 2, () -> "the rider and its ship, was " + client.bodies());
            }
        }
        assertEquals(4 * 10, calls[0], 4);
    }

    /** The interest has not seen the new one, and may not want to show it. */
    @Test
    void anotherBodyInASlotWaitsForTheNextChoice() {
        int[] calls = new int[1];
        Rig rig = new Rig(1, Double.POSITIVE_INFINITY, (client, state, chosen) -> {
            calls[0]++;
            chosen.add(5);
            chosen.add(9);
        });
        rig.run(SECOND);
        for (calls[0] = 0; calls[0] == 0; ) {
            rig.run(SECOND / RATE);
        }
        rig.step = () -> {
            rig.publisher.bodies().remove(5);
            rig.publisher.bodies().spawn(5);
            rig.publisher.bodies().attach(7, 8);
            rig.step = () -> {};
        };
        calls[0] = 0;
        rig.run(2 * SECOND / RATE);
        assertEquals(0, calls[0], "no choice yet");
        assertEquals(1, rig.work.clients().get(0).bodies());
        assertEquals(2, rig.run(SECOND / 4).work.clients().get(0).bodies());
    }
}
