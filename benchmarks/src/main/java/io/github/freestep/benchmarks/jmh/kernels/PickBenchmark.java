package io.github.freestep.benchmarks.jmh.kernels;

import io.github.freestep.benchmarks.jmh.ShortRuns;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.Hits;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.TimeAnchor;
import io.github.freestep.time.VirtualClock;
import java.util.Random;
import org.joml.FrustumIntersection;
import org.joml.Intersectionf;
import org.joml.Matrix4f;
import org.joml.Vector2f;
import org.joml.Vector3f;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Measures what a click and a selection by a rectangle cost, among bodies in a cube of 100 m, compared with a loop over
 * objects of JOML. A ray hits one body in 2,400, the rectangle 3 in a hundred. Every call has another ray or rectangle.
 */
@State(Scope.Thread)
@Fork(2)
public class PickBenchmark extends ShortRuns {
    private static final float SIZE = 100;
    private static final float RADIUS = 1;
    private static final int QUESTIONS = 97;

    @Param({"1000", "10000", "100000"})
    public int bodies;

    private final Vector3f[] directions = new Vector3f[QUESTIONS];
    private final Vector2f nearAndFar = new Vector2f();
    private final Matrix4f camera = new Matrix4f();
    private final FrustumIntersection frustum = new FrustumIntersection();
    private Vector3f[] objects;
    private Hits hits;
    private Frame frame;
    private int question;

    @Setup
    public void place() {
        Random random = new Random(1);
        objects = new Vector3f[bodies];
        hits = new Hits(bodies);
        StatePublisher publisher = StatePublisher.of(StateLayout.of(bodies), 2, new VirtualClock(0), false);
        for (int body = 0; body < bodies; body++) {
            publisher.bodies().spawn(body);
            objects[body] = new Vector3f(random.nextFloat(), random.nextFloat(), random.nextFloat()).mul(SIZE);
        }
        StateWriter state = publisher.begin(0, 0, new TimeAnchor(), 0);
        for (int body = 0; body < bodies; body++) {
            state.position(body, objects[body].x, objects[body].y, objects[body].z);
        }
        publisher.publish(0);
        frame = FrameSampler.open(publisher.states()).sample();
        for (int i = 0; i < QUESTIONS; i++) {
            directions[i] = new Vector3f(1, random.nextFloat(), random.nextFloat()).normalize();
        }
        camera.perspective(1, 1.5f, 0.1f, 2 * SIZE)
                .lookAt(-SIZE, SIZE / 2, SIZE / 2, SIZE, SIZE / 2, SIZE / 2, 0, 1, 0);
    }

    private Vector3f direction() {
        question = question + 1 == QUESTIONS ? 0 : question + 1;
        return directions[question];
    }

    @Benchmark
    public int ray() {
        Vector3f d = direction();
        return nearest(frame.ray(0, 0, 0, d.x, d.y, d.z, 2 * SIZE, RADIUS, hits));
    }

    @Benchmark
    public int rectangle() {
        float edge = direction().y * 0.1f;
        return nearest(frame.rectangle(camera, -0.1f, -0.1f, edge, edge, RADIUS, hits));
    }

    /** Reads a hit, because only that sorts them. */
    private int nearest(int count) {
        return count == 0 ? -1 : hits.slot(0);
    }

    @Benchmark
    public int jomlRay() {
        Vector3f d = direction();
        int count = 0;
        for (Vector3f object : objects) {
            boolean hit = Intersectionf.intersectRaySphere(
                    0, 0, 0, d.x, d.y, d.z, object.x, object.y, object.z, RADIUS * RADIUS, nearAndFar);
            count += hit ? 1 : 0;
        }
        return count;
    }

    /** Tests the whole screen, because JOML has no test for a rectangle of it. */
    @Benchmark
    public int jomlFrustum() {
        frustum.set(camera);
        int count = 0;
        for (Vector3f object : objects) {
            count += frustum.testSphere(object.x, object.y, object.z, RADIUS) ? 1 : 0;
        }
        return count;
    }
}
