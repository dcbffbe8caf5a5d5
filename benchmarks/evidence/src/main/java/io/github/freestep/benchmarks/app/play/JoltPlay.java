package io.github.freestep.benchmarks.app.play;

import com.github.stephengold.joltjni.Body;
import com.github.stephengold.joltjni.Vec3;
import io.github.freestep.benchmarks.scenes.JoltWorld;
import io.github.freestep.benchmarks.scenes.Places;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.engine.EngineScene;
import io.github.freestep.physics.jolt.JoltSimulation;
import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.state.StateLayout;

/**
 * A heap of boxes in Jolt, which have the first slots. Each player pushes a box through it, along x and y. A late
 * joiner takes a saved world.
 */
record JoltPlay(int players) implements EngineScene<JoltSimulation> {
    /** The number of boxes, without those of the players. */
    static final int BOXES = 60;

    /** Ticks per second. */
    static final int RATE = 60;

    /** The axes of a player: the wanted velocity of its box, each from -1 to 1. */
    private static final int AXES = 2;

    private static final float SPEED = 8;
    private static final float APART = 2.5f;
    private static final float ABOVE = 2;

    /** Returns the settings of a match. */
    static MatchSettings match(int players) {
        return MatchSettings.of("play", StateLayout.of(BOXES + players), players)
                .version("1")
                .rate(RATE)
                .axes(AXES);
    }

    /** Makes the world of one peer of a match. */
    static JoltSimulation world(MatchSettings match) {
        return JoltSimulation.of(match.layout(), new JoltPlay(match.players()));
    }

    @Override
    public void build(JoltSimulation world) {
        JoltWorld.floor(world);
        Places places = Places.pile(BOXES);
        for (int i = 0; i < BOXES; i++) {
            world.add(JoltWorld.box(world, places.x[i], places.y[i], places.z[i]));
        }
        float above = places.y[BOXES - 1] + ABOVE;
        for (int i = 0; i < players; i++) {
            world.add(JoltWorld.box(world, (i - (players - 1) * 0.5f) * APART, above, 0));
        }
    }

    @Override
    public void beforeStep(JoltSimulation world, Tick tick) {
        for (int i = 0; i < players; i++) {
            float x = tick.input().axis(i * AXES);
            float y = tick.input().axis(i * AXES + 1);
            if (x != 0 || y != 0) {
                // By slot: a restore may have replaced the body.
                Body box = world.body(BOXES + i);
                world.bodies().setLinearVelocity(box.getId(), new Vec3(x * SPEED, y * SPEED, 0));
            }
        }
    }
}
