package io.github.freestep.benchmarks.jmh.kernels;

import io.github.freestep.benchmarks.jmh.ShortRuns;
import io.github.freestep.query.Hits;
import io.github.freestep.render.Frame;
import io.github.freestep.render.past.StateHistory;
import io.github.freestep.render.picking.Picker;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.TimeAnchor;
import io.github.freestep.time.VirtualClock;
import java.util.Arrays;
import java.util.Random;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Measures what a shot at an instant of the past costs, and what keeping the past costs in each tick. All bodies run in
 * circles and turn, in a cube of 100 m. A ray hits one body in 2,400. Every shot is at another instant.
 */
@State(Scope.Thread)
@Fork(2)
public class ShotBenchmark extends ShortRuns {
    private static final int RATE = 100;
    private static final long SECOND_NANOS = 1_000_000_000;
    private static final long TICK_NANOS = SECOND_NANOS / RATE;
    private static final float SIZE = 100;
    private static final float RADIUS = 1;
    private static final double SPEED = 0.1;
    private static final double TURN = 0.02;

    /** A prime, so that instants come in no order. */
    private static final long STRIDE_NANOS = 26_388_279_066_581L;

    @Param({"1000", "10000"})
    public int bodies;

    private final TimeAnchor anchor = new TimeAnchor();
    private final Picker picker = new Picker();
    private StatePublisher publisher;
    private StateHistory history;
    private float[][] places;
    private float[][] turns;

    /** By body: the direction in which it began to run. */
    private float[] cosines;

    private float[] sines;
    private Hits hits;
    private long tick;
    private long question;

    @Setup
    public void run() {
        Random random = new Random(1);
        hits = new Hits(bodies);
        publisher = StatePublisher.of(StateLayout.of(bodies), 4, new VirtualClock(0), false);
        history = StateHistory.builder(publisher.states()).rate(RATE).open();
        places = new float[3][bodies];
        turns = new float[3][bodies];
        cosines = new float[bodies];
        sines = new float[bodies];
        for (int body = 0; body < bodies; body++) {
            publisher.bodies().spawn(body);
            cosines[body] = (float) (SPEED * Math.cos(body));
            sines[body] = (float) (SPEED * Math.sin(body));
            for (float[] component : places) {
                component[body] = random.nextFloat() * SIZE;
            }
        }
        for (int i = 0; i < 2 * RATE; i++) {
            publishAndUpdate();
        }
    }

    /** Finds the bodies on a ray at an instant. */
    @Benchmark
    public int shot() {
        return hit(at());
    }

    private int hit(Frame then) {
        float aside = (question++ & 63) / 64f;
        int count = picker.ray(then, 0, 0, 0, 1, aside, 1 - aside, 2 * SIZE, RADIUS, hits);
        return count == 0 ? -1 : hits.slot(0);
    }

    private Frame at() {
        question = question + STRIDE_NANOS & Long.MAX_VALUE;
        return history.at(history.newestNanos() - question % SECOND_NANOS);
    }

    /** Finds the bodies on a second ray at the same instant. */
    @Benchmark
    public int secondShot() {
        return hit(history.at(history.newestNanos() - TICK_NANOS / 2));
    }

    /** Publishes a state in which all bodies have moved. */
    @Benchmark
    public void publish() {
        tick++;
        float cosine = (float) Math.cos(tick * TURN);
        float sine = (float) Math.sin(tick * TURN);
        float[] x = places[0];
        float[] z = places[2];
        for (int body = 0; body < bodies; body++) {
            x[body] += cosine * cosines[body] - sine * sines[body];
            z[body] += sine * cosines[body] + cosine * sines[body];
        }
        Arrays.fill(turns[1], sine);
        Arrays.fill(turns[2], cosine);
        StateWriter state = publisher.begin(tick, tick * TICK_NANOS, anchor, 0);
        state.positions(x, places[1], z, 0, bodies);
        state.orientations(turns[0], turns[1], turns[0], turns[2], 0, bodies);
        publisher.publish(0);
    }

    /** Publishes such a state, and keeps it. */
    @Benchmark
    public void publishAndUpdate() {
        publish();
        history.update();
    }
}
