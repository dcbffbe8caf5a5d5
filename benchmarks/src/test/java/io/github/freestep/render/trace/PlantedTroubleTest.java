package io.github.freestep.render.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.motion.OneThread;
import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.internal.time.EstimatedClock;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.trace.MotionReport.Cause;
import io.github.freestep.render.trace.MotionReport.Finding;
import io.github.freestep.render.trace.log.MotionLog;
import io.github.freestep.render.trace.log.VmPause;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.TimeAnchor;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A real service on a virtual clock, at 100 Hz and usually 60 frames a second, with one trouble at 8 s. The report must
 * name it, and when it was, in the words of a game programmer.
 */
class PlantedTroubleTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;

    /** The frame and the tick at which a single trouble begins. */
    private static final int FRAME = 480;

    private static final int TICK = 800;

    /** A game. Its subclasses plant what they like. */
    private static class Game {
        OneThread both;
        final MotionLog log = new MotionLog("frames");
        double fps = 60;
        double seconds = 12;
        double display = 60;
        int tick;
        int frame;

        PhysicsBuilder physics(PhysicsBuilder builder) {
            return builder;
        }

        FrameSampler.Builder sampler(FrameSampler.Builder builder) {
            return builder;
        }

        /** How long the step of {@link #tick} takes. */
        long step() {
            return 3 * MILLI;
        }

        /** The time that the host passes for a frame. */
        long time(long nanos) {
            return nanos;
        }

        /** After the frame. */
        void framed(long nanos) {}

        final boolean during(double from, double to) {
            return tick >= 100 * from && tick < 100 * to;
        }

        /** Makes a log of a run. */
        void play() {
            UnaryOperator<PhysicsBuilder> options = this::physics;
            try (OneThread all = new OneThread(
                    Scenes.of("springs", 1, 1, StepCost.NONE),
                    () -> {
                        tick++;
                        return step();
                    },
                    options)) {
                both = all;
                FrameSampler frames = sampler(FrameSampler.builder(all.states()).listener(log.listener()))
                        .open();
                all.run(seconds, fps, nanos -> {
                    frames.sample(time(nanos));
                    framed(nanos);
                    frame++;
                });
                // The thread of the frames owns the sampler.
                all.run(1 / fps, fps, nanos -> frames.close());
            }
        }
    }

    /** Times from 30 ms behind the clock to 20 ms ahead of it, and back, 12 times in 20 s. */
    private static final class SwayingTimes extends Game {
        @Override
        long time(long nanos) {
            return nanos + (Math.abs(frame % 100 - 50) - 30) * MILLI;
        }
    }

    /** One frame in 40 is late by 15 ms. */
    private static final class JitteryLoop extends Game {
        @Override
        void framed(long nanos) {
            if (frame % 40 == 0 && frame >= FRAME) {
                both.hitch(15 * MILLI);
            }
        }
    }

    /** States of another process, of which 9 are lost. */
    private static final class Network extends Game {
        @Override
        void play() {
            AtomicLong time = new AtomicLong();
            EstimatedClock clock = time::get;
            StatePublisher publisher = StatePublisher.of(StateLayout.of(1), 4, clock, false);
            StateBuffer states = publisher.states();
            TimeAnchor anchor = new TimeAnchor();
            try (FrameSampler frames =
                    FrameSampler.builder(states).listener(log.listener()).open()) {
                long next = 0;
                for (long now = 5 * MILLI; now < 12 * SECOND; now += SECOND / 60) {
                    for (; next * 10 * MILLI + 3 * MILLI <= now; next++) {
                        if (next < TICK || next >= TICK + 9) {
                            publisher.begin(next, next * 10 * MILLI, anchor, next * 10 * MILLI);
                            publisher.publish(next * 10 * MILLI + 3 * MILLI);
                        }
                    }
                    time.set(now);
                    frames.sample(now);
                }
            }
        }
    }

    private record Plant(String name, Game game, Cause cause, double atSecond, long tick, String... words) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Game longStep(long usual, long nanos) {
        return new Game() {
            @Override
            long step() {
                return tick == TICK ? nanos : usual;
            }
        };
    }

    private static Game longSteps(long nanos, double until) {
        return new Game() {
            {
                seconds = until + 4;
            }

            @Override
            long step() {
                return during(8, until) ? nanos : 3 * MILLI;
            }
        };
    }

    private static Game stops(long nanos, boolean inStep, boolean collects) {
        return new Game() {
            {
                seconds = 12 + nanos / 1e9;
            }

            private void stop(long at) {
                both.stop(nanos);
                if (collects) {
                    log.add(new VmPause(at, nanos, null));
                }
            }

            @Override
            long step() {
                if (inStep && tick == TICK) {
                    stop(8 * SECOND);
                }
                return 3 * MILLI;
            }

            @Override
            void framed(long now) {
                if (!inStep && frame == FRAME) {
                    stop(now);
                }
            }
        };
    }

    private static Game passes(double rate, long offNanos) {
        return new Game() {
            {
                fps = rate;
            }

            @Override
            long time(long nanos) {
                return nanos + offNanos;
            }
        };
    }

    static Stream<Plant> plants() {
        return Stream.of(
                new Plant("1 collection in a step", stops(72 * MILLI, true, true), Cause.GC_PAUSE, 8, -1, "72 ms"),
                new Plant("2 collection in a frame", stops(69 * MILLI, false, true), Cause.GC_PAUSE, 8, -1, "69 ms"),
                new Plant("3 a slow step", longStep(3 * MILLI, 61 * MILLI), Cause.LONG_STEP, 8, TICK, "took 61 ms"),
                new Plant(
                        "4 the physics thread does not run",
                        new Game() {
                            @Override
                            void framed(long nanos) {
                                if (frame == FRAME) {
                                    both.stall(60 * MILLI);
                                }
                            }
                        },
                        Cause.LATE_WAKE_UP,
                        8,
                        TICK + 3,
                        "although it was free"),
                new Plant(
                        "5 the frame loop does not run",
                        new Game() {
                            @Override
                            void framed(long nanos) {
                                if (frame == FRAME) {
                                    both.hitch(60 * MILLI);
                                }
                            }
                        },
                        Cause.LATE_FRAME,
                        8,
                        -1,
                        "a frame 60 ms late"),
                new Plant("6 hole in the network", new Network(), Cause.NETWORK_HOLE, 8, TICK + 9, "9 ticks have no"),
                new Plant("7 jittery loop", new JitteryLoop(), Cause.LATE_FRAME, 8, -1, "a frame 15 ms late"),
                new Plant(
                        "8 both threads do not run",
                        stops(190 * MILLI, false, false),
                        Cause.STOPPED,
                        8,
                        -1,
                        "nothing ran from 8.0",
                        "(190 ms)",
                        "neither"),
                new Plant(
                        "9 overload",
                        longSteps(12 * MILLI, 14.5),
                        Cause.LONG_STEP,
                        8,
                        TICK,
                        "steps took 12 ms on average, and a tick is 10 ms",
                        "the simulation dropped"),
                new Plant(
                        "10 overload of 2 s",
                        longSteps(13 * MILLI, 10),
                        Cause.LONG_STEP,
                        8,
                        TICK,
                        "steps took 13 ms on average, and a tick is 10 ms"),
                new Plant("11 process stopped", stops(3 * SECOND, false, false), Cause.STOPPED, 8, -1, "(3.0 s)"),
                new Plant(
                        "12 machine suspended",
                        stops(1_200 * SECOND, false, false),
                        Cause.STOPPED,
                        8,
                        -1,
                        "(20 min)",
                        "the process or the machine was stopped"),
                new Plant("13 debugger", stops(5 * SECOND, true, false), Cause.STOPPED, 8, -1, "(5.0 s)"),
                new Plant(
                        "14 frame times at an unsteady distance from the clock",
                        new SwayingTimes(),
                        Cause.FRAME_TIMES,
                        // When the picture freezes for the first time.
                        3,
                        -1,
                        "behind the clock to",
                        "ahead of the clock"),
                new Plant(
                        "15 few states",
                        new Game() {
                            @Override
                            PhysicsBuilder physics(PhysicsBuilder builder) {
                                return builder.publishEvery(10);
                            }
                        },
                        Cause.STATES_APART,
                        0,
                        -2,
                        "100 ms apart",
                        "only one tick in 10"),
                new Plant(
                        "16 no lateness allowed",
                        new Game() {
                            {
                                fps = 144;
                            }

                            @Override
                            FrameSampler.Builder sampler(FrameSampler.Builder builder) {
                                return builder.allowedLateness(Duration.ZERO).bridge(false);
                            }
                        },
                        Cause.ALLOWED_LATENESS,
                        1,
                        -2,
                        "late by up to 0.0 ms",
                        "3.0 ms late"),
                new Plant(
                        "17 one frame time 2 s ahead",
                        new Game() {
                            @Override
                            long time(long nanos) {
                                return frame == FRAME ? nanos + 2 * SECOND : nanos;
                            }
                        },
                        Cause.FRAME_TIMES,
                        8,
                        -1,
                        "frame 481",
                        "2.0 s before"),
                new Plant(
                        "18 a loop of 100 frames a second on a display of 60 Hz",
                        new Game() {
                            {
                                fps = 100;
                            }
                        },
                        Cause.DISPLAY_RATE,
                        0,
                        -1,
                        "100 frames a second",
                        "60 Hz"),
                new Plant("20a a slow step of a light world", light(60), Cause.LONG_STEP, 8, TICK, "took 60 ms"),
                new Plant("20b a slow step of a light world", light(100), Cause.LONG_STEP, 8, TICK, "took 100 ms"),
                new Plant("20c a slow step of a light world", light(200), Cause.LONG_STEP, 8, TICK, "took 200 ms"),
                new Plant("20d a slow step in fast frames", fast(light(200)), Cause.LONG_STEP, 8, TICK, "took 200 ms"));
    }

    private static Game light(long millis) {
        return longStep(20_000, millis * MILLI);
    }

    private static Game fast(Game game) {
        game.fps = 144;
        return game;
    }

    private List<Finding> findings(Game game) {
        game.play();
        MotionReport report = MotionReport.of(game.log);
        return Stream.concat(report.findings().stream(), Stream.ofNullable(report.onDisplay(game.display)))
                .filter(finding -> finding.cause() != Cause.DISPLAY_RATE || game.fps == 100)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("plants")
    void isNamedWithItsInstantAndWhatToChange(Plant plant) {
        List<Finding> all = findings(plant.game);
        assertFalse(all.isEmpty(), "nothing was found");
        Finding first = all.get(0);
        assertEquals(plant.cause, first.cause(), all::toString);
        assertTrue(
                all.stream().allMatch(each -> each.cause() == plant.cause),
                () -> "another cause was found, too: " + all);
        double at = plant.cause == Cause.DISPLAY_RATE ? 0 : first.startNanos() / 1e9;
        assertEquals(plant.atSecond, at, 1.2, first::toString);
        if (plant.tick != -2) {
            assertEquals(plant.tick, first.tick(), first::toString);
        }
        for (String word : plant.words) {
            assertTrue(first.text().contains(word), () -> word + " in " + first.text());
        }
        assertTrue(first.advice().length() > 10, first::toString);
        // Times that sway are a trouble at each turn.
        int most = plant.game instanceof JitteryLoop ? 6 : plant.game instanceof SwayingTimes ? 24 : 1;
        assertTrue(all.size() <= most, () -> "one trouble, and these findings: " + all);
    }

    /** The window hides it. */
    @Test
    void aStepOf22MillisecondsIsNotSeen() {
        assertEquals(List.of(), findings(longStep(3 * MILLI, 22 * MILLI)));
    }

    @Test
    void frameTimesAtASteadyDistanceFromTheClockAreEven() {
        assertEquals(List.of(), findings(passes(29.97, 40 * MILLI)));
        assertEquals(List.of(), findings(passes(60, -60 * MILLI)));
    }

    @Test
    void theServicesOwnSlowMotionIsNoChangeByTheGame() {
        for (long millis : new long[] {11, 13, 15, 25}) {
            List<Finding> all = findings(longSteps(millis * MILLI, 12));
            assertTrue(all.stream().noneMatch(each -> each.cause() == Cause.SCALE_CHANGE), all::toString);
        }
    }

    /** A neighbour explains only the frames that it can explain. */
    @Test
    void aSlowStepAfterAPauseOrAChangeOfScaleIsNamed() {
        for (boolean scales : new boolean[] {false, true}) {
            List<Finding> all = findings(new Game() {
                @Override
                void framed(long nanos) {
                    if (scales && frame == FRAME - 15) {
                        both.scale(Ratio.of(1, 2));
                    } else if (!scales && frame == FRAME - 45) {
                        both.pause();
                    } else if (!scales && frame == FRAME - 15) {
                        both.resume();
                    }
                }

                @Override
                long step() {
                    return frame == FRAME && tick != 0 ? once(80 * MILLI) : 3 * MILLI;
                }

                private boolean done;

                private long once(long nanos) {
                    long cost = done ? 3 * MILLI : nanos;
                    done = true;
                    return cost;
                }
            });
            List<Cause> causes = all.stream().map(Finding::cause).toList();
            assertEquals(
                    scales
                            ? List.of(Cause.SCALE_CHANGE, Cause.LONG_STEP)
                            : Arrays.asList(Cause.PAUSE, Cause.PAUSE, Cause.LONG_STEP),
                    causes,
                    all::toString);
            assertTrue(all.get(all.size() - 1).text().contains("took 80 ms"), all::toString);
        }
    }
}
