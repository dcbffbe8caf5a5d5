package io.github.freestep.benchmarks.app.pacing;

/** A thread of its own that waits, wakes up and waits again. */
abstract class LoopPacer implements Pacer {
    /**
     * Waits for the next wake-up.
     *
     * @return when it was due
     */
    abstract long await(WakeUpLog recording) throws InterruptedException;

    @Override
    public PacingRound run(int rate, int ticks) throws InterruptedException {
        WakeUpLog recording = new WakeUpLog(rate, ticks);
        Thread thread = new Thread(() -> pace(recording), "pacing");
        thread.setDaemon(true);
        thread.start();
        PacingRound round = recording.round();
        thread.join();
        return round;
    }

    private void pace(WakeUpLog recording) {
        try {
            recording.start();
            while (recording.wakeUp(await(recording))) {}
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this thread", e);
        }
    }
}
