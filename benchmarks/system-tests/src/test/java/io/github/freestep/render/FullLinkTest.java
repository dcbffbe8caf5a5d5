package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.link.LossMeter;
import io.github.freestep.net.session.ClientInput;
import io.github.freestep.net.session.ClientLink;
import io.github.freestep.net.session.ServerLink;
import io.github.freestep.net.session.StateLoad;
import io.github.freestep.net.session.StatePace;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import io.github.freestep.testing.VirtualNetwork;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.LongPredicate;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Motion over links that carry too little, or that lose or delay datagrams. */
class FullLinkTest {
    private static final long MILLI = RemoteRig.MILLI;
    private static final long SECOND = RemoteRig.SECOND;
    private static final long WAY = 20 * MILLI;

    /** A server that sends as many states as the link carries. */
    private static final class Rig extends RemoteRig {
        private final InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
        private final ServerLink server;
        private final ClientLink client = ClientLink.of(null, new ClientInput(local));
        private final StateLoad load = new StateLoad();
        private final MotionMeter motion = new MotionMeter();
        private final FrameSampler frames = FrameSampler.open(follower.states());
        private int times = 1;
        private boolean copies = true;
        private long pieceBytes;
        private long copyBytes;
        private long baselineBytes;
        private long baselines;
        private long received;
        private final Map<Long, ByteBuffer> waiting = new HashMap<>();
        private long sentBytes;
        private long allBaselineBytes;
        private final LossMeter link = new LossMeter();

        /** The way of what the client sends, and that of a request with its answer, which is good. */
        private final VirtualNetwork.Way back = new VirtualNetwork.Way();

        private final VirtualNetwork.Way asked = new VirtualNetwork.Way();
        private long mostDelayNanos;
        private double frameNanos = local.nanoTime();
        private double ageNanos;

        Rig(long seed, int bodies, double budget) {
            super(
                    seed,
                    StateLayout.of(bodies),
                    PoseGrid.STANDARD,
                    Seeds.random(seed).doubles(bodies, 0.5, 2).toArray());
            way.delayNanos = WAY;
            way.jitterNanos = 2 * MILLI;
            back.delayNanos = WAY;
            asked.delayNanos = 2 * WAY;
            server = ServerLink.of(seed, null, 0, null);
            server.budget = budget;
            afterPoll = this::report;
        }

        /** Gives the link a rate in bits per second. */
        private void cap(double rate) {
            way.nanosPerByte = 8e9 / rate;
        }

        private StatePace pace() {
            return server.admitted().get(0).pace;
        }

        /** A baseline that is lost is sent again, and those after it wait for it. */
        @Override
        public void baseline(ByteBuffer datagram) {
            baselineBytes += datagram.remaining() + HEADERS;
            allBaselineBytes += datagram.remaining() + HEADERS;
            repeat(baselines++, bytes(datagram));
        }

        private void repeat(long number, ByteBuffer datagram) {
            if (!send(datagram, bytes -> order(number, datagram))) {
                send(datagram, asked, bytes -> repeat(number, datagram));
            }
        }

        private void order(long number, ByteBuffer datagram) {
            waiting.put(number, datagram);
            for (ByteBuffer next = waiting.remove(received); next != null; next = waiting.remove(received)) {
                received++;
                receive(next);
            }
        }

        @Override
        public void piece(ByteBuffer datagram) {
            pieceBytes += datagram.remaining() + HEADERS;
            for (int i = 0; i < times; i++) {
                sendPiece(datagram, i == 0);
            }
        }

        @Override
        public void copy(ByteBuffer datagram) {
            copyBytes += datagram.remaining() + HEADERS;
            if (copies) {
                sendPiece(datagram, true);
            }
        }

        private void sendPiece(ByteBuffer datagram, boolean isFirst) {
            int length = datagram.remaining() + HEADERS;
            sentBytes += length;
            long upTo = sentBytes;
            long sentNanos = local.nanoTime();
            int number = LossMeter.number(upTo, !server.admitted().isEmpty() && !pace().copies());
            send(datagram, bytes -> {
                link.took(number, bytes.remaining() + HEADERS - LossMeter.UDP_BYTES);
                follower.thinned(link.isThinned(), local.nanoTime());
                if (isFirst) {
                    mostDelayNanos = Math.max(mostDelayNanos, local.nanoTime() - sentNanos);
                }
                receive(bytes);
            });
        }

        @Override
        void encode() {
            if (!server.admitted().isEmpty()) {
                times = pace().next(sender(), load, false);
                copies = pace().copies();
                encoder.anchorAll(pace().leavesOut());
            }
            pieceBytes = 0;
            copyBytes = 0;
            baselineBytes = 0;
            super.encode();
            load.add(sender(), pieceBytes, 0, copyBytes, baselineBytes);
        }

        private void report() {
            client.arrived(link.sent, link.arrived);
            ByteBuffer report = client.next(local.nanoTime(), follower);
            if (report != null) {
                send(report, back, bytes -> {
                    ByteBuffer answer = server.receive(bytes, address, sender());
                    if (answer != null) {
                        send(answer, reply -> client.hear(reply, local.nanoTime()));
                    }
                });
            }
        }

        /** Lets all run, and shows 144 frames per second. */
        Rig run(long nanos) {
            motion.reset();
            mostDelayNanos = 0;
            ageNanos = 0;
            long shown = 0;
            for (long end = local.nanoTime() + nanos; local.nanoTime() < end; ) {
                runTo(Math.min(end, (long) Math.ceil(frameNanos)), MILLI / 2);
                if (local.nanoTime() >= frameNanos) {
                    frameNanos += SECOND / 144.0;
                    Frame frame = frames.sample();
                    motion.add(frame);
                    ageNanos += sender() - frame.simulationNanos();
                    shown++;
                }
            }
            ageNanos /= shown;
            return this;
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "judder %.2f %%, %d frozen, %d jumping, %d states/s, %d incomplete, delay %.0f ms, age %.0f ms",
                    100 * motion.judder(),
                    motion.frozen(),
                    motion.jumping(),
                    pace().statesPerSecond,
                    follower.incompleteStates(),
                    mostDelayNanos / 1e6,
                    ageNanos / 1e6);
        }
    }

    static LongStream seeds() {
        return Seeds.first(Thorough.of(1, 2));
    }

    /**
     * All runs keep the judder of the page, and at most three frames freeze. In one run of two, none may. The short
     * version ends with that run.
     */
    private static void assertMost(LongPredicate isEven) {
        assertTrue(Seeds.first(2).filter(isEven).limit(Thorough.of(1, 2)).count() >= 1, "no run was even");
    }

    static Stream<Arguments> motionIsEvenOnAFullLink() {
        return Stream.of(
                        arguments(200, 0.25e6, 14),
                        arguments(200, 1e6, 50),
                        arguments(200, 1.2e6, 99),
                        arguments(1_000, 2e6, 33),
                        arguments(200, 0.5e6, 25),
                        arguments(1_000, 3.5e6, 50))
                .limit(Thorough.of(2, 6));
    }

    /** States of 200 bodies need 1 Mbit/s, or 1.6 Mbit/s with their copies, and those of 1,000 bodies 3.9 Mbit/s. */
    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @MethodSource
    void motionIsEvenOnAFullLink(int bodies, double cap, int states) {
        assertMost(seed -> {
            Rig rig = new Rig(seed, bodies, Double.POSITIVE_INFINITY);
            rig.run(5 * SECOND);
            double age = rig.ageNanos;
            assertEquals(100, rig.pace().statesPerSecond, 1, rig::toString);
            rig.cap(cap);
            rig.run(8 * SECOND);
            long incomplete = rig.follower.incompleteStates();
            rig.run(15 * SECOND);
            System.out.printf(Locale.ROOT, "%d bodies, %.2f Mbit/s: %s%n", bodies, cap / 1e6, rig);
            // A state of several datagrams is incomplete if its last one is later than all of the last 4 s.
            assertTrue(rig.follower.incompleteStates() - incomplete <= 2, rig::toString);
            assertEquals(0, rig.motion.backward(), rig::toString);
            assertTrue(rig.motion.frozen() <= 3 && rig.motion.judder() <= 0.01, rig::toString);
            boolean isEven = rig.motion.frozen() == 0;
            assertTrue(rig.pace().statesPerSecond >= states, rig::toString);
            assertFalse(rig.pace().isOverloaded());
            rig.way.nanosPerByte = 0;
            rig.run(SECOND / 2);
            rig.run(SECOND / 2);
            assertTrue(rig.mostDelayNanos <= WAY + rig.way.jitterNanos + MILLI, rig::toString);
            // Usually within 4 s. A probe that fails is tried again later.
            rig.run(4 * SECOND);
            assertTrue(rig.run(10 * SECOND).pace().statesPerSecond >= 49, rig::toString);
            return isEven && rig.pace().statesPerSecond >= 99 && rig.ageNanos <= age + 5 * MILLI;
        });
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aBudgetIsKeptFromTheFirstSecondsOn(long seed) {
        int budget = 60_000;
        Rig rig = new Rig(seed, 200, budget);
        rig.run(3 * SECOND);
        long before = rig.sentBytes + rig.allBaselineBytes;
        rig.run(10 * SECOND);
        long sent = (rig.sentBytes + rig.allBaselineBytes - before) / 10;
        System.out.println("budget " + budget + " B/s, sent " + sent + ": " + rig);
        assertTrue(sent <= 1.02 * budget && sent > budget / 2, () -> sent + " bytes per second");
        assertTrue(rig.motion.judder() < 0.0105 && rig.motion.frozen() == 0, rig::toString);
        assertEquals(50, rig.pace().statesPerSecond, 1, rig::toString);
    }

    /** A link that loses or delays datagrams by itself does not do so less if it is sent fewer. */
    @ParameterizedTest
    @CsvSource({"0.05, 50, false", "0, 100, false", "0, 100, true"})
    void aBadLinkIsNotAFullOne(double loss, long jitterMillis, boolean keepsOrder) {
        LongStream usual = LongStream.of(1, 2).filter(seed -> getsAllStates(seed, loss, jitterMillis, keepsOrder));
        assertTrue(usual.limit(Thorough.of(1, 2)).count() >= 1, "no run got all states");
    }

    private static boolean getsAllStates(long seed, double loss, long jitterMillis, boolean keepsOrder) {
        Rig rig = new Rig(seed, Thorough.of(20, 200), Double.POSITIVE_INFINITY);
        rig.way.loss = loss;
        rig.way.jitterNanos = jitterMillis * MILLI;
        rig.way.keepsOrder = keepsOrder;
        rig.run(10 * SECOND);
        int all = 0;
        for (int i = 0; i < 10; i++) {
            rig.run(SECOND);
            // In one run of 40, jitter in order is taken for a queue. For 2 s, half of the states are sent.
            assertTrue(rig.pace().statesPerSecond >= 33, rig::toString);
            all += rig.pace().statesPerSecond >= 99 ? 1 : 0;
        }
        return all >= 7;
    }

    /** Two datagrams of a state, or four. None is lost, but some come after those of up to ten later states. */
    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @ValueSource(longs = {40, 100})
    void whatIsOnlyLateIsShownWhole(long jitterMillis) {
        Rig rig = new Rig(Seeds.first(1).findFirst().getAsLong(), Thorough.of(400, 1_000), Double.POSITIVE_INFINITY);
        rig.run(3 * SECOND);
        rig.way.jitterNanos = jitterMillis * MILLI;
        rig.run(4 * SECOND);
        long incomplete = rig.follower.incompleteStates();
        assertEquals(incomplete, rig.run(6 * SECOND).follower.incompleteStates(), rig::toString);
        assertTrue(rig.motion.frozen() == 0 && rig.motion.judder() <= 0.01, rig::toString);
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Test
    void aStallDoesNotProlongTheWaitForLostPieces() {
        Rig rig = new Rig(Seeds.first(1).findFirst().getAsLong(), Thorough.of(300, 1_000), Double.POSITIVE_INFINITY);
        rig.way.loss = 0.05;
        rig.run(5 * SECOND);
        rig.way.heldToNanos = rig.local.nanoTime() + 150 * MILLI;
        rig.run(SECOND);
        rig.run(3 * SECOND);
        assertTrue(rig.motion.frozen() == 0 && rig.motion.judder() <= 0.01, rig::toString);
    }

    /** What a link does to a datagram that is sent at a time: the delay in milliseconds, negative if it is lost. */
    private enum Bad {
        JITTER(false, (millis, random) -> 10 + 40 * random.nextDouble()),
        JITTER_50(false, (millis, random) -> 20 + 100 * random.nextDouble()),
        JITTER_50_IN_ORDER(true, (millis, random) -> 20 + 100 * random.nextDouble()),
        BURST(false, (millis, random) -> millis % 2_000 < 100 ? -1 : 20 + random.nextDouble()),
        REORDER(false, (millis, random) -> random.nextInt(10) == 0 ? 50 : 20 + random.nextDouble()),
        REORDER_FAR(false, (millis, random) -> random.nextInt(10) == 0 ? 170 : 20 + random.nextDouble()),
        DELAY_JUMP(false, (millis, random) -> 80 + random.nextDouble()),
        WIFI(true, (millis, random) -> 10 + 4 * random.nextDouble() + Math.max(0, 60 - millis % 1_370)),
        WIFI_120(true, (millis, random) -> 10 + 4 * random.nextDouble() + Math.max(0, 120 - millis % 1_370)),
        LOSS(false, (millis, random) -> random.nextDouble() < 0.15 ? -1 : 15 + 10 * random.nextDouble());

        private final boolean keepsOrder;
        private final ToDoubleBiFunction<Long, Random> delay;

        Bad(boolean keepsOrder, ToDoubleBiFunction<Long, Random> delay) {
            this.keepsOrder = keepsOrder;
            this.delay = delay;
        }
    }

    /**
     * Prints the table of the page: some seconds after a good link has become bad, with all that a sender and a
     * receiver do. The bounds are wider than the worst of 40 seeds. If the link changes within a burst, the third whole
     * one comes after more than 4 s. Of 150 runs, 5 had such a burst, and each of them a judder of 6.00 %.
     */
    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @CsvSource({
        "JITTER, 4, 1, 75, 33",
        "JITTER_50, 4, 2, 150, 33",
        "JITTER_50_IN_ORDER, 4, 2, 190, 10",
        "BURST, 4, 6.1, 150, 33",
        "REORDER, 4, 1, 75, 33",
        "REORDER_FAR, 4, 3, 60, 33",
        "DELAY_JUMP, 4, 1, 110, 33",
        "WIFI, 4, 2, 110, 33",
        "WIFI_120, 10, 2, 180, 33",
        "LOSS, 4, 2, 50, 33",
    })
    void aLinkThatBecomesBadIsHiddenWithinSeconds(Bad bad, int seconds, double mostJudder, double mostAge, int states) {
        double[] judder = new double[Thorough.of(1, 3)];
        double age = 0;
        for (int i = 0; i < judder.length; i++) {
            Rig rig = new Rig(Seeds.first(i + 1).max().getAsLong(), Thorough.of(20, 60), Double.POSITIVE_INFINITY);
            // The link changes at any time within its period.
            rig.run(8 * SECOND + Math.round(4 * SECOND * rig.random.nextDouble()));
            for (VirtualNetwork.Way each : List.of(rig.way, rig.back)) {
                each.keepsOrder = bad.keepsOrder;
                each.delayNanos = 0;
                each.jitter = (now, random) -> Math.round(bad.delay.applyAsDouble(now / MILLI, random) * MILLI);
            }
            rig.run(seconds * SECOND);
            rig.run(16 * SECOND);
            judder[i] = 100 * rig.motion.judder();
            age = Math.max(age, rig.ageNanos / MILLI);
            assertEquals(0, rig.motion.backward(), rig::toString);
            // Jitter in order looks like a queue. Of 400 runs, 153 ended with 13 to 50 states per second, and with an
            // age of up to 178 ms.
            assertTrue(rig.pace().statesPerSecond >= states, rig::toString);
        }
        Arrays.sort(judder);
        long uneven = Arrays.stream(judder).filter(each -> each > 1).count();
        String row = String.format(
                Locale.ROOT,
                "| %s | %.2f %% | %.2f %% | %d | %.0f ms |",
                bad,
                judder[judder.length / 2],
                judder[judder.length - 1],
                uneven,
                age);
        System.out.println(row);
        assertTrue(judder[judder.length - 1] <= mostJudder && age <= mostAge, row);
    }

    /** Ten states take 300 bit/s for each body. */
    @Test
    void aLinkThatCarriesLessThanTenStatesIsOverloaded() {
        int bodies = Thorough.of(100, 400);
        Rig rig = new Rig(1, bodies, Double.POSITIVE_INFINITY);
        rig.run(5 * SECOND);
        rig.cap(200 * bodies);
        assertTrue(rig.run(10 * SECOND).pace().isOverloaded(), rig::toString);
        assertEquals(10, rig.pace().statesPerSecond, 1, rig::toString);
        rig.way.nanosPerByte = 0;
        assertFalse(rig.run(20 * SECOND).pace().isOverloaded(), rig::toString);
        assertEquals(100, rig.pace().statesPerSecond, 1, rig::toString);
    }
}
