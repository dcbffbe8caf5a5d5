package io.github.freestep.net;

import io.github.freestep.net.link.LossMeter;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.display.MotionMeter;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.VirtualNetwork;
import java.util.Locale;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A sender and a receiver of bodies that go round, over a link of 20 to 22 ms with a queue of 0.2 s. Shows
 * 144 frames per second, and compares each body with where it was at the time that the frame shows. The clock of the
 * service is 50 ppm fast.
 */
final class LinkRig extends SenderRig {
    static final long WAY = 20 * MILLI;
    private static final double RADIUS = 5;
    private static final int BLOCK = 64;

    final MotionMeter clockMotion = new MotionMeter();
    final Random random;
    private final FrameSampler frames = FrameSampler.open(follower.states());
    private final int rate;
    private final double[] speeds;
    private final double[] shownX;
    private final double[] shownZ;
    private boolean hasShown;
    private long currentNanos;
    private double frameNanos = clock.nanoTime();
    private long incomplete;

    /** Between these seconds, no body moves. */
    private double restsFrom = Double.MAX_VALUE;

    private double restsTo = Double.MAX_VALUE;

    // Since the last call of show.

    private double squares;
    private long blocks;
    private double mostMetres;
    private double mostSeconds;
    private double ages;
    private long shown;

    LinkRig(long seed, int bodies, double budget) {
        this(seed, bodies, 100, null, budget);
    }

    LinkRig(long seed, int bodies, int rate, @Nullable Interest interest, double budget) {
        super(seed, bodies, bodies, rate, WAY, interest, budget);
        this.rate = rate;
        random = Seeds.random(seed);
        speeds = random.doubles(bodies, 0.5, 2).toArray();
        shownX = new double[bodies];
        shownZ = new double[bodies];
        fastPpm = 50;
        stepNanos = MILLI / 2;
        toClients.jitterNanos = 2 * MILLI;
        toServer.jitterNanos = 2 * MILLI;
        toClients.headers = LossMeter.UDP_BYTES;
        toClients.mostWaitNanos = 200 * MILLI;
    }

    @Override
    void pose(StateWriter state, int body, long atTick) {
        double angle = angle(body, (double) atTick / rate);
        state.position(body, RADIUS * Math.cos(angle), body, RADIUS * Math.sin(angle));
        state.orientation(body, 0, (float) Math.sin(angle), 0, (float) Math.cos(angle));
    }

    private double angle(int body, double seconds) {
        double rested = Math.max(0, Math.min(seconds, restsTo) - restsFrom);
        return body + (seconds - rested) * speeds[body];
    }

    /** Gives the link to the receiver a rate in bits per second. */
    void cap(double bitsPerSecond) {
        toClients.nanosPerByte = 8e9 / bitsPerSecond;
    }

    /** Sets what the link does to all datagrams, in both directions. */
    void become(boolean keepsOrder, VirtualNetwork.Jitter delay) {
        for (VirtualNetwork.Way way : new VirtualNetwork.Way[] {toClients, toServer}) {
            way.keepsOrder = keepsOrder;
            way.delayNanos = 0;
            way.jitter = delay;
        }
    }

    /** Lets all run for a time in which no body moves. */
    LinkRig rest(long nanos) {
        restsFrom = 1e-9 * (serverClock.nanoTime() - startNanos);
        show(nanos);
        restsTo = 1e-9 * (serverClock.nanoTime() - startNanos);
        return this;
    }

    /** Lets all run for a time, and measures that time alone. */
    LinkRig show(long nanos) {
        clockMotion.reset();
        squares = 0;
        blocks = 0;
        mostMetres = 0;
        mostSeconds = 0;
        ages = 0;
        shown = 0;
        incomplete = follower.incompleteStates();
        for (long end = clock.nanoTime() + nanos; clock.nanoTime() < end; ) {
            run(Math.min(end, (long) Math.ceil(frameNanos)) - clock.nanoTime());
            if (clock.nanoTime() >= frameNanos) {
                frameNanos += SECOND / 144.0;
                add(frames.sample());
            }
        }
        return this;
    }

    private void add(Frame frame) {
        if (!frame.hasState()) {
            return;
        }
        clockMotion.add(frame);
        long at = follower.senderNanos(frame.reachedTick(), frame.simulationNanos());
        ages += serverClock.nanoTime() - startNanos - at;
        shown++;
        double passed = 1e-9 * (frame.currentSimulationNanos() - currentNanos);
        currentNanos = frame.currentSimulationNanos();
        for (int from = 0; from < frame.slots(); from += BLOCK) {
            add(frame, from, Math.min(frame.slots(), from + BLOCK), 1e-9 * at, passed);
        }
        hasShown = true;
    }

    /** By how much the bodies of a block have moved along their ways, compared with how far they move in that time. */
    private void add(Frame frame, int from, int to, double seconds, double passed) {
        double moved = 0;
        double moves = 0;
        double share = seconds <= restsFrom ? 1 : Math.max(0, Math.min(1, (seconds - restsTo) / passed));
        for (int body = from; body < to; body++) {
            double angle = angle(body, seconds);
            double x = frame.x()[body];
            double z = frame.z()[body];
            double off = Math.hypot(x - RADIUS * Math.cos(angle), z - RADIUS * Math.sin(angle));
            mostMetres = Math.max(mostMetres, off);
            mostSeconds = Math.max(mostSeconds, off / (RADIUS * speeds[body]));
            double dx = -RADIUS * speeds[body] * Math.sin(angle);
            double dz = RADIUS * speeds[body] * Math.cos(angle);
            moved += (x - shownX[body]) * dx + (z - shownZ[body]) * dz;
            moves += share * (dx * dx + dz * dz) * passed;
            shownX[body] = x;
            shownZ[body] = z;
        }
        if (hasShown && moves > 0) {
            squares += Math.pow(moved / moves - 1, 2);
            blocks++;
        }
    }

    /** How unevenly bodies have moved, in per cent of their speed (root mean square of all frames and blocks). */
    double judder() {
        return 100 * Math.sqrt(squares / Math.max(1, blocks));
    }

    /** How far a body was at most from where it was at the time shown. */
    double worstMillimetres() {
        return 1e3 * mostMetres;
    }

    /** The same as the time in which the body moves that far. */
    double worstMillis() {
        return 1e3 * mostSeconds;
    }

    double ageMillis() {
        return ages / MILLI / shown;
    }

    long incomplete() {
        return follower.incompleteStates() - incomplete;
    }

    SenderClient receiverSeen() {
        return work.clients().get(0);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "judder %.2f %%, worst body %.0f mm or %.0f ms, %d frozen, %d jumping, %d states/s, %d incomplete, age"
                        + " %.0f ms",
                judder(),
                worstMillimetres(),
                worstMillis(),
                clockMotion.frozen(),
                clockMotion.jumping(),
                receiverSeen().statesPerSecond(),
                incomplete(),
                ageMillis());
    }
}
