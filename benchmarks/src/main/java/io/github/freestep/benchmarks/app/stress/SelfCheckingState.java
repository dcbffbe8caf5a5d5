package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;

/** Writes states whose values all follow from the tick, so that a reader detects any value of another tick. */
final class SelfCheckingState {
    private static final int LINEAR = 2;
    private static final int STEPPED = 1;

    private final int bodies;

    SelfCheckingState(int bodies) {
        this.bodies = bodies;
    }

    StateLayout layout() {
        return StateLayout.of(bodies).linear("first", "second").stepped("third");
    }

    void spawnAll(Bodies all) {
        for (int body = 0; body < bodies; body++) {
            all.spawn(body);
        }
    }

    /** Writes the state of a tick. The bodies take turns to be teleported, one in each tick. */
    void write(long tick, Bodies all, StateWriter writer) {
        all.teleport((int) (tick % bodies));
        for (int body = 0; body < bodies; body++) {
            writer.position(body, value(tick, body, 0), value(tick, body, 1), value(tick, body, 2));
            float sign = (tick + body) % 3 == 0 ? -1 : 1;
            writer.orientation(
                    body,
                    sign * value(tick, body, 3),
                    sign * value(tick, body, 4),
                    sign * value(tick, body, 5),
                    sign * value(tick, body, 6));
        }
        for (int body = 0; body < bodies; body++) {
            for (int channel = 0; channel < LINEAR; channel++) {
                writer.linear(channel, body, value(tick, body, 7 + channel));
            }
            for (int channel = 0; channel < STEPPED; channel++) {
                writer.stepped(channel, body, value(tick, body, 7 + LINEAR + channel));
            }
        }
    }

    /** Says what is wrong with a state; null if nothing is. */
    String flaw(State state) {
        long tick = state.tick();
        if (state.slots() != bodies || state.simulationNanos() != -tick) {
            return "tick " + tick + " has the header of another tick";
        }
        for (int body = 0; body < bodies; body++) {
            float[] q = {state.qx()[body], state.qy()[body], state.qz()[body], state.qw()[body]};
            float sign = Math.signum(q[0]);
            boolean whole = state.x()[body] == value(tick, body, 0)
                    && state.y()[body] == value(tick, body, 1)
                    && state.z()[body] == value(tick, body, 2)
                    && q[0] == sign * value(tick, body, 3)
                    && q[1] == sign * value(tick, body, 4)
                    && q[2] == sign * value(tick, body, 5)
                    && q[3] == sign * value(tick, body, 6)
                    && state.linear(0)[body] == value(tick, body, 7)
                    && state.linear(1)[body] == value(tick, body, 8)
                    && state.stepped(0)[body] == value(tick, body, 9)
                    && state.epoch(body) == epoch(tick, body);
            if (!whole) {
                return "tick " + tick + ", body " + body + " has values of another tick";
            }
        }
        return null;
    }

    /** A positive and exact value, different from that of all ticks nearby. */
    private static float value(long tick, int body, int component) {
        return 1 + (tick * 31 + body * 7 + component & 0xFFFFF);
    }

    private int epoch(long tick, int body) {
        // The upper 8 bits of an epoch count teleports.
        return (int) (1 + (Math.floorDiv(tick - body + bodies, bodies) << 24));
    }
}
