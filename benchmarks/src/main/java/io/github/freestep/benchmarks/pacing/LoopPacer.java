package io.github.freestep.benchmarks.pacing;

/** A thread of its own that waits, wakes up and waits again. */
abstract class LoopPacer implements Pacer {
    /**
     * Waits for the next wake-up.
     *
     * @return when it was due
     */
    abstract long await(Recording recording) throws InterruptedException;

    @Override
    public Round run(int rate, int ticks) throws InterruptedException {
        Recording recording = new Recording(rate, ticks);
        Thread thread = new Thread(() -> pace(recording), "pacing");
        thread.setDaemon(true);
        thread.start();
        Round round = recording.round();
        thread.join();
        return round;
    }

    private void pace(Recording recording) {
        try {
            recording.start();
            while (recording.wakeUp(await(recording))) {}
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this thread", e);
        }
    }
}
