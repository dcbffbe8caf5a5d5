package io.github.freestep.render.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.motion.OneThread;
import io.github.freestep.benchmarks.motion.Recorded;
import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.render.FrameMode;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.trace.MotionReport.Cause;
import io.github.freestep.render.trace.MotionReport.Finding;
import io.github.freestep.render.trace.log.MotionBytes;
import io.github.freestep.render.trace.log.MotionLog;
import io.github.freestep.render.trace.log.Neighbour;
import io.github.freestep.render.trace.log.Neighbour.Kind;
import io.github.freestep.render.trace.log.VmPause;
import io.github.freestep.testing.Rows;
import io.github.freestep.time.Ratio;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

    /** The threads of ticks and frames. */
    private static final long TICKS = 1;

    private static final long FRAMES = 2;
    private static final String PATHS = "com.example.World.paths";

    /** A game, in which a test plants what it likes. */
    private static final class Game {
        OneThread both;
        /** Adds what the recorder of the JDK would have seen. */
        Consumer<MotionLog> seen = log -> {};

        double fps = 60;
        double seconds = 12;

        /** For how long the service runs on without a sampler. What it does then must not hide what was before. */
        double outlives = 6;

        int tick;
        int frame;
        UnaryOperator<FrameSampler.Builder> sampler = builder -> builder;

        /** How long the step of {@link #tick} takes. */
        LongSupplier step = () -> 3 * MILLI;

        /** The time that the host passes for a frame. */
        LongUnaryOperator time = nanos -> nanos;

        /** After the frame. */
        LongConsumer framed = nanos -> {};

        private void play() {
            try (OneThread all = new OneThread(
                    Scenes.of("springs", 1, 1, StepCost.NONE),
                    () -> {
                        tick++;
                        return step.getAsLong();
                    },
                    builder -> builder)) {
                both = all;
                FrameSampler frames = sampler.apply(
                                FrameSampler.builder(all.states()).listener(MotionEvents.listener()))
                        .open();
                all.run(seconds, fps, nanos -> {
                    frames.sample(time.applyAsLong(nanos));
                    framed.accept(nanos);
                    frame++;
                });
                // The thread of the frames owns the sampler.
                all.run(1 / fps, fps, nanos -> frames.close());
                all.run(outlives, fps, nanos -> {});
            }
        }

        Game atFrame(LongConsumer deed) {
            framed = nanos -> {
                if (frame == FRAME) {
                    deed.accept(nanos);
                }
            };
            return this;
        }

        Game longStep(long usual, long nanos) {
            step = () -> tick == TICK ? nanos : usual;
            return this;
        }

        Game longSteps(long nanos, double until) {
            seconds = until + 4;
            step = () -> tick >= TICK && tick < 100 * until ? nanos : 3 * MILLI;
            return this;
        }

        Game stopsInFrame(long nanos, boolean collects) {
            seconds = 12 + nanos / 1e9;
            return atFrame(now -> stop(now, nanos, collects));
        }

        Game stopsInStep(long nanos, boolean collects) {
            seconds = 12 + nanos / 1e9;
            step = () -> {
                if (tick == TICK) {
                    stop(8 * SECOND, nanos, collects);
                }
                return 3 * MILLI;
            };
            return this;
        }

        private void stop(long at, long nanos, boolean collects) {
            both.stop(nanos);
            if (collects) {
                pauses(at, nanos, "garbage collection");
            }
        }

        Game pauses(long at, long nanos, String reason) {
            return sees(log -> log.pauses.add(new VmPause(at, nanos, reason)));
        }

        /** What a thread waited for from 8 s on. */
        Game waits(long thread, long nanos, String what) {
            return sees(
                    log -> log.neighbours.add(new Neighbour(Kind.WAIT, thread, 8 * SECOND, 8 * SECOND + nanos, what)));
        }

        /** Where the recorder saw a thread each 20 ms from 8 s on. */
        Game runs(long thread, String... places) {
            return sees(log -> {
                for (int i = 0; i < places.length; i++) {
                    long at = 8 * SECOND + (10 + 20 * i) * MILLI;
                    log.neighbours.add(new Neighbour(Kind.SAMPLE, thread, at, at, places[i]));
                }
            });
        }

        Game sees(Consumer<MotionLog> what) {
            seen = seen.andThen(what);
            return this;
        }

        Game fps(double rate) {
            fps = rate;
            return this;
        }

        Game time(LongUnaryOperator ofFrame) {
            time = ofFrame;
            return this;
        }
    }

    private static Game planted(String number) {
        Game game = new Game();
        switch (number) {
            case "1" -> game.stopsInStep(72 * MILLI, true);
            case "2" -> game.stopsInFrame(69 * MILLI, true);
            case "3" -> game.longStep(3 * MILLI, 61 * MILLI);
            case "4" -> game.atFrame(nanos -> game.both.stall(60 * MILLI));
            case "5" -> game.atFrame(nanos -> game.both.hitch(60 * MILLI));
            case "7" ->
                game.framed = nanos -> game.both.hitch(game.frame % 40 == 0 && game.frame >= FRAME ? 15 * MILLI : 0);
            case "8" -> game.stopsInFrame(190 * MILLI, false);
            case "9" -> game.longSteps(12 * MILLI, 14.5);
            case "11" -> game.stopsInFrame(3 * SECOND, false);
            case "13" -> game.stopsInStep(5 * SECOND, false);
            // From 30 ms behind the clock to 20 ms ahead of it, and back, 12 times in 20 s.
            case "14" -> game.time(nanos -> nanos + (Math.abs(game.frame % 100 - 50) - 30) * MILLI);
            case "16" ->
                game.fps(144).longStep(3 * MILLI, 35 * MILLI).sampler =
                        builder -> builder.allowedLateness(Duration.ZERO);
            case "17" -> game.time(nanos -> game.frame == FRAME ? nanos + 2 * SECOND : nanos);
            case "21" -> game.step = () -> game.tick % 7 == 0 ? 60 * MILLI : 1 * MILLI;
            case "22" -> newest(game.longSteps(12 * MILLI, 14.5));
            case "23" -> newest(game.stopsInFrame(3 * SECOND, false));
            case "20" -> game.longStep(20_000, 200 * MILLI);
            default -> seen(number, game);
        }
        return game;
    }

    /** Troubles of which the recorder of the JDK saw more than their length. */
    private static void seen(String number, Game game) {
        switch (number) {
            case "31" ->
                game.stopsInStep(72 * MILLI, true)
                        .sees(log -> log.neighbours.add(new Neighbour(
                                Kind.REQUEST,
                                0,
                                8 * SECOND,
                                8_072 * MILLI,
                                "System.gc() ran for 72 ms in com.example.Main.run, line 37")));
            case "32" -> game.stopsInFrame(69 * MILLI, false).pauses(8 * SECOND, 69 * MILLI, "HeapDumper");
            case "33" -> slow(game).runs(FRAMES, PATHS, PATHS, PATHS).sees(log -> log.tickThreads.clear());
            case "34" ->
                game.stopsInFrame(69 * MILLI, true).sees(log -> {
                    for (int at = 4; at <= 8; at++) {
                        String place = at < 8 ? "com.example.Level.load, line 1" : "com.example.Hud.text, line 9";
                        log.neighbours.add(new Neighbour(Kind.ALLOCATION, 9, at * SECOND, at * SECOND, place));
                    }
                });
            case "35" -> slow(game).runs(TICKS, PATHS + ", line 42", PATHS + ", line 42", "");
            case "36" -> slow(game).runs(TICKS, PATHS + ", line 42", PATHS + ", line 43", PATHS + ", line 44");
            case "37" -> slow(game).runs(FRAMES, PATHS, PATHS, PATHS);
            case "38" -> slow(game).waits(TICKS, 50 * MILLI, "the thread a waited for a lock for 50 ms");
            case "39" ->
                slow(game)
                        .waits(TICKS, 20 * MILLI, "the thread a read a file for 20 ms")
                        .runs(TICKS, PATHS);
            case "40" -> slow(game).waits(FRAMES, 50 * MILLI, "the thread b waited for 50 ms");
            case "41" -> late(game).waits(FRAMES, 58 * MILLI, "the thread b read from a socket for 58 ms");
            case "42" -> late(game).runs(FRAMES, "", "com.example.Hud.draw, line 7", "com.example.Hud.draw, line 7");
            case "43" -> late(game).waits(9, 58 * MILLI, "the thread c slept for 58 ms");
            case "44" ->
                game.stopsInStep(190 * MILLI, false).waits(TICKS, 190 * MILLI, "the thread a read a file for 190 ms");
            case "45" -> game.stopsInStep(190 * MILLI, false).runs(TICKS, PATHS, PATHS, PATHS, PATHS, PATHS, PATHS);
            case "46" ->
                game.atFrame(nanos -> game.both.stall(60 * MILLI))
                        .sees(log -> log.neighbours.add(new Neighbour(
                                Kind.STEP,
                                TICKS,
                                8_005 * MILLI,
                                8_090 * MILLI,
                                "the service room-9 stepped for 85 ms")));
            case "47" -> game.longSteps(12 * MILLI, 14.5).runs(TICKS, PATHS, PATHS, "com.example.World.step, line 2");
            case "48" -> game.longStep(3 * MILLI, 120 * MILLI).time(nanos -> nanos / (10 * MILLI) * 10 * MILLI);
            default -> throw new IllegalArgumentException(number);
        }
    }

    private static Game slow(Game game) {
        return game.longStep(3 * MILLI, 61 * MILLI);
    }

    private static Game late(Game game) {
        return game.atFrame(nanos -> game.both.hitch(60 * MILLI));
    }

    /** As while a host loads a level, and draws no frame. */
    private static void beforeALongFrame(Game game, int longFrame) {
        slow(game).seconds = 20;
        game.framed = nanos -> game.both.hitch(game.frame == longFrame ? 6 * SECOND : 0);
    }

    /** The host passes the times of a clock with steps. */
    private static Game coarse(Game game, long step, int ahead) {
        return game.time(now -> (now / step + ahead) * step);
    }

    private static void newest(Game game) {
        game.fps(100).sampler = builder -> builder.mode(FrameMode.LATEST);
    }

    private static List<Finding> findings(Game game) {
        return MotionReport.of(log(game)).findings();
    }

    /** What the file of a capsule has of a game, and nothing else. */
    private static MotionLog log(Game game) {
        MotionLog log = Recorded.log(game::play);
        // The same thread plays both parts.
        log.tickThreads.clear();
        log.tickThreads.add(TICKS);
        log.frameThreads.clear();
        log.frameThreads.add(FRAMES);
        game.seen.accept(log);
        try {
            return MotionBytes.read(MotionBytes.write(log));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The last column has the words of the first finding. The seconds are those of the first finding, which may be one
     * of several.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1   | a collection in a step                | VM_PAUSE         | 8 | 1  | 72 ms (garbage collection)
            2   | a collection in a frame               | VM_PAUSE         | 8 | 1  | 69 ms (garbage collection)
            3   | a slow step                           | LONG_STEP        | 8 | 1  | tick 800;took 61 ms
            4   | the physics thread does not run       | LATE_WAKE_UP     | 8 | 1  | tick 803;although it was free
            5   | the frame loop does not run           | LATE_FRAME       | 8 | 1  | a frame 60 ms late
            7   | one frame in 40 is late               | LATE_FRAME       | 8 | 6  | a frame 15 ms late
            8   | both threads do not run               | STOPPED          | 8 | 1  | neither the physics thread nor the frame loop ran for 190 ms between 8.0;gave them no core
            9   | overload                              | LONG_STEP        | 8 | 1  | steps took 12 ms on average, and a tick is 10 ms;from tick 800;the simulation dropped
            11  | the process is stopped                | STOPPED          | 8 | 1  | ran for 3.0 s between
            13  | a debugger                            | STOPPED          | 8 | 1  | ran for 5.0 s between
            14  | frame times sway; it freezes at 3 s   | FRAME_TIMES      | 3 | 24 | behind the clock to;ahead of the clock
            16  | no lateness allowed                   | ALLOWED_LATENESS | 8 | 1  | late by up to 0.0 ms;35 ms late
            17  | one frame time 2 s ahead              | FRAME_TIMES      | 8 | 1  | frame 481;2.0 s before
            20  | a slow step of a light world          | LONG_STEP        | 8 | 1  | tick 800;its step took 200 ms
            21  | one step in seven is slow             | LONG_STEP        | 0 | 9  | step took 60 ms
            22  | overload, with the newest states      | LONG_STEP        | 8 | 1  | steps took 12 ms;from tick 800
            23  | a stop, with the newest states        | STOPPED          | 5 | 1  | ran for 3.0 s between
            31  | System.gc()                           | VM_PAUSE         | 8 | 1  | System.gc() ran for 72 ms in com.example.Main.run, line 37;leave out that call;!heap
            32  | a heap dump                           | VM_PAUSE         | 8 | 1  | (HeapDumper);a heap or thread dump;!allocate
            33  | a slow step, without events of ticks  | LONG_STEP        | 8 | 1  | took 61 ms;!samples
            34  | allocation of text                    | VM_PAUSE         | 8 | 1  | in 1 of 1 samples, memory was allocated in com.example.Hud.text, line 9;allocate less;!heap
            35  | a slow line                           | LONG_STEP        | 8 | 1  | ; in 2 of 3 samples, the thread was in com.example.World.paths, line 42
            36  | a slow method                         | LONG_STEP        | 8 | 1  | ; in 3 of 3 samples, the thread was in com.example.World.paths
            37  | a slow step, beside a busy frame      | LONG_STEP        | 8 | 1  | took 61 ms;!samples
            38  | a step that waits for a lock          | LONG_STEP        | 8 | 1  | ; the thread a waited for a lock for 50 ms;let another thread wait
            39  | a step that reads a little            | LONG_STEP        | 8 | 1  | ; in 1 of 1 samples, the thread was in com.example.World.paths;meanwhile, the thread a read a file
            40  | a slow step, while the frame waits    | LONG_STEP        | 8 | 1  | took 61 ms; the window;meanwhile, the thread b waited
            41  | a frame that reads from a socket      | LATE_FRAME       | 8 | 1  | the thread b read from a socket for 58 ms;let another thread;!meanwhile
            42  | a slow frame                          | LATE_FRAME       | 8 | 1  | in 2 of 2 samples, the thread was in com.example.Hud.draw, line 7
            43  | a late frame, beside a sleeper        | LATE_FRAME       | 8 | 1  | a frame 60 ms late;!thread c
            44  | a frame that waits for a step's file  | LONG_STEP        | 8 | 1  | took 19;the thread a read a file for 190 ms
            45  | a frame that waits for a slow step    | LONG_STEP        | 8 | 1  | took 19;in 6 of 6 samples, the thread was in com.example.World.paths
            46  | another service of the group          | LONG_STEP        | 8 | 1  | because the physics thread was not free; the service room-9 stepped for 85 ms;fewer services
            47  | overload in one method                | LONG_STEP        | 8 | 1  | steps took 12 ms on average;in 2 of 3 samples, the thread was in com.example.World.paths
            """)
    void isNamedWithItsInstantAndWhatToChange(
            String number, String name, Cause cause, double atSecond, int most, String words) {
        List<Finding> all = findings(planted(number));
        assertFalse(all.isEmpty(), "nothing was found");
        Finding first = all.get(0);
        assertEquals(cause, first.cause(), all::toString);
        assertTrue(all.stream().allMatch(each -> each.cause() == cause), () -> "another cause was found, too: " + all);
        assertEquals(atSecond, first.startNanos() / 1e9, 1.2, first::toString);
        String said = first.text() + "; " + first.advice();
        for (String word : words.split(";(?! )")) {
            boolean isAbsent = word.startsWith("!");
            assertTrue(said.contains(word.substring(isAbsent ? 1 : 0)) != isAbsent, () -> word + " in " + said);
        }
        assertTrue(first.advice().length() > 10, first::toString);
        assertTrue(all.size() <= most, () -> "one trouble, and these findings: " + all);
    }

    /** The recording goes on for as long as the service, and what explains the last frames must not get lost in it. */
    @ParameterizedTest
    @Rows(
            usually = 1,
            value = {"4, LATE_WAKE_UP", "3, LONG_STEP", "1, VM_PAUSE", "5, LATE_FRAME", "9, LONG_STEP"})
    void aTroubleOfTheLastSecondIsNamedHoweverLongTheServiceRunsOn(String number, Cause cause) {
        for (double seconds : new double[] {8.2, 8.9}) {
            for (double outlives : new double[] {0, 2, 10}) {
                Game game = planted(number);
                game.seconds = seconds;
                game.outlives = outlives;
                List<Finding> all = findings(game);
                assertEquals(List.of(cause), all.stream().map(Finding::cause).toList(), all::toString);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {FRAME + 9, FRAME + 30})
    void aTroubleBeforeALongFrameIsNamed(int longFrame) {
        Game game = new Game();
        beforeALongFrame(game, longFrame);
        List<Finding> all = findings(game);
        assertEquals(
                List.of(Cause.LONG_STEP, Cause.LATE_FRAME),
                all.stream().map(Finding::cause).toList(),
                all::toString);
    }

    /** What threads do without being late is no cause. */
    @Test
    void threadsThatWaitAndRunWithoutBeingLateAreNoFinding() {
        Game game = new Game();
        for (int i = 0; i < 3; i++) {
            game.waits(TICKS, 500 * MILLI, "the thread a slept").runs(FRAMES, PATHS, PATHS, PATHS);
        }
        assertEquals(List.of(), findings(game));
    }

    @Test
    void aCoarseClockIsNamedBesideASlowStep() {
        List<Cause> causes =
                findings(planted("48")).stream().map(Finding::cause).distinct().toList();
        assertEquals(List.of(Cause.FRAME_TIMES, Cause.LONG_STEP), causes);
    }

    /**
     * Times of refreshes are even on the screen, even if the frames are made at another rate. So are those of a clock
     * that is only a little coarse, because the sampler finds the refreshes in them.
     */
    @ParameterizedTest
    @CsvSource({
        "10_000_000, 0, 60, in steps of 10.0 ms",
        "10_000_000, 0, 144, in steps of 10.0 ms",
        "10_000_000, 0, 240, in steps of 10.0 ms",
        "4_000_000, 0, 144, in steps of 4.0 ms",
        "1_000_000, 0, 60,",
        "1_000_000, 0, 144,",
        "15_625_000, 0, 60, in steps of 15.625 ms",
        "10_000_000, 1, 144,",
        "20_000_000, 0, 60,",
        "16_666_667, 0, 125,",
        "16_666_667, 1, 50,",
        "16_666_667, 1, 100,",
        "16_666_667, 1, 125,"
    })
    void timesOfACoarseClockAreNamedAndThoseOfRefreshesAreNot(String nanos, int ahead, double fps, String words) {
        long step = Long.parseLong(nanos.replace("_", ""));
        List<Finding> all = findings(coarse(new Game().fps(fps), step, ahead));
        assertEquals(words == null ? 0 : 1, all.size(), all::toString);
        assertTrue(words == null || all.get(0).text().contains(words), all::toString);
    }

    /** A neighbour explains only the frames that it can explain. */
    @Test
    void aSlowStepAfterAPauseOrAChangeOfScaleIsNamed() {
        for (boolean scales : new boolean[] {false, true}) {
            Game game = new Game();
            game.framed = nanos -> {
                if (scales && game.frame == FRAME - 15) {
                    game.both.physics().timeScale(Ratio.of(1, 2));
                } else if (!scales && game.frame == FRAME - 45) {
                    game.both.physics().pause();
                } else if (!scales && game.frame == FRAME - 15) {
                    game.both.physics().resume();
                }
            };
            boolean[] done = {false};
            game.step = () -> {
                boolean isSlow = game.frame == FRAME && game.tick != 0 && !done[0];
                done[0] |= isSlow;
                return isSlow ? 80 * MILLI : 3 * MILLI;
            };
            List<Finding> all = findings(game);
            List<Cause> causes = all.stream().map(Finding::cause).toList();
            assertEquals(
                    scales
                            ? List.of(Cause.TIME_CHANGE, Cause.LONG_STEP)
                            : List.of(Cause.TIME_CHANGE, Cause.TIME_CHANGE, Cause.LONG_STEP),
                    causes,
                    all::toString);
            assertTrue(all.get(all.size() - 1).text().contains("took 80 ms"), all::toString);
        }
    }
}
