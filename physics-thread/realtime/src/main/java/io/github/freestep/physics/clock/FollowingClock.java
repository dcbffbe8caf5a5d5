package io.github.freestep.physics.clock;

import io.github.freestep.physics.Physics;
import io.github.freestep.state.StateReader;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.TimeAnchor;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A clock that keeps the ticks of a service midway between the cycles of a device. It runs up to 1 % faster or slower.
 * Without it, even a device that is 0.01 % slow gets two commands in some cycles, and none in others.
 *
 * <pre>{@code
 * FollowingClock clock = new FollowingClock();
 * PhysicsService physics = PhysicsService.builder(arm).rate(1_000).clock(clock).start();
 * clock.follow(physics, 1_000);
 * while (isOn()) {
 *     device.read(); // waits for the next cycle
 *     clock.cycle(System.nanoTime());
 * }
 * }</pre>
 *
 * <p>Any number of threads may read the clock, without waiting, and it never runs backwards. {@link #follow}, {@link
 * #cycle} and {@link #unfollow} are for the thread of the device. Nothing allocates after {@code follow}. While no
 * cycles come, the clock runs like its source.
 *
 * <p>The clock needs time to come close to a device, and until then, a cycle may have no command, or two. At 1,000
 * cycles a second, this takes 1.7 s if the device is 1,000 ppm off, and more than 30 s at 9,000 ppm, so let the device
 * move only once {@link #isFollowing} has stayed true for a second.
 */
public final class FollowingClock implements NanoClock {
    private static final double MOST_DEVIATION = 0.01;

    /**
     * How much of the error is corrected per second. A correction in proportion to the error alone would leave a device
     * that is 1,000 ppm off 250 us behind, so there is an integral, too. The time scale of the service must not correct
     * it: each change would be a new anchor, and samplers do not compare gaps across anchors.
     */
    private static final double GAIN = 4;

    private static final String NO_CYCLE = "no cycle in the last 100 ms";

    private final NanoClock source;
    private final SteeredTime time;

    // Of the device's thread.
    private final TimeAnchor anchor = new TimeAnchor();
    private @Nullable StateReader states;
    private double ticksPerSecond;
    private double cyclesPerSecond;
    private long readNanos;
    private double meanError;

    /** The rate that corrects what the error alone would leave, in nanoseconds per second. */
    private double integral;

    // What other threads read. Each value is valid without the others.
    private volatile boolean isNear;
    private volatile long acceptedNanos;
    private volatile long errorNanos;
    private volatile double steeredPpm;
    private volatile String ignored = NO_CYCLE;

    /** Makes a clock that shows {@link System#nanoTime()} until it follows a device. */
    public FollowingClock() {
        this(NanoClock.system());
    }

    /**
     * Makes a clock that shows another one until it follows a device.
     *
     * @param source the clock of which the times of cycles are readings, such as a {@link
     *     io.github.freestep.time.VirtualClock} in a test
     */
    public FollowingClock(NanoClock source) {
        this.source = Objects.requireNonNull(source, "source must not be null");
        time = new SteeredTime(source);
        acceptedNanos = source.nanoTime() - SteeredTime.HOLD_NANOS;
    }

    /**
     * Prepares to follow a device. Takes one reader of the states of the service, from which {@link #cycle} learns when
     * ticks are due.
     *
     * @param physics runs on this clock
     * @param cycles of the device per second, from 20 to 100000, within 1 % of a multiple or a fraction of the tick
     *     rate
     * @throws IllegalArgumentException if the service has another clock, or if cycles and ticks do not fit
     * @throws IllegalStateException if the states have no reader left
     */
    public void follow(Physics physics, double cycles) {
        // The clock of a stepper is its own, which its host moves by this one.
        if (!physics.states().isInline() && physics.clock() != this) {
            throw new IllegalArgumentException("physics must run on this clock, ran on " + physics.clock()
                    + "; pass this clock to PhysicsBuilder.clock");
        }
        Ratio rate = physics.settings().rate();
        double ticks = rate.toDouble();
        double spacing = cycles >= 20 && cycles <= 100_000 ? spacingNanos(ticks, cycles) : 0;
        if (spacing == 0) {
            throw new IllegalArgumentException(
                    "cycles must be between 20 and 100000 per second, and within 1 % of a multiple"
                            + " or a fraction of the " + rate + " ticks per second, was " + cycles
                            + "; choose a tick rate that fits, or count several cycles as one");
        }
        unfollow();
        states = physics.states().reader();
        ticksPerSecond = ticks;
        cyclesPerSecond = cycles;
        readNanos = source.nanoTime() - SteeredTime.HOLD_NANOS;
        integral = 0;
        meanError = spacing / 4;
    }

    /** Ends what {@link #follow} has begun, and returns the reader. The clock runs free within 100 ms. */
    public void unfollow() {
        if (states != null) {
            states.close();
            states = null;
        }
    }

    /**
     * Tells the clock that a cycle of the device has begun. Call it right after each read that has waited for one. To
     * have ticks earlier than midway between two reads, pass a time that is earlier by as much.
     *
     * <p>Ignores a time that is not between that of the cycle before and now, or older than 100 ms, and cycles while
     * simulation time is paused, or scaled so that ticks and cycles do not fit; {@link #toString} then says so.
     *
     * @param nanos a reading of {@link System#nanoTime()}, or of the source
     * @throws IllegalStateException if {@link #follow} was not called, or another thread calls it
     */
    public void cycle(long nanos) {
        if (states == null) {
            throw new IllegalStateException("follow must be called before cycle");
        }
        long now = source.nanoTime();
        long since = nanos - readNanos;
        states.acquire();
        if (states.size() == 0 || since <= 0 || nanos - now > 0 || now - nanos > SteeredTime.HOLD_NANOS) {
            ignored = "the time of a cycle must be after that of the cycle before, not after now, and less than 100 ms"
                    + " old, and the service must have begun";
            return;
        }
        readNanos = nanos;
        states.state(0).anchor(anchor);
        double spacing =
                spacingNanos(ticksPerSecond * anchor.scaleNumerator() / anchor.scaleDenominator(), cyclesPerSecond);
        if (spacing == 0) {
            ignored = "simulation time is paused, or scaled so that ticks do not fit cycles";
            return;
        }
        long dueNanos = anchor.wallAt(states.state(0).simulationNanos());
        double error = timeOf(nanos) - dueNanos - spacing / 2;
        error -= spacing * Math.rint(error / spacing);
        double wanted = integral - error * GAIN;
        double possible = limited(wanted);
        if (wanted == possible) {
            // With the square of half the gain, the error falls fastest without swinging. While the rate is at its
            // limit, a sum would only grow, and the clock would overshoot later.
            double seconds = Math.min(since, SteeredTime.HOLD_NANOS) / 1e9;
            integral = limited(integral - error * GAIN * GAIN / 4 * seconds);
        }
        time.steer(Math.round(possible));
        steeredPpm = possible / 1e3;
        errorNanos = Math.round(error);
        meanError += (Math.abs(error) - meanError) / 64;
        // Without an order between cycles and ticks, the mean error is a quarter of their spacing.
        isNear = meanError < spacing / 8;
        ignored = NO_CYCLE;
        acceptedNanos = now;
    }

    private static double limited(double rate) {
        return Math.max(-MOST_DEVIATION * 1e9, Math.min(MOST_DEVIATION * 1e9, rate));
    }

    /** Returns the time between ticks or between cycles, whichever is shorter; 0 if they do not fit. */
    private static double spacingNanos(double ticksPerSecond, double cyclesPerSecond) {
        double ratio = cyclesPerSecond / ticksPerSecond;
        double fitting = ratio >= 1 ? Math.rint(ratio) : 1 / Math.rint(1 / ratio);
        return Math.abs(ratio / fitting - 1) <= MOST_DEVIATION ? 1e9 / ticksPerSecond / Math.max(1, fitting) : 0;
    }

    @Override
    public long nanoTime() {
        return time.nanoTime();
    }

    /**
     * Converts a time of {@link System#nanoTime()}, or of the source, such as that of a callback or of a display. The
     * result is exact if the rate of this clock has not changed since that time, and otherwise wrong by at most 2 % of
     * the time's distance from now, and usually by less than 0.01 %.
     *
     * @param nanos a reading of the source, or a time that it will reach
     * @return a time of this clock
     */
    public long timeOf(long nanos) {
        return time.timeOf(nanos);
    }

    @Override
    public void park(long nanos) {
        source.park(nanos);
    }

    @Override
    public void spin() {
        source.spin();
    }

    @Override
    public boolean parksInRealTime() {
        return source.parksInRealTime();
    }

    /**
     * Returns whether ticks stay between the cycles of the device.
     *
     * @return true if the mean error of about the last 64 cycles is less than an eighth of the time between ticks, or
     *     between cycles if those are shorter
     */
    public boolean isFollowing() {
        return isNear && isSteered();
    }

    /**
     * Returns how far the newest cycle was from where it should be.
     *
     * @return nanoseconds, positive if ticks are too early
     */
    public long phaseErrorNanos() {
        return errorNanos;
    }

    /**
     * Returns how much faster than its source this clock runs. If it stays at a limit, the device is more than 1 % off.
     *
     * @return millionths, from -10000 to 10000; 0 without cycles
     */
    public double steeredPpm() {
        return isSteered() ? steeredPpm : 0;
    }

    private boolean isSteered() {
        return source.nanoTime() - acceptedNanos < SteeredTime.HOLD_NANOS;
    }

    /** Returns the present state in words, such as why the clock does not follow. */
    @Override
    public String toString() {
        String follows = isFollowing() ? "following" : "approaching";
        String how = ": phase error " + errorNanos + " ns, steered by " + Math.round(steeredPpm) + " ppm";
        return isSteered() ? follows + how : "runs free: " + ignored;
    }
}
