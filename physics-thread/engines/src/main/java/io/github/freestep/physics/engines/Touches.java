package io.github.freestep.physics.engines;

import io.github.freestep.physics.EventSink;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.state.State;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * Reports contacts and sensors as events, with exactly one end for each begin. For adapters of engines, which get it by
 * {@link EngineSimulation#touches}, on the physics thread. Allocates only when there are more pairs than ever before;
 * never blocks.
 *
 * <pre>{@code
 * if (touches().areRead()) {
 *     touches().contactBegin(slot(a), slot(b), x, y, z, nx, ny, nz, impulse); // the bodies touch
 * }
 * touches().contactEnd(slot(a), slot(b)); // in another step: they have parted
 * }</pre>
 *
 * <p>A pair also ends when one of its bodies is removed. That end belongs to the next step, because events belong to a
 * step. It comes before all that the next step begins, so that it is never mistaken for an end of the slot's next body.
 */
public final class Touches {
    private static final int FIRST_WAITING = 16;

    private final int capacity;
    private final TouchingPairs contacts;
    private final TouchingPairs sensors;

    /** The visits that began while nobody read sensors. Otherwise, their ends would be taken for those of contacts. */
    private final TouchingPairs unread;

    /** The ends to report in the next step: for each, whether it is of a sensor, and the two slots. */
    private int[] waiting = new int[3 * FIRST_WAITING];

    private int waitingCount;

    /** Whether the engine is removing a body, whose pairs have ended already. What it reports meanwhile is ignored. */
    boolean isRemoving;

    /** Null outside of the engine's part of a step. */
    private EventSink events;

    /** Whether a consumer reads contacts in this step. */
    private boolean areContactsRead;

    /** Whether a consumer reads sensors in this step. */
    private boolean areSensorsRead;

    /** For tests: how many begins the adapter has found although nobody reads them. */
    int ignored;

    Touches(int capacity) {
        this.capacity = capacity;
        contacts = new TouchingPairs(capacity);
        sensors = new TouchingPairs(capacity);
        unread = new TouchingPairs(capacity);
    }

    /** Begins the engine's part of a step, and reports the pairs that have ended since the last one. */
    void beginStep(EventSink of) {
        areContactsRead = of.wants(Kind.CONTACT_BEGIN) || of.wants(Kind.CONTACT_END);
        areSensorsRead = of.wants(Kind.SENSOR_BEGIN) || of.wants(Kind.SENSOR_END);
        if (!areContactsRead) {
            contacts.clear();
        }
        if (!areRead()) {
            sensors.clear();
            unread.clear();
        }
        events = of;
        int count = waitingCount;
        waitingCount = 0;
        for (int i = 0; i < count; i += 3) {
            boolean isSensor = waiting[i] != 0;
            if (isSensor ? areSensorsRead : areContactsRead) {
                report(isSensor, waiting[i + 1], waiting[i + 2]);
            }
        }
    }

    void endStep() {
        events = null;
    }

    /**
     * Returns whether a consumer reads contacts or sensors in this step, so that an adapter need not find what nobody
     * reads. Contacts that are reported in a step in which nobody reads contacts are ignored, so a pair that begins to
     * touch in such a step has neither a begin nor an end, and its next begin comes after it has parted. The same holds
     * for sensors.
     *
     * @return the same for the whole step
     */
    public boolean areRead() {
        return areContactsRead || areSensorsRead;
    }

    /**
     * Reports that two bodies have begun to touch. For {@link EngineSimulation#simulate}. Two bodies that touch with
     * several shapes may be reported for each pair of shapes; then report as many ends.
     *
     * @param slotA the slot of one body, or {@link io.github.freestep.state.State#NO_SLOT} if it has none, such as the
     *     ground
     * @param slotB the slot of the other body, or {@code NO_SLOT}
     * @param px the point, along x
     * @param py the point, along y
     * @param pz the point, along z
     * @param nx the unit normal from the second to the first, along x
     * @param ny the normal, along y
     * @param nz the normal, along z
     * @param impulse the impulse along the normal, in the engine's unit, which is known after the engine's solver has
     *     run; NaN if the engine does not say it
     * @throws IllegalStateException outside of {@code simulate}
     * @throws IllegalArgumentException if a slot is neither {@code NO_SLOT} nor below the capacity
     */
    public void contactBegin(
            int slotA, int slotB, double px, double py, double pz, float nx, float ny, float nz, float impulse) {
        EventSink to = requireStep(slotA, slotB);
        if (!areContactsRead) {
            ignored++;
            return;
        }
        // Body A of the event is the one with the larger slot, so that the ground, which has none, is always body B.
        if (slotA < slotB) {
            contacts.add(slotB, slotA);
            to.contactBegin(slotB, slotA, px, py, pz, -nx, -ny, -nz, impulse);
        } else {
            contacts.add(slotA, slotB);
            to.contactBegin(slotA, slotB, px, py, pz, nx, ny, nz, impulse);
        }
    }

    /**
     * Reports that two bodies no longer touch, with the slots in any order. An end without a begin is ignored, and the
     * removal of a body ends its pairs, so that each begin has exactly one end. Outside of {@link
     * EngineSimulation#simulate}, the event waits for the next step. While a body is deleted, all ends are ignored.
     *
     * @param slotA the slot of one body, or {@code NO_SLOT}
     * @param slotB the slot of the other body, or {@code NO_SLOT}
     * @return false if there was no such begin, or if the pair has ended already
     * @throws IllegalArgumentException if a slot is neither {@code NO_SLOT} nor below the capacity
     */
    public boolean contactEnd(int slotA, int slotB) {
        return end(false, Math.max(slotA, slotB), Math.min(slotA, slotB));
    }

    /**
     * Reports that a body has entered a sensor. For {@link EngineSimulation#simulate}.
     *
     * @param sensor the slot of the sensor, or {@code NO_SLOT}
     * @param visitor the slot of the body, or {@code NO_SLOT}
     * @param px the place, along x; NaN if the engine does not say it
     * @param py the place, along y
     * @param pz the place, along z
     * @throws IllegalStateException outside of {@code simulate}
     * @throws IllegalArgumentException if a slot is neither {@code NO_SLOT} nor below the capacity
     */
    public void sensorBegin(int sensor, int visitor, double px, double py, double pz) {
        EventSink to = requireStep(sensor, visitor);
        if (!areSensorsRead) {
            ignored++;
            unread.add(sensor, visitor);
            return;
        }
        sensors.add(sensor, visitor);
        to.sensorBegin(sensor, visitor, px, py, pz);
    }

    /**
     * Reports that a body has left a sensor, as {@link #contactEnd} does for contacts.
     *
     * @param sensor the slot of the sensor, or {@code NO_SLOT}
     * @param visitor the slot of the body, or {@code NO_SLOT}
     * @return false if there was no such begin, or if the pair has ended already
     * @throws IllegalArgumentException if a slot is neither {@code NO_SLOT} nor below the capacity
     */
    public boolean sensorEnd(int sensor, int visitor) {
        return end(true, sensor, visitor);
    }

    /**
     * Reports that two bodies or shapes no longer touch, whether that was a contact or a visit of a sensor. One of them
     * may have become a sensor, or ceased to be one, while they touched.
     *
     * @param slotA the slot of one body, or {@code NO_SLOT}
     * @param isSensorA whether it is a sensor now
     * @param slotB the slot of the other body, or {@code NO_SLOT}
     * @param isSensorB whether it is a sensor now
     * @throws IllegalArgumentException if a slot is neither {@code NO_SLOT} nor below the capacity
     */
    public void end(int slotA, boolean isSensorA, int slotB, boolean isSensorB) {
        boolean hasEnded = isSensorA ? sensorEnd(slotA, slotB) : isSensorB && sensorEnd(slotB, slotA);
        if (!hasEnded) {
            contactEnd(slotA, slotB);
        }
    }

    /** Writes all pairs, and the ends that wait. */
    void write(DataOutput out) throws IOException {
        contacts.write(out);
        sensors.write(out);
        out.writeInt(waitingCount);
        for (int i = 0; i < waitingCount; i++) {
            out.writeInt(waiting[i]);
        }
    }

    /** Reads what {@link #write} has written, in place of all pairs. */
    void read(DataInput in) throws IOException {
        contacts.read(in);
        sensors.read(in);
        waitingCount = 0;
        for (int left = in.readInt(); left > 0; left -= 3) {
            await(in.readInt() != 0, contacts.requireSlot(in.readInt()), contacts.requireSlot(in.readInt()));
        }
    }

    /** Ends all pairs of a body that leaves the world; for {@code NO_SLOT}, the pairs of two bodies without a slot. */
    void removed(int slot) {
        while (contacts.removeNext(slot)) {
            await(false, contacts.removedFirst(), contacts.removedSecond());
        }
        while (sensors.removeNext(slot)) {
            await(true, sensors.removedFirst(), sensors.removedSecond());
        }
        while (unread.removeNext(slot)) {
            // Nobody has read the begin.
        }
    }

    /** Ends all pairs, because the engine begins those again that still touch. */
    void endAll() {
        for (int slot = State.NO_SLOT; slot < capacity; slot++) {
            removed(slot);
        }
    }

    /** Forgets all pairs. For a world that is closed. */
    void clear() {
        contacts.clear();
        sensors.clear();
        unread.clear();
        waitingCount = 0;
        events = null;
    }

    private EventSink requireStep(int first, int second) {
        Slots.requireOrNone(first, capacity);
        Slots.requireOrNone(second, capacity);
        if (events == null) {
            throw new IllegalStateException("contacts and sensors must begin during simulate, was called outside of it;"
                    + " remember the pair and report it in the next step");
        }
        return events;
    }

    /** Returns false if the pair has no begin, or has ended with the removal of one of its bodies. */
    private boolean end(boolean isSensor, int first, int second) {
        Slots.requireOrNone(first, capacity);
        Slots.requireOrNone(second, capacity);
        if (isRemoving || !(isSensor ? sensors : contacts).remove(first, second)) {
            return !isRemoving && isSensor && unread.remove(first, second);
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
