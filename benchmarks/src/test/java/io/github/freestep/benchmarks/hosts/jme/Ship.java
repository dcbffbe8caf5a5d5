package io.github.freestep.benchmarks.hosts.jme;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.TickInput;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;

/**
 * A ship that is pushed along x as long as one of two keys is down; it turns to where it flies, and has a
 * shield on a third.
 */
public class Ship implements Simulation {
    public static final int LEFT = 0;
    public static final int RIGHT = 1;
    public static final int SHIELD = 2;

    private static final int SHIP = 0;
    private static final int SHIELD_BODY = 1;
    private static final float THRUST = 20;

    private float x;
    private float velocity;
    private float push;

    public StateLayout layout() {
        return StateLayout.of(2);
    }

    public void setUp(PhysicsContext context) {
        context.bodies().spawn(SHIP);
    }

    public void step(Tick tick) {
        TickInput input = tick.input();
        for (int i = 0; i < input.size(); i++) {
            press(input.code(i), input.value(i) > 0, tick.bodies());
        }
        float dt = (float) tick.dtSeconds();
        velocity += push * dt;
        x += velocity * dt;
    }

    private void press(int code, boolean pressed, Bodies bodies) {
        if (code == SHIELD) {
            if (pressed) {
                bodies.spawn(SHIELD_BODY);
            } else {
                bodies.remove(SHIELD_BODY);
            }
        } else {
            push += (code == RIGHT) == pressed ? THRUST : -THRUST;
        }
    }

    public void write(StateWriter state) {
        boolean left = velocity < 0;
        state.position(SHIP, x, 0, 0);
        state.orientation(SHIP, 0, left ? 1 : 0, 0, left ? 0 : 1);
        if (state.isAlive(SHIELD_BODY)) {
            state.position(SHIELD_BODY, x, 0, 0);
            state.orientation(SHIELD_BODY, 0, 0, 0, 1);
        }
    }
}
