package io.github.freestep.benchmarks.shown;

import io.github.freestep.physics.Command;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PortableCommand;
import io.github.freestep.physics.SavableSimulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** A world with one body for each thing that a state can hold. Its states follow from the number of the tick alone. */
final class Parade implements SavableSimulation {
    /** Moves along x, and has the channels. */
    static final int RUNNER = 0;

    /** Turns. */
    static final int SPINNER = 1;

    /** Is teleported from one end to the other, and back. */
    static final int JUMPER = 2;

    /** Comes and goes. */
    static final int GUEST = 3;

    /** Moves and turns, and has a rider. */
    static final int SHIP = 4;

    /** Is attached to the ship or to the spinner. */
    static final int RIDER = 5;

    /** Is so expensive that the world steps it in every tenth tick only. */
    static final int CROWD = 6;

    /** The seat of a viewer with a service of the own. */
    static final int OWN_SEAT = 4;

    /** 10,000 km in metres, where floats are a metre apart. */
    static final double FAR = 1e7;

    private static final int JUMP_TICKS = 50;
    private static final int VISIT_TICKS = 40;
    private static final int RIDE_TICKS = 60;
    static final int CROWD_TICKS = 10;
    private static final int EVENT_TICKS = 20;
    private static final int SEAT_CODES = 10;
    private static final int BODIES = 7;

    private final double begin;
    private final StateLayout layout;

    private long tick;

    /** The code of the newest action, and what the newest command has set. */
    private int code;

    private int commanded;

    /** Whether codes name their player. */
    private boolean inMatch;

    private Parade(double begin, StateLayout layout) {
        this.begin = begin;
        this.layout = layout;
    }

    static Parade near() {
        return new Parade(0, StateLayout.of(BODIES).linear("heat").stepped("gear", "code", "commanded"));
    }

    static Parade far() {
        return new Parade(
                FAR,
                StateLayout.of(BODIES)
                        .linear("heat")
                        .stepped("gear", "code", "commanded")
                        .doublePositions());
    }

    /** Returns this world, whose input comes from players of a match. */
    Parade inMatch() {
        inMatch = true;
        return this;
    }

    double runnerX(double ticks) {
        return begin + 0.04 * ticks;
    }

    double shipX(double ticks) {
        return begin + 0.1 * ticks;
    }

    /** The angle about the z axis, in radians. */
    static double shipAngle(double ticks) {
        return 0.005 * ticks;
    }

    static double spinnerAngle(double ticks) {
        return 0.02 * ticks;
    }

    static double heat(double ticks) {
        return 0.5 * ticks;
    }

    static long gear(long tick) {
        return tick / 10;
    }

    /** The code of an action of a seat. */
    static int code(int seat, int code) {
        return seat * SEAT_CODES + code;
    }

    /** Sets a channel. */
    record Tell(int value) implements PortableCommand {
        @Override
        public void run(PhysicsContext context) {
            context.world(Parade.class).commanded = value;
        }

        @Override
        public int type() {
            return 1;
        }

        @Override
        public void write(DataOutput out) throws IOException {
            out.writeInt(value);
        }
    }

    static Command readTell(int type, DataInput in) throws IOException {
        return new Tell(in.readInt());
    }

    /** Whether a tick reports an event. Its data is the tick. */
    static boolean hasEvent(long tick) {
        return tick % EVENT_TICKS == 0;
    }

    /**
     * Where the crowd is shown: where it was when the world stepped it for the last time but one, and on from there.
     */
    double crowdX(double ticks) {
        return begin + 0.01 * Math.max(0, ticks - CROWD_TICKS);
    }

    double jumperX(long tick) {
        return begin + tick / JUMP_TICKS % 2 * 100;
    }

    static boolean hasGuest(long tick) {
        return tick / VISIT_TICKS % 2 == 1;
    }

    /** The number of guests so far, including the present one. */
    static long guests(long tick) {
        return (tick / VISIT_TICKS + 1) / 2;
    }

    static int parent(long tick) {
        return tick / RIDE_TICKS % 2 == 0 ? SHIP : SPINNER;
    }

    @Override
    public StateLayout layout() {
        return layout;
    }

    @Override
    public void setUp(PhysicsContext context) {
        for (int slot = 0; slot < BODIES; slot++) {
            if (slot != GUEST) {
                context.bodies().spawn(slot);
            }
        }
        arrange(context.bodies());
    }

    @Override
    public void step(Tick now) {
        tick++;
        arrange(now.bodies());
        if (jumperX(tick) != jumperX(tick - 1)) {
            now.bodies().teleport(JUMPER);
        }
        for (int i = 0; i < now.input().size(); i++) {
            int sent = now.input().code(i);
            code = inMatch ? code(OWN_SEAT + MatchSettings.playerOf(sent), MatchSettings.codeOf(sent)) : sent;
        }
        if (hasEvent(tick)) {
            now.events().user(0, JUMPER, State.NO_SLOT, 0, 0, 0, tick);
        }
    }

    private void arrange(Bodies bodies) {
        if (hasGuest(tick) && !bodies.isAlive(GUEST)) {
            bodies.spawn(GUEST);
        } else if (!hasGuest(tick) && bodies.isAlive(GUEST)) {
            bodies.remove(GUEST);
        }
        if (parent(tick) != bodies.parent(RIDER)) {
            bodies.attach(RIDER, parent(tick));
        }
    }

    @Override
    public void write(StateWriter state) {
        state.position(RUNNER, runnerX(tick), 0, 0);
        state.linear(0, RUNNER, heat(tick));
        state.stepped(0, RUNNER, gear(tick));
        state.position(SPINNER, begin, 5, 0);
        turn(state, SPINNER, spinnerAngle(tick));
        state.position(JUMPER, jumperX(tick), 7, 0);
        if (hasGuest(tick)) {
            state.position(GUEST, begin, 9, 0);
        }
        state.position(SHIP, shipX(tick), 11, 0);
        turn(state, SHIP, shipAngle(tick));
        state.position(RIDER, 2, 0, 0);
        long stepped = tick / CROWD_TICKS * CROWD_TICKS;
        double before = crowdX(stepped);
        state.position(
                CROWD, before + (crowdX(stepped + CROWD_TICKS) - before) * (tick - stepped) / CROWD_TICKS, 13, 0);
        state.stepped(1, RUNNER, code);
        state.stepped(2, RUNNER, commanded);
    }

    private static void turn(StateWriter state, int slot, double angle) {
        state.orientation(slot, 0, 0, (float) Math.sin(angle / 2), (float) Math.cos(angle / 2));
    }

    @Override
    public void save(DataOutput out) throws IOException {
        out.writeLong(tick);
        out.writeInt(code);
        out.writeInt(commanded);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        tick = in.readLong();
        code = in.readInt();
        commanded = in.readInt();
    }
}
