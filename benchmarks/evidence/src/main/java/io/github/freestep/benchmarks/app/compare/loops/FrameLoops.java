package io.github.freestep.benchmarks.app.compare.loops;

import io.github.freestep.time.NanoClock;
import java.util.function.LongConsumer;
import java.util.function.ObjLongConsumer;

/** The loops of the classic articles that step inside the frame, in one thread. */
final class FrameLoops {
    private static final int MOST_CYCLES = 5;
    private static final int MOST_TICKS = 5;
    private static final int MOST_REFRESHES = 4;
    private static final long CLAMP_NANOS = 250_000_000;
    private static final long LIE_NANOS = 100_000_000;
    private static final double SMOOTHING = 0.1;
    private static final double EXTRA_PER_SECOND = 60;
    private static final long THIRTIETH_NANOS = 33_333_333;

    private FrameLoops() {}

    /** Takes the steps of a frame, given the length of the last one, and shows the newest state. */
    private static Loop newest(LongConsumer stepper, ObjLongConsumer<SteppingLoop> steps) {
        return new SteppingLoop(stepper) {
            @Override
            public ShownFrame frame(long nowNanos) {
                steps.accept(this, beginFrameNanos(nowNanos));
                return newest();
            }
        };
    }

    /**
     * Steps once in each frame and never reads the clock. This is the first loop that most programmers write, and the
     * first one in Fiedler's "Fix Your Timestep". The simulation is as fast as the display: right at one rate, wrong at
     * all others.
     */
    static Loop oneStepPerFrame(LongConsumer stepper) {
        return newest(stepper, (loop, frameNanos) -> loop.step(Loop.TICK_NANOS));
    }

    /**
     * Steps once in each frame, by the length of the last frame: Fiedler's second loop, Witters' "game speed dependent
     * on variable FPS". The result differs at every rate and on every run. A long frame makes a long step, which stiff
     * springs and thin walls do not survive. The length of a frame is known one frame late.
     */
    static Loop variableStep(LongConsumer stepper) {
        return newest(stepper, SteppingLoop::step);
    }

    /**
     * Steps once in each frame, by a low-pass over the lengths of frames: nine tenths of the last step and a tenth of
     * the last frame. This is the usual patch for the jitter of a variable step. The sum of the steps is right in the
     * long run, but a single step is not the length of any frame. After a stall, several steps are long.
     */
    static Loop smoothedStep(LongConsumer stepper) {
        return new SteppingLoop(stepper) {
            private double smoothedNanos = -1;

            @Override
            public ShownFrame frame(long nowNanos) {
                double frameNanos = beginFrameNanos(nowNanos);
                smoothedNanos =
                        smoothedNanos < 0 ? frameNanos : smoothedNanos + SMOOTHING * (frameNanos - smoothedNanos);
                step(Math.round(smoothedNanos));
                return newest();
            }
        };
    }

    /**
     * Takes at most {@value #MOST_CYCLES} fixed steps in a frame, and keeps a remainder shorter than a step for the
     * next frame. Tutorials taught this loop by 2014. It drops time beyond the cap, so low frame rates give slow
     * motion. At high frame rates the picture stands still in one frame and jumps in the next, because it always shows
     * a whole step.
     */
    static Loop cappedCycles(LongConsumer stepper) {
        return new Accumulator(stepper, Long.MAX_VALUE, MOST_CYCLES * Loop.TICK_NANOS, false);
    }

    /**
     * Takes at most {@value #MOST_TICKS} fixed ticks in a frame, and draws at the fraction of the current tick, clamped
     * at 1: Arevalo's "Main Loop with Fixed Time Steps", for a game with one player. If more time is pending, the clamp
     * freezes the picture between the steps, and the pending time is discarded, so a stall leaves no trace.
     */
    static Loop fixedTicks(LongConsumer stepper) {
        return new SteppingLoop(stepper) {
            private long ticksNanos;

            @Override
            public ShownFrame frame(long nowNanos) {
                for (int ticks = 0; pending(nowNanos) && ticks < MOST_TICKS; ticks++) {
                    step(TICK_NANOS);
                    ticksNanos += TICK_NANOS;
                }
                if (pending(nowNanos)) {
                    ticksNanos = nowNanos - TICK_NANOS;
                }
                return betweenLastTwo(Math.min(1, (double) (nowNanos - ticksNanos) / TICK_NANOS));
            }

            private boolean pending(long nowNanos) {
                return nowNanos - ticksNanos > TICK_NANOS;
            }

            @Override
            public long backlogNanos(long nowNanos) {
                return nowNanos - ticksNanos;
            }
        };
    }

    /**
     * Takes one update of whole refreshes in each frame, at most {@value #MOST_REFRESHES}. What a frame took beyond
     * them, or less, is kept in a buffer of time for the next frame. So reading the clock a little late makes no
     * difference, and time is lost only in frames longer than that. The display sets the length of a step, so the
     * result differs on every display.
     */
    static Loop wholeRefreshes(LongConsumer stepper, long refreshNanos) {
        return buffered(stepper, refreshNanos, Long.MAX_VALUE, 1);
    }

    /**
     * The same, but it lies about time: a frame longer than 0.1 s counts as 0.1 s, which at 60 refreshes a second makes
     * two updates of 0.05 s. So frames of 122 ms make a simulation that is 18 % slower, and nothing says so.
     */
    static Loop twoUpdates(LongConsumer stepper, long refreshNanos) {
        return buffered(stepper, refreshNanos, LIE_NANOS, Long.MAX_VALUE);
    }

    private static Loop buffered(LongConsumer stepper, long refreshNanos, long longestFrameNanos, long mostUpdates) {
        long updateNanos = MOST_REFRESHES * refreshNanos;
        return new SteppingLoop(stepper) {
            private long bufferNanos;

            @Override
            public ShownFrame frame(long nowNanos) {
                bufferNanos += Math.min(beginFrameNanos(nowNanos), longestFrameNanos);
                long refreshes = Math.max(1, Math.floorDiv(bufferNanos, refreshNanos) + 1);
                long leftNanos = refreshes * refreshNanos;
                bufferNanos = Math.min(0, bufferNanos - leftNanos);
                long updates = Math.min((leftNanos + updateNanos - 1) / updateNanos, mostUpdates);
                leftNanos = Math.min(leftNanos, updates * updateNanos);
                for (; updates > 0; updates--) {
                    long stepNanos = leftNanos / updates;
                    step(stepNanos);
                    leftNanos -= stepNanos;
                }
                return newest();
            }
        };
    }

    /**
     * Adds the length of each frame, clamped at a quarter of a second, to an accumulator, and takes fixed steps out of
     * it: "Free the physics" in Fiedler's article. If a step costs more than its time, frames grow until the clamp
     * takes effect; from then on each has 25 steps. This one shows whole steps, so the rates of steps and frames beat.
     */
    static Loop accumulator(LongConsumer stepper) {
        return new Accumulator(stepper, CLAMP_NANOS, Long.MAX_VALUE, false);
    }

    /**
     * The accumulator that blends the last two states by the time left in it: "The final touch" of Fiedler's article,
     * and the best loop of one thread in this gallery. It is smooth as long as no frame is late. But its steps are part
     * of the frame, so a slow step makes a frame late.
     */
    static Loop accumulatorInterpolated(LongConsumer stepper) {
        return new Accumulator(stepper, CLAMP_NANOS, Long.MAX_VALUE, true);
    }

    /** Takes fixed steps out of an accumulator, to which each frame adds its length. Both are limited. */
    private static class Accumulator extends SteppingLoop {
        private final long longestFrameNanos;
        private final long mostNanos;
        private final boolean interpolates;
        private long accumulatedNanos;

        Accumulator(LongConsumer stepper, long longestFrameNanos, long mostNanos, boolean interpolates) {
            super(stepper);
            this.longestFrameNanos = longestFrameNanos;
            this.mostNanos = mostNanos;
            this.interpolates = interpolates;
        }

        @Override
        public ShownFrame frame(long nowNanos) {
            long frameNanos = Math.min(beginFrameNanos(nowNanos), longestFrameNanos);
            accumulatedNanos = Math.min(accumulatedNanos + frameNanos, mostNanos);
            while (accumulatedNanos >= TICK_NANOS) {
                accumulatedNanos -= take(frameNanos);
            }
            return interpolates ? betweenLastTwo(Math.max(0, (double) accumulatedNanos / TICK_NANOS)) : newest();
        }

        /** Takes a step in a frame of that length. Returns what the step takes out of the accumulator. */
        long take(long frameNanos) {
            step(TICK_NANOS);
            return TICK_NANOS;
        }

        @Override
        public long backlogNanos(long nowNanos) {
            return Math.max(0, accumulatedNanos + Math.min(sinceLastFrameNanos(nowNanos), longestFrameNanos));
        }
    }

    /**
     * The interpolated accumulator, but a step that costs more than its time takes more out of it: the real cost, and
     * an extra that grows with the length of the frame. So overload gives slow motion instead of ever longer frames. A
     * comment to Fiedler's article proposes it and leaves the factor of the extra open. Here a frame of a sixtieth of a
     * second makes the extra one tick.
     */
    static Loop accumulatorRealCost(LongConsumer stepper, NanoClock clock) {
        return new Accumulator(stepper, CLAMP_NANOS, Long.MAX_VALUE, true) {
            @Override
            long take(long frameNanos) {
                long beganNanos = clock.nanoTime();
                step(TICK_NANOS);
                long costNanos = clock.nanoTime() - beganNanos;
                return costNanos < TICK_NANOS
                        ? TICK_NANOS
                        : costNanos + Math.round(EXTRA_PER_SECOND * TICK_NANOS * (frameNanos / 1e9));
            }
        };
    }

    /**
     * Steps until the next step is not due yet, without an accumulator: Witters' "constant game speed with maximum
     * FPS", without its cap. It never drifts, but its rates of steps and frames beat, as with the accumulator. Nothing
     * limits how much it catches up: if a step costs more than its time, each frame is longer than the one before.
     */
    static Loop nextDueTime(LongConsumer stepper) {
        return new SteppingLoop(stepper) {
            private long dueNanos = TICK_NANOS;

            @Override
            public ShownFrame frame(long nowNanos) {
                for (; nowNanos >= dueNanos; dueNanos += TICK_NANOS) {
                    step(TICK_NANOS);
                }
                return newest();
            }

            @Override
            public long backlogNanos(long nowNanos) {
                return Math.max(0, nowNanos + TICK_NANOS - dueNanos);
            }
        };
    }

    /**
     * Takes one step in each frame, and delays the frame until its step is due: Witters' "FPS dependent on constant
     * game speed". A display slower than the steps slows the simulation down; on a faster display, the two rates beat.
     * The loop never drops its backlog. After slow frames, steps are overdue and no frame is delayed, so the simulation
     * runs too fast until it has caught up.
     */
    static Loop frameLock(LongConsumer stepper) {
        return new SteppingLoop(stepper) {
            private long dueNanos = TICK_NANOS;

            @Override
            public ShownFrame frame(long nowNanos) {
                step(TICK_NANOS);
                dueNanos += TICK_NANOS;
                return newest();
            }

            @Override
            public long notBeforeNanos() {
                return dueNanos;
            }

            @Override
            public long backlogNanos(long nowNanos) {
                return Math.max(0, nowNanos - dueNanos);
            }
        };
    }

    /**
     * Draws 30 frames a second, or the next slower rate that is a whole number of refreshes, and takes one step of
     * that length in each. A frame that takes longer is displayed at once, with a tear, and the next step has the
     * length of that frame: a comment to Fiedler's article describes it. Even while drawing varies, but every step is
     * long.
     */
    static Loop lockOrTear(LongConsumer stepper, long refreshNanos) {
        long lockNanos = (THIRTIETH_NANOS + refreshNanos - 1) / refreshNanos * refreshNanos;
        return new SteppingLoop(stepper) {
            private long beganNanos;

            @Override
            public ShownFrame frame(long nowNanos) {
                long frameNanos = beginFrameNanos(nowNanos);
                beganNanos = nowNanos;
                step(frameNanos > lockNanos + refreshNanos / 2 ? frameNanos : lockNanos);
                return newest();
            }

            @Override
            public boolean tears(long drawnNanos) {
                return drawnNanos - beganNanos > lockNanos;
            }

            /** Half a refresh before the refresh that is meant, because the frame began a little after another one. */
            @Override
            public long displayNotBeforeNanos() {
                return beganNanos + lockNanos - refreshNanos / 2;
            }
        };
    }
}
