package io.github.freestep.benchmarks.hosts.keep;

import io.github.freestep.smooth.Smooth;
import org.dyn4j.dynamics.Body;
import org.dyn4j.geometry.Geometry;
import org.dyn4j.geometry.MassType;
import org.dyn4j.geometry.Transform;
import org.dyn4j.world.World;

/** A usual game with dyn4j, of which five lines are Freestep's: a ball that falls on a floor. */
class BallGame {
    final World<Body> world = new World<>();
    final Body ball = new Body();
    private boolean isOver;
    float drawnY;

    BallGame() {
        Body floor = new Body();
        floor.addFixture(Geometry.createRectangle(100, 1));
        floor.setMass(MassType.INFINITE);
        world.addBody(floor);
        ball.addFixture(Geometry.createCircle(0.5));
        ball.setMass(MassType.NORMAL);
        ball.translate(0, 3);
        world.addBody(ball);
    }

    void play() {
        Smooth<Body> smooth = Smooth.open(60, dt -> world.step(1, dt), BallGame::pose);
        smooth.add(ball);
        while (!isOver) {
            smooth.frame(this::update);
            draw(smooth.x(ball), smooth.y(ball), smooth.angle(ball));
        }
        smooth.close();
    }

    private void update(float seconds) { // keys and rules
        isOver = ball.isAtRest();
    }

    private static void pose(Body body, Smooth.Pose to) {
        Transform at = body.getTransform();
        to.flat(at.getTranslationX(), at.getTranslationY(), at.getRotationAngle());
    }

    void draw(float x, float y, float angle) {
        drawnY = y;
    }
}
