package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.Bodies;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class FrameSamplerTest {
    private static final long MILLI = SimulatedPhysics.MILLI;
    private static final long FRAME_NANOS = 1_000_000_000 / 144;
    private static final int THROWN = 0;
    private static final int SPINNING = 1;
    private static final int SWINGING = 2;
    private static final int OTHER = 3;

    private final StateLayout layout = StateLayout.of(4).linear("phase").stepped("second");
    private final SimulatedPhysics physics = new SimulatedPhysics(layout, 4, FrameSamplerTest::write);
    private final Bodies bodies = physics.publisher.bodies();
    private final FrameSampler frames = FrameSampler.open(physics.publisher.states());
    private long now;

    /** Writes poses that follow a formula of simulation time. */
    private static void write(StateWriter state, long simulationNanos) {
        double t = simulationNanos / 1e9;
        state.position(THROWN, (float) (3 * t), (float) (5 * t - 4.905 * t * t), 1);
        state.orientation(THROWN, 0, 0, 0, 1);
        state.position(SPINNING, 0, 0, 0);
        state.orientation(SPINNING, 0, (float) Math.sin(t), 0, (float) Math.cos(t));
        state.position(SWINGING, (float) Math.sin(2 * t), 0, 0);
        state.orientation(SWINGING, 0, 0, 0, 1);
        state.position(OTHER, 100, (float) t, 0);
        state.orientation(OTHER, 0, 0, 0, 1);
        state.linear(0, THROWN, 10 * t);
        state.linear(0, SWINGING, Math.sin(2 * t));
        state.stepped(0, THROWN, Math.floor(t));
    }

    private Frame sample(long millis) {
        Frame frame = null;
        for (long end = now + millis * MILLI; now < end; ) {
            now += FRAME_NANOS;
            physics.runTo(now);
            frame = frames.sample(now);
        }
        return frame;
    }

    private void spawnAll() {
        for (int body = 0; body < 3; body++) {
            bodies.spawn(body);
        }
    }

    @Test
    void misuseIsRefusedWithAMessageAboutTheSampler() throws Exception {
        FrameSampler held = FrameSampler.builder(
                        io.github.freestep.state.StatePublisher.of(layout).states())
                .clock(new VirtualClock(0))
                .open();
        held.sample();
        List<String> messages = new ArrayList<>();
        Thread other = new Thread(() -> {
            messages.add(assertThrows(IllegalStateException.class, held::sample).getMessage());
            messages.add(assertThrows(IllegalStateException.class, held::close).getMessage());
        });
        other.start();
        other.join();
        held.close();
        held.close();
        messages.add(assertThrows(IllegalStateException.class, held::sample).getMessage());
        assertEquals(3, messages.size());
        assertTrue(messages.get(0).startsWith("this sampler, history or reader belongs to Thread["), messages.get(0));
        assertTrue(messages.get(1).endsWith("or use a history on one thread at a time"), messages.get(1));
        assertEquals("this sampler, history or reader is closed; create another", messages.get(2));
    }

    /** A body that jumps between the largest and the smallest numbers, in every mode, with late ticks. */
    @ParameterizedTest
    @EnumSource(FrameMode.class)
    void finiteStatesGiveFiniteFrames(FrameMode mode) {
        float most = Float.MAX_VALUE;
        float[] values = {most, -most, 0, -0f, most / 2, 1, Float.MIN_VALUE, Float.MIN_NORMAL, 1e-15f, -1e10f, 1.9e19f};
        Random random = Seeds.random(5);
        SimulatedPhysics wild = new SimulatedPhysics(layout, 4, (state, simulationNanos) -> {
            for (int body = 0; body < 4; body++) {
                float[] any = new float[8];
                for (int i = 0; i < any.length; i++) {
                    any[i] = values[random.nextInt(values.length)];
                }
                state.position(body, any[0], any[1], any[2]);
                state.orientation(body, any[3], any[4], any[5], any[6]);
                state.linear(0, body, any[7]);
            }
        });
        for (int body = 0; body < 4; body++) {
            wild.publisher.bodies().spawn(body);
        }
        FrameSampler sampler =
                FrameSampler.builder(wild.publisher.states()).mode(mode).open();
        boolean corrected = false;
        for (int frame = 0; frame < 5_000; frame++) {
            now += MILLI;
            if (frame % 100 == 0) {
                wild.stall(now, 14 * MILLI);
            }
            wild.runTo(now);
            Frame shown = sampler.sample(now);
            corrected |= shown.picture.blend.left() > 0;
            for (float[] component : shown.picture.poses.all) {
                for (int body = 0; body < 4; body++) {
                    assertTrue(Float.isFinite(component[body]), "frame " + frame + ", body " + body);
                }
            }
        }
        assertEquals(mode != FrameMode.LATEST, corrected);
    }

    @Test
    void aPictureInACatchUpDoesNotChangeWhileStatesAreOverwritten() {
        spawnAll();
        sample(1_500);
        physics.stall(now, 300 * MILLI);
        sample(299);
        int across = 0;
        for (int i = 0; i < 300; i++) {
            now += MILLI;
            physics.runTo(now);
            Frame frame = frames.sample(now);
            across += frame.newerTick() > frame.picture.olderTick + 1 ? 1 : 0;
            assertEquals(3 * frame.simulationNanos() / 1e9, frame.x()[THROWN], 1e-3);
            assertEquals((float) (frame.picture.reachedTick / 100), frame.stepped(0)[THROWN]);
        }
        assertTrue(across > 5, "only " + across + " frames are across states that were missed");
    }

    @Test
    void aPictureThatWaitsForCloserStatesDoesNotMoveBack() {
        physics.writesEvery(5);
        physics.ticksCost(MILLI / 20);
        spawnAll();
        sample(1_000);
        physics.scale(now, Ratio.of(10));
        // Run until just after a state.
        sample(995);
        physics.stall(now, 12 * MILLI);
        bodies.spawn(OTHER);
        float before = 0;
        int waits = 0;
        for (int i = 0; i < 300; i++) {
            now += MILLI / 2;
            physics.runTo(now);
            if (i == 20) {
                physics.writesEvery(1);
                physics.ticksCost(3 * MILLI);
                physics.scale(now, Ratio.of(1, 10));
            }
            Frame frame = frames.sample(now);
            String where = "frame " + i + ", back to " + frame.x()[THROWN] + " from " + before;
            assertTrue(frame.x()[THROWN] >= before - 1e-5f, where);
            before = frame.x()[THROWN];
            boolean outOfReach = frame.simulationNanos() > (3 * frame.newerTick() - 2 * frame.olderTick()) * 10 * MILLI;
            waits += outOfReach ? 1 : 0;
            assertTrue(
                    !outOfReach || frame.isAlive(OTHER),
                    "a body that has appeared must be shown while the picture waits");
        }
        assertTrue(waits > 2, waits + " frames waited");
        assertEquals(3e-9 * frames.sample(now).simulationNanos(), before, 1e-4);
    }

    @ParameterizedTest
    @CsvSource({"false, 60", "true, 1"})
    void aTimeOfAnotherClockIsRefused(boolean isStepper, long behindMinutes) {
        long start = 7_000 * MILLI;
        long minute = 60_000 * MILLI;
        StateBuffer states = StatePublisher.of(StateLayout.of(1), 4, new VirtualClock(start), isStepper)
                .states();
        try (FrameSampler sampler = FrameSampler.open(states)) {
            long earliest = start - behindMinutes * minute;
            long latest = start + minute;
            assertThrows(IllegalArgumentException.class, () -> sampler.sample(earliest - 1));
            assertEquals(earliest, sampler.sample(earliest).frameNanos());
            assertEquals(start, sampler.sample(latest + 1).frameNanos(), "the machine may have slept");
            assertEquals(
                    "frameNanos must be a reading of states().clock(), at most " + behindMinutes
                            + " min before and 1 min after 7000000000, was 67000000001; call sample(), or pass a"
                            + " reading of that clock, which need not be System.nanoTime()",
                    assertThrows(IllegalArgumentException.class, () -> sampler.sample(latest + 1))
                            .getMessage());
            assertEquals(latest, sampler.sample(latest).frameNanos());
        }
    }

    /** Refuses a second sampler. */
    private static final class OneSampler implements FrameListener {
        final IllegalStateException refusal = new IllegalStateException("it has one");
        boolean hasSampler;

        @Override
        public void opened(StateBuffer of, SamplerOptions options) {
            if (hasSampler) {
                throw refusal;
            }
            hasSampler = true;
        }

        @Override
        public void sampled(long hostNanos, long clockNanos, Frame frame, StateReader news) {}
    }

    /** The buffer has 62 places. */
    @Test
    void aListenerMayRefuseASampler() {
        OneSampler listener = new OneSampler();
        FrameSampler.Builder refused =
                FrameSampler.builder(physics.publisher.states()).listener(listener);
        listener.hasSampler = true;
        for (int i = 0; i < 100; i++) {
            assertSame(listener.refusal, assertThrows(IllegalStateException.class, refused::open));
        }
        listener.hasSampler = false;
        refused.open().close();
    }

    @Test
    void aSamplerThatFindsNoPlaceLeavesItsListenerFree() {
        StateBuffer states = physics.publisher.states();
        List<StateReader> readers = new ArrayList<>();
        assertThrows(IllegalStateException.class, () -> {
            while (true) {
                readers.add(states.reader());
            }
        });
        OneSampler listener = new OneSampler();
        FrameSampler.Builder builder = FrameSampler.builder(states).listener(listener);
        assertThrows(IllegalStateException.class, builder::open);
        readers.forEach(StateReader::close);
        builder.open().close();
        assertTrue(listener.hasSampler);
    }
}
