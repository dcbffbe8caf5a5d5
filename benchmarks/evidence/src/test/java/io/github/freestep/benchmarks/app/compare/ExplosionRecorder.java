package io.github.freestep.benchmarks.app.compare;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.dyn4j.dynamics.Body;
import org.dyn4j.geometry.Convex;
import org.dyn4j.geometry.Geometry;
import org.dyn4j.geometry.MassType;
import org.dyn4j.geometry.Vector2;
import org.dyn4j.world.World;

/**
 * Records what the picture of the main page shows: a pile of dyn4j that is blown up, and how much processor time each
 * step takes. Run its main method with the file to write.
 */
final class ExplosionRecorder {
    private static final int BODIES = 800;
    private static final int DRAWN_ONE_IN = 14;
    private static final int SETTLING_TICKS = 300;
    private static final int BLAST_TICK = 25;
    private static final int TICKS = 200;
    private static final int WARM_RUNS = 2;
    private static final double WIDTH = 20;
    private static final double HEIGHT = 12;
    private static final double RADIUS = 0.15;
    private static final double BLAST_SPEED = 26;

    private ExplosionRecorder() {}

    public static void main(String[] args) throws IOException {
        List<String> lines = List.of();
        for (int run = 0; run <= WARM_RUNS; run++) {
            lines = record();
        }
        Files.write(Path.of(args[0]), lines);
    }

    /** Returns a line for each tick: microseconds of its step, then places in thousandths of the width. */
    private static List<String> record() {
        World<Body> world = new World<>();
        List<Body> bodies = new ArrayList<>();
        for (int side = -1; side <= 1; side += 2) {
            world.addBody(
                    body(Geometry.createRectangle(3 * WIDTH, 2), WIDTH / 2, HEIGHT / 2 + side * (HEIGHT / 2 + 1)));
            world.addBody(
                    body(Geometry.createRectangle(2, 3 * HEIGHT), WIDTH / 2 + side * (WIDTH / 2 + 1), HEIGHT / 2));
        }
        int columns = (int) Math.sqrt(2.0 * BODIES);
        for (int i = 0; i < BODIES; i++) {
            double x = WIDTH / 2 + (i % columns - columns / 2.0) * 2.05 * RADIUS;
            Body body = body(Geometry.createCircle(RADIUS), x, RADIUS + i / columns * 2.05 * RADIUS);
            body.setMass(MassType.NORMAL);
            body.setAtRestDetectionEnabled(false);
            world.addBody(body);
            bodies.add(body);
        }
        for (int tick = 0; tick < SETTLING_TICKS; tick++) {
            world.step(1, 0.01);
        }
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        List<String> lines = new ArrayList<>();
        for (int tick = 0; tick < TICKS; tick++) {
            if (tick == BLAST_TICK) {
                bodies.forEach(ExplosionRecorder::blow);
            }
            long begin = threads.getCurrentThreadCpuTime();
            world.step(1, 0.01);
            StringBuilder line = new StringBuilder().append((threads.getCurrentThreadCpuTime() - begin) / 1000);
            for (int i = 0; i < BODIES; i += DRAWN_ONE_IN) {
                Vector2 place = bodies.get(i).getTransform().getTranslation();
                line.append(' ').append(Math.round(place.x / WIDTH * 1000));
                line.append(' ').append(Math.round(place.y / WIDTH * 1000));
            }
            lines.add(line.toString());
        }
        return lines;
    }

    private static void blow(Body body) {
        Vector2 away = new Vector2(WIDTH / 2, -1).to(body.getTransform().getTranslation());
        double speed = BLAST_SPEED / (1 + away.getMagnitudeSquared() / 6);
        body.applyImpulse(away.multiply(speed * body.getMass().getMass()));
    }

    private static Body body(Convex shape, double x, double y) {
        Body body = new Body();
        body.addFixture(shape, 1, 0.3, 0.3);
        body.setMass(MassType.INFINITE);
        body.translate(x, y);
        return body;
    }
}
