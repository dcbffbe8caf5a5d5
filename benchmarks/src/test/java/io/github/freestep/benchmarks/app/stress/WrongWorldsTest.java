package io.github.freestep.benchmarks.app.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.github.freestep.benchmarks.scenes.Dyn4jWorld;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.dyn4j.Dyn4jSimulation;
import io.github.freestep.physics.engines.EngineScene;
import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.Ratio;
import io.github.freestep.tools.Walkers;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.dyn4j.dynamics.Body;
import org.dyn4j.geometry.MassType;
import org.dyn4j.geometry.Vector2;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tries worlds with mistakes that users make in their own, and the same worlds without them. */
@Execution(ExecutionMode.SAME_THREAD) // Some worlds share static fields, which is their mistake.
class WrongWorldsTest {
    private static final int TICKS = 700;

    private final Violations violations = new Violations(1, new RunClock());

    private static AtomicInteger made;
    private static boolean closed;

    /** Rolls to and fro in the wind, turns, burns fuel, and is pushed by input. In tick 300, its gear changes. */
    private static class Cart implements SavableSimulation {
        double x;
        double v = 6;
        double side;
        double pushed;
        double angle;
        double wind = 2.6;
        double fuel = 1;
        boolean gear;
        PhysicsContext context;
        long steps;

        @Override
        public StateLayout layout() {
            return StateLayout.of(3).linear("fuel").stepped("gear");
        }

        @Override
        public void setUp(PhysicsContext with) {
            context = with;
            with.bodies().spawn(0);
            with.bodies().spawn(1);
        }

        @Override
        public void step(Tick tick) {
            double dt = tick.dtSeconds();
            steps++;
            x += (v + wind) * dt;
            v = Math.abs(x) > 50 ? -v : v;
            for (int i = 0; i < tick.input().size(); i++) {
                pushed += 0.1 * tick.input().value(i);
            }
            pushed *= 0.98;
            side += pushed * dt;
            angle = (angle + 1.5 * dt) % (2 * Math.PI);
            fuel -= 0.01 * dt;
            gear |= tick.number() == 300;
        }

        @Override
        public void write(StateWriter state) {
            state.position(0, x, 0, 0);
            state.position(1, 0, side, 0);
            state.orientation(0, 0, 0, (float) Math.sin(angle / 2), (float) Math.cos(angle / 2));
            state.linear(0, 0, fuel);
            state.stepped(0, 0, gear ? 1 : 0);
        }

        @Override
        public void save(DataOutput out) throws IOException {
            for (double each : new double[] {x, v, side, pushed, angle, wind, fuel}) {
                out.writeDouble(each);
            }
            out.writeBoolean(gear);
        }

        @Override
        public void restore(DataInput in) throws IOException {
            x = in.readDouble();
            v = in.readDouble();
            side = in.readDouble();
            pushed = in.readDouble();
            angle = in.readDouble();
            wind = in.readDouble();
            fuel = in.readDouble();
            gear = in.readBoolean();
        }
    }

    /** Says that it is not exact. */
    private static class Loose extends Cart {
        @Override
        public boolean restoresExactly() {
            return false;
        }
    }

    /** Slides after each push until it stops, and then rests. */
    private static class Puck extends Walkers {
        double v;

        Puck() {
            super(1);
        }

        @Override
        public void step(Tick tick) {
            v += 0.1 * tick.input().size();
            v = v < 1e-3 ? 0 : 0.9 * v;
            x += v * tick.dtSeconds();
        }

        @Override
        public boolean resting() {
            return v == 0;
        }
    }

    /** A ball of an engine in the wind, which changes in tick 100. */
    private record Ball(double[] wind, boolean forgets, boolean rests) implements EngineScene<Dyn4jSimulation> {
        static Simulation of(boolean forgets, boolean rests) {
            return Dyn4jSimulation.of(StateLayout.of(1), new Ball(new double[] {1}, forgets, rests));
        }

        @Override
        public void build(Dyn4jSimulation world) {
            world.world().addBody(Dyn4jWorld.floor());
            world.add(Dyn4jWorld.box(MassType.NORMAL, 0, 3));
        }

        @Override
        public void beforeStep(Dyn4jSimulation world, Tick tick) {
            wind[0] = tick.number() == 100 ? 8 : wind[0];
            Body ball = world.body(0);
            ball.applyForce(new Vector2(wind[0], 0));
        }

        @Override
        public boolean resting(Dyn4jSimulation world) {
            return rests;
        }

        @Override
        public void save(Dyn4jSimulation world, DataOutput out) throws IOException {
            out.writeDouble(forgets ? 1 : wind[0]);
        }

        @Override
        public void restore(Dyn4jSimulation world, DataInput in) throws IOException {
            wind[0] = in.readDouble();
        }
    }

    private static Arguments plant(String name, Supplier<Simulation> worlds, String report) {
        return arguments(name, worlds, report);
    }

    static Stream<Arguments> restless() {
        return Stream.of(
                plant(
                        "rests while it moves",
                        () -> new Puck() {
                            @Override
                            public boolean resting() {
                                return true;
                            }
                        },
                        "rest: x of body 0 is .* in a run that may rest; resting.* tick 3, "),
                plant(
                        "an engine's world that rests while it moves",
                        () -> Ball.of(false, true),
                        "rest: . of body 0 is .* in a state after which the world rests, .* tick 3, "),
                plant(
                        "rests on after input",
                        () -> new Puck() {
                            boolean rests;

                            @Override
                            public boolean resting() {
                                return rests |= super.resting();
                            }
                        },
                        "rest: x of body 0 is .* in a run that may rest; .* tick 129, "),
                plant(
                        "resting changes the world",
                        () -> new Puck() {
                            @Override
                            public boolean resting() {
                                x += 1e-6;
                                return false;
                            }
                        },
                        "rest: x of body 0 is .* tick 1, "));
    }

    static Stream<Arguments> forgetful() {
        return Stream.of(
                plant(
                        "not exact, forgets the wind",
                        () -> new Loose() {
                            @Override
                            public void restore(DataInput in) throws IOException {
                                super.restore(in);
                                wind = 0;
                            }
                        },
                        "restore: the position of body 0 is off by .* in tick 268, .* off by 0.000; it was saved after"
                                + " tick 260 .*"),
                plant(
                        "not exact, forgets what burned",
                        () -> new Loose() {
                            @Override
                            public void restore(DataInput in) throws IOException {
                                super.restore(in);
                                fuel = 1;
                            }
                        },
                        "restore: the fuel of body 0 is off by .*"),
                plant(
                        "not exact, forgets how it is turned",
                        () -> new Loose() {
                            @Override
                            public void restore(DataInput in) throws IOException {
                                super.restore(in);
                                angle = 0;
                            }
                        },
                        "restore: the rotation of body 0 is off by .*"),
                plant(
                        "not exact, restores a body too many",
                        () -> new Loose() {
                            @Override
                            public void write(StateWriter state) {
                                super.write(state);
                                if (state.isAlive(2)) {
                                    state.position(2, 0, 0, 1);
                                }
                            }

                            @Override
                            public void restore(DataInput in) throws IOException {
                                super.restore(in);
                                if (steps == 0 && !context.bodies().isAlive(2)) {
                                    context.bodies().spawn(2);
                                }
                            }
                        },
                        "restore: body 2 is alive in one of the saved and the restored run only; .* tick 268, .*"),
                plant(
                        "an engine's scene forgets the wind",
                        () -> Ball.of(true, false),
                        "restore: the position of body 0 is off by .*"),
                plant(
                        "a field matters after 600 steps",
                        () -> new Cart() {
                            @Override
                            public void step(Tick tick) {
                                super.step(tick);
                                x += steps > 600 ? 1e-3 : 0;
                            }
                        },
                        "restore: x of body 0 is .*; it was saved after tick 520 .* tick 601, .*"),
                plant(
                        "a flag is only ever set",
                        () -> new Cart() {
                            @Override
                            public void restore(DataInput in) throws IOException {
                                boolean before = gear;
                                super.restore(in);
                                gear |= before;
                            }
                        },
                        "restore: gear of body 0 is 0.0 .*, and 1.0 in a run that restores it after a newer save .*"
                                + " tick 261, .*"),
                plant(
                        "a world that runs cannot be restored",
                        () -> new Cart() {
                            @Override
                            public void restore(DataInput in) throws IOException {
                                if (steps > 0) {
                                    throw new IllegalStateException("the world has begun");
                                }
                                super.restore(in);
                            }
                        },
                        "restore: .*the world has begun; a newer save had been restored before .* tick 261, .*"),
                plant(
                        "more is saved than restored",
                        () -> new Cart() {
                            @Override
                            public void save(DataOutput out) throws IOException {
                                super.save(out);
                                out.writeInt(1);
                            }
                        },
                        "restore: .* restore did not read the last 4 of the .* tick 261, .*"));
    }

    static Stream<Arguments> careless() {
        return Stream.of(
                plant(
                        "each world has another layout",
                        () -> {
                            int more = made.getAndIncrement();
                            return new Cart() {
                                @Override
                                public StateLayout layout() {
                                    return StateLayout.of(3 + more)
                                            .linear("fuel")
                                            .stepped("gear");
                                }
                            };
                        },
                        "repeat: a second run has 6 bodies.*, and the first run 4 bodies.*"),
                plant(
                        "a close ends what all share",
                        () -> new Cart() {
                            @Override
                            public void step(Tick tick) {
                                super.step(tick);
                                if (closed) {
                                    throw new IllegalStateException("the engine is closed");
                                }
                            }

                            @Override
                            public void close() {
                                closed = true;
                            }
                        },
                        "fault: the first run failed: .*the engine is closed .* tick 521, .*"),
                plant(
                        "each move is a teleport",
                        () -> new Cart() {
                            @Override
                            public void step(Tick tick) {
                                super.step(tick);
                                tick.bodies().teleport(0);
                            }
                        },
                        "state: body 0 moves evenly, but was teleported in 20 ticks in a row, .*"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"restless", "forgetful", "careless"})
    void namesWhatIsWrong(String name, Supplier<Simulation> worlds, String report) {
        run(worlds);
        String found = violations.kept().toString();
        assertTrue(found.matches("(?s)\\[" + report + ".*"), found);
        assertEquals(1, violations.kept().size(), found);
    }

    static Stream<Arguments> sound() {
        return Stream.of(
                plant("exact", Cart::new, "[rest]"),
                plant("not exact", Loose::new, "[rest]"),
                plant("rests", Puck::new, "[restore]"),
                plant("engine", () -> Ball.of(false, false), "[rest]"),
                plant(
                        "not exact, misses something by a hair",
                        () -> new Loose() {
                            @Override
                            public void step(Tick tick) {
                                super.step(tick);
                                v += tick.number() == 280 ? 1e9 * x % 1 : 0;
                            }

                            @Override
                            public void restore(DataInput in) throws IOException {
                                super.restore(in);
                                x = (float) x;
                            }
                        },
                        "[rest]"),
                plant(
                        "not exact, rounds what it saves",
                        () -> new Loose() {
                            @Override
                            public void restore(DataInput in) throws IOException {
                                super.restore(in);
                                x = Math.rint(x);
                            }
                        },
                        "[rest]"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void sound(String name, Supplier<Simulation> worlds, String unchecked) {
        WorldTrial trial = run(worlds);
        assertEquals("[]", violations.kept().toString());
        trial.unchecked.remove(Promise.GARBAGE);
        trial.unchecked.remove(Promise.HOSTILE); // There are no players.
        assertEquals(TICKS, trial.stepped());
        assertEquals(unchecked, trial.unchecked.keySet().toString());
    }

    private WorldTrial run(Supplier<Simulation> worlds) {
        made = new AtomicInteger();
        closed = false;
        OwnChecks checks = new OwnChecks(worlds.get().layout(), state -> {});
        WorldTrial trial = new WorldTrial(worlds, Ratio.of(100), TICKS, checks, 0, violations);
        trial.run(() -> true);
        return trial;
    }
}
