package io.github.freestep.physics.recording;

import io.github.freestep.physics.RunSettings;
import io.github.freestep.physics.Simulation;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;

/**
 * Compares the sizes in a header with the heap, the file and the simulation before anything is allocated for them,
 * because a header of 100 bytes can claim 16 million bodies. Immutable.
 */
record HeaderCheck(RecordingHeader header) {
    private static final long MEGABYTE = 1_000_000;

    /** Minimum number of values per body in a state: the seven floats of a pose, and an epoch. */
    private static final int LEAST_VALUES = 8;

    /**
     * Minimum number of states in a state buffer: the publisher's window, the first reader's window, the state being
     * written, and one outside the slots.
     */
    private static final int LEAST_STATES = 2 * StatePublisher.DEFAULT_WINDOW + 2;

    /** Length of the shortest input entry: kind, code, value. */
    private static final int LEAST_INPUT_BYTES = 6;

    /** Minimum number of inputs per tick (600 kB), so that a recording that still grows can be replayed. */
    private static final int LEAST_INPUTS = 4_096;

    /** Refuses a recording whose states alone are larger than this heap, whatever else the simulation needs. */
    void requireHeap() throws RecordingException {
        StateLayout layout = header.layout();
        long values = LEAST_VALUES
                + (layout.hasDoublePositions() ? 3 : 0)
                + layout.linearChannels().size()
                + layout.steppedChannels().size();
        long bytes = LEAST_STATES * values * Float.BYTES * layout.capacity();
        if (bytes > Runtime.getRuntime().maxMemory()) {
            throw new RecordingException("states of up to " + layout.capacity() + " bodies with " + values
                    + " values each take at least " + bytes / MEGABYTE + " MB, but this JVM's heap is limited to "
                    + heap());
        }
    }

    /** Returns the exception for a heap that was too small for the simulation or its states. */
    RecordingException tooLarge(OutOfMemoryError cause) {
        RecordingException e = new RecordingException("a world of up to "
                + header.layout().capacity() + " bodies, with room for "
                + header.run().inputCapacity() + " inputs per tick, does not fit into this JVM's heap of " + heap());
        e.initCause(cause);
        return e;
    }

    private static String heap() {
        return Runtime.getRuntime().maxMemory() / MEGABYTE + " MB; replay it with a larger heap (-Xmx)";
    }

    /** Returns the maximum number of inputs per tick. It is that of the header, or fewer if fewer fit into the file. */
    int inputCapacity(long fileBytes) {
        RunSettings run = header.run();
        return (int) Math.min(run.inputCapacity(), Math.max(LEAST_INPUTS, fileBytes / LEAST_INPUT_BYTES));
    }

    /** Requires the layout of the recorded simulation, and, if {@code sameBits} is true, what computes its bits. */
    void requireAlike(Simulation simulation, boolean sameBits) {
        StateLayout own = simulation.layout();
        if (!header.layout().equals(own)) {
            throw new IllegalArgumentException("the simulation must have the recorded layout: expected "
                    + header.layout() + ", but was " + own + "; set it up as the recording's settings say");
        }
        if (sameBits && !header.computedBy().equals(simulation.computedBy())) {
            throw new IllegalArgumentException("the recorded states were computed by \"" + header.computedBy()
                    + "\", but those of this simulation are by \"" + simulation.computedBy()
                    + "\"; use the same engine, version and family of processors");
        }
    }
}
