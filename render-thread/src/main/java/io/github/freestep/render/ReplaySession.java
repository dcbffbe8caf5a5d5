package io.github.freestep.render;

import io.github.freestep.render.trace.codec.ShownWords;
import io.github.freestep.render.trace.codec.TraceEntry;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.time.VirtualClock;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Gives the entries of a trace to a sampler. A missing span begins a new sampler. Not thread-safe. */
final class ReplaySession implements AutoCloseable {
    private final UnaryOperator<SamplerOptions> options;
    private final boolean other;
    private final int everyState;
    private final MotionReplay.Handler handler;
    private final SamplerState saved = new SamplerState();
    private final SamplerState now = new SamplerState();
    private @Nullable StatePublisher publisher;
    private @Nullable FrameSampler sampler;
    private boolean exact = true;

    /** How many states of a snapshot follow. */
    private int following;

    private boolean restoring;
    private int window;
    private int snapshotStates;
    private long newestTick;

    /** Thrown for numbers that no sampler writes. */
    static final class Invalid extends RuntimeException {
        private static final long serialVersionUID = 1;

        Invalid(RuntimeException cause) {
            super("the trace has times that no run can have: " + cause.getMessage(), cause);
        }
    }

    ReplaySession(UnaryOperator<SamplerOptions> options, boolean other, int everyState, MotionReplay.Handler handler) {
        this.options = options;
        this.other = other;
        this.everyState = everyState;
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
            case LOST -> {
                handler.lost(entry.value);
                close();
            }
            default -> {}
        }
        return false;
    }

    private static void guarded(Runnable part) {
        try {
            part.run();
        } catch (RuntimeException e) {
            throw new Invalid(e);
        }
    }

    private void snapshot(TraceEntry entry) {
        saved.restore(entry.values, (int) entry.value);
        SamplerOptions recorded = SamplerOptions.of(saved);
        snapshotStates = recorded.states(saved);
        following = snapshotStates;
        if (sampler != null) {
            compare(entry);
            return;
        }
        SamplerOptions wanted = options.apply(recorded);
        window = recorded.window();
        publisher = StatePublisher.of(StateLayout.of(1), wanted.window(), new VirtualClock(0), false);
        sampler = new FrameSampler(publisher.states(), publisher.states().clock(), wanted, null);
        newestTick = State.NO_TICK;
        restoring = true;
        endSnapshot();
    }

    /** Compares the sampler with the recorded one, number by number. */
    private void compare(TraceEntry entry) {
        if (!other) {
            sampler.state(now.save());
            exact &= Arrays.equals(now.values, 0, now.size(), entry.values, 0, (int) entry.value);
        }
    }

    private void endSnapshot() {
        if (restoring && following == 0) {
            guarded(() -> {
                sampler.restore(saved.restore(saved.values, saved.length()), other);
                saved.end();
            });
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
        if (everyState == 1 || entry.tick % everyState == 0 || newestTick == State.NO_TICK) {
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
        guarded(() -> from.sample(entry.nanos));
        Frame frame = from.frame();
        boolean held = from.isHolding();
        entry.shown[ShownWords.SHOWN] = frame.simulationNanos;
        entry.shown[ShownWords.CURRENT] = frame.currentSimulationNanos;
        entry.shown[ShownWords.ALPHA] = Double.doubleToRawLongBits(frame.alpha());
        entry.shown[ShownWords.DELAY] = frame.delayNanos;
        entry.shown[ShownWords.FLAGS] = ShownWords.flags(frame.hasState, frame.isBridged(), frame.isPaused, held);
        handler.frame(frame, entry.nanos, held);
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
                again);
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
