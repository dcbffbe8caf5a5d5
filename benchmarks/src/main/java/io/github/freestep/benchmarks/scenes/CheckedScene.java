package io.github.freestep.benchmarks.scenes;

import io.github.freestep.physics.Input;
import io.github.freestep.physics.Tick;
import io.github.freestep.render.Frame;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.Random;
import java.util.WeakHashMap;

/** What all scenes have in common: the count of input, the cost of a step, and one check for states and frames. */
abstract class CheckedScene implements Scene {
    /** Ticks in the stepped channel of that name are counted modulo this, so that a float holds them exactly. */
    static final int TICKS = 1 << 20;

    static final String TICK_CHANNEL = "tick";

    final int bodies;

    private final StateLayout layout;
    private final StepCost cost;
    private final Random random;

    /** One for each sampler, as long as somebody has its frame. */
    private final Map<Frame, Carried> samplers = Collections.synchronizedMap(new WeakHashMap<>());

    /** A view holds the last picture it was of, so there is but one for a thread, and not one for a frame. */
    private final ThreadLocal<View> views = ThreadLocal.withInitial(View::new);

    private volatile long inputs;
    private volatile double inputSum;

    /** Set in the first step, which happens before every reader's sight of a state that is not of tick 0. */
    private double periodNanos;

    private long tick;

    CheckedScene(StateLayout layout, long seed, StepCost cost) {
        this.layout = layout;
        bodies = layout.capacity();
        this.cost = cost;
        random = new Random(seed);
    }

    @Override
    public final StateLayout layout() {
        return layout;
    }

    /** All of them are there at the start. */
    @Override
    public void setUp(Bodies all) {
        for (int body = 0; body < bodies; body++) {
            all.spawn(body);
        }
    }

    /** What the body of a step begins with. */
    final void begin(Tick step) {
        if (periodNanos == 0) {
            periodNanos = 1e9 * step.rate().denominator() / step.rate().numerator();
        }
        tick = step.number();
        count(step.input());
        cost.burn(step.dtSeconds(), random);
    }

    private void count(Input input) {
        int size = input.size();
        if (size > 0) {
            double sum = inputSum;
            for (int i = 0; i < size; i++) {
                sum += input.value(i);
            }
            inputSum = sum;
            // Single writer: nothing is lost between the read and the write.
            inputs = inputs + size;
        }
    }

    /** The newest tick that was stepped; for the physics thread. */
    final long tick() {
        return tick;
    }

    final void writeTick(float[] channel, int from, int to) {
        Arrays.fill(channel, from, to, tick % TICKS);
    }

    @Override
    public final String flaw(State state) {
        return flaw(views.get().of(state, layout, periodNanos));
    }

    @Override
    public final String flaw(Frame frame) {
        if (frame.bodies() == 0) {
            return null;
        }
        View view = views.get().of(frame, layout, periodNanos);
        view.carriedNanos =
                samplers.computeIfAbsent(frame, unknown -> new Carried()).see(view);
        return flaw(view);
    }

    private String flaw(View view) {
        if (view.bodies != bodies) {
            return view + ": it has " + view.bodies + " bodies and not " + bodies;
        }
        String flaw = view.flawOfTime();
        return flaw == null ? flawOf(view) : flaw;
    }

    /** What is wrong with the bodies. */
    abstract String flawOf(View view);

    @Override
    public final long inputs() {
        return inputs;
    }

    @Override
    public final double inputSum() {
        return inputSum;
    }
}
