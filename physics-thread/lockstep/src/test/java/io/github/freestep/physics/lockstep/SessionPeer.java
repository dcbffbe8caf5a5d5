package io.github.freestep.physics.lockstep;

import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsEvent;
import io.github.freestep.physics.SavableSimulation;
import io.github.freestep.physics.SlowConsumerPolicy;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.TickInput;
import io.github.freestep.physics.lockstep.LockstepSession.Status;
import io.github.freestep.physics.lockstep.session.Game;
import io.github.freestep.physics.lockstep.session.HostTime;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.NanoClock;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A session with a cheap world in a frame loop, on a simulated network and in its thread. */
final class SessionPeer implements SimulatedNetwork.Participant {
    /** Learns the hashes of ticks. */
    interface Hashes {
        void hash(SessionPeer peer, long tick, long hash);
    }

    static final StateLayout LAYOUT = StateLayout.of(1);

    private final NanoClock clock;
    private final Hashes hashes;
    private final Random player;
    private final World world;
    private final LockstepSession session;
    private final Game game;
    private InlineStepper stepper;
    private HostTime time;
    private EventReader events;
    private boolean corrupt;
    private boolean acts = true;

    /** One number, into which each tick mixes all inputs. */
    private static final class World implements SavableSimulation {
        private final int axes;
        private final float[] newest;
        private long mixed = 1;
        private final List<Float> values = new ArrayList<>();

        private World(int axes) {
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
        public boolean restoresExactly() {
            return true;
        }

        @Override
        public void restore(DataInput in) throws IOException {
            mixed = in.readLong();
            in.skipBytes(5_000);
        }
    }

    SessionPeer(
            SimulatedNetwork network,
            MatchSettings settings,
            int player,
            SimulatedNetwork.Conditions conditions,
            NanoClock clock,
            Hashes hashes) {
        this.clock = clock;
        this.hashes = hashes;
        this.player = new Random(network.random().nextLong());
        LockstepSession.Builder builder =
                LockstepSession.builder(settings, network.connect(conditions)).clock(clock);
        session = (player < 0 ? builder : builder.player(player)).openPassive();
        world = new World(settings.players() * settings.axes());
        game = new Game(world);
        session.starting().join(game);
        network.add(this);
    }

    @Override
    public void doWork(long networkNanos) {
        session.doWork(clock.nanoTime());
        if (stepper == null && session.starting().isAdmitted()) {
            stepper = session.starting().prepare(game).inline();
            events = stepper.events()
                    .with(PhysicsEvent.Kind.HASH)
                    .capacity(4_096)
                    .onSlow(SlowConsumerPolicy.end())
                    .open();
            time = session.starting().hostTime();
            session.starting().attach(stepper);
        }
        if (stepper != null && !session.isOver()) {
            if (acts) {
                act();
            }
            time.advance(stepper);
            events.poll(event -> hashes.hash(this, event.tick(), event.hash()));
        }
    }

    private void act() {
        session.axis(0, player.nextInt(3) - 1);
        if (player.nextInt(20) == 0) {
            session.action(player.nextInt(5), player.nextInt(2));
        }
    }

    /** Returns the newest tick that the peer has stepped; -1 before its world is there. */
    long tick() {
        return stepper == null ? -1 : stepper.metrics().tick();
    }

    /** Returns an axis in the newest tick. */
    float axis(int axis) {
        return world.newest[axis];
    }

    /** Returns the values of all actions that the peer has stepped. */
    List<Float> values() {
        return world.values;
    }

    LockstepSession session() {
        return session;
    }

    Status status() {
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
