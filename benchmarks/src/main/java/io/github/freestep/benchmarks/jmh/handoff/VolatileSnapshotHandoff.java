package io.github.freestep.benchmarks.jmh.handoff;

/**
 * A volatile reference to a fresh snapshot that nobody changes any more: nobody waits, any number of readers; pays with
 * a whole state of garbage per tick.
 */
final class VolatileSnapshotHandoff implements StateHandoff {
    private volatile float[][] newest;

    VolatileSnapshotHandoff(int bodies) {
        newest = Payload.allocate(bodies);
    }

    @Override
    public boolean publish(long tick, float[][] source) {
        float[][] snapshot = new float[Payload.ARRAYS][];
        for (int i = 0; i < Payload.ARRAYS; i++) {
            // Copies into memory that was never zeroed, unlike allocating and copying in two steps.
            snapshot[i] = source[i].clone();
        }
        newest = snapshot;
        return true;
    }

    @Override
    public Reader join() {
        return view -> Payload.fold(newest, view);
    }
}
