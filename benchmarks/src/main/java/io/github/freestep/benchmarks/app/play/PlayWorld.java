package io.github.freestep.benchmarks.app.play;

import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.dyn4j.Dyn4jSimulation;
import io.github.freestep.physics.jolt.JoltSimulation;
import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.state.StateLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The worlds that can be played. The boxes have the first slots, and then there is a box for each player. */
enum PlayWorld {
    /** In the plane z = 0. A late joiner steps all ticks from the first one. */
    DYN4J,

    /** In space. A late joiner takes a saved world. */
    JOLT;

    /** The axes of a player: the wanted velocity of its box, each from -1 to 1. */
    static final int AXES = 2;

    /** Returns the settings of a match of this world. */
    MatchSettings match(int boxes, int players, int rate) {
        return MatchSettings.of("play " + boxes + " boxes in " + this, StateLayout.of(boxes + players), players)
                .version("1")
                .rate(rate)
                .axes(AXES);
    }

    /** Returns whether the world can be predicted: a copy of it takes the same steps. */
    boolean restoresExactly() {
        return this == JOLT;
    }

    /** Returns the worlds that can be predicted. */
    static List<PlayWorld> exact() {
        return Arrays.stream(values()).filter(PlayWorld::restoresExactly).toList();
    }

    /**
     * Loads the engine.
     *
     * @throws UnsupportedOperationException if it has no native library for this platform
     */
    void load() {
        if (this == JOLT) {
            JoltSimulation.load();
        }
    }

    /** Makes the world of one peer of a match. */
    Simulation of(MatchSettings match) {
        int players = match.players();
        int boxes = match.layout().capacity() - players;
        return switch (this) {
            case DYN4J -> Dyn4jSimulation.of(match.layout(), new FlatPlay(boxes, players));
            case JOLT -> JoltSimulation.of(match.layout(), new JoltPlay(boxes, players));
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
