package io.github.freestep.benchmarks.app.remote;

import io.github.freestep.benchmarks.report.Units;
import io.github.freestep.net.RemoteStates;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.MotionMeter;
import io.github.freestep.render.trace.MotionEvents;
import io.github.freestep.state.State;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateReader;
import java.util.function.LongSupplier;

/** Measures what arrives from a server, as a reader and a sampler see it. For one thread. */
final class LinkFigures implements AutoCloseable {
    private static final double SECOND = 1e9;

    private final Counts counts;
    private final StateReader reader;
    private final FrameSampler frames;
    private final MotionMeter meter = new MotionMeter();
    private long sinceNanos = System.nanoTime();
    private long bytes;
    private long states;
    private long incomplete;
    private long sinceTick = State.NO_TICK;
    private long tick = State.NO_TICK;
    private int bodies;
    private double delayMillis;
    private String simulation = "no state yet";
    private String link = "";

    /** What a receiver has counted so far. */
    record Counts(LongSupplier bytes, LongSupplier states, LongSupplier incomplete) {}

    LinkFigures(RemoteStates remote) {
        this(remote.states(), new Counts(remote::receivedBytes, remote::receivedStates, remote::incompleteStates));
    }

    LinkFigures(StateBuffer arriving, Counts counts) {
        this.counts = counts;
        reader = arriving.reader();
        frames =
                FrameSampler.builder(arriving).listener(MotionEvents.listener()).open();
    }

    /** Returns whether a state has come. */
    boolean hasStates() {
        return tick != State.NO_TICK;
    }

    /** Looks at the states and samples a frame. Call it once per frame. Returns whether a second is over. */
    boolean look() {
        if (reader.acquire()) {
            count(reader.state(0));
        }
        Frame frame = frames.sample();
        if (frame.hasState()) {
            meter.add(frame);
            delayMillis = frame.delayNanos() / 1e6;
        }
        return System.nanoTime() - sinceNanos >= SECOND;
    }

    private void count(State newest) {
        if (!hasStates()) {
            sinceTick = newest.tick() - 1;
        }
        tick = newest.tick();
        bodies = 0;
        for (int slot = 0; slot < newest.slots(); slot++) {
            bodies += newest.isAlive(slot) ? 1 : 0;
        }
    }

    /** Takes the figures of the time since the last call. */
    void next() {
        long now = System.nanoTime();
        double seconds = (now - sinceNanos) / SECOND;
        long bytesNow = counts.bytes.getAsLong();
        long statesNow = counts.states.getAsLong();
        long incompleteNow = counts.incomplete.getAsLong();
        if (hasStates()) {
            long ticks = Math.max(1, tick - sinceTick);
            // A tick whose state did not come at all is as bad as one that lacks pieces.
            long missing = Math.max(0, ticks - (statesNow - states));
            double percent = Math.min(100, 100.0 * (incompleteNow - incomplete + missing) / ticks);
            simulation = Units.text(
                    "tick %,d   %,d bodies   delay %.1f ms   judder %.1f %%",
                    tick, bodies, delayMillis, 100 * meter.judder());
            link = Units.text("incomplete %s   %.1f kB/s", Units.percent(percent), (bytesNow - bytes) / seconds / 1e3);
        }
        sinceNanos = now;
        sinceTick = tick;
        bytes = bytesNow;
        states = statesNow;
        incomplete = incompleteNow;
        meter.reset();
    }

    /** Returns what the last second was like. */
    String line() {
        return simulation + "   " + link;
    }

    /** Returns the part of the line that is about the link. */
    String link() {
        return link;
    }

    @Override
    public void close() {
        reader.close();
        frames.close();
    }
}
