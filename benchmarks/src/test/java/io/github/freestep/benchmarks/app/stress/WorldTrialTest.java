package io.github.freestep.benchmarks.app.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.examples.Ball;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.state.State;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Thorough;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.Ratio;
import io.github.freestep.tools.Walkers;
import io.github.freestep.tools.record.Simulations;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tries worlds with a bug, and sound ones. */
class WorldTrialTest {
    private static final int SLOTS = 3;

    private final Violations violations = new Violations(1, new RunClock());

    /** What is wrong with a world, and how a trial must report it. */
    enum Bug {
        NAN("fault: the first run failed: body 0 has a NaN or infinite value after tick 500", 500),
        JUMP("state: body 0 jumped by 5.029 in tick 137", 138),
        LEAVES("state: the check of --check failed: java.lang.AssertionError: body 1 is at 1000", 300),
        STATIC("repeat: x of body 0 is ", 0),
        FORGETS("restore: x of body 0 is ", 261),
        LOSES_JOINT("restore: x of body 1 is ", 261),
        READS_TOO_MUCH("restore: setting up the world failed: java.io.IOException: the saved world is damaged", 261),
        ADDS("restore: x of body 2 is ", 261),
        SAVE_CHANGES("repeat: x of body 0 is ", 261),
        WRITE_CHANGES("repeat: x of body 0 is ", 0),
        GARBAGE("garbage: the world allocated ", 262),
        GARBAGE_IN_WRITE("garbage: the world allocated ", 262),
        SLEEPS("blocked: steps or writes slept, or waited for a lock, 1 times", 50),
        PARKS("blocked: steps or writes slept, or waited for a lock, 5 times", 100),
        NO_UNIT("fault: the first run failed: writing the state of tick 60 failed", 60),
        THROWS("fault: the first run failed: the step of tick 77 failed", 77);

        final String report;

        /** Zero if it depends on rounding. */
        final long tick;

        Bug(String report, long tick) {
            this.report = report;
            this.tick = tick;
        }
    }

    @ParameterizedTest
    @EnumSource
    void findsEachBugAndNamesIt(Bug bug) {
        run(() -> new Oscillator(bug), new Checked());
        assertEquals(1, violations.kept().size(), () -> violations.kept().toString());
        Violations.Violation found = violations.kept().get(0);
        assertTrue(found.toString().startsWith(bug.report), found::toString);
        assertTrue(bug.tick == 0 || bug.tick == found.tick(), found::toString);
    }

    private static final AtomicLong WAITED_SECONDS = new AtomicLong();
    private static volatile boolean hangs;

    /** A second passes in each look at a call that hangs, and no time in others. */
    private static final NanoClock OF_HANGS = new NanoClock() {
        @Override
        public long nanoTime() {
            return 1_000_000_000 * WAITED_SECONDS.get();
        }

        @Override
        public void park(long nanos) {
            LockSupport.parkNanos(100_000);
            WAITED_SECONDS.addAndGet(hangs ? 1 : 0);
        }
    };

    private final StringWriter out = new StringWriter();
    private String junit;

    /** Tries a class of the user's as the command does, and returns its findings without those of the service. */
    private Findings tried(Class<?> world) throws Exception {
        StressSettings settings = new StressSettings();
        settings.simulation = world.getName();
        settings.check = Checked.class.getName();
        StressRun run = new StressRun(settings.resolve(), new PrintWriter(out));
        // Tests run side by side, and time passes only for the one that waits for it.
        run.trialClock = world == Hanging.class ? OF_HANGS : () -> 0;
        assertEquals(world != Hanging.class, run.tryWorld());
        Findings found = run.outcome(false);
        junit = found.page().junit();
        return found;
    }

    @Test
    void runsAClassOfTheUserAndNamesItsBug() throws Exception {
        Findings sound = tried(Oscillator.class);
        assertEquals(0, sound.verdict().exitCode(), sound::toString);
        assertTrue(sound.sentence().contains("; the world was tried for 1,500 ticks; "), sound::toString);
        String test = "<testcase classname=\"" + Oscillator.class.getName() + "\" name=\"";
        assertTrue(junit.contains(test + "a second run computes the same bits\"></testcase>"), junit);
        assertTrue(
                junit.contains(test + "every event arrives, in order\"><skipped message=\"the trial did not"), junit);
        Findings jumping = tried(Jumping.class);
        assertEquals(1, jumping.verdict().exitCode(), jumping::toString);
        assertTrue(
                jumping.violations().get(0).toString().startsWith("state: body 0 jumped by 5.029 in tick 137"),
                jumping::toString);
        assertTrue(junit.contains("<failure message=\"state: body 0 jumped by 5.029 in tick 137"), junit);
        assertEquals(2, Runs.run(out, ("--bodies 5 --simulation " + Oscillator.class.getName()).split(" ")));
        assertTrue(out.toString().contains("--bodies must not be given with --simulation"), out::toString);
    }

    @Test
    void triesAWorldForAsLongAsTheRun() {
        StressSettings settings = new StressSettings();
        settings.simulation = Oscillator.class.getName();
        settings.seconds = 120;
        settings.rate = Ratio.of(30);
        assertEquals(3_600, settings.resolve().triedTicks());
        settings.seconds = 1;
        assertEquals(WorldTrial.LEAST_TICKS, settings.resolve().triedTicks());
        assertEquals(2, Runs.run(out, "--garbage", "600"));
        assertTrue(out.toString().contains("--garbage must not be given with --simulation swarm"), out::toString);
    }

    /** The run is stopped before it begins, and its first tick would come after a quarter of an hour. */
    @Test
    void passesNoPromiseThatNothingHasTried() throws Exception {
        StressSettings settings = new StressSettings();
        settings.simulation = Oscillator.class.getName();
        settings.rate = Ratio.of(1, 1000);
        StressRun run = new StressRun(settings.resolve(), new PrintWriter(out));
        run.stop();
        run.run();
        String junit = run.outcome(true).page().junit();
        assertEquals(1 + Promise.OF_AN_OWN_WORLD.size(), junit.split("\"><skipped ").length, junit);
        assertTrue(junit.contains("\"><skipped message=\"the run was interrupted"), junit);
    }

    @Test
    void namesACallThatDoesNotReturn() throws Exception {
        Findings found = tried(Hanging.class);
        assertEquals(1, found.verdict().exitCode(), found::toString);
        String text = "progress: the first run, tick 60 has not returned for 30.0 s; its thread is in ";
        String call = found.violations().get(0).toString();
        assertTrue(call.matches("(?s)" + text + ".*WorldTrialTest.Hanging.step.*"), call);
        assertEquals(
                "trial: the first run, tick 60 of 1500",
                out.toString().lines().findFirst().orElse(""));
    }

    /** As a user has it. */
    public static final class Jumping extends Oscillator {
        public Jumping() {
            super(Bug.JUMP);
        }
    }

    /** Waits for ever. */
    public static final class Hanging extends Oscillator {
        @Override
        public void step(Tick tick) {
            super.step(tick);
            hangs = tick.number() == 60;
            while (hangs) {
                LockSupport.park();
            }
        }
    }

    static Stream<String> sound() {
        Stream<String> engines = Stream.of("pile", "pile-bullet", "springs");
        return Stream.concat(
                Stream.of(Ball.class.getName(), "swarm", "pile2d", "pile-box2d", "pile-jolt"),
                Thorough.isOn() ? engines : Stream.empty());
    }

    @ParameterizedTest
    @MethodSource("sound")
    void findsNothingInASoundWorld(String name) {
        run(() -> Simulations.of(name, Thorough.of(12, 30), 1), state -> {});
        assertEquals("[]", violations.kept().toString());
    }

    private void run(Supplier<Simulation> worlds, Consumer<State> check) {
        OwnChecks checks = new OwnChecks(worlds.get().layout(), check);
        new WorldTrial(worlds, Ratio.of(100), WorldTrial.LEAST_TICKS, checks, 0, violations).run(() -> true);
    }

    /** Requires that body 1 stays within 100. */
    public static final class Checked implements Consumer<State> {
        @Override
        public void accept(State state) {
            if (Math.abs(state.x(1)) > 100) {
                throw new AssertionError("body 1 is at " + state.x(1));
            }
        }
    }

    /** Swings body 0, and pulls body 1 by a spring that is attached in tick 200. Body 2 moves with the input. */
    public static class Oscillator extends Walkers implements SavableSimulation {
        private static int steps;

        private final Bug bug;
        private final double[] x = {1, 0, 0};
        private final double[] v = new double[SLOTS];
        private boolean joined;
        private Object garbage;
        private float w = 1;

        /** A sound one, with a public constructor, as a user has it. */
        public Oscillator() {
            this(null);
        }

        Oscillator(Bug bug) {
            super(SLOTS);
            this.bug = bug;
        }

        @Override
        public void step(Tick tick) {
            joined |= tick.number() == 200;
            v[0] -= 10 * x[0] * tick.dtSeconds();
            v[1] += joined ? 20 * (x[0] - x[1]) * tick.dtSeconds() : 0;
            v[2] = tick.input().axis(0) / 10;
            for (int slot = 0; slot < SLOTS; slot++) {
                x[slot] += v[slot] * tick.dtSeconds();
            }
            if (bug != null) {
                err(tick.number());
            }
        }

        private void err(long tick) {
            switch (bug) {
                case NAN -> x[0] = tick % 500 == 0 ? Double.NaN : x[0];
                case JUMP -> x[0] += tick == 137 ? 5 : 0;
                case LEAVES -> x[1] = tick == 300 ? 1e3 : tick == 301 ? 0 : x[1];
                case STATIC -> x[0] += 1e-9 * steps++;
                case GARBAGE -> garbage = new byte[200];
                case SLEEPS -> pause(tick == 50 ? 1 : 0);
                case PARKS -> LockSupport.parkNanos(tick % 100 == 0 ? 1 : 0);
                case NO_UNIT -> w = tick == 60 ? 0.5f : 1;
                case THROWS -> {
                    if (tick == 77) {
                        throw new IllegalStateException("out of road");
                    }
                }
                default -> {}
            }
        }

        private static void pause(long millis) {
            try {
                if (millis > 0) {
                    Thread.sleep(millis);
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void write(StateWriter state) {
            for (int slot = 0; slot < SLOTS; slot++) {
                state.position(slot, x[slot], slot, 0);
                state.orientation(slot, 0, 0, 0, w);
            }
            x[0] += bug == Bug.WRITE_CHANGES ? 1e-9 : 0;
            garbage = bug == Bug.GARBAGE_IN_WRITE ? new long[8] : garbage;
        }

        @Override
        public void save(DataOutput out) throws IOException {
            for (int slot = 0; slot < SLOTS; slot++) {
                out.writeDouble(x[slot]);
                out.writeDouble(v[slot]);
            }
            out.writeBoolean(joined);
            v[0] *= bug == Bug.SAVE_CHANGES ? 0.999 : 1;
        }

        @Override
        public void restore(DataInput in) throws IOException {
            for (int slot = 0; slot < SLOTS; slot++) {
                x[slot] = in.readDouble() + (bug == Bug.ADDS && slot == 2 ? x[slot] : 0);
                v[slot] = in.readDouble() * (bug == Bug.FORGETS ? 0 : 1);
            }
            joined = in.readBoolean() && bug != Bug.LOSES_JOINT;
            if (bug == Bug.READS_TOO_MUCH) {
                in.readLong();
            }
        }
    }
}
