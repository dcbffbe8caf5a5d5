package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.physics.rooms.HandedOver;
import io.github.freestep.physics.schedule.Schedule;
import io.github.freestep.state.State;
import io.github.freestep.state.StateReader;
import io.github.freestep.time.TimeAnchor;
import io.github.freestep.time.VirtualClock;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * A room on a virtual clock, whose passes a test calls, and which can move to another process: all that crosses is
 * bytes, and the other clock has other readings. Logs what its world, its readers and its consumers see. All times in
 * it count from the first pass, as if moves took none.
 */
public final class RoomLog implements AutoCloseable {
    /** What each step got: number, time, and all input. */
    public final List<String> steps = new ArrayList<>();

    /** The newest state of each tick that was published. */
    public final Map<Long, String> states = new TreeMap<>();

    public final List<String> events = new ArrayList<>();
    public final List<String> ledgers = new ArrayList<>();

    private final Supplier<PhysicsBuilder> rooms;
    private final List<PhysicsEvent.Kind> kinds;
    private final TimeLedger ledger = new TimeLedger();
    private final TimeAnchor anchor = new TimeAnchor();
    private VirtualClock clock;
    private long originNanos;
    private PhysicsService service;
    private ServiceRun run;
    private StateReader reader;
    private EventReader consumer;
    private final ArrayDeque<Command> requests = new ArrayDeque<>();
    private CompletableFuture<HandedOver> moving;
    private long nextStartNanos;
    private Runnable arrival = () -> {};
    private long movedAtTick = -1;

    /**
     * The ticks whose state a move has shown early, with what commands have changed since, or although no reader needed
     * it. Not those after which nothing is due, because such changes are then shown at once.
     */
    private final Set<Long> shownEarly = new HashSet<>();

    private int moves;

    /**
     * Opens a room.
     *
     * @param rooms makes the builder of a room; its world calls {@link #step}
     * @param startNanos the reading of the first clock
     */
    public RoomLog(Supplier<PhysicsBuilder> rooms, long startNanos, PhysicsEvent.Kind... kinds) {
        this.rooms = rooms;
        this.kinds = List.of(kinds);
        clock = new VirtualClock(startNanos);
        originNanos = startNanos;
        begin(rooms.get());
        pass();
    }

    private void begin(PhysicsBuilder builder) {
        service = builder.clock(clock).watchdog(Duration.ZERO).build();
        run = service.physics;
        reader = service.states().reader();
        consumer = service.events()
                .with(kinds.toArray(PhysicsEvent.Kind[]::new))
                .capacity(1 << 14)
                .open();
    }

    /** Returns the present reading of the clock. */
    public long nowNanos() {
        return clock.nanoTime() - originNanos;
    }

    public void advance(long nanos) {
        clock.advance(nanos);
    }

    /** Lets time pass in which the room stands still, because its world is saved to be moved. */
    void saving(long nanos) {
        clock.advance(nanos);
        originNanos += nanos;
    }

    /** Calls this once the room has arrived where it continues, before its time begins there. */
    void onArrival(Runnable call) {
        arrival = call;
    }

    public boolean pushAction(int code, float value, long atNanos) {
        return run.pass.parts.port().action(code, value, originNanos + atNanos);
    }

    public boolean pushAxis(int axis, float value, long atNanos) {
        return run.pass.parts.port().axis(axis, value, originNanos + atNanos);
    }

    /** Submits a command. If the room moves before it has run, submits it there again. */
    public void submit(Command command) {
        requests.add(command);
        service.submit(context -> {
            requests.remove();
            command.run(context);
        });
    }

    PhysicsService service() {
        return service;
    }

    /**
     * Runs a pass, as a worker does. If the room was to move, and this pass has ended it, moves it: to another process,
     * whose clock has the reading that {@link #move} was given, and where the next pass begins at once.
     *
     * @return whether the room continues
     */
    public boolean pass() {
        long now = clock.nanoTime();
        run.passes.resume(now, now, 0);
        run.passes.runPass();
        boolean goesOn = run.passes.continues();
        if (run.end.failure != null) {
            throw new AssertionError(run.end.failure);
        }
        look();
        run.passes.planNext(now);
        if (goesOn && !run.pass.schedule.inBatch()) {
            ledgers.add(run.pass.metrics.ledger(ledger).toString());
        }
        if (!goesOn && moving != null) {
            goOn();
            goesOn = true;
        }
        return goesOn;
    }

    /** Lets the room move in one of the next passes, unless it is about to. */
    public void move(long startNanos) {
        if (moving == null) {
            moving = HandedOver.handOver(service);
            nextStartNanos = startNanos;
        }
    }

    private void goOn() {
        HandedOver all = moving.join();
        moving = null;
        Schedule schedule = run.pass.schedule;
        int steps = (int) (schedule.stepsPromised() - schedule.stepsTaken());
        if (schedule.inBatch() || schedule.untilDueNanos(clock.nanoTime()) != Long.MAX_VALUE) {
            shownEarly.add(all.tick());
        }
        List<Command> again = List.copyOf(requests);
        requests.clear();
        moves++;
        leave();
        originNanos = nextStartNanos - nowNanos();
        clock = new VirtualClock(nextStartNanos);
        movedAtTick = all.tick();
        try {
            begin(rooms.get().from(HandedOver.of(all.toBytes())));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        arrival.run();
        again.forEach(this::submit);
        if (steps > 0) {
            service.pauseAndStep(steps);
        }
        pass();
    }

    private void leave() {
        reader.close();
        consumer.close();
    }

    private void look() {
        if (reader.acquire()) {
            for (int age = reader.size() - 1; age >= 0; age--) {
                State state = reader.state(age);
                states.put(state.tick(), text(state));
            }
        }
        consumer.poll(this::event);
    }

    private String text(State state) {
        state.anchor(anchor);
        StringBuilder text = new StringBuilder("state " + state.tick() + " at " + state.simulationNanos() + ", wall "
                + (anchor.wallNanos() - originNanos) + " = " + anchor.simulationNanos() + " x "
                + anchor.scaleNumerator() + "/" + anchor.scaleDenominator() + ", input " + state.inputSequence()
                + " at "
                + (state.inputSequence() == 0 ? 0 : state.inputNanos() - originNanos));
        for (int slot = 0; slot < state.slots(); slot++) {
            text.append("\n  ").append(slot).append(" life ").append(state.life(slot));
            text.append(state.isAlive(slot) ? values(state, slot) : " dead");
        }
        return text.toString();
    }

    private String values(State state, int slot) {
        // A quaternion and its negation are the same orientation.
        float sign = state.qw()[slot] < 0 ? -1 : 1;
        String position = state.hasDoublePositions()
                ? state.doubleX()[slot] + " " + state.doubleY()[slot] + " " + state.doubleZ()[slot]
                : state.x()[slot] + " " + state.y()[slot] + " " + state.z()[slot];
        StringBuilder values = new StringBuilder(" on " + state.parent(slot) + ": " + position + ", "
                + sign * state.qx()[slot] + " " + sign * state.qy()[slot] + " " + sign * state.qz()[slot] + " "
                + sign * state.qw()[slot]);
        for (int i = 0; i < service.states().layout().linearChannels().size(); i++) {
            values.append(", ").append(state.linear(i)[slot]);
        }
        for (int i = 0; i < service.states().layout().steppedChannels().size(); i++) {
            values.append(", ").append(state.stepped(i)[slot]);
        }
        return values.toString();
    }

    private void event(PhysicsEvent event) {
        if (event.kind() != PhysicsEvent.Kind.HASH || event.tick() != movedAtTick) {
            events.add(event.toString());
        }
    }

    /** Logs a step, with all of its input. For the world. */
    public void step(Tick tick) {
        StringBuilder text = new StringBuilder(
                "step " + tick.number() + " at " + tick.simulationNanos() + ", due " + (tick.dueNanos() - originNanos));
        TickInput input = tick.input();
        for (int axis = 0; axis < input.values.axes(); axis++) {
            text.append(", ").append(input.axisAtStart(axis)).append(' ').append(input.axis(axis));
        }
        for (int i = 0; i < input.size(); i++) {
            text.append("; ").append(input.isAction(i) ? "action " : "axis ").append(input.code(i));
            text.append(" = ").append(input.value(i)).append(" at ").append(input.fraction(i));
            text.append(", number ").append(input.values.event(i).sequence);
        }
        steps.add(text.toString());
    }

    /** Returns how often the room has moved. */
    public int moves() {
        return moves;
    }

    /** Asserts that a room with the same script has gone on in the same way, although it has moved. */
    public void assertSame(RoomLog moved) {
        assertSame(steps, moved.steps);
        states.keySet().removeAll(moved.shownEarly);
        moved.states.keySet().removeAll(moved.shownEarly);
        assertSame(List.copyOf(states.values()), List.copyOf(moved.states.values()));
        assertSame(events, moved.events);
        assertSame(ledgers, moved.ledgers);
    }

    /** Shows the first difference only, because the lists are long. */
    private static void assertSame(List<String> expected, List<String> actual) {
        for (int i = 0; i < Math.min(expected.size(), actual.size()); i++) {
            assertEquals(expected.get(i), actual.get(i));
        }
        assertEquals(expected.size(), actual.size());
    }

    /** Ends the room. */
    @Override
    public void close() {
        if (!run.end.hasEnded) {
            run.requestStop();
            pass();
            leave();
        }
    }
}
