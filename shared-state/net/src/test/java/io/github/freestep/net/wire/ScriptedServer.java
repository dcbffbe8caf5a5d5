package io.github.freestep.net.wire;

import io.github.freestep.internal.WorldId;
import io.github.freestep.internal.time.Timeline;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.state.content.Blocks;
import io.github.freestep.state.content.StateInside;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.Ratio;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/**
 * A physics service on a clock that the test moves, and its sender: 100 ticks per second of bodies that move, rest,
 * come and go by a seed. All times are readings of the sender's clock.
 */
final class ScriptedServer {
    static final StateLayout LAYOUT = StateLayout.of(300).linear("phase").stepped("kind");
    static final double TICK_SECONDS = 0.01;

    /** No body moves faster than this, in units per second. */
    static final double FASTEST = 20;

    static final long CHOICE_NANOS = 50_000_000;

    private static final long REPEAT_NANOS = 100_000_000;

    final Timeline timeline;
    final StatePublisher publisher;

    /** A copy of every state that was published, by its tick. */
    final Map<Long, Snapshot> states = new HashMap<>();

    /** What the only client has, if it is sent all bodies. */
    ClientBlocks blocks;

    /** If it is set, what the only client is sent; chosen by the choice, every 50 ms. */
    ClientBodies client;

    Choice choice = (state, set, levels) -> {};

    /** If it is set, another client at the same address, which is sent the same. */
    ClientBodies former;

    private long chosenNanos;
    private Object attachments;

    private final StateReader reader;
    /** The centre of all motion, by each coordinate. */
    private final double origin;

    private final StateLayout layout;
    private final PoseGrid precision;
    private StateEncoder encoder;
    private long world;
    private final Random random;
    private final double[][] position = new double[3][LAYOUT.capacity()];
    private final double[][] velocity = new double[3][LAYOUT.capacity()];
    private final boolean[] rests = new boolean[LAYOUT.capacity()];
    private final boolean[] isNew = new boolean[LAYOUT.capacity()];

    /** The chance of a change of life per tick. */
    double changes;

    /** The chance of an attachment or its end per tick. Bodies of each third ride on those of the third before. */
    double attaches;

    /** Whether all bodies rest. */
    boolean isStill;

    /** How long a tick takes. */
    long costNanos = 1_000_000;

    private long done = -1;
    private long busyUntilNanos;
    private long encodedNanos;

    ScriptedServer(
            StateLayout layout,
            double origin,
            long seed,
            PoseGrid precision,
            long run,
            WorldId world,
            long startNanos,
            int bodies) {
        this.origin = origin;
        this.layout = layout;
        this.precision = precision;
        random = Seeds.random(seed);
        publisher = StatePublisher.of(layout);
        reader = publisher.states().reader();
        sendAs(run, world);
        timeline = new Timeline(Ratio.of(100), startNanos);
        busyUntilNanos = startNanos;
        for (int i = 0; i < bodies; i++) {
            place(publisher.bodies().spawn());
        }
        encodedNanos = startNanos - REPEAT_NANOS;
        chosenNanos = startNanos - CHOICE_NANOS;
        tick(startNanos);
    }

    /** Chooses the bodies of a client: a bit for each slot, and how rare it is. */
    interface Choice {
        void choose(State state, long[] set, byte[] levels);
    }

    /** Goes on with another sender. */
    void sendAs(long run, WorldId as) {
        world = as.id();
        encoder = new StateEncoder(layout, precision, run, as);
        admit();
    }

    /** Forgets what the client has of all bodies. */
    void admit() {
        blocks = new ClientBlocks(layout);
    }

    /** The id of the world. */
    long world() {
        return world;
    }

    /** Moves on to a time: publishes the ticks that are finished, and sends what is new. */
    void runTo(long nowNanos, DatagramOutput output) {
        while (true) {
            boolean paused = timeline.anchor().isPaused();
            if (paused && timeline.simulationOf(done + 1) > timeline.anchor().simulationNanos()) {
                break;
            }
            long ends = Math.max(busyUntilNanos, timeline.dueNanos(done + 1)) + costNanos;
            if (ends - nowNanos > 0) {
                break;
            }
            busyUntilNanos = ends;
            tick(ends);
            send(nowNanos, output);
        }
        if (reader.acquire() || nowNanos - encodedNanos >= REPEAT_NANOS) {
            send(nowNanos, output);
        }
    }

    /** Its machine stood still until now: no tick that was due meanwhile has begun. */
    void stoodStill(long nowNanos) {
        busyUntilNanos = nowNanos;
    }

    private void send(long nowNanos, DatagramOutput output) {
        reader.acquire();
        states.putIfAbsent(reader.state(0).tick(), new Snapshot(reader.state(0)));
        encodedNanos = nowNanos;
        if (client == null) {
            encoder.begin(reader.state(0), nowNanos, output);
            encoder.encode(blocks, output);
        } else {
            sendToClient(reader.state(0), nowNanos, output);
        }
    }

    private void sendToClient(State state, long nowNanos, DatagramOutput output) {
        if (nowNanos - chosenNanos >= CHOICE_NANOS || attachments != StateInside.attachments(state)) {
            chosenNanos = nowNanos;
            attachments = StateInside.attachments(state);
            long[] set = new long[Blocks.of(layout.capacity())];
            byte[] levels = new byte[layout.capacity()];
            choice.choose(state, set, levels);
            client.choose(state, set, levels);
            if (former != null) {
                former.choose(state, set, levels);
            }
        }
        encoder.begin(state, nowNanos, output);
        if (former != null) {
            encoder.encode(former, output);
        }
        encoder.encode(client, output);
    }

    private void tick(long publishedNanos) {
        done++;
        timeline.simulated(timeline.simulationOf(done));
        if (done > 0 && random.nextDouble() < changes) {
            change();
        }
        if (attaches > 0 && random.nextDouble() < attaches) {
            reparent(publisher.bodies());
        }
        write(
                publisher.begin(done, timeline.simulationOf(done), timeline.anchor(), publishedNanos - costNanos),
                publishedNanos);
    }

    /** In a pause, commands change some bodies. */
    void edit(long nowNanos) {
        for (int i = random.nextInt(4); i >= 0; i--) {
            change();
        }
        states.remove(done);
        write(publisher.replace(timeline.anchor(), nowNanos), nowNanos);
    }

    private void write(StateWriter writer, long publishedNanos) {
        for (int slot = 0; slot < publisher.bodies().slots(); slot++) {
            if (publisher.bodies().isAlive(slot)) {
                move(writer, slot);
            }
        }
        publisher.input(1 + done / 7, publishedNanos - 3_000_000);
        publisher.publish(publishedNanos);
    }

    private void change() {
        Bodies bodies = publisher.bodies();
        int slot = random.nextInt(LAYOUT.capacity());
        if (!bodies.isAlive(slot)) {
            bodies.spawn(slot);
            place(slot);
        } else if (random.nextBoolean()) {
            bodies.teleport(slot);
            place(slot);
        } else {
            leave(bodies, slot);
            bodies.remove(slot);
            if (random.nextBoolean()) {
                bodies.spawn(slot);
                place(slot);
            }
        }
    }

    /** Replaces a body by another one in its slot. */
    void respawn(int slot) {
        publisher.bodies().remove(slot);
        publisher.bodies().spawn(slot);
        place(slot);
    }

    private void reparent(Bodies bodies) {
        int third = LAYOUT.capacity() / 3;
        int child = random.nextInt(third, LAYOUT.capacity());
        int parent = (child / third - 1) * third + random.nextInt(third);
        if (!bodies.isAlive(child)) {
            return;
        }
        if (bodies.parent(child) != State.NO_PARENT && random.nextInt(3) == 0) {
            bodies.detach(child);
        } else if (bodies.isAlive(parent)) {
            bodies.attach(child, parent);
        }
        place(child);
    }

    /** Detaches what is attached to a body. */
    private void leave(Bodies bodies, int parent) {
        for (int slot = 0; attaches > 0 && slot < bodies.slots(); slot++) {
            if (bodies.parent(slot) == parent) {
                bodies.detach(slot);
                place(slot);
            }
        }
    }

    private void place(int slot) {
        for (int i = 0; i < 3; i++) {
            position[i][slot] = random.nextDouble(-50, 50);
            velocity[i][slot] = random.nextDouble(-1, 1) * FASTEST / 2;
        }
        rests[slot] = random.nextInt(4) == 0;
        isNew[slot] = true;
    }

    private void move(StateWriter writer, int slot) {
        if (random.nextInt(500) == 0) {
            rests[slot] = !rests[slot];
        }
        if ((rests[slot] || isStill) && !isNew[slot]) {
            return;
        }
        isNew[slot] = false;
        for (int i = 0; i < 3; i++) {
            double bounces = Math.abs(position[i][slot]) > 50 ? -Math.signum(position[i][slot]) : 0;
            velocity[i][slot] = bounces == 0 ? velocity[i][slot] : bounces * Math.abs(velocity[i][slot]);
            position[i][slot] += rests[slot] || isStill ? 0 : velocity[i][slot] * TICK_SECONDS;
        }
        writer.position(slot, origin + position[0][slot], origin + position[1][slot], origin + position[2][slot]);
        double half = position[0][slot] / 4 + slot;
        writer.orientation(slot, 0, (float) Math.sin(half), 0, (float) Math.cos(half));
        writer.linear(0, slot, half);
        writer.stepped(0, slot, (int) position[1][slot]);
    }

    void pause(long nowNanos) {
        timeline.pause(nowNanos);
        amend(nowNanos);
    }

    void resume(long nowNanos) {
        timeline.resume(nowNanos);
        busyUntilNanos = Math.max(busyUntilNanos, nowNanos);
        amend(nowNanos);
    }

    void scale(long nowNanos, Ratio scale) {
        timeline.scale(nowNanos, scale.numerator(), scale.denominator());
        amend(nowNanos);
    }

    /** Makes one step in a pause. */
    void step(long nowNanos) {
        timeline.step(nowNanos, timeline.simulationOf(done + 1));
        tick(nowNanos);
    }

    private void amend(long nowNanos) {
        publisher.amend(timeline.anchor());
        publisher.publish(nowNanos);
    }

    long tick() {
        return done;
    }
}
