package io.github.freestep.physics.engine;

import io.github.freestep.physics.EventSink;
import java.util.Arrays;

/**
 * Reports contacts and sensors as events, with exactly one end for each begin. For the physics thread; allocates only
 * when there are more pairs than ever before.
 *
 * <p>A pair also ends when one of its bodies is removed. That end belongs to the next step, because events belong to a
 * step. It comes before all that the next step begins, so that it is never mistaken for an end of the slot's next body.
 */
final class Touches {
    private static final int FIRST_WAITING = 16;

    private final TouchingPairs contacts;
    private final TouchingPairs sensors;

    /** The ends to report in the next step: for each, whether it is of a sensor, and the two slots. */
    private int[] waiting = new int[3 * FIRST_WAITING];

    private int waitingCount;

    /** Null outside of the engine's part of a step. */
    private EventSink events;

    Touches(int capacity) {
        contacts = new TouchingPairs(capacity);
        sensors = new TouchingPairs(capacity);
    }

    /** Begins the engine's part of a step, and reports the pairs that have ended since the last one. */
    void beginStep(EventSink of) {
        events = of;
        int count = waitingCount;
        waitingCount = 0;
        for (int i = 0; i < count; i += 3) {
            report(waiting[i] != 0, waiting[i + 1], waiting[i + 2]);
        }
    }

    void endStep() {
        events = null;
    }

    boolean isInStep() {
        return events != null;
    }

    /** Body A is the one with the larger slot, so that the ground, which has none, is always body B. */
    void contactBegin(
            int slotA, int slotB, double px, double py, double pz, float nx, float ny, float nz, float impulse) {
        EventSink to = requireStep();
        if (slotA < slotB) {
            contacts.add(slotB, slotA);
            to.contactBegin(slotB, slotA, px, py, pz, -nx, -ny, -nz, impulse);
        } else {
            contacts.add(slotA, slotB);
            to.contactBegin(slotA, slotB, px, py, pz, nx, ny, nz, impulse);
        }
    }

    boolean contactEnd(int slotA, int slotB) {
        return end(false, Math.max(slotA, slotB), Math.min(slotA, slotB));
    }

    void sensorBegin(int sensor, int visitor, double px, double py, double pz) {
        EventSink to = requireStep();
        sensors.add(sensor, visitor);
        to.sensorBegin(sensor, visitor, px, py, pz);
    }

    boolean sensorEnd(int sensor, int visitor) {
        return end(true, sensor, visitor);
    }

    /** Ends all pairs of a body that leaves the world. */
    void removed(int slot) {
        while (contacts.removeNext(slot)) {
            await(false, contacts.removedFirst(), contacts.removedSecond());
        }
        while (sensors.removeNext(slot)) {
            await(true, sensors.removedFirst(), sensors.removedSecond());
        }
    }

    /** Forgets all pairs. For a world that is closed. */
    void clear() {
        contacts.clear();
        sensors.clear();
        waitingCount = 0;
        events = null;
    }

    private EventSink requireStep() {
        if (events == null) {
            throw new IllegalStateException("contacts and sensors must begin during simulate, was called outside of it;"
                    + " remember the pair and report it in the next step");
        }
        return events;
    }

    /** Returns false if the pair has no begin, or has ended with the removal of one of its bodies. */
    private boolean end(boolean isSensor, int first, int second) {
        if (!(isSensor ? sensors : contacts).remove(first, second)) {
            return false;
        }
        if (events == null) {
            await(isSensor, first, second);
        } else {
            report(isSensor, first, second);
        }
        return true;
    }

    private void await(boolean isSensor, int first, int second) {
        if (waitingCount == waiting.length) {
            waiting = Arrays.copyOf(waiting, 2 * waitingCount);
        }
        waiting[waitingCount++] = isSensor ? 1 : 0;
        waiting[waitingCount++] = first;
        waiting[waitingCount++] = second;
    }

    private void report(boolean isSensor, int first, int second) {
        if (isSensor) {
            events.sensorEnd(first, second);
        } else {
            events.contactEnd(first, second);
        }
    }
}
