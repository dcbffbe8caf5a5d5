package io.github.freestep.benchmarks.app.play;

import io.github.freestep.physics.Tick;
import io.github.freestep.physics.dyn4j.Dyn4jSimulation;
import io.github.freestep.physics.engine.EngineScene;
import org.dyn4j.dynamics.Body;
import org.dyn4j.geometry.Geometry;
import org.dyn4j.geometry.MassType;

/** A heap of boxes in dyn4j, in the plane z = 0. Each player pushes a heavy box through it. */
final class FlatPlay implements EngineScene<Dyn4jSimulation> {
    private static final int WIDE = 10;
    private static final double SPEED = 8;
    private static final double HEAVY = 6;
    private static final double WALL = 9;
    private static final double HIGH = 40;
    private static final double FRICTION = 0.4;
    private static final double BOUNCE = 0.2;

    private final int boxes;
    private final Body[] players;

    FlatPlay(int boxes, int players) {
        this.boxes = boxes;
        this.players = new Body[players];
    }

    @Override
    public void build(Dyn4jSimulation world) {
        wall(world, 0, -0.5, 2 * WALL, 1);
        wall(world, -WALL, HIGH / 2, 1, HIGH);
        wall(world, WALL, HIGH / 2, 1, HIGH);
        for (int i = 0; i < boxes; i++) {
            Body box = box(1);
            box.translate((i % WIDE - (WIDE - 1) * 0.5) * 1.3, 0.5 + i / WIDE * 1.2);
            world.add(box);
        }
        for (int i = 0; i < players.length; i++) {
            Body box = box(HEAVY);
            box.translate((i - (players.length - 1) * 0.5) * 2.5, 2 + (boxes / WIDE + 1) * 1.2);
            players[i] = box;
            world.add(box);
        }
    }

    private static void wall(Dyn4jSimulation world, double x, double y, double width, double height) {
        Body wall = new Body();
        wall.addFixture(Geometry.createRectangle(width, height), 1, FRICTION, BOUNCE);
        wall.setMass(MassType.INFINITE);
        wall.translate(x, y);
        world.world().addBody(wall);
    }

    private static Body box(double density) {
        Body box = new Body();
        box.addFixture(Geometry.createSquare(1), density, FRICTION, BOUNCE);
        box.setMass(MassType.NORMAL);
        return box;
    }

    @Override
    public void beforeStep(Dyn4jSimulation world, Tick tick) {
        for (int i = 0; i < players.length; i++) {
            double x = tick.input().axis(i * PlayWorld.AXES);
            double y = tick.input().axis(i * PlayWorld.AXES + 1);
            if (x != 0 || y != 0) {
                players[i].setAtRest(false);
                players[i].setLinearVelocity(x * SPEED, y * SPEED);
            }
        }
    }
}
