package io.github.freestep.physics.lockstep;

import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsEvent;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.TickInput;
import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.NanoClock;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A player with a cheap world, who acts at random, and whose hashes are compared. */
final class SessionPeer extends PredictingPlayer<SessionPeer.World> {
    /** Learns the hashes of ticks. */
    interface Hashes {
        void hash(SessionPeer peer, long tick, long hash);
    }

    static final StateLayout LAYOUT = StateLayout.of(1);

    private final Random random;
    private boolean corrupt;
    private boolean acts = true;

    /** One number, into which each tick mixes all inputs. Each action is an event. */
    static final class World implements SavableSimulation {
        private final int axes;
        /** The axes in the newest tick. */
        final float[] newest;

        private long mixed = 1;
        /** The values of all actions. */
        final List<Float> values = new ArrayList<>();

        World(int axes) {
            this.axes = axes;
            newest = new float[axes];
        }

        @Override
        public StateLayout layout() {
            return LAYOUT;
        }

        @Override
        public void setUp(PhysicsContext context) {
            context.bodies().spawn(0);
        }

        private void mix(long bits) {
            mixed = (mixed ^ bits) * 0x9E3779B97F4A7C15L;
            mixed ^= mixed >>> 31;
        }

        @Override
        public void step(Tick tick) {
            TickInput input = tick.input();
            for (int axis = 0; axis < axes; axis++) {
                newest[axis] = input.axis(axis);
                mix(Float.floatToRawIntBits(newest[axis]));
            }
            for (int i = 0; i < input.size(); i++) {
                mix(input.code(i));
                values.add(input.value(i));
                mix(Float.floatToRawIntBits(input.value(i)));
                tick.events().user(input.code(i), 0, 0, 0, 0, 0, (long) input.value(i));
            }
        }

        @Override
        public void write(StateWriter state) {
            state.position(0, mixed & 0xFFFFF, mixed >>> 20 & 0xFFFFF, mixed >>> 40 & 0xFFFFF);
        }

        @Override
        public void save(DataOutput out) throws IOException {
            out.writeLong(mixed);
            out.write(new byte[5_000]);
        }

        @Override
        public void restore(DataInput in) throws IOException {
            mixed = in.readLong();
            in.skipBytes(5_000);
        }
    }

    /** A player whose hashes no one compares. */
    SessionPeer(SimulatedNetwork network, int player, SimulatedNetwork.Conditions conditions) {
        this(network, player, conditions, network.clock(), (of, tick, hash) -> {});
    }

    SessionPeer(
            SimulatedNetwork network,
            int player,
            SimulatedNetwork.Conditions conditions,
            NanoClock clock,
            Hashes hashes) {
        super(
                network,
                builder(network, network.settings, player, conditions),
                clock,
                new World(network.settings.players() * network.settings.axes()));
        random = new Random(network.random().nextLong());
        beforeStart(made -> {
            EventReader events =
                    made.events().with(PhysicsEvent.Kind.HASH).capacity(4_096).open();
            onFrame(1, () -> {
                events.poll(event -> hashes.hash(this, event.tick(), event.hash()));
                if (acts) {
                    act();
                }
            });
        });
        join();
    }

    private void act() {
        session.axis(0, random.nextInt(3) - 1);
        if (random.nextInt(20) == 0) {
            session.action(random.nextInt(5), random.nextInt(2));
        }
    }

    LockstepSession.Status status() {
        return session.status();
    }

    /** Leaves all input to the test. */
    void onlyMovesSticks() {
        acts = false;
    }

    /** Changes one bit of the world. */
    void corrupt() {
        corrupt = true;
        world.mixed ^= 1L << 40;
    }

    boolean isCorrupt() {
        return corrupt;
    }
}
