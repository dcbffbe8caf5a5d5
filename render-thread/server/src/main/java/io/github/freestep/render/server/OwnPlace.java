package io.github.freestep.render.server;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.prediction.OwnWorld;
import io.github.freestep.state.State;
import io.github.freestep.state.StateWriter;
import org.joml.Vector3d;

/** The small world of a player whose body is only a place. */
record OwnPlace(RemotePlayer me, RemotePlayer.Mover mover, Vector3d place) implements OwnWorld {
    /** As a state may be older than the newest message, its slot can show another body. */
    @Override
    public int slot(State server) {
        boolean isMine = me.hasBody() && server.life(me.body()) == me.life();
        return isMine ? me.body() : State.NO_SLOT;
    }

    @Override
    public void set(State server, int slot, PhysicsContext context) {
        place.set(server.x(slot), server.y(slot), server.z(slot));
    }

    @Override
    public void step(Tick tick) {
        mover.move(place, tick);
    }

    @Override
    public void write(StateWriter state) {
        state.position(0, place.x, place.y, place.z);
    }
}
