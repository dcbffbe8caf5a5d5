package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;

/** A handler that logs what it gets: user events by their value, other events by their kind, and missed events. */
class EventLog implements EventHandler {
    private final List<String> lines = new ArrayList<>();

    @Override
    public void onEvent(PhysicsEvent event) {
        add(
                event.kind() == PhysicsEvent.Kind.USER
                        ? Long.toString(event.data())
                        : event.kind().toString());
    }

    @Override
    public void onMissed(long count, long sinceTick) {
        add("missed " + count + " since tick " + sinceTick);
    }

    private synchronized void add(String line) {
        lines.add(line);
    }

    synchronized void assertLines(String... expected) {
        assertEquals(List.of(expected), lines);
    }
}
