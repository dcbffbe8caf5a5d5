package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.EventTaker;
import io.github.freestep.internal.EventValues;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Poses;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import io.github.freestep.testing.VirtualNetwork;
import io.github.freestep.time.TimeAnchor;
import io.github.freestep.time.VirtualClock;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Feeds datagrams with random bytes, and real ones with some bytes changed, among those of a server. */
class HostileDatagramsTest {
    private static final int DATAGRAMS = Thorough.of(1_000, 4_000);

    private final TimeAnchor anchor = new TimeAnchor();

    @ParameterizedTest
    @CsvSource({"false, false", "true, false", "false, true", "true, true"})
    void noDatagramThrowsOrMakesANaN(boolean exact, boolean doubles) {
        PoseGrid precision = exact ? PoseGrid.EXACT : PoseGrid.STANDARD;
        StateLayout layout = doubles ? ScriptedServer.LAYOUT.doublePositions() : ScriptedServer.LAYOUT;
        Recording recording = Recording.of(layout, 3, precision, 250, 0.5, 0.5, 0, 5 * FollowerRig.SECOND);
        SplittableRandom random = Seeds.splittable(exact ? 7 : 8);
        Random values = Seeds.random(9);
        int sent = 0;
        int published = 0;
        long ignored = 0;
        long[] events = {0};
        byte[][] newest = {{}};
        boolean fromTheBeginning = false;
        while (sent < DATAGRAMS) {
            StateFollower follower = new StateFollower(layout, new VirtualClock(0));
            StateReader reader = follower.states().reader();
            EventEncoder encoder =
                    new EventEncoder(layout, recording.run, datagram -> newest[0] = VirtualNetwork.copy(datagram));
            for (int i = 0; i < recording.size(); i++) {
                recording.feed(follower, i, i + 1);
                long now = recording.arrivals.get(i).nanos();
                // False stamps can keep a follower from ever knowing the sender's clock.
                if (fromTheBeginning || follower.publishedStates() > 0) {
                    byte[] real = random.nextInt(3) == 0
                            ? events(encoder, newest, follower.times.senderTick(), values)
                            : recording.bytes(i);
                    byte[] hostile = random.nextInt(4) == 0 ? random(random) : mutated(real, random);
                    follower.receive(ByteBuffer.wrap(hostile), now);
                    follower.poll(now);
                    sent++;
                }
                if (reader.acquire()) {
                    published++;
                    check(reader, now);
                }
                events[0] += follower.events.poll(Long.MAX_VALUE, new Plausible(layout.capacity()));
                assertTrue(follower.events.missed() >= 0);
            }
            ignored += follower.ignored();
            fromTheBeginning = !fromTheBeginning;
        }
        assertTrue(ignored > sent / 4 && published > sent / 20, "ignored " + ignored + ", published " + published);
        assertTrue(events[0] > sent / 500, "events " + events[0]);
    }

    /** Makes sure that events have only values that a simulation can have. */
    private record Plausible(int slots) implements EventTaker {
        @Override
        public void event(EventValues event) {
            assertTrue(event.slotA >= -1 && event.slotA < slots && event.slotB >= -1 && event.slotB < slots);
            assertTrue(event.lifeA >= 0 && event.lifeB >= 0 && event.kind > 0 && event.kind <= EventValues.USER);
            boolean isUnknown = Double.isNaN(event.x) && Double.isNaN(event.y) && Double.isNaN(event.z);
            assertTrue(isUnknown || EventCodec.hasPlace(event) && EventCodec.mayHavePlace(event.kind));
            assertTrue(Float.isFinite(event.nx + event.ny + event.nz) && !Float.isInfinite(event.impulse));
        }

        @Override
        public void missed(long count) {
            assertTrue(count > 0);
        }
    }

    /** Returns a datagram with some events of the newest tick. */
    private static byte[] events(EventEncoder encoder, byte[][] datagram, long tick, Random random) {
        for (int i = random.nextInt(5); i >= 0; i--) {
            encoder.event(EventCodecTest.random(random, Math.max(0, tick)));
        }
        encoder.flush();
        return datagram[0];
    }

    private static byte[] random(SplittableRandom random) {
        byte[] bytes = new byte[random.nextInt(Datagrams.MAX_DATAGRAM + 50)];
        random.nextBytes(bytes);
        if (bytes.length > 0 && random.nextBoolean()) {
            int[] kinds = {Datagrams.PIECE, Datagrams.RUN, Datagrams.EVENTS};
            bytes[0] = (byte) kinds[random.nextInt(kinds.length)];
        }
        return bytes;
    }

    private static byte[] mutated(byte[] bytes, SplittableRandom random) {
        byte[] result = Damaged.bytes(bytes, random);
        if (result.length > 8 && random.nextInt(1_000) != 0) {
            // Otherwise nearly all of them would be of other runs.
            System.arraycopy(bytes, 1, result, 1, 8);
        }
        return result;
    }

    /** What a sampler does with states must not throw either. */
    private void check(StateReader reader, long now) {
        State newest = reader.state(0);
        newest.anchor(anchor);
        anchor.simulationAt(now);
        anchor.simulationAt(now + 60 * FollowerRig.SECOND);
        long before = Long.MAX_VALUE;
        for (int age = 0; age < reader.size(); age++) {
            State state = reader.state(age);
            assertTrue(state.simulationNanos() <= before);
            before = state.simulationNanos();
            if (!anchor.isPaused()) {
                anchor.wallAt(state.simulationNanos());
            }
        }
        for (int slot = 0; slot < newest.slots(); slot++) {
            boolean isFinite = Arrays.stream(Poses.of(newest, slot)).allMatch(Double::isFinite);
            assertTrue(isFinite || !newest.isAlive(slot), "slot " + slot);
        }
    }
}
