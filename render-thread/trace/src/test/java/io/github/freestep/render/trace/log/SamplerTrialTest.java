package io.github.freestep.render.trace.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A sampler that gets the times of a log from its start on shows the same frames. */
class SamplerTrialTest {
    private static MotionLog log(long seed) {
        try (RandomRun run = new RandomRun(seed, new FlightListener())) {
            return Recorded.log(() -> run.run(25));
        }
    }

    private static List<ShownFrame> frames(SamplerTrial trial) {
        Entries entries = new Entries();
        trial.run(entries);
        return entries.frames();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void theSameOptionsShowTheSameFramesToTheLastBit(long seed) {
        MotionLog log = log(seed);
        Entries recorded = new Entries();
        log.run(recorded);
        assertTrue(recorded.frames().size() > 900, "frames");
        Entries again = new Entries();
        new SamplerTrial(log).run(again);
        assertEquals(recorded.frames(), again.frames());
    }

    @Test
    void otherOptionsShowOtherFrames() {
        assertShowsOthers(trial -> trial.allowedLateness(150));
        assertShowsOthers(trial -> trial.window(8));
    }

    /** In some random logs, an option changes nothing, such as the allowed lateness if the newest states are shown. */
    private static void assertShowsOthers(UnaryOperator<SamplerTrial> option) {
        assertTrue(LongStream.rangeClosed(1, 20).anyMatch(seed -> {
            MotionLog log = log(seed);
            return !frames(new SamplerTrial(log)).equals(frames(option.apply(new SamplerTrial(log))));
        }));
    }
}
