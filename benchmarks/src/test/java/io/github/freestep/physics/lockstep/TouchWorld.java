package io.github.freestep.physics.lockstep;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.prediction.OwnBody;
import io.github.freestep.physics.prediction.OwnScene;
import io.github.freestep.physics.server.PlayerHost;
import io.github.freestep.physics.server.PlayerInput;
import io.github.freestep.physics.server.Players;
import io.github.freestep.physics.server.RemotePlayer;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;

/** The world of {@link PushWorld} on a server. Its states have the velocities of all bodies and the keys of players. */
final class TouchWorld implements Simulation, PlayerHost {
    static final StateLayout LAYOUT =
            StateLayout.of(PushWorld.BODIES).linear("xSpeed", "ySpeed").stepped(OwnBody.INPUT_NUMBER, "xKey", "yKey");

    final PushWorld world = new PushWorld();
    final Players players;

    TouchWorld() {
        players = Players.builder(this).seats(PushWorld.PLAYERS).axes(2).build();
    }

    @Override
    public StateLayout layout() {
        return LAYOUT;
    }

    @Override
    public void setUp(PhysicsContext context) {
        world.setUp(context);
    }

    @Override
    public int join(int seat, Bodies bodies) {
        return seat;
    }

    @Override
    public void leave(int seat, int body, Bodies bodies) {}

    @Override
    public void step(Tick tick) {
        for (int seat = 0; seat < PushWorld.PLAYERS; seat++) {
            PlayerInput input = players.input(tick, seat);
            world.keys[seat][0] = input.axis(0);
            world.keys[seat][1] = input.axis(1);
        }
        world.step(tick.dtSeconds());
    }

    @Override
    public void write(StateWriter state) {
        world.write(state);
        for (int slot = 0; slot < PushWorld.BODIES; slot++) {
            state.linear(0, slot, world.xSpeed[slot]);
            state.linear(1, slot, world.ySpeed[slot]);
        }
        for (int seat = 0; seat < PushWorld.PLAYERS; seat++) {
            state.stepped(1, seat, world.keys[seat][0]);
            state.stepped(2, seat, world.keys[seat][1]);
        }
    }

    /** That of a client, which repeats the keys of the other player. */
    static final class Own implements OwnScene {
        private final PushWorld world = new PushWorld();
        private final RemotePlayer me;

        Own(RemotePlayer me) {
            this.me = me;
        }

        @Override
        public StateLayout layout() {
            return LAYOUT;
        }

        @Override
        public void setUp(PhysicsContext context) {
            world.setUp(context);
        }

        @Override
        public int slot(State server) {
            return me.body();
        }

        @Override
        public void set(State server, int slot, PhysicsContext context) {
            rest(server, slot, context);
            world.xSpeed[slot] = server.linear(0)[slot];
            world.ySpeed[slot] = server.linear(1)[slot];
            if (slot < PushWorld.PLAYERS) {
                world.keys[slot][0] = server.stepped(1)[slot];
                world.keys[slot][1] = server.stepped(2)[slot];
            }
        }

        @Override
        public void rest(State server, int slot, PhysicsContext context) {
            world.x[slot] = server.x(slot);
            world.y[slot] = server.y(slot);
            world.xSpeed[slot] = 0;
            world.ySpeed[slot] = 0;
        }

        @Override
        public void step(Tick tick) {
            world.keys[me.body()][0] = tick.input().axis(0);
            world.keys[me.body()][1] = tick.input().axis(1);
            world.step(tick.dtSeconds());
        }

        @Override
        public void write(StateWriter state) {
            world.write(state);
            for (int slot = 0; slot < PushWorld.BODIES; slot++) {
                state.linear(0, slot, world.xSpeed[slot]);
                state.linear(1, slot, world.ySpeed[slot]);
            }
        }
    }
}
