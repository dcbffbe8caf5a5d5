package io.github.freestep.render.server;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.prediction.OwnBody;
import io.github.freestep.physics.prediction.OwnWorld;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.util.HashMap;
import java.util.Map;

/**
 * Players who walk along x by their axis 0, and jump. Each value of an axis and each action is another one, so that the
 * tick in which it takes effect is known.
 */
final class Track implements Simulation, PlayerHost {
    static final int WALK = 0;
    static final int JUMP = 3;
    static final StateLayout LAYOUT = StateLayout.of(8).linear("rise").stepped(OwnBody.INPUT_NUMBER);
    private static final double GRAVITY = 10;
    private static final float TAKE_OFF = 4;

    /** A body, the same on the server and on the client. */
    static final class Runner {
        double x;
        double y;
        float rise;

        /** The tick in which each value first took effect. */
        final Map<Float, Long> ticks = new HashMap<>();

        void walk(float axis, long tick, double seconds) {
            ticks.putIfAbsent(axis, tick);
            x += 4 * seconds * Math.sin(axis);
        }

        void jump(float value, long tick) {
            ticks.putIfAbsent(value, tick);
            rise = TAKE_OFF;
        }

        void fly(double seconds) {
            y = Math.max(0, y + rise * seconds);
            rise = y > 0 ? rise - (float) (GRAVITY * seconds) : 0;
        }
    }

    final Players players;
    final Runner[] runners = new Runner[LAYOUT.capacity()];

    Track() {
        players = Players.builder(this).axes(1).build();
    }

    @Override
    public StateLayout layout() {
        return LAYOUT;
    }

    @Override
    public int join(int seat, Bodies bodies) {
        int body = bodies.spawn();
        runners[body] = new Runner();
        return body;
    }

    @Override
    public void leave(int seat, int body, Bodies bodies) {
        bodies.remove(body);
    }

    @Override
    public void step(Tick tick) {
        for (int seat = 0; seat < players.seats(); seat++) {
            int body = players.body(seat);
            if (body >= 0) {
                PlayerInput input = players.input(tick, seat);
                runners[body].walk(input.axis(WALK), tick.number(), tick.dtSeconds());
                for (int i = 0; i < input.actions(); i++) {
                    runners[body].jump(input.value(i), tick.number());
                }
                runners[body].fly(tick.dtSeconds());
            }
        }
    }

    @Override
    public void write(StateWriter state) {
        for (int slot = 0; slot < LAYOUT.capacity(); slot++) {
            if (state.isAlive(slot)) {
                state.position(slot, runners[slot].x, runners[slot].y, 0);
                state.linear(0, slot, runners[slot].rise);
            }
        }
    }

    /** The small world of a client, which counts the ticks of the server. */
    static final class Own implements OwnWorld {
        final Runner runner = new Runner();
        private final RemotePlayer me;
        private long tick;

        Own(RemotePlayer me) {
            this.me = me;
        }

        @Override
        public int slot(State server) {
            return me.body();
        }

        @Override
        public void set(State server, int slot, PhysicsContext context) {
            tick = server.tick();
            runner.x = server.x(slot);
            runner.y = server.y(slot);
            runner.rise = server.linear(0)[slot];
        }

        @Override
        public void step(Tick now) {
            tick++;
            runner.walk(now.input().axis(WALK), tick, now.dtSeconds());
            for (int i = 0; i < now.input().size(); i++) {
                if (now.input().isAction(i)) {
                    runner.jump(now.input().value(i), tick);
                }
            }
            runner.fly(now.dtSeconds());
        }

        @Override
        public void write(StateWriter state) {
            state.position(0, runner.x, runner.y, 0);
        }
    }
}
