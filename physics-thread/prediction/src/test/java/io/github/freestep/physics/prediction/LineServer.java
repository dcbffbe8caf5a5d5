package io.github.freestep.physics.prediction;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.internal.Inside;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.InputSink;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.state.content.Filler;
import io.github.freestep.testing.Allocations;
import io.github.freestep.time.TimeAnchor;
import io.github.freestep.time.VirtualClock;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import java.util.function.IntUnaryOperator;
import java.util.function.UnaryOperator;

/**
 * A server with bodies on a line, of which each one pushes the next, a network that takes 3 ticks for each datagram,
 * and a prediction, on virtual time. The player's body is the first one, and moves by its axis in each tick. There is a
 * frame in the middle of each tick.
 */
final class LineServer implements InputSink {
    static final int AXIS = 0;
    static final int NUMBER = 1;
    static final int BODIES = 4;
    static final double REACH = 5;
    static final long TICK = 10_000_000;
    static final int WAY = 3;
    static final StateLayout LAYOUT = StateLayout.of(BODIES).linear("speed").stepped("number");

    final VirtualClock clock = new VirtualClock(TICK / 2);
    final OwnBody own;

    /** The bodies on the server. */
    final Line line = new Line();

    final boolean[] isAlive = new boolean[BODIES];

    /** Which bodies the small world has. */
    private final boolean[] isBuilt = new boolean[BODIES];

    boolean isPaused;
    boolean isCut;

    /** By the server's tick, how many more ticks its state takes. Those after it come no earlier. */
    IntUnaryOperator jitter = tick -> 0;

    /** Whether the values of the own body are lost on the way. */
    boolean isGuessed;

    int teleported = State.NO_SLOT;
    boolean attaches;

    /** How far off the small world lets bodies rest. */
    double rounding;

    private int sent;

    /** The slot of a body that each small world gets when it is set next. */
    int comes = State.NO_SLOT;

    /** How many bytes the prediction has allocated. */
    long allocated;

    /** How often small worlds were set to bodies, and how often they let them rest. */
    final int[] sets = new int[BODIES];

    final int[] rests = new int[BODIES];

    /** How many ticks small worlds have stepped, with those that they have stepped again. */
    int steps;

    /** What is shown. */
    State shown;

    final Small world = new Small();

    private final float[] axes = new float[2];
    private final TimeAnchor anchor = new TimeAnchor();
    private final StatePublisher states = StatePublisher.of(LAYOUT, 6, clock, true);
    private final Filler filler = Inside.of(states.bodies());
    private final StateReader reader;
    private final Queue<Arrival> toServer = new ArrayDeque<>();
    private final Queue<Arrival> toClient = new ArrayDeque<>();
    private long frame;
    private long tick;

    private record Arrival(long frame, Runnable effect) {}

    /** Bodies with the length of 1. */
    static final class Line {
        final double[] x = {0, 3, 20, 22};
        final double[] speed = new double[BODIES];

        void step(double axis) {
            speed[0] = axis;
            for (int i = 0; i < BODIES; i++) {
                x[i] += speed[i];
                if (i > 0 && x[i] < x[i - 1] + 1 && x[i] > x[i - 1] - 1) {
                    x[i] = x[i - 1] + 1;
                }
            }
        }
    }

    /**
     * Creates a server and a prediction.
     *
     * @param missing the slot of a body that the small world does not have
     */
    LineServer(UnaryOperator<OwnBody.Builder> options, int missing) {
        anchor.set(0, 0, 1, 1);
        Arrays.fill(isAlive, true);
        for (int slot = 0; slot < BODIES; slot++) {
            isBuilt[slot] = slot != missing;
        }
        OwnBody.Builder builder = OwnBody.builder(world, states.states(), this)
                .axes(2)
                .reach(REACH)
                .snapBeyond(1_000)
                .confirmedBy(NUMBER, 0);
        own = options.apply(builder).open();
        reader = own.states().reader();
    }

    /** Lets the prediction measure how long inputs take. */
    LineServer measured() {
        for (int i = 0; i < 20; i++) {
            own.axis(AXIS, i % 2 / 1e3f);
            run(10, () -> {});
        }
        own.axis(AXIS, 0);
        run(300, () -> {});
        return this;
    }

    void run(int frames, Runnable player) {
        for (int i = 0; i < frames; i++) {
            clock.advance(TICK);
            frame++;
            take(toServer);
            step();
            take(toClient);
            player.run();
            int before = sent;
            long bytes = Allocations.once(own::advance);
            // The network of this test allocates for what is sent.
            allocated += sent == before ? bytes : 0;
            reader.acquire();
            shown = reader.size() > 0 ? reader.state(0) : null;
        }
    }

    private void take(Queue<Arrival> arrivals) {
        while (!arrivals.isEmpty() && arrivals.peek().frame <= frame) {
            arrivals.remove().effect.run();
        }
    }

    private void step() {
        if (isPaused == !anchor.isPaused()) {
            anchor.set((frame - 1) * TICK, tick * TICK, isPaused ? 0 : 1, 1);
        }
        if (isPaused) {
            return;
        }
        tick++;
        line.step(axes[AXIS]);
        TimeAnchor then = new TimeAnchor();
        then.set(anchor);
        long now = tick;
        double[] x = line.x.clone();
        double[] speed = line.speed.clone();
        boolean[] alive = isAlive.clone();
        float number = axes[NUMBER];
        int jumps = teleported;
        teleported = State.NO_SLOT;
        if (!isCut) {
            boolean guesses = isGuessed;
            toClient.add(new Arrival(frame + WAY + jitter.applyAsInt((int) tick), () -> {
                filler.hasGuesses = guesses;
                filler.guessed[0] = guesses ? 1 : 0;
                publish(now, then, x, speed, number, alive, jumps);
            }));
        }
    }

    private void publish(
            long at, TimeAnchor then, double[] x, double[] speed, float number, boolean[] alive, int jumps) {
        for (int slot = 0; slot < BODIES; slot++) {
            if (alive[slot] && !states.bodies().isAlive(slot)) {
                states.bodies().spawn(slot);
            } else if (!alive[slot] && states.bodies().isAlive(slot)) {
                states.bodies().remove(slot);
            } else if (slot == jumps) {
                states.bodies().teleport(slot);
            }
        }
        if (attaches) {
            states.bodies().attach(3, 2);
        }
        StateWriter state = states.begin(at, at * TICK, then, clock.nanoTime());
        for (int slot = 0; slot < BODIES; slot++) {
            if (alive[slot]) {
                state.position(slot, x[slot], 0, 0);
                state.linear(0, slot, speed[slot]);
                state.stepped(0, slot, number);
            }
        }
        states.publish(clock.nanoTime());
    }

    /** How many ticks the server has stepped. */
    long ticks() {
        return tick;
    }

    /** How many ticks later than the server a moving body is shown. */
    double behind(int slot) {
        return (line.x[slot] - shown.x(slot)) / line.speed[slot];
    }

    @Override
    public int axes() {
        return axes.length;
    }

    @Override
    public boolean axis(int axis, float value, long nanos) {
        sent++;
        return toServer.add(new Arrival(frame + WAY + 1, () -> axes[axis] = value));
    }

    @Override
    public boolean action(int code, float value, long nanos) {
        return true;
    }

    /** A small world with the bodies of the line. */
    class Small implements OwnScene {
        final Line line = new Line();
        boolean isClosed;

        private final boolean[] has = new boolean[BODIES];

        @Override
        public StateLayout layout() {
            return LAYOUT;
        }

        @Override
        public void setUp(PhysicsContext context) {
            for (int slot = 0; slot < BODIES; slot++) {
                if (isBuilt[slot]) {
                    spawn(slot, context);
                }
            }
        }

        private void spawn(int slot, PhysicsContext context) {
            context.bodies().spawn(slot);
            has[slot] = true;
        }

        @Override
        public int slot(State server) {
            return server.slots() > 0 && server.isAlive(0) ? 0 : State.NO_SLOT;
        }

        @Override
        public void set(State server, int slot, PhysicsContext context) {
            assertEquals(server.tick(), context.tick());
            sets[slot]++;
            if (comes != State.NO_SLOT && !has[comes]) {
                spawn(comes, context);
            }
            line.x[slot] = server.x(slot);
            line.speed[slot] = server.linear(0)[slot];
        }

        @Override
        public void rest(State server, int slot, PhysicsContext context) {
            rests[slot]++;
            line.x[slot] = server.isAlive(slot) ? server.x(slot) + rounding : 1e9;
            line.speed[slot] = 0;
        }

        @Override
        public void step(Tick now) {
            assertEquals(now.number() * TICK, now.simulationNanos());
            steps++;
            line.step(now.input().axis(AXIS));
        }

        @Override
        public void write(StateWriter state) {
            for (int slot = 0; slot < BODIES; slot++) {
                if (!has[slot]) {
                    continue;
                }
                state.position(slot, line.x[slot], 0, 0);
                state.linear(0, slot, line.speed[slot]);
            }
        }

        @Override
        public void close() {
            isClosed = true;
        }
    }
}
