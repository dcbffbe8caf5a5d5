package io.github.freestep.benchmarks.app.compare.loops;

import io.github.freestep.benchmarks.app.compare.loops.LoopPlayer.Cast;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;

/** The loops of the gallery; each prints as its name in the table. */
public enum LoopKind {
    ONE_STEP(
            "1",
            "one step per frame",
            "Never reads the clock, so the simulation is as fast as the display.",
            frames(FrameLoops::oneStepPerFrame)),
    VARIABLE(
            "2a",
            "variable step",
            "Steps by the length of the last frame. The result differs at every rate, and the loop corrects a late"
                    + " frame one frame too late.",
            frames(FrameLoops::variableStep)),
    SMOOTHED(
            "2b",
            "variable step, smoothed",
            "Steps by a low-pass over the lengths of frames. The steps differ less, but none is the length of the frame"
                    + " that shows it.",
            frames(FrameLoops::smoothedStep)),
    CAPPED(
            "3",
            "capped cycles",
            "Takes fixed steps, at most five in a frame, and keeps a remainder shorter than a step. Shows the newest"
                    + " state.",
            frames(FrameLoops::cappedCycles)),
    ALONE(
            "4a",
            "fixed ticks, alone",
            "Takes fixed steps, at most five in a frame, and draws at the fraction of the tick. Discards pending"
                    + " time.",
            frames(FrameLoops::fixedTicksAlone)),
    LOCKSTEP(
            "4b",
            "fixed ticks, multiplayer",
            "The same, but keeps pending time. So fast motion follows a stall, and the backlog only grows under"
                    + " overload.",
            frames(FrameLoops::fixedTicksLockstep)),
    LONG_STEP(
            "5b",
            "refresh, one long step",
            "Takes one step of as many refreshes as the frame took, however many.",
            LoopPlayer.frames(FrameLoops::refreshOneLongStep)),
    UPDATES(
            "5c",
            "several updates",
            "Steps by the length of the last frame, in equal updates of at most four refreshes, however many.",
            LoopPlayer.frames(FrameLoops::severalUpdates)),
    TWO_UPDATES(
            "5d",
            "two updates of 50 ms",
            "The same, but counts a frame of more than 0.1 s as 0.1 s. A slow machine gives slow motion: 18 % slower if"
                    + " frames take 122 ms.",
            LoopPlayer.frames(FrameLoops::twoUpdates)),
    ACCUMULATOR(
            "6",
            "accumulator",
            "Collects frame times, clamped at a quarter of a second, and spends them in fixed steps. Shows the newest"
                    + " state.",
            frames(FrameLoops::accumulator)),
    INTERPOLATED(
            "7a",
            "accumulator, interpolated",
            "The same, but draws between the last two states. It is smooth until a slow step makes a frame late.",
            frames(FrameLoops::accumulatorInterpolated)),
    REAL_COST(
            "7b",
            "accumulator, real cost",
            "The same, but a step that takes longer than the time it simulates is charged more: the accumulator loses"
                    + " what the step took, and some time on top. So overload gives slow motion.",
            LoopPlayer.clocked(FrameLoops::accumulatorRealCost)),
    DUE_TIME(
            "8a",
            "next due time",
            "Steps until the next step is not due yet. Nothing limits the number of steps.",
            frames(FrameLoops::nextDueTime)),
    FRAME_LOCK(
            "9a",
            "frame lock",
            "Takes one step per frame, and delays the frame until the step is due. A slow display slows the simulation"
                    + " down. On a fast one, some frames stay for one refresh and others for two.",
            frames(FrameLoops::frameLock)),
    LOCK_OR_TEAR(
            "9b",
            "lock to 30 fps, or tear",
            "Takes one step of 1/30 s per frame, and displays 30 frames a second. A longer frame is displayed at once,"
                    + " and makes a longer step. Better than Freestep: even if drawing often takes longer than a"
                    + " refresh. Worse: half the pictures, and steps that break things.",
            LoopPlayer.frames(FrameLoops::lockOrTear)),
    RAW(
            "10",
            "thread, raw",
            "A separate thread steps. The newest state is drawn as it is.",
            LoopPlayer.thread(ThreadReader::newest)),
    CLAMPED(
            "11",
            "thread, clamped",
            "The same, but draws between the latest two states. The picture stands still whenever a state comes later"
                    + " than the one before.",
            LoopPlayer.thread(ThreadReader::clamped)),
    EXTRAPOLATED(
            "12",
            "thread, extrapolated",
            "The same, but extrapolates to now. The motion is even where nothing turns round, but everything is a"
                    + " guess.",
            LoopPlayer.thread(ThreadReader::extrapolating)),
    DEFAULTS(
            "18a",
            "Freestep, defaults",
            "The service and the sampler, with the default window of states and a delay that the sampler learns.",
            LoopPlayer.service(UnaryOperator.identity())),
    FREESTEP(
            "18b",
            "Freestep, snapped",
            "The same with snapToRefresh(true): the sampler counts refreshes, so it does not matter how late the thread"
                    + " of the frames wakes up. For displays that refresh evenly.",
            LoopPlayer.service(frames -> frames.snapToRefresh(true)));

    public final String number;
    public final String label;

    /** How the loop works and what is wrong with it. */
    public final String story;

    final Cast cast;

    LoopKind(String number, String label, String story, Cast cast) {
        this.number = number;
        this.label = label;
        this.story = story;
        this.cast = cast;
    }

    private static Cast frames(Function<LongConsumer, Loop> loop) {
        return LoopPlayer.frames((steps, refreshNanos) -> loop.apply(steps));
    }

    @Override
    public String toString() {
        return number + " " + label;
    }
}
