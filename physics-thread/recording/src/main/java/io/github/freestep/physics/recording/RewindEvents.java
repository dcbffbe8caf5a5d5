package io.github.freestep.physics.recording;

import io.github.freestep.internal.EventValues;
import io.github.freestep.physics.Command;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsEvent;
import io.github.freestep.physics.input.PastCommand;
import io.github.freestep.physics.input.PastTicks;
import io.github.freestep.physics.journal.Unrecorded;
import java.util.ArrayDeque;
import java.util.List;
import java.util.function.Predicate;

/**
 * The events that steps have reported, so that those of ticks that a rewind abandons can be cancelled. As a command,
 * lets a rewind begin or end. For the thread that steps. Allocates only until it has as many as it keeps, and only for
 * a run that has consumers of events.
 */
final class RewindEvents implements Predicate<EventValues>, Command, Unrecorded, PastCommand<Command, PhysicsEvent> {
    private static final int MOST = 4_096;

    private static final class Reported {
        final EventValues values = new EventValues();
        boolean isCancelled;
    }

    private final ArrayDeque<Reported> all = new ArrayDeque<>();

    private final RewindHistory history;

    /** Whether nothing is kept any more. */
    volatile boolean isClosed;

    RewindEvents(RewindHistory history) {
        this.history = history;
    }

    @Override
    public void run(PhysicsContext context) {}

    @Override
    public void run(PastTicks<Command, PhysicsEvent> past) {
        if (isClosed) {
            past.filter(event -> true);
            history.close();
        } else {
            past.filter(this);
            history.begin();
        }
    }

    /** Keeps an event. Returns true, because it is to be reported. */
    @Override
    public boolean test(EventValues values) {
        Reported next = all.size() < MOST ? new Reported() : all.remove();
        next.values.copy(values);
        next.isCancelled = false;
        all.add(next);
        return true;
    }

    /**
     * Cancels the events of all ticks but those of a path, and reports those of its ticks again that were cancelled.
     *
     * @param path spans of ticks, each without its first one
     */
    void follow(List<long[]> path, PastTicks<Command, PhysicsEvent> past) {
        for (Reported each : all) {
            long tick = each.values.tick;
            boolean isAbandoned = path.stream().noneMatch(span -> span[0] < tick && tick <= span[1]);
            if (isAbandoned != each.isCancelled) {
                each.isCancelled = isAbandoned;
                past.report(each.values, isAbandoned);
            }
        }
    }
}
