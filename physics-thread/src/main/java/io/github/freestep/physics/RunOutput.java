package io.github.freestep.physics;

import io.github.freestep.physics.event.UnshownTicks;
import io.github.freestep.physics.journal.RunLog;
import io.github.freestep.state.Bodies;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The events of a run and its journal, and the sink of the simulation. The events and the journal are made once a
 * thread asks for the events, because many runs have neither consumers nor recorders. Safe for use by any number of
 * threads, except for the sink. Takes no lock before the end.
 */
abstract class RunOutput implements Supplier<EventSink> {
    /**
     * Null until a thread asks for the events. The thread that steps never does, unless the user's code does so in a
     * step: in a fresh JVM, their classes take as long as a tick.
     */
    private final AtomicReference<@Nullable Events> events = new AtomicReference<>();

    /**
     * What writes to the events, for the sink, which must not depend on them. Set before a consumer or a recorder can
     * join. What joins is seen by the thread that steps, because it reads this reference or that of the events, and
     * then the volatile list of the consumers, or the volatile log.
     */
    private final AtomicReference<@Nullable EventWriter> writer = new AtomicReference<>();

    /** The bodies whose lives the events name; null in a test without bodies. */
    private final @Nullable Bodies bodies;

    /** Null until the simulation asks for it. For the thread that steps. */
    private @Nullable EventSink sink;

    /** The step to which the events of the simulation belong. */
    final OpenStep openStep = new OpenStep();

    /** Which ticks have no state, for the thread that publishes states. */
    final UnshownTicks unshown = new UnshownTicks();

    /** Whether a thread runs the simulation, or a command has run, so that a recorder would miss something. */
    volatile boolean isStarted;

    private volatile boolean isOver;

    RunOutput(@Nullable Bodies bodies) {
        this.bodies = bodies;
    }

    /**
     * Makes events of this object, which must have no effect until they are used. Not a function, because the type of a
     * lambda would load the class of the events.
     */
    abstract Events make();

    /** Returns the events, and makes them if there are none. After the end of the run, they are closed. */
    Events events() {
        Events made = events.get();
        if (made == null) {
            // Two threads may come here at once, and then the events of one of them stay.
            Events own = make();
            made = events.compareAndSet(null, own) ? own : Objects.requireNonNull(events.get());
        }
        writer.set(made.writer);
        // The end of the run first sets this and then looks for events, so at least one of the two closes them.
        if (isOver) {
            made.close();
        }
        return made;
    }

    /** Notes that the simulation runs, or that a command has run. */
    void starts() {
        isStarted = true;
    }

    /** Returns the sink for the simulation. For the thread that steps. */
    @Override
    public EventSink get() {
        if (sink == null) {
            sink = new EventSink(writer, openStep, bodies);
        }
        return sink;
    }

    /** Returns the events, or null if there are none, so that there is nothing to report to. */
    @Nullable Events made() {
        return events.get();
    }

    /** Returns what writes to the events, or null if there are none. */
    @Nullable EventWriter writer() {
        return writer.get();
    }

    /** Returns what takes the entries of the journal, or null. */
    @Nullable RunLog log() {
        Events made = events.get();
        return made == null ? null : made.journal.log();
    }

    /** Returns whether a consumer or a recorder wants hashes. If not, hashes are not computed. */
    boolean wantsHash() {
        EventWriter to = writer();
        return to != null && to.wantsHash();
    }

    /** Wakes the consumers for which an event was written. After a step, call it once the state is published. */
    void flush() {
        EventWriter to = writer();
        if (to != null) {
            to.flush();
        }
    }

    /** Ends all consumers and recorders, also those that join later. Needs no memory. For any thread. */
    void close() {
        isOver = true;
        unshown.end();
        Events made = events.get();
        if (made != null) {
            made.close();
        }
    }
}
