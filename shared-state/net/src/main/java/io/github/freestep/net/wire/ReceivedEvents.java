package io.github.freestep.net.wire;

import io.github.freestep.internal.EventQueue;
import io.github.freestep.internal.EventTaker;
import io.github.freestep.internal.EventValues;
import io.github.freestep.state.content.Epochs;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The events that have arrived, in a ring from the receiver's thread to the thread that shows the states. Never blocks,
 * locks nothing. The receiver's thread allocates the ring when the first event arrives, and nothing else.
 *
 * <p>An event waits on the receiver's side until a state of its tick or a later one is published. So its tick can be
 * converted to that of the local states, and no event of a run is ever handed out with the states of another.
 *
 * <p>Events that no state has reached are dropped at a restart, where their lives could be those of other bodies, and
 * if they fill the ring, because an event may have a tick that is never reached.
 */
public final class ReceivedEvents implements EventQueue {
    /** How many events may wait. */
    public static final int CAPACITY = 4_096;

    private static final int MASK = CAPACITY - 1;

    private final EventDecoder decoder;
    private EventValues[] ring = {};

    /** For each event of the ring, the lives in the local epochs minus those of its run. */
    private int[] lifeOffsets = {};

    /** The number of events written to the ring. From {@link #published} on, they wait for their states. */
    private long written;

    /** The place of the first event of the sender's run. */
    private long runBegins;

    private volatile long published;

    /** Written by the thread that polls. */
    private volatile long handedOut;

    private volatile long missed;

    /** For the thread that polls: how many missed events were reported. */
    private long reported;

    /** Guards against concurrent polls, and makes what one polling thread has read visible to the next. */
    private final AtomicBoolean polling = new AtomicBoolean();

    /** The number of the event that comes next; 0 before the first of a run. */
    private long expected;

    ReceivedEvents(int slots) {
        decoder = new EventDecoder(slots);
    }

    /**
     * The sender has another run. If it continues the world of the former one, events of that one wait for their
     * states as before. If not, they are missed.
     *
     * @param isWhole whether no event of the run was received otherwise, so that the first one comes next
     */
    void beginRun(boolean continued, boolean isWhole) {
        if (!continued) {
            miss(written - published);
            written = published;
        }
        runBegins = written;
        expected = isWhole ? 1 : 0;
    }

    /** The run turned out to continue no other, so events of the former one wait for states that never come. */
    void forgetFormer() {
        for (long next = published; next < runBegins; next++) {
            EventValues event = ring[(int) next & MASK];
            event.tick = 0;
            event.kind = EventValues.NONE;
            miss(1);
        }
    }

    private void miss(long count) {
        // Only this thread writes the count.
        missed = missed + count;
    }

    /**
     * Takes a datagram of events.
     *
     * @return false if it is malformed, of another run, or was received before
     */
    boolean take(byte[] bytes, int length, SenderRuns runs, LocalTimes times) {
        if (!decoder.read(bytes, length) || !runs.isCurrent(decoder.run)) {
            return false;
        }
        long end = decoder.first + decoder.count;
        if (expected >= end) {
            return false;
        }
        long from = expected == 0 ? decoder.first : expected;
        miss(Math.max(0, decoder.first - from));
        for (long number = decoder.first; number < end; number++) {
            add(number >= from, times.isNewRun);
        }
        expected = end;
        return true;
    }

    private void add(boolean isNew, boolean joins) {
        // Read once, because the other thread raises it.
        long taken = handedOut;
        if (written - taken == CAPACITY && published == taken) {
            // No event in the full ring has its state, and one may have a tick that never comes, so drop them all.
            miss(joins ? 0 : CAPACITY);
            written = published;
            runBegins = Math.min(runBegins, written);
        }
        if (ring.length == 0) {
            ring = new EventValues[CAPACITY + 1];
            Arrays.setAll(ring, i -> new EventValues());
            lifeOffsets = new int[CAPACITY];
        }
        boolean fits = written - taken < CAPACITY;
        int place = (int) written & MASK;
        decoder.next(ring[isNew && fits ? place : CAPACITY]);
        if (isNew && fits) {
            written++;
        } else if (isNew) {
            miss(1);
        }
    }

    /**
     * Lets the other thread take the events whose states are published.
     *
     * @param end the newest tick whose events may be taken
     * @param lifeOffset the lives in the local epochs minus those of the sender
     */
    void release(LocalTimes times, long end, int lifeOffset) {
        if (written == published) {
            return;
        }
        long next = published;
        for (; next < written && ring[(int) next & MASK].tick <= end; next++) {
            EventValues event = ring[(int) next & MASK];
            event.tick = times.localTick(event.tick);
            lifeOffsets[(int) next & MASK] = lifeOffset;
            if (times.isBeforeRun(event.tick)) {
                event.kind = EventValues.NONE;
            }
        }
        published = next;
    }

    /** Converts a life of the sender to one of the local epochs. A slot without a body has life 0 in both. */
    private static int local(int life, int offset) {
        return life == 0 ? 0 : Epochs.life(life + offset);
    }

    @Override
    public void requireSendable() {
        // They were sent to this receiver.
    }

    @Override
    public Runnable drainTo(EventTaker taker) {
        return () -> poll(Long.MAX_VALUE, taker, true);
    }

    /**
     * Passes on the events up to a tick of the local states, in order, each once. For one thread at a time.
     *
     * @return the number of events
     * @throws IllegalStateException if another thread is polling, or the taker itself polls
     */
    public int poll(long reachedTick, EventTaker taker) {
        return poll(reachedTick, taker, false);
    }

    /** @param relays whether the events go to receivers that see the lives of the local states */
    private int poll(long reachedTick, EventTaker taker, boolean relays) {
        if (!polling.compareAndSet(false, true)) {
            throw new IllegalStateException("events must be polled by one thread at a time and not by their"
                    + " handler, were polled again by " + Thread.currentThread()
                    + "; poll once per frame, on one thread, or let only a relay poll");
        }
        try {
            return handOut(reachedTick, taker, relays);
        } finally {
            polling.set(false);
        }
    }

    private int handOut(long reachedTick, EventTaker taker, boolean relays) {
        report(taker);
        int count = 0;
        long end = published;
        for (long next = handedOut; next < end && ring[(int) next & MASK].tick <= reachedTick; next++) {
            EventValues event = ring[(int) next & MASK];
            boolean isShown = event.kind != EventValues.NONE;
            if (isShown) {
                count++;
            }
            if (relays) {
                event.lifeA = local(event.lifeA, lifeOffsets[(int) next & MASK]);
                event.lifeB = local(event.lifeB, lifeOffsets[(int) next & MASK]);
            }
            try {
                if (isShown) {
                    taker.event(event);
                }
            } finally {
                handedOut = next + 1;
            }
        }
        return count;
    }

    private void report(EventTaker taker) {
        long news = missed - reported;
        if (news > 0) {
            reported += news;
            taker.missed(news);
        }
    }

    /** The number of events that were missed. For any thread. */
    public long missed() {
        return missed;
    }
}
