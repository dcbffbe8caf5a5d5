package io.github.freestep.benchmarks.shown;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.render.Frame;
import io.github.freestep.state.State;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.Ratio;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Frames show the same content of states from all sources. Where they do not, {@link Way#reason} says why. */
class WaysTest {
    @ParameterizedTest
    @EnumSource
    void framesShowWhatStatesHold(Way way) throws Exception {
        show(way, Parade::near);
    }

    @ParameterizedTest
    @EnumSource
    void framesShowPositionsInDoubles(Way way) throws Exception {
        show(way, Parade::far);
    }

    static void show(Way way, Supplier<Parade> worlds) throws Exception {
        Parade world = worlds.get();
        Watcher watcher = new Watcher(way) {
            @Override
            public void frame(Frame frame) {
                super.frame(frame);
                check(world, frame);
            }
        };
        way.show(worlds, watcher);
        assertTrue(watcher.reached > 200, "the last frame has reached tick " + watcher.reached);
    }

    static LongStream seeds() {
        return Seeds.first(20);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aLinkThatLosesDatagramsShowsTheSame(long seed) {
        try (ParadeLink link = new ParadeLink(Parade.near(), Way.LOSS, seed)) {
            Actor actor = new Actor(Way.LOSSY);
            link.show(actor);
            actor.assertSeen();
        }
    }

    /** Sees what a way shows, and checks that events come when they are seen. */
    private static class Watcher implements Viewer {
        private static final long GLIDE_NANOS = 200_000_000;

        /** What is late with bodies that come in some states only. It is so once those have come twice. */
        private static final Set<Feature> LATE = EnumSet.of(Feature.POSES, Feature.DOUBLES, Feature.LINEAR);

        private static final int SETTLED_TICKS = 40;
        final Way way;
        final List<Long> heard = new ArrayList<>();
        long reached = State.NO_TICK;
        private long before = State.NO_TICK;
        private boolean hasBridged;
        private long bridgedNanos;

        Watcher(Way way) {
            this.way = way;
        }

        void check(Parade world, Frame frame) {
            if (way == Way.GROUP && frame.newerTick() - frame.olderTick() > 1) {
                // In real time, a frame may miss states of a catch-up. It shows a straight line between the others.
                return;
            }
            double ticks = (double) frame.simulationNanos() / way.tickNanos();
            for (Feature feature : Feature.values()) {
                if (way.reason(feature) == null && !mayGlide(feature, frame)) {
                    feature.check(world, frame, ticks);
                }
                if (way.lateTicks() > 0 && LATE.contains(feature) && ticks > SETTLED_TICKS) {
                    feature.check(world, frame, ticks - way.lateTicks());
                }
            }
        }

        @Override
        public void frame(Frame frame) {
            before = reached;
            reached = frame.reachedTick();
            if (frame.isBridged()) {
                hasBridged = true;
                bridgedNanos = frame.frameNanos();
            }
        }

        /** Whether a body may glide, such as to a new parent, because the picture went on without the late states. */
        private boolean mayGlide(Feature feature, Frame frame) {
            boolean hasGuessed = hasBridged && frame.frameNanos() - bridgedNanos < GLIDE_NANOS;
            // If a pause is learned late, the picture was ahead of it, and all that moves glides back.
            boolean glides = feature == Feature.ATTACHED || frame.isPaused();
            return hasGuessed && (way == Way.GROUP || way == Way.LOSSY && glides);
        }

        @Override
        public void event(long tick, long data) {
            assertEquals(data, tick);
            assertTrue(tick <= reached && tick > before, () -> "tick " + tick + " after " + before + ", at " + reached);
            heard.add(tick);
        }

        @Override
        public void act(Hands hands, long tick) {}
    }

    @ParameterizedTest
    @EnumSource
    void eachEventIsHeardOnce(Way way) throws Exception {
        Watcher watcher = new Watcher(way);
        way.show(Parade::near, watcher);
        if (way.reason(Deed.EVENTS) != null) {
            assertEquals(List.of(), watcher.heard);
            return;
        }
        long first = watcher.heard.get(0);
        assertTrue(first < 180, () -> "the first event was of tick " + first);
        List<Long> expected = new ArrayList<>();
        for (long tick = first; tick <= watcher.reached; tick++) {
            if (Parade.hasEvent(tick)) {
                expected.add(tick);
            }
        }
        assertEquals(expected, watcher.heard);
    }

    @ParameterizedTest
    @EnumSource
    void whatAViewerDoesIsSeen(Way way) throws Exception {
        Actor actor = new Actor(way);
        way.show(Parade::near, actor);
        actor.assertSeen();
    }

    /** Does each thing once that is possible. */
    private static final class Actor extends Watcher {
        private static final long PAUSED_NANOS = 300_000_000;
        private final Parade world = Parade.near();
        private float code;
        private float commanded;

        /** The number of frames in which time stood still. */
        private int paused;

        /** How fast simulation time went on after the scale was set. */
        private double scale;

        private boolean hasSent;
        private boolean hasTold;
        private boolean hasPaused;
        private boolean hasScaled;
        private boolean awaitsResume;
        private long pausedNanos;
        private long simulationNanos;
        private long beganNanos;
        private long beganSimulationNanos;

        /** The time of the viewer, which no pause stops. */
        private long nowNanos;

        Actor(Way way) {
            super(way);
        }

        @Override
        public void frame(Frame frame) {
            super.frame(frame);
            if (way != Way.GROUP && way != Way.RARE) {
                // In real time, a late step can bend the picture. So does a pause, if bodies are late.
                check(world, frame);
            }
            // In a match in the thread of its caller, the clock of the frames stands still as well.
            paused += frame.simulationNanos() == simulationNanos && (frame.isPaused() || way == Way.MATCH) ? 1 : 0;
            code = frame.stepped(1)[Parade.RUNNER];
            commanded = frame.stepped(2)[Parade.RUNNER];
            simulationNanos = frame.simulationNanos();
            // In real time, the picture may be late.
            long wall = way == Way.GROUP ? frame.frameNanos() : nowNanos;
            long simulated = way == Way.GROUP ? frame.currentSimulationNanos() : simulationNanos;
            if (reached > 210 && beganNanos == 0) {
                beganNanos = wall;
                beganSimulationNanos = simulated;
            } else if (beganNanos != 0) {
                scale = (double) (simulated - beganSimulationNanos) / (wall - beganNanos);
            }
        }

        void assertSeen() {
            assertTrue(reached > 200, "the last frame has reached tick " + reached);
            assertEquals(way.reason(Deed.INPUT) == null ? Parade.code(Parade.OWN_SEAT, 3) : 0, code);
            assertEquals(way.reason(Deed.COMMANDS) == null ? 5 : 0, commanded);
            if (way.reason(Deed.PAUSES) == null) {
                assertTrue(paused > 5, () -> paused + " paused frames");
            }
            if (way.reason(Deed.SCALES) == null) {
                assertEquals(0.5, scale, 0.1);
            }
        }

        @Override
        public void act(Hands hands, long tick) {
            nowNanos = way == Way.GROUP ? System.nanoTime() : nowNanos + Way.FRAME_NANOS;
            if (tick > 60 && !hasSent) {
                hasSent = hands.action(3);
            }
            if (tick > 70 && !hasTold && way.reason(Deed.COMMANDS) == null) {
                hasTold = true;
                hands.submit(new Parade.Tell(5));
            }
            if (tick > 170 && !hasPaused && way.reason(Deed.PAUSES) == null) {
                hasPaused = true;
                awaitsResume = true;
                pausedNanos = nowNanos;
                hands.pause();
            }
            if (awaitsResume && nowNanos - pausedNanos > PAUSED_NANOS) {
                awaitsResume = false;
                hands.resume();
            }
            if (tick > 180 && !hasScaled && way.reason(Deed.SCALES) == null) {
                hasScaled = true;
                hands.timeScale(Ratio.of(1, 2));
            }
        }
    }
}
