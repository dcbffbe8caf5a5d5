package io.github.freestep.benchmarks.jcstress;

import io.github.freestep.state.State;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.state.content.StateInside;
import io.github.freestep.time.TimeAnchor;

/**
 * Publishes states whose values follow from their tick, and checks all values of each state in a window. Each tick
 * writes one of two bodies. The publisher copies the other one forward from the newest state.
 */
public final class TickStates {
    /** The smallest number of bodies of which one is written and another one is not. */
    private static final int BODIES = 2;

    private static final TimeAnchor ANCHOR = new TimeAnchor();

    private TickStates() {}

    /** Returns the layout that the other methods expect. */
    public static StateLayout layout() {
        return StateLayout.of(BODIES).stepped("tick");
    }

    /** Publishes the ticks from 0 up to one less than {@code to}. Tick 0 writes both bodies. */
    public static void publish(StatePublisher publisher, int to) {
        publisher.bodies().spawn(0);
        publisher.bodies().spawn(1);
        for (int tick = 0; tick < to; tick++) {
            StateWriter writer = publisher.begin(tick, tick, ANCHOR, tick);
            for (int body = 0; body < BODIES; body++) {
                if (value(tick, body) == tick) {
                    writer.position(body, tick, tick, tick);
                    writer.stepped(0, body, tick);
                }
            }
            publisher.publish(tick);
        }
    }

    /** The value of a body in the state of a tick: the tick that has written it. */
    private static long value(long tick, int body) {
        return tick == 0 ? 0 : tick - (tick + body & 1);
    }

    /**
     * Acquires and looks {@code times} times. Returns the first fault, or the last result of {@link #look} if there
     * is none.
     */
    public static String acquireAndLook(StateReader reader, int times) {
        String seen = "empty";
        long newest = -1;
        for (int i = 0; i < times && (seen.equals("empty") || seen.equals("whole")); i++) {
            boolean news = reader.acquire();
            seen = look(reader);
            if (news && reader.state(0).tick() <= newest) {
                return "back from " + newest + " to " + reader.state(0).tick();
            }
            newest = news ? reader.state(0).tick() : newest;
        }
        return seen;
    }

    /**
     * Acquires and looks, closes the reader, joins again, and acquires and looks once more. Returns a fault of either
     * window, or that the second window is older than the first; otherwise the last result of {@link #look}.
     */
    public static String leaveAndComeAgain(StateBuffer channel, StateReader reader) {
        String before = acquireAndLook(reader, 1);
        if (!before.equals("empty") && !before.equals("whole")) {
            return before;
        }
        long tick = newest(reader);
        reader.close();
        StateReader successor = channel.reader();
        String after = acquireAndLook(successor, 1);
        return newest(successor) < tick ? "older than before" : after;
    }

    private static long newest(StateReader reader) {
        return reader.size() == 0 ? -1 : reader.state(0).tick();
    }

    /** Returns the fault of a reader's window, "whole" if it has none, or "empty" before the first state. */
    public static String look(StateReader reader) {
        if (reader.size() == 0) {
            return "empty";
        }
        long tick = reader.state(0).tick();
        for (int age = 0; age < reader.size(); age++) {
            State state = reader.state(age);
            boolean last = age + 1 == reader.size();
            if (state.tick() != tick - age) {
                return "another tick's slot";
            }
            if (!last
                    && StateInside.predecessorTick(state)
                            != reader.state(age + 1).tick()) {
                return "not linked";
            }
            if (!whole(state)) {
                return "torn";
            }
        }
        return "whole";
    }

    /** Returns whether all parts of a state are of its tick. */
    public static boolean whole(State state) {
        long tick = state.tick();
        return state.simulationNanos() == tick
                && StateInside.publishedNanos(state) == tick
                && StateInside.changedSlots(state, 0) == (tick == 0 ? 3 : 1 << (tick & 1))
                && state.x()[0] == value(tick, 0)
                && state.stepped(0)[0] == value(tick, 0)
                && state.z()[1] == value(tick, 1)
                && state.stepped(0)[1] == value(tick, 1);
    }
}
