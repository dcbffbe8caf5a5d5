package io.github.freestep.benchmarks.app.compare;

import io.github.freestep.benchmarks.app.compare.LoopPlayer.Cast;
import java.util.function.Function;
import java.util.function.LongConsumer;

/** The loops of the gallery; each prints as its name in the table. */
enum LoopKind {
    ONE_STEP(
            "1",
            "one step per frame",
            "Never reads the clock: as fast as the display.",
            frames(FrameLoops::oneStepPerFrame)),
    VARIABLE(
            "2",
            "variable step",
            "Steps by the length of the last frame: a different simulation at every rate, and a late frame is"
                    + " corrected one frame too late.",
            frames(FrameLoops::variableStep)),
    CAPPED(
            "3",
            "capped cycles",
            "Fixed steps, at most five in a frame; keeps the rest of a step; shows whole steps.",
            frames(FrameLoops::cappedCycles)),
    ALONE(
            "4a",
            "fixed ticks, alone",
            "Fixed steps, at most five in a frame, drawn at the fraction of the tick; discards pending time.",
            frames(FrameLoops::fixedTicksAlone)),
    LOCKSTEP(
            "4b",
            "fixed ticks, lockstep",
            "The same, but keeps pending time: fast motion after a stall, and a backlog that only grows under"
                    + " overload.",
            frames(FrameLoops::fixedTicksLockstep)),
    LIE(
            "5a",
            "refresh, lie about time",
            "A step for each refresh of the display; counts a long frame as one refresh.",
            LoopPlayer.frames(FrameLoops::refreshLieAboutTime)),
    LONG_STEP(
            "5b",
            "refresh, one long step",
            "A step for each refresh of the display; a long frame is a single long step.",
            LoopPlayer.frames(FrameLoops::refreshOneLongStep)),
    ACCUMULATOR(
            "6",
            "accumulator",
            "Collects frame times, clamped at a quarter of a second, and spends them in fixed steps; shows"
                    + " whole steps.",
            frames(FrameLoops::accumulator)),
    INTERPOLATED(
            "7",
            "accumulator, interpolated",
            "The same, drawn between the last two states. Smooth until a slow step makes a frame late.",
            frames(FrameLoops::accumulatorInterpolated)),
    DUE_TIME(
            "8a",
            "next due time",
            "Steps until the next step is not due yet; nothing limits the number of steps.",
            frames(FrameLoops::nextDueTime)),
    PREDICTED(
            "8b",
            "next due time, predicted",
            "The same, at most five steps in a frame, extrapolated to now: overshoots where bodies turn round.",
            frames(FrameLoops::predictedDueTime)),
    FRAME_LOCK(
            "9",
            "frame lock",
            "One step per frame, which waits for its due time: the display slows the simulation down, or beats"
                    + " with it.",
            frames(FrameLoops::frameLock)),
    RAW(
            "10",
            "thread, raw",
            "A separate thread for the physics; its newest state is drawn as it is.",
            LoopPlayer.thread(ThreadReader::newest)),
    CLAMPED(
            "11",
            "thread, clamped",
            "The same, drawn between the latest two states: stands still whenever a state is later than the one"
                    + " before.",
            LoopPlayer.thread(ThreadReader::clamped)),
    EXTRAPOLATED(
            "12",
            "thread, extrapolated",
            "The same, extrapolated to now: even where nothing turns round, but a guess everywhere.",
            LoopPlayer.thread(ThreadReader::extrapolating)),
    FREESTEP(
            "13",
            "Freestep",
            "The service and the sampler with their defaults: a window of four states, and a delay that is learned.",
            LoopPlayer::service);

    final String number;
    final String label;

    /** How the loop works and what is wrong with it. */
    final String story;

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
