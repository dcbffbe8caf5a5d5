package io.github.freestep.benchmarks.app.compare;

import io.github.freestep.benchmarks.app.compare.LoopPlayer.Cast;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** Every way to drive a simulation, by the names that the table has for them. */
enum LoopKind {
    ONE_STEP(
            "1",
            "one step per frame",
            "Never asks for the time: as fast as the display.",
            frames(OneStepPerFrame::new)),
    VARIABLE(
            "2",
            "variable step",
            "Steps by what the last frame took: another simulation at every rate, and a late frame is made up for one frame too late.",
            frames(VariableStep::new)),
    CAPPED(
            "3",
            "capped cycles",
            "Fixed steps, at most five in a frame, the rest of a step kept; shows whole steps.",
            frames(CappedCycles::new)),
    ALONE(
            "4a",
            "fixed ticks, alone",
            "Fixed steps, at most five in a frame, drawn at the percent within the tick; pending time is discarded.",
            frames(FixedTicks::alone)),
    LOCKSTEP(
            "4b",
            "fixed ticks, lockstep",
            "The same, but pending time is kept: after a stall fast motion, and under overload a debt that only grows.",
            frames(FixedTicks::lockstep)),
    LIE(
            "5a",
            "refresh, lie about time",
            "A step for each refresh of the display; after a long frame it says that one had passed.",
            onDisplay(RefreshMultiples::lieAboutTime)),
    LONG_STEP(
            "5b",
            "refresh, one long step",
            "A step for each refresh of the display; after a long frame a single step of all of it.",
            onDisplay(RefreshMultiples::oneLongStep)),
    ACCUMULATOR(
            "6",
            "accumulator",
            "Frame times, clamped at a quarter of a second, are paid out in fixed steps; shows whole steps.",
            frames(Accumulator::newest)),
    INTERPOLATED(
            "7",
            "accumulator, interpolated",
            "The same, drawn between the last two states. Smooth until a slow step makes a frame late.",
            frames(Accumulator::interpolated)),
    DUE_TIME(
            "8a",
            "next due time",
            "Steps until the next step is not due yet; nothing bounds how many that are.",
            frames(NextDueTime::new)),
    PREDICTED(
            "8b",
            "next due time, predicted",
            "The same, at most five in a frame, drawn ahead of the newest state: overshoots where things turn round.",
            frames(PredictedDueTime::new)),
    FRAME_LOCK(
            "9",
            "frame lock",
            "A step is a frame, and waits for its due time: the display slows it down, or beats with it.",
            frames(FrameLock::new)),
    RAW(
            "10",
            "thread, raw",
            "A thread of its own for the physics, its newest state drawn as it is.",
            thread(ThreadReader::newest)),
    CLAMPED(
            "11",
            "thread, clamped",
            "The same, drawn between the latest two states: stands whenever a state is later than the one before.",
            thread(ThreadReader::clamped)),
    EXTRAPOLATED(
            "12",
            "thread, extrapolated",
            "The same, carried on to now: even where nothing turns round, a guess everywhere.",
            thread(ThreadReader::extrapolating)),
    FREESTEP(
            "13",
            "Freestep",
            "The service and the sampler as they are: a window of four states, a look-behind that is learned.",
            LoopPlayer::service);

    private final String number;
    private final String label;
    private final String story;
    private final Cast cast;

    LoopKind(String number, String label, String story, Cast cast) {
        this.number = number;
        this.label = label;
        this.story = story;
        this.cast = cast;
    }

    private static Cast frames(Function<StepFunction, Loop> loop) {
        return LoopPlayer.frames((steps, refreshNanos) -> loop.apply(steps));
    }

    private static Cast onDisplay(BiFunction<StepFunction, Long, Loop> loop) {
        return LoopPlayer.frames(loop);
    }

    private static Cast thread(Function<LongSupplier, Loop> reader) {
        return LoopPlayer.thread(reader);
    }

    String number() {
        return number;
    }

    String label() {
        return label;
    }

    /** How it works, and what it suffers from. */
    String story() {
        return story;
    }

    Cast cast() {
        return cast;
    }

    @Override
    public String toString() {
        return number + " " + label;
    }
}
