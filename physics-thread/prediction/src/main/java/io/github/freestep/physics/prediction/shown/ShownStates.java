package io.github.freestep.physics.prediction.shown;

import io.github.freestep.internal.Ranges;
import io.github.freestep.physics.journal.KeyframeSource;
import io.github.freestep.state.State;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.state.content.Blocks;
import io.github.freestep.state.content.StateInside;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.TimeAnchor;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Publishes predicted states without the jumps of corrections. For the thread that steps; allocates nothing per state,
 * except for attachments that have changed; never waits.
 *
 * <p>All true states come from one buffer, in the order in which they were published. Some may be left out.
 *
 * <pre>{@code
 * reader.acquire();
 * if (steppedAgain) {
 *     shown.correct(reader.state(1));
 * }
 * shown.follow(reader.state(0));
 * }</pre>
 */
public final class ShownStates implements KeyframeSource {
    private final StatePublisher publisher;

    /** Reads what was shown. */
    private final StateReader reader;

    private final NanoClock clock;
    private final double snapDistance;
    private final TrueChanges changes;
    private final ShownErrors errors;
    private final ShownBodies bodies;
    private final ShownMotion motion;
    private final ShownWriter values;
    private final double[] difference;
    private final double[] scratch;
    private final TimeAnchor anchor = new TimeAnchor();

    private long shownTick = State.NO_TICK;

    /** The edition of the true state that was shown last. */
    private long shownEdition;

    /** The simulation time of the last true state, shown or not. */
    private long simulationNanos;

    /** Reads the true states after each tick. */
    private final StateReader truth;

    /** The newest tick that was stepped again, and not compared yet; -1 if there is none. */
    private long correctedTick = -1;

    private boolean wasRight;

    /** The least change of a pose that counts as a correction: a distance, and an angle in radians. */
    private double leastDistance;

    private double leastAngle;

    /** The slot of the only body whose corrections count; -1 if those of all do. */
    private int countedSlot = -1;

    /** By slot: whether the body has an error that began without regard to the distance, see {@link #slide}. */
    private final boolean[] slides;

    /** By slot: whether an error of the next correction begins so, and whether any does. */
    private final boolean[] begins;

    private boolean anyBegins;

    /** Null if bodies may be shown inside of one another. */
    private @Nullable ShownTouches touches;

    /** Whether any body of a correction that continues counts. */
    private boolean counts;

    /** The number of corrections in which any body was further off than {@link #precision} explains. For any thread. */
    public volatile long corrections;

    /**
     * How far the newest of them moved the body with the largest change, not counting what was still hidden of earlier
     * corrections; zero before the first. For any thread.
     */
    public volatile double correctionDistance;

    /** The same, in a correction that continues. */
    private double largest;

    /**
     * Opens a buffer of shown states. The journal of the predicted world calls {@link #save} after each tick.
     *
     * @param truth the states of the predicted world, with a window of at least 2 states: two states have the motion of
     *     bodies, and four their acceleration, of which a correction keeps most
     * @param options the options
     * @throws IllegalArgumentException if the window is smaller
     */
    public ShownStates(StateBuffer truth, ShownOptions options) {
        String unit = "states, because motion needs two";
        Ranges.require(2, StatePublisher.MAX_WINDOW, truth.window(), "window", unit);
        StateLayout layout = truth.layout();
        clock = truth.clock();
        publisher = StatePublisher.of(layout, truth.window(), clock, truth.isInline());
        reader = publisher.states().reader();
        snapDistance = options.snapDistance;
        changes = new TrueChanges(layout.capacity());
        errors = new ShownErrors(layout, options.halfLifeNanos);
        bodies = new ShownBodies(layout.capacity(), publisher.bodies(), changes, errors);
        motion = new ShownMotion(layout.linearChannels().size());
        values = new ShownWriter(layout, errors);
        difference = new double[ShownMotion.CHANNELS + layout.linearChannels().size()];
        scratch = new double[difference.length];
        slides = new boolean[layout.capacity()];
        begins = new boolean[layout.capacity()];
        this.truth = truth.reader();
    }

    /**
     * Sets by how much each true pose may be wrong, as a distance and an angle, because it begins at one that was
     * rounded. Two of them then differ by up to twice as much although no guess was wrong, so a change up to that
     * is made up for, but is not counted.
     */
    public void precision(double distance, double radians) {
        leastDistance = 2 * distance;
        leastAngle = 2 * radians;
    }

    /** Lets only corrections of one body count, because the others cannot be predicted rightly. */
    public void countOnly(int slot) {
        countedSlot = slot;
    }

    /**
     * Keeps the body whose corrections count from being shown inside of those that it touches.
     *
     * @param near by slot: whether the body is of the same time; read in each tick
     */
    public void keepApart(boolean[] near) {
        touches = new ShownTouches(errors, difference.length, near);
    }

    /** Lets the next correction move a body smoothly, however far it is: it was shown at another time until now. */
    public void slide(int slot) {
        begins[slot] = true;
        anyBegins = true;
    }

    /** Notes that the ticks up to this one were stepped again, so that their states may jump if a guess was wrong. */
    public void corrected(long tick, boolean isRight) {
        correctedTick = tick;
        wasRight = isRight;
    }

    @Override
    public boolean isDue(long tick) {
        return true;
    }

    /** Shows the newest state, right after it was published. */
    @Override
    public void save(long tick) {
        // While ticks are caught up, not every state is published.
        if (truth.acquire()) {
            State newest = truth.state(0);
            if (shownTick != State.NO_TICK && correctedTick >= 0) {
                correct(newest.tick() == correctedTick ? newest : truth.state(1));
            }
            correctedTick = -1;
            follow(newest);
        }
    }

    /**
     * The states to show. Their ticks, times, anchors and inputs are those of the true states. Their lives are not,
     * because a corrected body stays the same one.
     *
     * @return the buffer for samplers and other readers
     */
    public StateBuffer states() {
        return publisher.states();
    }

    /**
     * Sets whether all bodies are hidden, from the next state with another tick on.
     *
     * @param all whether all bodies are hidden, as if each true state had none
     */
    public void hide(boolean all) {
        bodies.hide(all);
    }

    /**
     * Publishes what follows: the true state of the next tick. A state of the newest tick takes the place of the newest
     * one, as after a change of the world in a pause, or with another anchor.
     *
     * @param next a true state
     * @throws IllegalArgumentException if its tick is below that of the newest shown state
     */
    public void follow(State next) {
        boolean again = next.tick() == shownTick;
        boolean amends = again && StateInside.edition(next) == shownEdition;
        next.anchor(anchor);
        if (amends) {
            publisher.amend(anchor);
        } else {
            long startedNanos = StateInside.startedNanos(next);
            StateWriter writer = again
                    ? publisher.replace(anchor, startedNanos)
                    : publisher.begin(next.tick(), next.simulationNanos(), anchor, startedNanos);
            changes.add(next);
            bodies.take(next, false);
            write(next, writer);
        }
        publisher.overloaded(StateInside.isOverloaded(next));
        publisher.input(next.inputSequence(), next.inputNanos());
        publisher.publish(clock.nanoTime());
        shownTick = next.tick();
        shownEdition = StateInside.edition(next);
    }

    /**
     * Takes the true state of the newest shown tick, after the past was found different. Publishes nothing:
     * {@link #follow} does. If the state has a later tick, because states in between were left out, it is compared with
     * the motion that was shown, continued to that tick.
     *
     * @param same a true state whose tick is at least that of the newest shown state; a state must have been shown
     */
    public void correct(State same) {
        changes.add(same);
        bodies.take(same, true);
        same.anchor(anchor);
        boolean isLater = step(same);
        motion.look(reader, same);
        if (isLater) {
            // What moved before continues, also if it now is where it was.
            changes.add(reader.state(0), false);
        }
        largest = 0;
        counts = false;
        // Between two ticks of a right guess, motion has only changed, so no body is off.
        int blocks = isLater && wasRight ? 0 : Blocks.of(same.slots());
        for (int block = 0; block < blocks; block++) {
            for (long left = changes.in(block); left != 0; left &= left - 1) {
                compare(same, block * Blocks.SIZE + Long.numberOfTrailingZeros(left), isLater);
            }
        }
        if (anyBegins) {
            anyBegins = false;
            Arrays.fill(begins, false);
        }
        if (counts) {
            correctionDistance = largest;
            corrections++;
        }
    }

    /** Begins the error of a body, if it has another pose than expected. */
    private void compare(State same, int slot, boolean isLater) {
        State shown = reader.state(0);
        boolean isCounted = countedSlot < 0 || countedSlot == slot;
        if (!bodies.isSame(shown, slot)) {
            counts |= isCounted && (same.isAlive(slot) || shown.isAlive(slot));
            return;
        }
        if (shown.parent(slot) != same.parent(slot)) {
            counts |= isCounted;
            return;
        }
        if (isLater && errors.has(slot)) {
            errors.reduce(slot, same);
        }
        motion.difference(same, slot, difference);
        if (errors.isSame(slot, difference, scratch, same)) {
            return;
        }
        double change = length(scratch, 0);
        if (isCounted) {
            largest = Math.max(largest, change);
            counts |= change > leastDistance || length(scratch, ShownMotion.ROTATION) > leastAngle;
        }
        slides[slot] = begins[slot] || slides[slot] && errors.has(slot);
        // The error that is left may be beyond the distance, so only what is new may end it.
        double off = begins[slot] ? 0 : slides[slot] ? change : length(difference, 0);
        if (off > snapDistance) {
            bodies.teleport(slot);
        } else {
            errors.begin(slot, difference);
        }
    }

    private static double length(double[] parts, int at) {
        return Math.sqrt(parts[at] * parts[at] + parts[at + 1] * parts[at + 1] + parts[at + 2] * parts[at + 2]);
    }

    /** Moves on to the time of a true state. Returns false if no time has passed. */
    private boolean step(State to) {
        long span = to.simulationNanos() - simulationNanos;
        simulationNanos = to.simulationNanos();
        // A tick that was stepped in a pause is shown at once. It counts as one at normal speed.
        errors.step(anchor.isPaused() ? span : (double) span * anchor.scaleDenominator() / anchor.scaleNumerator());
        return span > 0;
    }

    private void write(State next, StateWriter writer) {
        boolean moves = step(next);
        if (moves && shownTick != State.NO_TICK) {
            motion.look(reader, next);
        }
        for (int block = 0; block < Blocks.of(next.slots()); block++) {
            long wrong = moves ? errors.in(block) : errors.in(block) & changes.in(block);
            long exact = changes.in(block) & ~wrong;
            for (long left = wrong; left != 0; left &= left - 1) {
                int slot = block * Blocks.SIZE + Long.numberOfTrailingZeros(left);
                if (moves && !moveOn(next, slot)) {
                    exact |= 1L << slot;
                } else {
                    values.wrong(next, slot, writer);
                }
            }
            values.exact(next, block, exact, writer);
        }
        if (moves && touches != null && truth.size() > 1 && touches.hold(next, truth.state(1), countedSlot)) {
            values.wrong(next, countedSlot, writer);
        }
        changes.clear();
    }

    /** Reduces the error of a body. Returns false if it has ended. */
    private boolean moveOn(State next, int slot) {
        // A body whose motion is not known continues with its true velocity.
        if (errors.isFresh(slot) && motion.isKnown(slot, 2)) {
            motion.difference(next, slot, difference);
            errors.push(slot, difference);
        }
        return errors.reduce(slot, next);
    }
}
