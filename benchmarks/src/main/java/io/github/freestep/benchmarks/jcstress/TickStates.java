package io.github.freestep.benchmarks.jcstress;

import io.github.freestep.state.State;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.TimeAnchor;

/** Publishes states with their tick in every part, and checks that all parts of a window agree. */
public final class TickStates {
    /** The fewest bodies that occupy different places of an array. */
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
            writer.stepped(0)[1] = tick;
            publisher.publish(tick);
        }
    }

    /** Acquires {@code times} times. Returns the last result of {@link #look}, or the first that finds a fault. */
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
     * Looks, closes the reader, and looks again with a new one. Reports a fault of either window, and a
     * second window that is older than the first.
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

    /** Returns the fault of the window that a reader holds; "whole" if it has none; "empty" before the first state. */
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
