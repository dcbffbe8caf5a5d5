package io.github.freestep.benchmarks.app.stress.handoff;

import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;

/**
 * Writes states whose values all follow from the body and the tick of the last write, so that a reader detects any
 * value of another tick, also in bodies that were skipped. One thread writes; any thread checks.
 */
final class SelfCheckingState {
    /** The kinds of values that are written together. From {@link #LINEAR} on, each channel is a kind. */
    private static final int POSITION = 0;

    private static final int ORIENTATION = 1;
    private static final int LINEAR = 2;
    private static final int STEPPED = 4;

    private static final String[] COMPONENTS = {"x", "y", "z", "qx", "qy", "qz", "qw", "first", "second", "third"};

    private final int bodies;
    private final WritePlan plan;
    private final ThreadLocal<LastWrites> writes;

    /** A bit for each body that the state writes, for one kind of value. */
    private final long[] written;

    /** By component and body: what is written. */
    private final float[][] values;

    SelfCheckingState(int bodies, long seed) {
        this.bodies = bodies;
        plan = new WritePlan(seed, bodies, STEPPED + 1);
        writes = ThreadLocal.withInitial(() -> new LastWrites(plan));
        written = new long[plan.blocks()];
        values = new float[COMPONENTS.length][bodies];
    }

    StateLayout layout() {
        return StateLayout.of(bodies).linear(COMPONENTS[7], COMPONENTS[8]).stepped(COMPONENTS[9]);
    }

    void spawnAll(Bodies all) {
        for (int body = 0; body < bodies; body++) {
            all.spawn(body);
        }
    }

    WritePlan plan() {
        return plan;
    }

    /**
     * Writes the state of a tick. The bodies take turns to be teleported, one for each published state: in the first
     * state after the last published one, which may not be published itself.
     */
    void write(long tick, Bodies all, StateWriter writer) {
        if (tick == 0 || plan.isPublished(tick - 1)) {
            all.teleport((int) (plan.publishedBefore(tick) % bodies));
        }
        for (int kind = POSITION; kind <= STEPPED; kind++) {
            for (int block = 0; block < written.length; block++) {
                written[block] = plan.written(tick, block, kind);
            }
            for (int from = next(0, true); from < bodies; ) {
                int to = next(from, false);
                write(tick, writer, kind, from, to);
                from = next(to, true);
            }
        }
    }

    /** Returns the next body that is written or, if not {@code isWritten}, skipped; the number of bodies if none is. */
    private int next(int from, boolean isWritten) {
        int body = from;
        while (body < bodies && (written[body / Long.SIZE] >>> body & 1) == 1 != isWritten) {
            body++;
        }
        return body;
    }

    private void write(long tick, StateWriter writer, int kind, int from, int to) {
        for (int component = first(kind); component < first(kind + 1); component++) {
            for (int body = from; body < to; body++) {
                float sign = kind == ORIENTATION && (tick + body) % 3 == 0 ? -1 : 1;
                values[component][body] = sign * value(tick, body, component);
            }
        }
        if (plan.byRange(tick, kind)) {
            writeRange(writer, kind, from, to);
        } else {
            for (int body = from; body < to; body++) {
                write(writer, kind, body);
            }
        }
    }

    private void write(StateWriter writer, int kind, int body) {
        float[][] v = values;
        switch (kind) {
            case POSITION -> writer.position(body, v[0][body], v[1][body], v[2][body]);
            case ORIENTATION -> writer.orientation(body, v[3][body], v[4][body], v[5][body], v[6][body]);
            case STEPPED -> writer.stepped(0, body, v[first(kind)][body]);
            default -> writer.linear(kind - LINEAR, body, v[first(kind)][body]);
        }
    }

    private void writeRange(StateWriter writer, int kind, int from, int to) {
        float[][] v = values;
        switch (kind) {
            case POSITION -> writer.positions(v[0], v[1], v[2], from, to);
            case ORIENTATION -> writer.orientations(v[3], v[4], v[5], v[6], from, to);
            case STEPPED -> writer.stepped(0, v[first(kind)], from, to);
            default -> writer.linear(kind - LINEAR, v[first(kind)], from, to);
        }
    }

    /** Returns the first component of a kind of value. */
    private static int first(int kind) {
        return kind == POSITION ? 0 : kind == ORIENTATION ? 3 : kind + 5;
    }

    /** Says what is wrong with a state; null if nothing is. */
    String flaw(State state) {
        long tick = state.tick();
        if (state.slots() != bodies || state.simulationNanos() != -tick) {
            return "tick " + tick + " has the header of another tick";
        }
        LastWrites last = writes.get().at(tick);
        float[][] shown = {
            state.x(),
            state.y(),
            state.z(),
            state.qx(),
            state.qy(),
            state.qz(),
            state.qw(),
            state.linear(0),
            state.linear(1),
            state.stepped(0)
        };
        for (int body = 0; body < bodies; body++) {
            if (state.epoch(body) != epoch(tick, body)) {
                return "tick " + tick + ", body " + body + " has the epoch of another tick";
            }
            for (int kind = POSITION; kind <= STEPPED; kind++) {
                long written = last.of(kind, body);
                float sign = kind == ORIENTATION ? Math.signum(state.qx()[body]) : 1;
                for (int component = first(kind); component < first(kind + 1); component++) {
                    if (shown[component][body] != sign * value(written, body, component)) {
                        return "tick " + tick + ", body " + body + ": " + COMPONENTS[component]
                                + " is not that of tick " + written + ", which wrote it last";
                    }
                }
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
        return (int) (1 + (Math.floorDiv(plan.publishedBefore(tick) - body + bodies, bodies) << 24));
    }
}
