package io.github.freestep.physics.recording;

import io.github.freestep.physics.RunSettings;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import java.util.List;

/**
 * Compares what a header claims with the heap, the file and the simulation, before anything is allocated for it. A
 * header of a hundred bytes can claim sixteen million bodies. Immutable.
 */
record RecordedSize(RecordingHeader header) {
    private static final long MEGABYTE = 1_000_000;

    /** Seven floats of a pose and an epoch. */
    private static final int LEAST_VALUES = 8;

    /** A window of the publisher's, a window of the first reader's, and the state that is written. */
    private static final int LEAST_STATES = 2 * StatePublisher.DEFAULT_DEPTH + 1;

    /** The shortest entry of an input: kind, code, value. */
    private static final int LEAST_INPUT_BYTES = 6;

    /** So that a recording that still grows can be replayed; 600 kB. */
    private static final int LEAST_INPUTS = 4_096;

    /** Refuses states that no heap of this size can hold, whatever else the simulation needs. */
    void requireHeap() throws RecordingException {
        StateLayout layout = header.layout();
        long values = LEAST_VALUES
                + layout.linearChannels().size()
                + layout.steppedChannels().size();
        long bytes = LEAST_STATES * values * Float.BYTES * layout.capacity();
        if (bytes > Runtime.getRuntime().maxMemory()) {
            throw new RecordingException("states of up to " + layout.capacity() + " bodies with " + values
                    + " values each take at least " + bytes / MEGABYTE + " MB, but this JVM's heap is limited to "
                    + heap());
        }
    }

    /** The exception for a heap that turns out to be too small on the way. */
    RecordingException tooLarge(OutOfMemoryError cause) {
        RecordingException e = new RecordingException("a world of up to "
                + header.layout().capacity() + " bodies, with room for "
                + header.run().inputCapacity() + " inputs in a tick, does not fit into this JVM's heap of " + heap());
        e.initCause(cause);
        return e;
    }

    private static String heap() {
        return Runtime.getRuntime().maxMemory() / MEGABYTE + " MB; replay it with a larger one (-Xmx)";
    }

    /** The greatest number of inputs in a tick: as the header says, but no more than fit into the file. */
    int inputCapacity(long fileBytes) {
        RunSettings run = header.run();
        return (int) Math.min(run.inputCapacity(), Math.max(LEAST_INPUTS, fileBytes / LEAST_INPUT_BYTES));
    }

    /** Names the first difference, and not both layouts: those may have a thousand channels each. */
    void requireLayout(StateLayout own) {
        StateLayout recorded = header.layout();
        if (recorded.capacity() != own.capacity()) {
            throw another(own.capacity() + " bodies", recorded.capacity() + " bodies");
        }
        requireNames("linear", recorded.linearChannels(), own.linearChannels());
        requireNames("stepped", recorded.steppedChannels(), own.steppedChannels());
    }

    private static void requireNames(String kind, List<String> recorded, List<String> own) {
        for (int i = 0; i < Math.max(recorded.size(), own.size()); i++) {
            String here = name(own, i);
            String there = name(recorded, i);
            if (!here.equals(there)) {
                throw another(kind + " channel " + i + " is " + here, kind + " channel " + i + " is " + there);
            }
        }
    }

    private static String name(List<String> names, int i) {
        return i < names.size() ? '"' + names.get(i) + '"' : "missing";
    }

    private static IllegalArgumentException another(String own, String recorded) {
        return new IllegalArgumentException("the simulation must have the recorded layout, but here " + own
                + ", and in the recording " + recorded + "; set it up as the recording's settings say");
    }
}
