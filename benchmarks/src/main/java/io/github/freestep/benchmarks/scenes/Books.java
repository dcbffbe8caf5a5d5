package io.github.freestep.benchmarks.scenes;

import io.github.freestep.physics.Tick;
import io.github.freestep.physics.TickInput;
import io.github.freestep.render.Frame;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.Random;
import java.util.WeakHashMap;
import java.util.function.Function;

/**
 * What all scenes have in common: the count of input, the cost of a step, and one check for states and frames. The physics
 * thread writes, any thread reads and checks; allocates nothing but for a sampler's first frame, and to tell a flaw.
 */
final class Books {
    /** Ticks in the stepped channel of that name are counted modulo this, so that a float holds them exactly. */
    static final int TICKS = 1 << 20;

    static final String TICK_CHANNEL = "tick";

    private final StateLayout layout;
    private final int leastBodies;
    private final StepCost cost;
    private final Random random;
    private final Function<CheckedPicture, String> check;

    /** One for each sampler, as long as somebody has its frame. */
    private final Map<Frame, Carried> samplers = Collections.synchronizedMap(new WeakHashMap<>());

    /** A view holds the last picture it was of, so there is but one for a thread, and not one for a frame. */
    private final ThreadLocal<CheckedPicture> views = ThreadLocal.withInitial(CheckedPicture::new);

    private volatile long inputs;
    private volatile double inputSum;

    /** Set in the first step, which happens before every reader's sight of a state that is not of tick 0. */
    private double periodNanos;

    private long tick;

    /** The check tells what is wrong with the bodies, of which every picture has at least so many. */
    Books(StateLayout layout, int leastBodies, long seed, StepCost cost, Function<CheckedPicture, String> check) {
        this.layout = layout;
        this.leastBodies = leastBodies;
        this.cost = cost;
        this.check = check;
        random = new Random(seed);
    }

    StateLayout layout() {
        return layout;
    }

    /** What a step begins with. */
    void begin(Tick step) {
        if (periodNanos == 0) {
            periodNanos = 1e9 * step.rate().denominator() / step.rate().numerator();
        }
        tick = step.number();
        count(step.input());
        cost.burn(step.dtSeconds(), random);
    }

    private void count(TickInput input) {
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
    long tick() {
        return tick;
    }

    void writeTick(float[] channel, int from, int to) {
        Arrays.fill(channel, from, to, tick % TICKS);
    }

    String flaw(State state) {
        return flaw(views.get().of(state, layout, periodNanos));
    }

    String flaw(Frame frame) {
        if (frame.slots() == 0) {
            return null;
        }
        CheckedPicture view = views.get().of(frame, layout, periodNanos);
        view.carriedNanos =
                samplers.computeIfAbsent(frame, unknown -> new Carried()).see(view);
        return flaw(view);
    }

    private String flaw(CheckedPicture view) {
        if (view.bodies < leastBodies || view.bodies > layout.capacity()) {
            return view + ": it has " + view.bodies + " bodies and not " + leastBodies
                    + (leastBodies == layout.capacity() ? "" : " to " + layout.capacity());
        }
        String flaw = view.flawOfTime();
        return flaw == null ? check.apply(view) : flaw;
    }

    long inputs() {
        return inputs;
    }

    double inputSum() {
        return inputSum;
    }
}
