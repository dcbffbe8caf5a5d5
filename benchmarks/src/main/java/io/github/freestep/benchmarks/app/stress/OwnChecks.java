package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.scenes.Checks;
import io.github.freestep.render.Frame;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.content.StateInside;
import io.github.freestep.tools.report.Units;
import java.util.function.Consumer;

/**
 * Checks that hold for a world of which nothing is known. One thread passes states in the order of their ticks. It does
 * not matter whether some are missing or come twice. Other threads may pass frames.
 *
 * <p>A body has jumped if it moved ten times as far in a tick as in the ticks before and after together, farther than
 * any body has moved in a tick that was no jump, and farther than a thousandth of the world. A bounce or a hit is not a
 * jump, because the body is fast before it or after it. The push that separates two boxes is shorter.
 *
 * <p>A body that is teleported in each tick but moves evenly is reported, because no frame can blend it.
 */
final class OwnChecks implements Checks {
    private static final double TIMES_AS_FAR = 10;
    private static final double SHARE_OF_WORLD = 1e-3;

    /** How many moves a body must have made in a row until the last but one is judged. */
    private static final int MOVES = 3;

    /**
     * After how many teleports in a row a body is reported, if each move was at most twice as far as the one before.
     */
    private static final int TELEPORTS = 20;

    private final int linear;
    private final Consumer<State> invariants;
    private final Motion[] motions;
    private long tick = State.NO_TICK;
    private double farthest;

    /** The first body that was seen. The world reaches as far from it as any other body. */
    private Motion first;

    private double reach;

    /** The newest moves of the body in a slot. */
    private static final class Motion {
        int epoch;
        int parent;
        double x;
        double y;
        double z;
        int moves;
        int teleports;
        double way;
        double before;
        double last;
    }

    /** @param invariants looks at each state, and throws if the state is wrong */
    OwnChecks(StateLayout layout, Consumer<State> invariants) {
        linear = layout.linearChannels().size();
        this.invariants = invariants;
        motions = new Motion[layout.capacity()];
    }

    @Override
    public String flaw(State state) {
        if (state.tick() <= tick) {
            return null;
        }
        long span = StateInside.predecessorTick(state) == tick ? state.tick() - tick : 0;
        tick = state.tick();
        String jump = null;
        for (int slot = 0; slot < state.slots(); slot++) {
            String found = move(state, slot, span);
            jump = jump == null ? found : jump;
        }
        try {
            invariants.accept(state);
        } catch (RuntimeException | Error e) {
            return "the check of --check failed: " + e;
        }
        return jump;
    }

    /** Compares a move with the one before and the one after it. The ticks between two states may be {@code span}. */
    private String move(State state, int slot, long span) {
        if (motions[slot] == null) {
            motions[slot] = new Motion();
        }
        Motion motion = motions[slot];
        boolean lives = state.isAlive(slot);
        boolean goesOn = lives && span > 0 && motion.epoch == state.epoch(slot) && motion.parent == state.parent(slot);
        double way = lives && span > 0
                ? length(state.x(slot) - motion.x, state.y(slot) - motion.y, state.z(slot) - motion.z) / span
                : 0;
        double moved = goesOn ? way : 0;
        boolean isTeleported = span == 1 && !goesOn && way > 0 && state.isSameLife(slot, motion.epoch);
        motion.moves = goesOn ? motion.moves + 1 : 0;
        motion.teleports = isTeleported && way <= 2 * motion.way ? motion.teleports + 1 : 0;
        motion.way = way;
        String jump = null;
        if (motion.teleports == TELEPORTS) {
            jump = Units.text(
                    "body %d moves evenly, but was teleported in %d ticks in a row, so no frame can blend it; teleport it"
                            + " only where it jumps",
                    slot, TELEPORTS);
        } else if (motion.moves >= MOVES
                && motion.last > TIMES_AS_FAR * (motion.before + moved)
                && motion.last > Math.max(farthest, SHARE_OF_WORLD * reach)) {
            jump = Units.text(
                    "body %d jumped by %.4g in tick %d, after a move of %.4g and before one of %.4g; if it should jump,"
                            + " call bodies().teleport(%d)",
                    slot, motion.last, tick - span, motion.before, moved, slot);
        } else if (motion.moves >= MOVES) {
            farthest = Math.max(farthest, motion.last);
        }
        motion.before = motion.last;
        motion.last = moved;
        if (lives) {
            motion.epoch = state.epoch(slot);
            motion.parent = state.parent(slot);
            motion.x = state.x(slot);
            motion.y = state.y(slot);
            motion.z = state.z(slot);
            first = first == null ? motion : first;
            reach = Math.max(reach, length(motion.x - first.x, motion.y - first.y, motion.z - first.z));
        }
        return jump;
    }

    static double length(double x, double y, double z) {
        return Math.sqrt(x * x + y * y + z * z);
    }

    /** Looks for values that are NaN or infinite. The service has looked for them in the states. */
    @Override
    public String flaw(Frame frame) {
        for (int slot = 0; slot < frame.slots(); slot++) {
            float sum = frame.x()[slot] + frame.y()[slot] + frame.z()[slot];
            sum += frame.qx()[slot] + frame.qy()[slot] + frame.qz()[slot] + frame.qw()[slot];
            for (int channel = 0; channel < linear; channel++) {
                sum += frame.linear(channel)[slot];
            }
            if (frame.isAlive(slot) && !Float.isFinite(sum)) {
                return "body " + slot + " has a value that is NaN or infinite at " + frame.simulationNanos() + " ns";
            }
        }
        return null;
    }
}
