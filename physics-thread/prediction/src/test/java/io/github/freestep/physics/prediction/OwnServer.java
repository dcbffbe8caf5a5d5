package io.github.freestep.physics.prediction;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.internal.Inside;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.TickInput;
import io.github.freestep.state.InputSink;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.state.content.Filler;
import io.github.freestep.time.TimeAnchor;
import io.github.freestep.time.VirtualClock;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * A server with the player's body, a network that takes the same time for each datagram, and a prediction, on virtual
 * time. The body's x is the sum of the axis over all ticks, its y the sum of all actions, and its z follows from the
 * tick. There is a frame in the
 * middle of each tick, so an input is shown in the frame after the one that gives it.
 */
final class OwnServer extends Still implements InputSink {
    static final int AXIS = 0;
    static final int NUMBER = 1;

    private static final long TICK = 10_000_000;
    private static final StateLayout LAYOUT = StateLayout.of(1).stepped("number");

    final VirtualClock clock;
    final OwnBody own;

    /** The body on the server. */
    double x;

    double y;
    boolean isAlive = true;
    boolean teleports;
    boolean isPaused;

    /** The tick here at which the server has begun again with its tick 0. */
    long restarted;

    /** Whether the client gets no time. */
    boolean isStarved;

    /** Whether input does not come to the server for now. */
    boolean holdsInput;

    /** The grid on which positions come to the client; 0 for exact ones. */
    double grid;

    /** Whether the states that come are guessed by the receiver, and wrong. */
    boolean isGuessed;

    /** Whether no state comes to the client. */
    boolean isCut;

    /** Whether no state says which inputs it contains. */
    boolean losesNumbers;

    /** What the handshake has measured. */
    long roundTripNanos = -1;

    int sent;

    /** How many ticks the small world has stepped, some of them again. */
    int steps;

    /** The body as the client shows it. */
    double shownX;

    double shownY;
    double shownZ;
    double fraction;
    boolean isShown;
    int epoch;

    private final float[] axes = new float[2];
    private final long startNanos;
    private final int wayTicks;
    final TimeAnchor anchor = new TimeAnchor();
    private final StatePublisher states;
    private final StateReader shown;
    private final Queue<Arrival> toServer = new ArrayDeque<>();
    private final Queue<Arrival> toClient = new ArrayDeque<>();
    private long frame;
    long tick;

    /** The newest tick whose state has come to the client. */
    private long published;

    /** The small world. */
    private double ownX;

    private double ownY;
    private double ownZ;

    private record Arrival(long frame, Runnable effect) {}

    OwnServer(long startNanos, int wayTicks) {
        this(startNanos, wayTicks, 50, false);
    }

    /**
     * Opens a prediction.
     *
     * @param wayTicks how long each way takes; 0 for a server in this process, which takes each input at its time
     * @param ticks how many ticks the prediction may be ahead
     * @param isInTime whether the prediction believes that input takes effect in its tick, which it does not here
     */
    OwnServer(long startNanos, int wayTicks, int ticks, boolean isInTime) {
        this.startNanos = startNanos;
        this.wayTicks = wayTicks;
        clock = new VirtualClock(startNanos + TICK / 2);
        anchor.set(startNanos, 0, 1, 1);
        states = StatePublisher.of(LAYOUT, 4, clock, true);
        OwnBody.Builder builder =
                OwnBody.builder(this, states.states(), this).ticks(ticks).snapBeyond(1_000);
        builder.isInTime = isInTime;
        own = (wayTicks == 0 ? builder : builder.confirmedBy(NUMBER, 0)).open();
        shown = own.states().reader();
    }

    /** Lets the prediction measure how long inputs take. */
    OwnServer measured() {
        run(100, () -> own.axis(AXIS, frame / 5 % 2));
        run(50, () -> own.axis(AXIS, 0));
        return this;
    }

    void run(int frames, Runnable player) {
        for (int i = 0; i < frames; i++) {
            clock.advance(TICK);
            frame++;
            take(toServer);
            step();
            take(toClient);
            if (!isStarved) {
                player.run();
                own.advance();
                show();
            }
        }
    }

    private void take(Queue<Arrival> arrivals) {
        boolean waits = arrivals == toServer && (isPaused || holdsInput);
        while (!arrivals.isEmpty() && arrivals.peek().frame <= frame && !waits) {
            arrivals.remove().effect.run();
        }
    }

    private void step() {
        if (isPaused == !anchor.isPaused()) {
            anchor.set(startNanos + (frame - 1) * TICK, tick * TICK, isPaused ? 0 : 1, 1);
        }
        tick += isPaused ? 0 : 1;
        x += isPaused ? 0 : axes[AXIS];
        TimeAnchor then = new TimeAnchor();
        then.set(anchor);
        long now = tick;
        double thenX = grid == 0 ? x : Math.rint(x / grid) * grid;
        double thenY = y;
        float number = losesNumbers ? 0 : axes[NUMBER];
        boolean alive = isAlive;
        boolean jumps = teleports;
        teleports = false;
        if (!isCut) {
            toClient.add(new Arrival(frame + wayTicks, () -> publish(now, then, thenX, thenY, number, alive, jumps)));
        }
    }

    private void publish(long at, TimeAnchor then, double px, double py, float number, boolean alive, boolean jumps) {
        if (alive != (states.bodies().slots() > 0 && states.bodies().isAlive(0))) {
            if (alive) {
                states.bodies().spawn(0);
            } else {
                states.bodies().remove(0);
            }
        }
        if (jumps) {
            states.bodies().teleport(0);
        }
        Filler filler = Inside.of(states.bodies());
        filler.tickBase = restarted;
        filler.nanosBase = restarted * TICK;
        filler.positionError = grid / 2;
        filler.hasGuesses = isGuessed;
        filler.guessed[0] = isGuessed ? 1 : 0;
        long now = clock.nanoTime();
        StateWriter state = at == published ? states.replace(then, now) : states.begin(at, at * TICK, then, now);
        published = at;
        if (alive) {
            state.position(0, isGuessed ? px + 1 : px, py, place(at - restarted));
            state.stepped(0, 0, number);
        }
        states.publish(now);
    }

    private void show() {
        shown.acquire();
        isShown =
                shown.size() > 0 && shown.state(0).slots() > 0 && shown.state(0).isAlive(0);
        if (isShown) {
            shownX = shown.state(0).x(0);
            shownY = shown.state(0).y(0);
            shownZ = shown.state(0).z(0);
            epoch = shown.state(0).epoch(0);
        }
    }

    @Override
    public int axes() {
        return axes.length;
    }

    @Override
    public boolean axis(int axis, float value, long nanos) {
        return send(() -> axes[axis] = value);
    }

    @Override
    public boolean action(int code, float value, long nanos) {
        return send(() -> y += value);
    }

    @Override
    public long roundTripNanos() {
        return roundTripNanos;
    }

    private boolean send(Runnable effect) {
        sent++;
        return toServer.add(new Arrival(frame + wayTicks + 1, effect));
    }

    @Override
    public void set(State server, int slot, PhysicsContext context) {
        ownX = server.x(slot);
        ownY = server.y(slot);
        ownZ = place(context.tick());
    }

    static double place(long number) {
        return number % 7;
    }

    @Override
    public void step(Tick now) {
        steps++;
        assertEquals(now.number() * TICK, now.simulationNanos());
        ownZ = place(now.number());
        TickInput input = now.input();
        ownX += input.axis(AXIS);
        for (int i = 0; i < input.size(); i++) {
            ownY += input.isAction(i) ? input.value(i) : 0;
            fraction = input.fraction(i);
        }
    }

    @Override
    public void write(StateWriter state) {
        state.position(0, ownX, ownY, ownZ);
    }
}
