package io.github.freestep.benchmarks.app.compare.loops;

import io.github.freestep.benchmarks.app.compare.loops.LoopPlayer.Cast;
import java.util.function.Function;
import java.util.function.LongConsumer;

/** The loops of the gallery; each prints as its name in the table. */
public enum LoopKind {
    ONE_STEP("1", "one step per frame", frames(FrameLoops::oneStepPerFrame)),
    VARIABLE("2a", "variable step", frames(FrameLoops::variableStep)),
    SMOOTHED("2b", "variable step, smoothed", frames(FrameLoops::smoothedStep)),
    CAPPED("3", "capped cycles", frames(FrameLoops::cappedCycles)),
    ALONE("4", "fixed ticks", frames(FrameLoops::fixedTicks)),
    WHOLE_REFRESHES("5a", "whole refreshes", LoopPlayer.frames(FrameLoops::wholeRefreshes)),
    TWO_UPDATES("5b", "two updates of 50 ms", LoopPlayer.frames(FrameLoops::twoUpdates)),
    ACCUMULATOR("6", "accumulator", frames(FrameLoops::accumulator)),
    INTERPOLATED("7a", "accumulator, interpolated", frames(FrameLoops::accumulatorInterpolated)),
    REAL_COST("7b", "accumulator, real cost", LoopPlayer.clocked(FrameLoops::accumulatorRealCost)),
    DUE_TIME("8a", "next due time", frames(FrameLoops::nextDueTime)),
    FRAME_LOCK("9a", "frame lock", frames(FrameLoops::frameLock)),
    LOCK_OR_TEAR("9b", "lock to 30 fps, or tear", LoopPlayer.frames(FrameLoops::lockOrTear)),
    RAW("10", "thread, raw", LoopPlayer.thread(ThreadReader::newest)),
    CLAMPED("11", "thread, clamped", LoopPlayer.thread(ThreadReader::clamped)),
    EXTRAPOLATED("12", "thread, extrapolated", LoopPlayer.thread(ThreadReader::extrapolating)),
    UNITY("13", "thread, Unity's delay", LoopPlayer.behind(DelayRule::unity)),
    VELTHORIC("14", "thread, Velthoric's delay", LoopPlayer.behind(DelayRule::velthoric)),
    SABLE("15", "thread, Sable's delay", LoopPlayer.behind(DelayRule::sable)),
    FREESTEP("16", "Freestep", LoopPlayer.service());

    public final String number;
    public final String label;

    final Cast cast;

    LoopKind(String number, String label, Cast cast) {
        this.number = number;
        this.label = label;
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
