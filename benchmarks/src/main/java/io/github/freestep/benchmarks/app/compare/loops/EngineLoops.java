package io.github.freestep.benchmarks.app.compare.loops;

/**
 * The loops of engines that step on a thread of their own, and wait for it in each frame. Each is a model of that
 * engine's source, which {@code package-info} names.
 */
final class EngineLoops {
    private static final int JME_MOST_STEPS = 4;
    private static final long KOOL_LONGEST_FRAME_NANOS = 100_000_000;
    private static final double KOOL_VARIANCE = 1.1;
    private static final long UNREAL_LONGEST_FRAME_NANOS = 33_333_333;
    private static final int UNREAL_TICKS_BEHIND = 2;

    private EngineLoops() {}

    /**
     * Steps while the frame is drawn, and joins the step before the frame is shown: jMonkeyEngine's
     * {@code ThreadingType.PARALLEL}. Bullet takes fixed steps out of an accumulator, at most {@value #JME_MOST_STEPS}
     * in a frame, drops the rest, and blends the last two states. A frame shows what was stepped during the frame
     * before. A slow step delays the frame.
     */
    static Loop joinedInEachFrame(StepWorker worker) {
        return new EngineLoop() {
            private long leftOverNanos;
            private long newestNanos;

            @Override
            public ShownFrame frame(long nowNanos) {
                ShownFrame picture =
                        ShownFrame.between(newestNanos - TICK_NANOS, newestNanos, (double) leftOverNanos / TICK_NANOS);
                leftOverNanos += sinceLastFrameNanos(nowNanos);
                long steps = Math.min(JME_MOST_STEPS, leftOverNanos / TICK_NANOS);
                leftOverNanos %= TICK_NANOS;
                worker.begin(steps);
                newestNanos += steps * TICK_NANOS;
                return picture;
            }

            @Override
            public void drawn() {
                worker.join();
            }
        };
    }

    /**
     * Awaits the steps that the frame before has begun, shows a blend of the last two results, and begins the steps
     * that the next frame is expected to need: kool's {@code AsyncSimulationStepper}. It steps ahead of the picture, so
     * the picture is as young as that of a variable step. A step that takes longer than a frame delays the next one.
     */
    static Loop awaitedAndInterpolated(StepWorker worker) {
        return new EngineLoop() {
            private long shownNanos;
            private long olderNanos;
            private long newestNanos;

            @Override
            public ShownFrame frame(long nowNanos) {
                worker.join();
                long frameNanos = Math.min(KOOL_LONGEST_FRAME_NANOS, sinceLastFrameNanos(nowNanos));
                shownNanos += frameNanos;
                ShownFrame picture = between(olderNanos, newestNanos, shownNanos);
                double missingNanos = shownNanos + KOOL_VARIANCE * frameNanos - newestNanos;
                if (missingNanos > 0) {
                    long steps = (long) Math.ceil(missingNanos / TICK_NANOS);
                    olderNanos = newestNanos;
                    newestNanos += steps * TICK_NANOS;
                    worker.begin(steps);
                }
                return picture;
            }
        };
    }

    /**
     * Begins the steps that have become due, awaits those of earlier frames, and shows the time two ticks ago: Unreal's
     * async physics with its default settings. The delay is fixed: it hides a step that takes up to a frame, and does
     * not become less if steps are short. Under overload the frames wait.
     */
    static Loop twoTicksBehind(StepWorker worker) {
        return new EngineLoop() {
            private long gameNanos;
            private long begunNanos;

            @Override
            public ShownFrame frame(long nowNanos) {
                worker.join();
                long finishedNanos = begunNanos;
                gameNanos += Math.min(UNREAL_LONGEST_FRAME_NANOS, sinceLastFrameNanos(nowNanos));
                long steps = (gameNanos - begunNanos) / TICK_NANOS;
                begunNanos += steps * TICK_NANOS;
                worker.begin(steps);
                long wantedNanos = Math.max(0, gameNanos - UNREAL_TICKS_BEHIND * TICK_NANOS);
                long olderNanos = Math.min(wantedNanos, finishedNanos) / TICK_NANOS * TICK_NANOS;
                return between(olderNanos, Math.min(olderNanos + TICK_NANOS, finishedNanos), wantedNanos);
            }
        };
    }

    /** A loop that knows when its last frame began. */
    private abstract static class EngineLoop implements Loop {
        private long lastFrameNanos;

        final long sinceLastFrameNanos(long nowNanos) {
            long frameNanos = nowNanos - lastFrameNanos;
            lastFrameNanos = nowNanos;
            return frameNanos;
        }

        /** Shows this time between two states; at the newer one if the time is later. */
        static ShownFrame between(long olderNanos, long newerNanos, long wantedNanos) {
            return newerNanos == olderNanos
                    ? ShownFrame.state(newerNanos)
                    : ShownFrame.between(
                            olderNanos,
                            newerNanos,
                            Math.max(0, Math.min(1, (double) (wantedNanos - olderNanos) / (newerNanos - olderNanos))));
        }
    }
}
