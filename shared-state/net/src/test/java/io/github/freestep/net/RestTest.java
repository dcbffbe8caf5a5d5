package io.github.freestep.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.Inside;
import io.github.freestep.net.link.LossMeter;
import io.github.freestep.net.link.RoomHeader;
import io.github.freestep.state.State;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A world in which nothing changes for a while, although each tick writes all bodies again. */
class RestTest {
    private static final long MILLI = SenderRig.MILLI;
    private static final long SECOND = SenderRig.SECOND;
    private static final int RATE = 60;

    /** What the link does differs from one to the next. */
    private static final int SEEDS = 8;

    private static final Interest ALL = (client, state, chosen) -> chosen.all();

    private final Map<Long, Float> sent = new HashMap<>();
    private final Map<Long, Float> shown = new HashMap<>();
    private boolean moves = true;
    private float x;
    private long bytes;
    private boolean isDown;

    private SenderRig rig(boolean chooses) {
        return rig(chooses, 20 * MILLI);
    }

    private SenderRig rig(boolean chooses, long wayNanos) {
        return rig(1, chooses, wayNanos);
    }

    private SenderRig rig(long seed, boolean chooses, long wayNanos) {
        SenderRig rig = new SenderRig(seed, 200, 200, RATE, wayNanos, chooses ? ALL : null, Double.POSITIVE_INFINITY) {
            @Override
            void pose(StateWriter state, int body, long atTick) {
                x += moves && body == 0 ? 1 : 0;
                sent.put(atTick, x);
                state.position(body, body + x, 0, 0);
                state.orientation(body, 0, 0, 0, 1);
            }
        };
        rig.loss = (datagram, from, to) -> {
            // The answers to input do not count.
            boolean isOfStates = datagram.get(4) == RoomHeader.PIECE || datagram.get(4) == RoomHeader.STREAM;
            bytes += isOfStates ? datagram.remaining() + LossMeter.UDP_BYTES : 0;
            return isDown;
        };
        return rig;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aWorldAtRestTakesFewBytes(boolean chooses) {
        SenderRig rig = rig(chooses).run(2 * SECOND);
        long age = rig.work.pictureAgeNanos(1);
        moves = false;
        rig.run(SECOND);
        long published = rig.follower.publishedStates();
        bytes = 0;
        rig.run(10 * SECOND);
        assertTrue(bytes < 15_000, () -> bytes / 10 + " bytes per second");
        assertEquals(10 * RATE, rig.follower.publishedStates() - published, 2);
        assertEquals(0, rig.follower.ignored());
        assertEquals(RemoteStates.Status.CONNECTED, rig.receiver.status());
        assertEquals(age, rig.work.pictureAgeNanos(1), 20 * MILLI, "its silences are none of the link's");
        assertFalse(rig.work.clients().get(0).isOverloaded());
        assertEquals(RATE, rig.work.clients().get(0).statesPerSecond(), 1);
        moves = true;
        for (int i = 0; i < 100; i++) {
            rig.run(10 * MILLI);
            assertEquals(age, rig.work.pictureAgeNanos(1), 20 * MILLI, "nor are they when all moves again");
        }
    }

    /** A receiver that joins in a rest has not seen any two states in a row. */
    @ParameterizedTest
    @ValueSource(longs = {0, 100})
    void theTimesOfStatesAreThoseOfTheSender(long millis) {
        SenderRig rig = rig(false, millis * MILLI);
        rig.isThere = false;
        moves = false;
        rig.run(3 * SECOND);
        rig.isThere = true;
        rig.run(SECOND);
        State before = newest(rig);
        long tick = before.tick();
        long nanos = before.simulationNanos();
        rig.run(2 * SECOND);
        assertEquals(2 * RATE, newest(rig).tick() - tick, 2);
        assertEquals((newest(rig).tick() - tick) * SECOND / RATE, newest(rig).simulationNanos() - nanos, 100);
    }

    private static State newest(SenderRig rig) {
        StateReader reader = rig.follower.states().reader();
        reader.acquire();
        return reader.state(0);
    }

    /** Each state from the first movement on is shown as it was sent, whatever the link did in the rest. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatMovesAfterARestIsShownInEachState(boolean chooses) {
        long wrong = 0;
        for (int seed = 1; seed <= SEEDS; seed++) {
            wrong += wrong(rig(seed, chooses, 20 * MILLI));
        }
        // In ten rests, one or two states are later than all before.
        assertTrue(wrong <= 3 * SEEDS, wrong + " states");
    }

    private long wrong(SenderRig rig) {
        sent.clear();
        shown.clear();
        rig.toClients.jitterNanos = 40 * MILLI;
        rig.run(5 * SECOND);
        for (int i = 0; i < 20; i++) {
            moves = i % 2 == 1;
            rig.toClients.loss = moves ? 0 : 0.1;
            show(rig, SECOND);
        }
        long newest = sent.size() - 1;
        long wrong = 0;
        for (long tick = newest - 19 * RATE; tick < newest - 8; tick++) {
            wrong += sent.get(tick).equals(shown.get(tick)) ? 0 : 1;
        }
        return wrong;
    }

    private void show(SenderRig rig, long nanos) {
        try (StateReader reader = rig.follower.states().reader()) {
            for (long left = nanos; left > 0; left -= MILLI) {
                rig.run(MILLI);
                reader.acquire();
                for (int age = reader.size() - 1; age >= 0; age--) {
                    State state = reader.state(age);
                    shown.put(state.tick(), state.x()[0]);
                }
            }
        }
    }

    @Test
    void aLinkThatGoesDownInARestIsNoticed() {
        SenderRig rig = rig(false).run(2 * SECOND);
        moves = false;
        rig.run(2 * SECOND);
        isDown = true;
        rig.run(900 * MILLI);
        assertEquals(RemoteStates.Status.CONNECTED, rig.receiver.status());
        rig.run(200 * MILLI);
        assertEquals(RemoteStates.Status.LOST, rig.receiver.status());
    }

    @Test
    void whatIsLostInARestIsRepeatedAsSoonAsInMotion() {
        SenderRig rig = rig(false).run(2 * SECOND);
        moves = false;
        rig.run(2 * SECOND);
        List<Long> streamed = new ArrayList<>();
        rig.loss = (datagram, from, to) ->
                datagram.get(4) == RoomHeader.STREAM && streamed.add(rig.clock.nanoTime()) && streamed.size() == 1;
        rig.run(SECOND);
        long after = (streamed.get(1) - streamed.get(0)) / MILLI;
        assertTrue(after <= 52, after + " ms");
    }

    /** What is late must not seem to have come, and its receivers make copies themselves. */
    @Test
    void aRelaySendsNoCopies() {
        SenderRig relay = new SenderRig(20, 20, RATE, 0);
        relay.run(SECOND);
        long published = relay.follower.publishedStates();
        boolean[] isCopy = {true};
        relay.step = () -> Inside.of(relay.publisher.bodies()).isCopy = isCopy[0];
        relay.run(50 * MILLI);
        assertEquals(published, relay.follower.publishedStates());
        isCopy[0] = false;
        relay.run(50 * MILLI);
        assertTrue(relay.follower.publishedStates() > published);
    }
}
