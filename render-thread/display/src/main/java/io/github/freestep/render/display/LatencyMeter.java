package io.github.freestep.render.display;

import io.github.freestep.render.FrameSampler;
import java.util.Locale;
import java.util.Objects;

/**
 * Measures how long inputs take from key to light, and where on the way they wait. For one thread; allocates nothing
 * once made.
 *
 * <pre>{@code
 * LatencyMeter latency = new LatencyMeter();
 * FrameSampler frames = FrameSampler.builder(states).listener(DisplayTimes.listener(latency)).open();
 * ...
 * double millis = latency.millis(LatencyMeter.Part.WHOLE, 0.95); // what 95 % of the inputs do not exceed
 * }</pre>
 *
 * <p>The display time of a frame is what the host reports with {@link FrameSampler#displayed}. Without reports, it is
 * the time that the host passes to {@link FrameSampler#sample(long)}, if that is ahead of the clock.
 *
 * <p>For the latency of the picture as a whole, without inputs, use {@link DisplayMeter#latencyNanos}.
 */
public final class LatencyMeter {
    private static final double MILLI = 1e6;

    /** Inputs whose frames wait for a report. If more wait, the oldest count without the display. */
    private static final int KEPT = 64;

    private final Magnitudes[] parts = new Magnitudes[Part.values().length];

    /** The frames that wait, or 0, and for each, the first frame from there on that is known to be displayed. */
    private final long[] frame = new long[KEPT];

    private final long[] inputNanos = new long[KEPT];
    private final long[] sampledNanos = new long[KEPT];
    private final long[] firstShown = new long[KEPT];
    private final long[] displayNanos = new long[KEPT];
    private int next;
    private boolean hasReports;

    /** A part of the way of an input. Later versions may add more, so a {@code switch} needs a default branch. */
    public enum Part {
        /**
         * From the input's own time until its step begins. An input that is posted as soon as it happens waits at most
         * one tick here, if steps are punctual. One that a frame loop polls, and posts with the time of its event, also
         * waits here for the poll; without that time, the wait for the poll is not measured.
         */
        TICK,
        /** From the beginning of the step until its state is published, by the receiver if it comes over a network. */
        STEP,
        /** From then until a frame is sampled that shows the input. */
        FRAME,
        /** From then until the display shows that frame, or the next one if that frame was never displayed. */
        DISPLAY,
        /** The whole way. */
        WHOLE
    }

    /** Creates a meter, with all counts at zero. */
    public LatencyMeter() {
        for (int i = 0; i < parts.length; i++) {
            parts[i] = new Magnitudes();
        }
    }

    /**
     * Counts an input whose display time is unknown, from any source of times.
     *
     * @param inputNanos when it happened
     * @param startedNanos when its step began
     * @param publishedNanos when its state was published
     * @param sampledNanos when the first frame that shows it was sampled
     */
    public void add(long inputNanos, long startedNanos, long publishedNanos, long sampledNanos) {
        count(Part.TICK, startedNanos - inputNanos);
        count(Part.STEP, publishedNanos - startedNanos);
        count(Part.FRAME, sampledNanos - publishedNanos);
    }

    /**
     * Counts an input, from any source of times.
     *
     * @param inputNanos when it happened
     * @param startedNanos when its step began
     * @param publishedNanos when its state was published
     * @param sampledNanos when the first frame that shows it was sampled
     * @param displayNanos when the display showed that frame
     */
    public void add(long inputNanos, long startedNanos, long publishedNanos, long sampledNanos, long displayNanos) {
        add(inputNanos, startedNanos, publishedNanos, sampledNanos);
        display(inputNanos, sampledNanos, displayNanos);
    }

    private void display(long fromNanos, long madeNanos, long shownNanos) {
        count(Part.DISPLAY, shownNanos - madeNanos);
        count(Part.WHOLE, shownNanos - fromNanos);
    }

    private void count(Part part, long nanos) {
        parts[part.ordinal()].add(Math.max(0, nanos));
    }

    /** Counts an input of a sampler as {@link InputListener} does, and its display time if that is known. */
    void shown(long number, long fromNanos, long startedNanos, long publishedNanos, long madeNanos, long hostNanos) {
        add(fromNanos, startedNanos, publishedNanos, madeNanos);
        if (hasReports) {
            frame[next] = number;
            inputNanos[next] = fromNanos;
            sampledNanos[next] = madeNanos;
            firstShown[next] = Long.MAX_VALUE;
            next = (next + 1) % KEPT;
        } else if (hostNanos - madeNanos > 0) {
            display(fromNanos, madeNanos, hostNanos);
        }
    }

    void displayed(long number, long nanos) {
        hasReports = true;
        for (int i = 0; i < KEPT; i++) {
            if (frame[i] == 0 || number < frame[i]) {
                continue;
            }
            if (number < firstShown[i]) {
                firstShown[i] = number;
                displayNanos[i] = nanos;
            }
            // Reports come in any order, so another frame counts only when this one cannot be reported any more.
            if (number == frame[i] || number - frame[i] >= Displays.PATIENCE) {
                display(inputNanos[i], sampledNanos[i], displayNanos[i]);
                frame[i] = 0;
            }
        }
    }

    /** Sets all counts to zero. */
    public void reset() {
        for (Magnitudes each : parts) {
            each.clear();
        }
    }

    /**
     * The number of inputs that a part of the way is known of.
     *
     * @param part which part; {@code WHOLE} and {@code DISPLAY} need display times
     * @return inputs; of several in one tick, only the newest counts, and input in a pause does not
     */
    public long inputs(Part part) {
        return of(part).count();
    }

    /**
     * A quantile of a part of the way: for a share of 0.95, the time that 95 % of the inputs do not exceed. Quantiles of
     * parts do not add up to that of the whole.
     *
     * @param part which part
     * @param share from 0 to 1
     * @return milliseconds, at most 3 % too high; NaN if the part is known of no input
     * @throws IllegalArgumentException if the share is out of that range
     */
    public double millis(Part part, double share) {
        Magnitudes of = of(part);
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("share must be between 0 and 1, was " + share);
        }
        return of.count() == 0 ? Double.NaN : of.quantile(share) / MILLI;
    }

    private Magnitudes of(Part part) {
        return parts[
                Objects.requireNonNull(part, "part must not be null; pass one of LatencyMeter.Part.values()")
                        .ordinal()];
    }

    /** Returns p50, p95 and p99 of each part that is known, in one line. For logs; allocates. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("p50/p95/p99 in ms of " + inputs(Part.FRAME) + " inputs");
        for (Part part : Part.values()) {
            if (inputs(part) > 0) {
                text.append(String.format(
                        Locale.ROOT,
                        ", %s %.1f/%.1f/%.1f",
                        part.name().toLowerCase(Locale.ROOT),
                        millis(part, 0.5),
                        millis(part, 0.95),
                        millis(part, 0.99)));
            }
        }
        return text.toString();
    }
}
