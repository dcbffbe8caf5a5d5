package io.github.freestep.physics.engine;

import io.github.freestep.physics.SavableSimulation;
import io.github.freestep.physics.journal.ReportedEvents;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** The pairs that touch and the bodies that are awake, as the events of an engine's world have reported them. */
final class EngineEvents implements ReportedEvents {
    private EngineSimulation<?> world;
    private Movers movers;
    private Touches touches;

    /** Sets the world and its parts. For its constructor, whose superclass needs this object before. */
    void of(EngineSimulation<?> ofWorld, Movers ofMovers, Touches ofTouches) {
        world = ofWorld;
        movers = ofMovers;
        touches = ofTouches;
    }

    @Override
    public void write(DataOutput out) throws IOException {
        movers.writeKnown(out);
        touches.write(out);
    }

    @Override
    public void read(DataInput in) throws IOException {
        movers.readKnown(in);
        touches.read(in);
        if (!(world instanceof SavableSimulation saved && saved.restoresExactly())) {
            // Such an engine does not restore its contacts, so its next step begins all of them.
            touches.endAll();
        }
    }
}
