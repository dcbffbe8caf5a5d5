package io.github.freestep.tools.diagnose;

import io.github.freestep.render.trace.MotionReport;
import io.github.freestep.render.trace.MotionReport.Cause;
import io.github.freestep.render.trace.log.MotionHandler;
import io.github.freestep.render.trace.log.ShownFrame;
import io.github.freestep.render.trace.log.TracedLoop;
import io.github.freestep.tools.report.Units;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What the frame loop of a game without Freestep did, in words. */
final class LoopDiagnosis {
    private final TracedLoop loop;
    final MotionReport report;
    private final List<Long> periods = new ArrayList<>();

    LoopDiagnosis(TracedLoop loop) {
        this.loop = loop;
        report = MotionReport.of(loop.log);
        loop.log.run(new MotionHandler() {
            private ShownFrame before;

            @Override
            public void frame(ShownFrame frame) {
                if (before != null) {
                    periods.add(frame.hostNanos() - before.hostNanos());
                }
                before = frame;
            }
        });
        Collections.sort(periods);
    }

    /** How long frames took, and how often one was late. */
    String headline() {
        String step = loop.step == null ? "" : ", and " + loop.step + " as the step";
        return Units.text(
                "In %.1f s, the loop on the thread %s made %,d frames, with %s at the end of each%s. Half of the frames"
                        + " took at most %.1f ms, 99 %% at most %.1f ms, and the longest %.1f ms.%n%s",
                report.length().toMillis() / 1e3,
                loop.log.thread,
                loop.log.frames(),
                loop.frame,
                step,
                millis(0.5),
                millis(0.99),
                millis(1),
                report.findings().isEmpty() ? "No frame was late." : Diagnosis.causes(report.findings()) + ".");
    }

    /** A moving picture of the worst two seconds. */
    String picture() {
        return new LoopPicture(loop.log, millis(0.5)).svg();
    }

    private double millis(double share) {
        int most = periods.size() - 1;
        return most < 0 ? 0 : periods.get((int) Math.ceil(share * most)) / 1e6;
    }

    /** What Freestep would change; empty if no frame was late. */
    String advice() {
        int all = report.findings().size();
        if (all == 0) {
            return "";
        }
        if (!loop.hasSteps()) {
            return "No step was traced on that thread; trace the method that makes a step to learn whether steps made"
                    + " frames late.";
        }
        long steps = report.findings().stream()
                .filter(each -> each.cause() == Cause.LONG_STEP)
                .count();
        return steps == 0
                ? "No frame was late because of a step, so physics on a thread of its own would not help."
                : Units.text(
                        "%d of %d were late because of a step. Freestep moves steps to a thread of their own, where"
                                + " they hold up no frame.",
                        steps, all);
    }
}
