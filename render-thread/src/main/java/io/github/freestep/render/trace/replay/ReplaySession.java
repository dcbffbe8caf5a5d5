package io.github.freestep.render.trace.replay;

import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.FrameTrace;
import io.github.freestep.render.trace.codec.ShownWords;
import io.github.freestep.render.trace.codec.TraceEntry;
import io.github.freestep.state.State;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import java.util.Arrays;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Gives the entries of a trace to a sampler. A missing span begins a new sampler. Not thread-safe. */
final class ReplaySession implements AutoCloseable {
    private final UnaryOperator<RecordedOptions> options;
    private final boolean other;
    private final int everyTicks;
    private final MotionReplay.Handler handler;
    private final Follower follower = new Follower();

    /** The newest snapshot. */
    private long[] saved = {};

    /** Whether to compare the sampler with that snapshot before the next frame. */
    private boolean compares;

    private @Nullable StatePublisher publisher;
    private @Nullable FrameSampler sampler;
    private boolean exact = true;

    /** How many states of a snapshot follow. */
    private int following;

    private boolean restoring;
    private int window;
    private int snapshotStates;
    private long newestTick;

    /** Sees what the sampler shows, and compares its inner state with the recorded one, number by number. */
    private final class Follower extends FrameTrace {
        FrameSampler sampler(RecordedOptions wanted) {
            return open(wanted.builder(publisher.states(), this));
        }

        Frame frame(FrameSampler from, TraceEntry entry) {
            return sample(from, entry.nanos, entry.nanos - entry.leadNanos);
        }

        void restore(FrameSampler fresh) {
            restore(fresh, saved, saved.length, other);
        }

        @Override
        protected void opened(StateBuffer states) {}

        @Override
        protected boolean before(long hostNanos, boolean isWhole) {
            return compares;
        }

        @Override
        protected void snapshot(long[] numbers, int count, StateReader window) {
            compares = false;
            exact &= Arrays.equals(numbers, 0, count, saved, 0, saved.length);
        }

        @Override
        protected void after(long hostNanos, long clockNanos, Frame frame, @Nullable StateReader news) {}

        void report(FrameSampler from, long back, long displayNanos) {
            displayed(from, back, displayNanos);
        }

        @Override
        protected void displayed(long back, long displayNanos) {}

        @Override
        protected void closed() {}
    }

    /** Thrown for numbers that no sampler writes. */
    static final class Invalid extends RuntimeException {
        private static final long serialVersionUID = 1;

        Invalid(RuntimeException cause) {
            super("the trace has times that no run can have: " + cause.getMessage(), cause);
        }
    }

    ReplaySession(UnaryOperator<RecordedOptions> options, boolean other, int everyTicks, MotionReplay.Handler handler) {
        this.options = options;
        this.other = other;
        this.everyTicks = everyTicks;
        this.handler = handler;
    }

    /** Takes an entry. Returns whether it was a frame, and then sets what it showed. */
    boolean take(TraceEntry entry) {
        switch (entry.kind) {
            case SNAPSHOT -> guarded(() -> snapshot(entry));
            case STATE -> {
                guarded(() -> state(entry));
                if (following == 0 && !restoring) {
                    handler.state(times(entry, false));
                } else {
                    following--;
                    endSnapshot();
                }
            }
            case REPLACED -> {
                guarded(() -> replaced(entry));
                handler.state(times(entry, true));
            }
            case FRAME -> {
                return frame(entry);
            }
            case PAUSE -> handler.pause(entry.nanos, entry.value);
            case TICK -> handler.tick(entry.tick, entry.dueNanos, entry.startedNanos, entry.publishedNanos);
            case DISPLAYED -> {
                if (sampler != null) {
                    guarded(() -> follower.report(sampler, entry.value, entry.nanos));
                }
            }
            case LOST -> {
                handler.lost(entry.value);
                close();
            }
            default -> {}
        }
        return false;
    }

    private static void guarded(Runnable part) {
        guarded(() -> {
            part.run();
            return part;
        });
    }

    private static <T> T guarded(Supplier<T> part) {
        try {
            return part.get();
        } catch (RuntimeException e) {
            throw new Invalid(e);
        }
    }

    private void snapshot(TraceEntry entry) {
        saved = Arrays.copyOf(entry.values, (int) entry.value);
        RecordedOptions recorded = RecordedOptions.of(saved, saved.length);
        snapshotStates = recorded.states();
        following = snapshotStates;
        compares = sampler != null && !other;
        if (sampler != null) {
            return;
        }
        RecordedOptions wanted = options.apply(recorded);
        window = recorded.window();
        publisher = StatePublisher.of(StateLayout.of(1), wanted.window(), wanted.clock(), false);
        sampler = follower.sampler(wanted);
        newestTick = State.NO_TICK;
        restoring = true;
        endSnapshot();
    }

    private void endSnapshot() {
        if (restoring && following == 0) {
            guarded(() -> follower.restore(sampler));
            restoring = false;
        }
    }

    /** Publishes a state. One that the sampler missed is published before it, since that changes what it does. */
    private void state(TraceEntry entry) {
        if (following > 0 && !restoring || sampler == null) {
            return;
        }
        boolean missed = entry.predecessorTick > newestTick
                && entry.predecessorTick >= 0
                && (!restoring || snapshotStates == window);
        if (missed && !other) {
            publish(entry, entry.predecessorTick);
        }
        if (everyTicks == 1 || entry.tick % everyTicks == 0 || newestTick == State.NO_TICK) {
            publish(entry, entry.tick);
        }
    }

    private void publish(TraceEntry entry, long tick) {
        publisher.begin(tick, entry.simulationNanos, entry.anchor, entry.startedNanos);
        publisher.publish(entry.publishedNanos);
        newestTick = tick;
    }

    private void replaced(TraceEntry entry) {
        if (sampler != null && newestTick != State.NO_TICK) {
            publisher.replace(entry.anchor, entry.startedNanos);
            publisher.publish(entry.publishedNanos);
        }
    }

    private boolean frame(TraceEntry entry) {
        if (sampler == null || restoring) {
            throw new Invalid(new IllegalStateException("a frame before a snapshot"));
        }
        FrameSampler from = sampler;
        Frame frame = guarded(() -> follower.frame(from, entry));
        entry.shown[ShownWords.SHOWN] = frame.simulationNanos();
        entry.shown[ShownWords.CURRENT] = frame.currentSimulationNanos();
        entry.shown[ShownWords.ALPHA] = Double.doubleToRawLongBits(frame.alpha());
        entry.shown[ShownWords.DELAY] = frame.delayNanos();
        entry.shown[ShownWords.FLAGS] = ShownWords.flags(frame.hasState(), frame.isBridged(), frame.isPaused());
        handler.lead(entry.leadNanos);
        handler.frame(frame, entry.nanos);
        return true;
    }

    private static StateTimes times(TraceEntry entry, boolean again) {
        long due = entry.publishedNanos;
        if (!entry.anchor.isPaused()) {
            try {
                due = entry.anchor.wallAt(entry.simulationNanos);
            } catch (ArithmeticException e) {
                throw new Invalid(e);
            }
        }
        return new StateTimes(
                entry.tick,
                entry.predecessorTick,
                entry.simulationNanos,
                due,
                entry.startedNanos,
                entry.publishedNanos,
                entry.anchor.scaleNumerator(),
                entry.anchor.scaleDenominator(),
                entry.anchor.wallNanos(),
                entry.anchor.simulationNanos(),
                again,
                entry.overloaded);
    }

    boolean isExact() {
        return exact;
    }

    @Override
    public void close() {
        if (sampler != null) {
            sampler.close();
            sampler = null;
        }
    }
}
