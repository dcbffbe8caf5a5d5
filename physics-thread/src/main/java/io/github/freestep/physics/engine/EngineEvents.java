package io.github.freestep.physics.engine;

import io.github.freestep.physics.journal.ReportedEvents;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** The pairs that touch and the bodies that are awake, as the events of an engine's world have reported them. */
final class EngineEvents implements ReportedEvents {
    private Movers movers;
    private Touches touches;

    /** Sets the parts of the world. For its constructor, whose superclass needs this object before. */
    void of(Movers ofMovers, Touches ofTouches) {
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
    }
}
