package io.github.freestep.benchmarks.jcstress;

import io.github.freestep.state.State;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.TimeAnchor;

/** Publishes states whose every value is their tick, and checks that all values of a state in a window agree. */
public final class TickStates {
    /** The smallest number of bodies that uses more than one element of an array. */
    private static final int BODIES = 2;

    private static final TimeAnchor ANCHOR = new TimeAnchor();

    private TickStates() {}

    /** Returns the layout that the other methods expect. */
    public static StateLayout layout() {
        return StateLayout.of(BODIES).stepped("tick");
    }

    /** Publishes the ticks {@code from <= tick < to}. */
    public static void publish(StatePublisher publisher, int from, int to) {
        for (int tick = from; tick < to; tick++) {
            StateWriter writer = publisher.begin(tick, tick, ANCHOR, tick);
            writer.position(0, tick, tick, tick);
            writer.position(1, tick, tick, tick);
            writer.stepped(0, 1, tick);
            publisher.publish(tick);
        }
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
            if (!last && state.predecessorTick() != reader.state(age + 1).tick()) {
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
                && state.publishedNanos() == tick
                && state.x()[0] == tick
                && state.z()[1] == tick
                && state.stepped(0)[1] == tick;
    }
}
