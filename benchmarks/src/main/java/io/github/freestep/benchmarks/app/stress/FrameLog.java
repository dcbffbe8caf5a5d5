package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.render.Frame;
import io.github.freestep.render.MotionMeter;
import java.util.List;

/**
 * Records the frames of a reader in all of its visits, which last from when it joins to when it leaves. The thread of
 * the reader adds frames, which allocates nothing. Other threads read the totals once that thread has ended.
 */
final class FrameLog {
    private final RunClock clock;
    private final NewestState newestState;
    private final Quarters quarters;
    private Motion visits = Motion.NONE;
    private MotionMeter visit;
    private boolean begun;
    private boolean wasPaused;
    private long shownNanos;
    private long rawNanos;

    /** Creates a log with room for a run of {@code seconds}, for one of that many readers. */
    FrameLog(RunClock clock, int seconds, int readers, NewestState newestState) {
        this.clock = clock;
        this.newestState = newestState;
        quarters = new Quarters(seconds, readers);
    }

    /** Begins a visit, before its thread starts. It may begin at an earlier simulation time than the last one ended. */
    void joins() {
        visit = new MotionMeter();
        begun = false;
    }

    /** Ends a visit, after its thread has ended. */
    void leaves() {
        visits = visits.plus(visit);
        visit = null;
    }

    void add(Frame frame) {
        long now = clock.since(frame.frameNanos());
        visit.add(frame);
        if (!begun) {
            newestState.add(0);
        } else {
            boolean moves = !wasPaused && !frame.isPaused();
            long span = moves ? frame.currentSimulationNanos() - rawNanos : 0;
            double newestStateOff = newestState.add(span);
            if (span > 0) {
                double off = (double) (frame.simulationNanos() - shownNanos) / span - 1;
                quarters.add(now, off, newestStateOff, newestState.isStalled(frame.currentSimulationNanos()));
            }
        }
        begun = true;
        wasPaused = frame.isPaused();
        shownNanos = frame.simulationNanos();
        rawNanos = frame.currentSimulationNanos();
    }

    /** The judder of the newest quarter of a second, in percent. Any thread. */
    double newestJudder() {
        return quarters.newestJudder();
    }

    /** Returns the stalls that can be judged, after the thread has ended. */
    List<Quarters.Stall> stalls(List<FaultDirector.Strike> strikes) {
        return quarters.stalls(strikes);
    }

    /** Returns the totals, after the thread has ended. The figures apart from faults omit the times of the strikes. */
    Totals totals(List<FaultDirector.Strike> strikes) {
        return new Totals(visits, quarters.undisturbed(strikes), stalls(strikes).size(), quarters.series());
    }

    /**
     * The figures of all frames.
     *
     * @param motion the motion in all visits
     * @param stalls the number of stalls that could be judged
     */
    record Totals(Motion motion, Quarters.Undisturbed undisturbed, int stalls, Quarters.Series series) {}

    /** The motion in a number of visits. */
    record Motion(long frames, double judderPercent, long frozen, long jumping, long backward) {
        static final Motion NONE = new Motion(0, 0, 0, 0, 0);

        /** Adds a visit. The judder of both is the root of the mean square over all frames. */
        Motion plus(MotionMeter visit) {
            long all = frames + visit.frames();
            double squares =
                    judderPercent * judderPercent * frames + 1e4 * visit.judder() * visit.judder() * visit.frames();
            return new Motion(
                    all,
                    all == 0 ? 0 : Math.sqrt(squares / all),
                    frozen + visit.frozen(),
                    jumping + visit.jumping(),
                    backward + visit.backward());
        }
    }
}
