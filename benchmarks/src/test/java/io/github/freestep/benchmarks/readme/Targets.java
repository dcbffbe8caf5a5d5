package io.github.freestep.benchmarks.readme;

import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.query.Hits;
import io.github.freestep.render.Frame;
import io.github.freestep.render.past.StateHistory;
import io.github.freestep.render.picking.Picker;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.util.ArrayDeque;
import java.util.Queue;

/** A server's world of targets that run from side to side. It decides about shots by what the shooters saw. */
public class Targets implements Simulation {
    /** What a client sends: who shoots, what its frame showed, from where, and which slot it thinks it has hit. */
    public record Shot(
            int player, long shownNanos, double x, double y, double z, double dx, double dy, double dz, int slot) {}

    static final int HIT = 1;
    static final int MISS = 2;
    static final long MAX_REWIND_NANOS = 250_000_000;
    static final float RADIUS = 0.5f;
    private static final int TARGETS = 20;
    private static final double SPEED = 15;

    private final Queue<Shot> shots = new ArrayDeque<>();
    private final Hits hits = new Hits(1);
    private final Picker picker = new Picker();
    private final long[] clamped = new long[8];
    private final long[] unlike = new long[8];
    private StateHistory history;
    private double seconds;

    static StateHistory judge(Physics physics) {
        StateHistory history = StateHistory.builder(physics.states()).open();
        physics.submit(c -> c.world(Targets.class).judgeBy(history));
        return history;
    }

    public void judgeBy(StateHistory ofThisWorld) { // in a command
        history = ofThisWorld;
    }

    public void shoot(Shot shot) { // in a command
        if (shot.player() >= 0 && shot.player() < clamped.length) {
            shots.add(shot);
        }
    }

    /** By player: shots at instants that the server does not go back to. */
    long clamped(int player) {
        return clamped[player];
    }

    /** By player: shots that have hit something else than their client has said. */
    long unlike(int player) {
        return unlike[player];
    }

    public StateLayout layout() {
        return StateLayout.of(TARGETS);
    }

    public void setUp(PhysicsContext context) {
        for (int slot = 0; slot < TARGETS; slot++) {
            context.bodies().spawn(slot);
        }
    }

    public void step(Tick tick) {
        seconds += tick.dtSeconds();
        if (history == null) {
            return; // shots wait for it
        }
        history.update(); // takes the state of the last tick
        while (!shots.isEmpty()) {
            judge(shots.remove(), tick);
        }
    }

    private void judge(Shot shot, Tick tick) {
        long oldest = history.newestNanos() - MAX_REWIND_NANOS;
        Frame then = history.at(Math.max(shot.shownNanos(), oldest)); // the world as the shooter saw it
        if (then.simulationNanos() != shot.shownNanos()) {
            clamped[shot.player()]++;
        }
        int found = picker.ray(then, shot.x(), shot.y(), shot.z(), shot.dx(), shot.dy(), shot.dz(), 100, RADIUS, hits);
        int slot = found == 0 ? State.NO_SLOT : hits.slot(0);
        if (slot != shot.slot()) {
            unlike[shot.player()]++;
        }
        boolean hit = found > 0 && tick.bodies().isSameLife(slot, hits.life(0)); // it may have been removed since
        tick.events().user(hit ? HIT : MISS, slot, State.NO_SLOT, shot.x(), shot.y(), shot.z(), shot.player());
    }

    public void write(StateWriter state) {
        for (int slot = 0; slot < TARGETS; slot++) {
            double phase = seconds * SPEED / 10 + slot;
            state.position(slot, 10 * Math.sin(phase), 2 * slot, -20);
        }
    }
}
