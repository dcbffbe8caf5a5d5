package io.github.freestep.benchmarks.shown;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.motion.OneThread;
import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.Falling;
import io.github.freestep.physics.FaultPolicy;
import io.github.freestep.physics.OverloadPolicy;
import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.Tick;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameMode;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.Ratio;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each frame gets exactly the events that its picture has reached, in order and once, through random pauses, steps,
 * scales, stalls, faults and sleeps of the sampler, in every mode, compared with a naive list. Frames are drawn also
 * while a step computes that has already reported events.
 */
class RandomShownEventsTest {
    private static final long MILLI = 1_000_000;
    private static final int MANY = 1 << 17;

    private final List<Long> ticks = new ArrayList<>();
    private Random random;
    private Physics physics;
    private OneThread both;
    private FrameSampler frames;
    private EventReader events;
    private StateReader states;
    private long newestFailed = -1;
    private double failing;
    private int asleep;
    private long now;
    private long reached = State.NO_TICK;
    private int handed;
    private int held;

    /** With the last seed, the run ends in a pause while the picture catches up after a change of scale. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 166_323})
    void aFrameGetsWhatItsPictureHasReached(long seed) {
        random = Seeds.random(seed);
        try (OneThread thread = new OneThread(new Talking(), () -> MILLI / 10, this::options)) {
            both = thread;
            physics = thread.physics();
            events = physics.events().with(Kind.USER).capacity(MANY).open();
            states = physics.states().reader();
            frames = sampler();
            thread.run(20, 30 + random.nextInt(200), this::frame);
        }
        goOnAfterTheEnd();
        assertEquals(ticks.size(), handed, "all events were handed out");
        assertTrue(handed > 50, () -> "only " + handed);
        // 46 was the lowest of 72 random runs.
        assertTrue(held > 10, () -> "events waited in only " + held + " frames");
    }

    private PhysicsBuilder options(PhysicsBuilder builder) {
        OverloadPolicy[] overload = {OverloadPolicy.slip(), OverloadPolicy.neverSlip()};
        failing = random.nextInt(3) == 0 ? 0 : 0.03;
        return builder.overloadPolicy(overload[random.nextInt(2)])
                .faultPolicy(random.nextBoolean() ? FaultPolicy.skip() : FaultPolicy.pause())
                .window(1 + random.nextInt(6));
    }

    private FrameSampler sampler() {
        FrameMode mode = FrameMode.values()[random.nextInt(3)];
        Duration lateness = random.nextInt(3) > 0 ? null : Duration.ofMillis(random.nextInt(30));
        FrameSampler.Builder options = FrameSampler.builder(physics.states()).mode(mode);
        return (lateness == null || mode == FrameMode.LATEST ? options : options.allowedLateness(lateness)).open();
    }

    private void frame(long nanos) {
        now = nanos;
        disturb();
        if (asleep-- <= 0) {
            show();
        }
    }

    private void disturb() {
        switch (random.nextInt(60)) {
            case 0 -> physics.pause();
            case 1, 2, 3 -> physics.resume();
            case 4, 5 -> physics.pauseAndStep(1 + random.nextInt(4));
            case 6, 7 -> physics.timeScale(Ratio.of(1 + random.nextInt(20), 1 + random.nextInt(8)));
            case 8 -> physics.timeScale(Ratio.ONE);
            case 9 -> asleep = random.nextInt(60);
            default -> {}
        }
    }

    private void show() {
        Frame frame = frames.sample(now);
        if (!frame.hasState()) {
            assertEquals(State.NO_TICK, frame.reachedTick());
            return;
        }
        assertTrue(frame.reachedTick() >= reached, "the picture never goes back");
        reached = frame.reachedTick();
        assertEquals(reached, (long) frame.stepped(0)[0], "the state that decides what is shown");
        states.acquire();
        long due = reached >= states.state(0).tick() ? Math.max(reached, newestFailed) : reached;
        poll(due);
    }

    private void poll(long due) {
        int expected = handed;
        while (expected < ticks.size() && ticks.get(expected) <= due) {
            expected++;
        }
        held += expected < ticks.size() ? 1 : 0;
        int before = handed;
        int count = events.poll(reached, event -> {
            assertEquals(handed, event.data(), "in order, none twice, none missed");
            assertEquals(ticks.get(handed), event.tick());
            handed++;
        });
        assertEquals(expected, handed, () -> "due are events up to tick " + due + " of " + ticks);
        assertEquals(handed - before, count);
    }

    /** The service has ended and closed its events. The picture goes on to its last state. */
    private void goOnAfterTheEnd() {
        assertTrue(events.isOpen());
        // While the service was closed, its clock went on.
        now = Math.max(now, physics.clock().nanoTime());
        for (int i = 0; i < 1_000 && events.isOpen(); i++) {
            now += 5 * MILLI;
            Frame frame = frames.sample(now);
            reached = frame.reachedTick();
            states.acquire();
            poll(reached >= states.state(0).tick() ? Long.MAX_VALUE : reached);
        }
        assertFalse(events.isOpen());
        frames.close();
        states.close();
    }

    /** A world whose steps report events, compute, and sometimes fail. */
    private final class Talking extends Falling {
        private long tick;

        @Override
        public StateLayout layout() {
            return StateLayout.of(1).stepped("tick");
        }

        @Override
        public void step(Tick now) {
            tick = now.number();
            for (int i = random.nextInt(3); i > 0; i--) {
                now.events().user(0, 0, 0, 0, 0, 0, ticks.size());
                ticks.add(tick);
            }
            both.work(random.nextInt(100) == 0 ? random.nextInt(150) * MILLI : random.nextInt(6) * MILLI);
            if (random.nextDouble() < failing) {
                newestFailed = tick;
                throw new IllegalStateException("in the test");
            }
        }

        @Override
        public void write(StateWriter state) {
            state.position(0, tick, 0, 0);
            state.stepped(0, 0, tick);
        }
    }
}
