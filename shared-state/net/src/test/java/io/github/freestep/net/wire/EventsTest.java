package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.EventValues;
import io.github.freestep.internal.WorldId;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.state.State;
import io.github.freestep.state.content.Epochs;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.VirtualNetwork;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Events go over a link to a follower, and wait there for the picture. All of it on virtual time. */
class EventsTest {
    /** How many ticks the picture is behind the newest state. */
    private static final int BEHIND = 4;

    private FollowerRig rig;
    private EventEncoder encoder;
    private final List<EventValues> sent = new ArrayList<>();
    private final List<Long> handedOut = new ArrayList<>();
    private final List<Long> gaps = new ArrayList<>();
    private boolean drops;

    /** The tick that the picture has reached, and that of the poll before. */
    private long reached = State.NO_TICK;

    private long before = State.NO_TICK;

    /** Takes the events of one poll. Their data is their number in {@link #sent}. */
    private final Taker taker = new Taker(this::take, gaps::add);

    private Random random;

    private void take(EventValues event) {
        EventValues original = sent.get((int) event.data);
        assertEquals(original.slotA, event.slotA);
        assertEquals(original.lifeA, event.lifeA);
        assertEquals(original.tick, rig.follower.senderTick(event.tick));
        assertTrue(event.tick <= reached, "too early");
        // After a loss, an event comes a round trip later than its state.
        assertTrue(event.tick > before || rig.link.loss > 0, "too late");
        handedOut.add(event.data);
    }

    private void start(long seed) {
        random = Seeds.random(seed);
        rig = new FollowerRig(seed, PoseGrid.STANDARD);
        serve();
    }

    private void serve() {
        rig.serve(50);
        encode();
    }

    private void encode() {
        encoder = new EventEncoder(rig.layout, rig.run, datagram -> {
            if (!drops) {
                rig.network.sendReliably(datagram, null, null, rig.link, rig.local.nanoTime());
            }
        });
    }

    private EventValues report(long tick, int slot) {
        EventValues event = new EventValues();
        event.kind = EventValues.USER;
        event.tick = tick;
        event.slotA = slot;
        event.lifeA = rig.server.publisher.bodies().life(slot);
        event.data = sent.size();
        sent.add(event);
        encoder.event(event);
        return event;
    }

    /** Runs for a time. In each tick, the server reports some events. */
    private void run(long nanos, int mostPerTick) {
        for (long left = nanos; left > 0; left -= 5 * FollowerRig.MILLI) {
            long tick = rig.server.tick();
            rig.run(5 * FollowerRig.MILLI);
            for (int i = random.nextInt(mostPerTick + 1); i > 0 && rig.server.tick() > tick; i--) {
                report(rig.server.tick(), random.nextInt(50));
            }
            encoder.flush();
            poll();
        }
    }

    /** Runs with events, and then for a second without new ones, in which the last ones are handed out. */
    private void runToTheEnd(int seconds) {
        run(seconds * FollowerRig.SECOND, 3);
        run(FollowerRig.SECOND, 0);
    }

    private void poll() {
        if (rig.reader.size() > 0) {
            before = reached;
            reached = rig.reader.state(0).tick() - BEHIND;
            rig.follower.events.poll(reached, taker);
        }
    }

    private void arrive() {
        encoder.flush();
        rig.run(FollowerRig.SECOND);
        poll();
    }

    private long missed() {
        return rig.follower.events.missed();
    }

    private static List<Long> range(long from, long to) {
        return LongStream.range(from, to).boxed().toList();
    }

    static LongStream seeds() {
        return Seeds.first(6);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void eachEventIsHandedOutOnceAndInOrderWhenThePictureReachesItsTick(long seed) {
        start(seed);
        rig.link.loss = seed % 2 == 0 ? 0 : 0.1;
        runToTheEnd(4);
        assertTrue(handedOut.size() > sent.size() / 2);
        assertEquals(range(handedOut.get(0), sent.size()), handedOut);
        assertEquals(0, missed());
        assertEquals(List.of(), gaps);
    }

    @Test
    void eventsThatAreLostAreCountedAndReported() {
        start(2);
        run(2 * FollowerRig.SECOND, 3);
        int from = sent.size();
        drops = true;
        run(FollowerRig.SECOND, 3);
        drops = false;
        int to = sent.size();
        encoder.missed(5);
        runToTheEnd(2);
        List<Long> expected = new ArrayList<>(range(handedOut.get(0), from));
        expected.addAll(range(to, sent.size()));
        assertEquals(expected, handedOut);
        assertEquals(List.of(to - from + 5L), gaps);
        assertEquals(to - from + 5, missed());
    }

    @Test
    void noEventOfARunIsHandedOutWithStatesOfAnother() {
        start(3);
        run(2 * FollowerRig.SECOND, 3);
        report(rig.server.tick() + 1_000, 3);
        report(rig.server.tick() + 1_000, 3);
        run(FollowerRig.SECOND / 10, 0);
        int former = sent.size();
        serve();
        runToTheEnd(2);
        int first = handedOut.stream()
                .filter(event -> event >= former)
                .findFirst()
                .orElseThrow()
                .intValue();
        assertTrue(first < former + 200);
        List<Long> expected = new ArrayList<>(range(handedOut.get(0), former - 2));
        expected.addAll(range(first, sent.size()));
        assertEquals(expected, handedOut);
        assertEquals(2, missed());
        assertEquals(List.of(2L), gaps);
    }

    @Test
    void aRelayPassesOnTheLivesThatItsOwnReceiversSee() {
        start(6);
        List<Integer> lives = new ArrayList<>();
        Runnable relay = rig.follower.events.drainTo(new Taker(event -> lives.add(event.lifeA), gaps::add));
        rig.run(2 * FollowerRig.SECOND);
        serve();
        rig.run(2 * FollowerRig.SECOND);
        report(rig.server.tick(), 3);
        encoder.flush();
        rig.run(FollowerRig.SECOND);
        relay.run();
        assertEquals(List.of(Epochs.life(rig.reader.state(0).epoch(3))), lives);
    }

    @Test
    void aFullRingMissesTheNewestEvents() {
        start(4);
        rig.run(2 * FollowerRig.SECOND);
        int extra = 100;
        for (int i = 0; i < ReceivedEvents.CAPACITY + extra; i++) {
            report(rig.server.tick(), 1);
        }
        arrive();
        assertEquals(range(0, ReceivedEvents.CAPACITY), handedOut);
        assertEquals(extra, missed());
        report(rig.server.tick(), 1);
        arrive();
        assertEquals(ReceivedEvents.CAPACITY + extra, handedOut.get(ReceivedEvents.CAPACITY));
        assertEquals(List.of((long) extra), gaps);
    }

    @Test
    void eventsFromBeforeTheFirstStateAreNotMissed() {
        start(10);
        for (int i = 0; i < 3 * ReceivedEvents.CAPACITY / 2; i++) {
            report(0, 1);
            if (i % 100 == 0) {
                encoder.flush();
                rig.run(FollowerRig.MILLI);
            }
        }
        rig.run(2 * FollowerRig.SECOND);
        report(rig.server.tick(), 1);
        arrive();
        assertEquals(List.of(sent.size() - 1L), handedOut);
        assertEquals(0, missed());
    }

    /** Nothing that a server sends may end a receiver. */
    @Test
    void anEventWithAFalseTickIsForgotten() {
        start(5);
        rig.run(2 * FollowerRig.SECOND);
        report(1L << 60, 1);
        int waiting = ReceivedEvents.CAPACITY;
        for (int i = 0; i < waiting; i++) {
            report(rig.server.tick(), 1);
        }
        arrive();
        assertEquals(range(waiting, waiting + 1), handedOut);
        assertEquals(waiting, missed());
    }

    @Test
    void whatCameBeforeOrIsOfAnotherRunIsIgnored() {
        start(7);
        List<byte[]> repeats = new ArrayList<>();
        rig.tap = (datagram, arrived) -> {
            if ((datagram.get(0) & 0xFF) == Datagrams.EVENTS) {
                repeats.add(VirtualNetwork.copy(datagram));
            }
        };
        runToTheEnd(2);
        int count = handedOut.size();
        long ignored = rig.follower.ignored();
        repeats.forEach(datagram -> rig.follower.receive(ByteBuffer.wrap(datagram), rig.local.nanoTime()));
        EventEncoder other = new EventEncoder(
                rig.layout, rig.run + 1, datagram -> rig.follower.receive(datagram, rig.local.nanoTime()));
        other.event(report(rig.server.tick(), 1));
        other.flush();
        rig.run(FollowerRig.SECOND);
        poll();
        assertEquals(count, handedOut.size());
        assertEquals(ignored + repeats.size() + 1, rig.follower.ignored());
        assertEquals(0, missed());
    }

    /** The receiver's thread adds events while another one takes them. */
    @Test
    void twoThreadsLoseNoEvent() throws Exception {
        start(9);
        AtomicBoolean ended = new AtomicBoolean();
        long[] sum = new long[4];
        // The number of the first event, that of the newest one, how many came, and how many were missed.
        Consumer<EventValues> count = event -> {
            sum[0] = sum[2] == 0 ? event.data : sum[0];
            assertTrue(sum[2] == 0 || event.data > sum[1], "in order");
            sum[1] = event.data;
            sum[2]++;
        };
        Taker counting = new Taker(count, missed -> sum[3] += missed);
        CompletableFuture<Void> taking = CompletableFuture.runAsync(() -> {
            while (!ended.get()) {
                rig.follower.events.poll(Long.MAX_VALUE, counting);
            }
        });
        for (int i = 0; i < 3_000; i++) {
            rig.run(FollowerRig.MILLI);
            for (int j = random.nextInt(40); j > 0; j--) {
                report(rig.server.tick(), 1);
            }
            encoder.flush();
        }
        rig.run(FollowerRig.SECOND);
        ended.set(true);
        taking.get(1, TimeUnit.MINUTES);
        rig.follower.events.poll(Long.MAX_VALUE, counting);
        assertEquals(missed(), sum[3]);
        assertTrue(sum[2] + sum[3] >= sum[1] - sum[0] + 1);
        assertTrue(sum[2] + sum[3] <= sent.size());
        assertTrue(sum[2] > 1_000, () -> "events " + sum[2]);
    }

    @Test
    void aHandlerThatThrowsGetsTheNextEventInTheNextPoll() {
        start(8);
        rig.run(2 * FollowerRig.SECOND);
        report(rig.server.tick(), 1);
        report(rig.server.tick(), 2);
        encoder.flush();
        rig.run(FollowerRig.SECOND);
        Consumer<EventValues> fails = event -> {
            throw new IllegalStateException("planted");
        };
        Taker failing = new Taker(fails, gaps::add);
        assertThrows(IllegalStateException.class, () -> rig.follower.events.poll(Long.MAX_VALUE, failing));
        poll();
        assertEquals(List.of(1L), handedOut);
        assertFalse(rig.follower.events.poll(Long.MAX_VALUE, taker) > 0);
    }

    /** Events before the move, after it, and those that the second sender has sent before the receiver knew its run. */
    @ParameterizedTest
    @MethodSource("seeds")
    void eventsGoOnWithARunThatIsHandedOver(long seed) {
        start(seed);
        run(3 * FollowerRig.SECOND, 3);
        // Its state comes only from the next sender.
        report(rig.server.tick() + 3, 3);
        encoder.flush();
        rig.handOver();
        int first = sent.size();
        encode();
        drops = true;
        report(rig.server.tick(), 1);
        report(rig.server.tick(), 2);
        encoder.flush();
        drops = false;
        runToTheEnd(2);
        List<Long> all = new ArrayList<>(range(handedOut.get(0), sent.size()));
        assertTrue(handedOut.size() + missed() == all.size() && missed() >= 2, handedOut.size() + ", " + missed());
        all.removeAll(handedOut);
        assertEquals(range(first, first + missed()), all);
        assertEquals(List.of(missed()), gaps);
    }

    /** Its ticks are others than those of the event. */
    @Test
    void anEventThatWaitsIsMissedIfTheWorldWasSetBack() {
        start(1);
        run(2 * FollowerRig.SECOND, 0);
        report(rig.server.tick() + 50, 3);
        encoder.flush();
        run(FollowerRig.SECOND / 5, 0);
        rig.serve(300, new WorldId(rig.server.world(), rig.server.world(), -1));
        encode();
        rig.runUntilKnown();
        report(rig.server.tick() + 150, 3);
        encoder.flush();
        run(FollowerRig.SECOND / 20, 0);
        assertEquals(State.NO_TICK, rig.follower.times.senderTick());
        run(3 * FollowerRig.SECOND, 0);
        assertEquals(1, missed());
        assertEquals(List.of(1L), handedOut);
    }
}
