package io.github.freestep.physics.lockstep;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.saves.PortableCommand;
import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.physics.saves.Saves;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A cheap world in which each input changes all later states. Each body mixes the axes into what it has. */
final class SumWorld implements SavableSimulation {
    static final StateLayout LAYOUT = StateLayout.of(4);

    final List<String> actions = new ArrayList<>();
    boolean isExact = true;

    boolean keepsHistory = true;

    /** What the world was after each tick, when that was stepped last. */
    final Map<Long, Integer> history = new HashMap<>();

    /** The tick after which this world is wrong by one bit. */
    long wrongAfter = Long.MAX_VALUE;

    /** What each step of this world adds to a body. */
    float drift;

    String computedBy = "";

    long failsAt = Long.MAX_VALUE;

    /** Runs in each step. */
    Runnable during = () -> {};

    boolean failsToSave;

    /** How often {@link #layout} succeeds. */
    int layouts = Integer.MAX_VALUE;

    int saves;

    /** Whether an event says that a body has come above 3. */
    boolean reportsRises;

    /** The first tick that this world has stepped. */
    long firstTick;

    /** Nothing but saves has it. */
    private int score;

    private final float[] x = new float[LAYOUT.capacity()];
    private final float[] lastStep = new float[LAYOUT.capacity()];

    /** Adds to a body. */
    static PortableCommand push(int body, float by) {
        return new Order(Order.PUSH, body, by);
    }

    /** Adds to a body, with more bytes than a prediction keeps of a frame. */
    static PortableCommand longPush(int body, float by) {
        return new Order(Order.LONG_PUSH, body, by);
    }

    /** Attaches a body to another one, or detaches it if that is itself. */
    static PortableCommand tie(int child, int parent) {
        return new Order(Order.TIE, child, parent);
    }

    /** A command that the reader refuses. */
    static PortableCommand nonsense(int first) {
        return new Order(Order.NONSENSE, first, 0);
    }

    static PortableCommand read(int type, DataInput in) throws IOException {
        Order order = new Order(type, in.readInt(), in.readFloat());
        if (type == Order.NONSENSE) {
            switch (order.body) {
                case 0 -> throw new IOException("nonsense");
                case 1 -> throw new IllegalArgumentException("nonsense");
                case 2 -> throw new StackOverflowError("nested");
                default -> throw new OutOfMemoryError("long");
            }
        }
        return order;
    }

    private record Order(int type, int body, float value) implements PortableCommand {
        private static final int PUSH = 1;
        private static final int TIE = 2;
        private static final int LONG_PUSH = 4;
        private static final int NONSENSE = 9;

        @Override
        public void run(PhysicsContext context) {
            if (type == PUSH || type == LONG_PUSH) {
                context.world(SumWorld.class).x[body] += value;
            } else if (body == value) {
                context.bodies().detach(body);
            } else {
                context.bodies().attach(body, (int) value);
            }
        }

        @Override
        public void write(DataOutput out) throws IOException {
            out.writeInt(body);
            out.writeFloat(value);
            out.write(new byte[type == LONG_PUSH ? 10_000 : 0]);
        }
    }

    /** Returns where a body is. */
    float at(int body) {
        return x[body];
    }

    @Override
    public String computedBy() {
        return computedBy;
    }

    @Override
    public StateLayout layout() {
        if (layouts-- <= 0) {
            throw new IllegalStateException("no layout");
        }
        return LAYOUT;
    }

    @Override
    public void setUp(PhysicsContext context) {
        for (int body = 0; body < x.length; body++) {
            context.bodies().spawn(body);
        }
    }

    @Override
    public void step(Tick tick) {
        if (tick.number() == failsAt) {
            throw new IllegalStateException("the world ends");
        }
        during.run();
        firstTick = firstTick == 0 ? tick.number() : firstTick;
        for (int body = 0; body < x.length; body++) {
            float before = lastStep[body];
            x[body] = x[body] * 0.99f + tick.input().axis(body % 2) * (body + 1);
            if (reportsRises && before <= 3 && x[body] > 3) {
                tick.events().user(0, body, 0, 0, 0, 0, 0);
            }
            lastStep[body] = x[body];
        }
        for (int player = 0; player < MatchSettings.MAX_PLAYERS; player++) {
            if (tick.input().hasJoined(player)) {
                actions.add(tick.number() + ": player " + player + " joined");
            }
            if (tick.input().hasLeft(player)) {
                actions.add(tick.number() + ": player " + player + " left");
            }
        }
        for (int i = 0; i < tick.input().size(); i++) {
            int code = tick.input().code(i);
            actions.add(tick.number() + ": player " + MatchSettings.playerOf(code) + " " + MatchSettings.codeOf(code));
            tick.events().user(code, 0, 0, 0, 0, 0, 0);
        }
        x[1] += drift;
        if (tick.number() == wrongAfter) {
            score++;
            x[1] += 1;
        }
        if (keepsHistory) {
            history.put(tick.number(), Arrays.hashCode(x));
        }
    }

    @Override
    public void write(StateWriter state) {
        for (int body = 0; body < x.length; body++) {
            state.position(body, x[body], 0, 0);
            state.orientation(body, 0, 0, 0, 1);
        }
    }

    @Override
    public boolean restoresExactly() {
        return isExact;
    }

    @Override
    public void save(DataOutput out) throws IOException {
        saves++;
        if (failsToSave) {
            throw new IOException("no saves today");
        }
        for (float each : x) {
            out.writeFloat(each);
        }
        Saves.part(out, "score\tof all");
        out.writeInt(score);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        for (int body = 0; body < x.length; body++) {
            x[body] = in.readFloat();
            lastStep[body] = x[body];
        }
        score = in.readInt();
    }
}
