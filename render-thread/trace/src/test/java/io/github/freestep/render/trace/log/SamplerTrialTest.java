package io.github.freestep.render.trace.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A sampler that gets the times of a log from its start on shows the same frames. */
class SamplerTrialTest {
    private static MotionLog log(long seed) {
        MotionLog log = new MotionLog("frames");
        try (RandomRun run = new RandomRun(seed, log.listener())) {
            run.run(25);
        }
        return log;
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
        assertEquals(displays(recorded), displays(again));
    }

    private static List<MotionEntry> displays(Entries entries) {
        return entries.all.stream().filter(DisplayTime.class::isInstance).toList();
    }

    @Test
    void otherOptionsShowOtherFrames() {
        MotionLog log = log(1);
        List<ShownFrame> recorded = frames(new SamplerTrial(log));
        assertNotEquals(recorded, frames(new SamplerTrial(log).allowedLateness(Duration.ofMillis(150))));
        assertNotEquals(recorded, frames(new SamplerTrial(log).everyTicks(2)));
        assertNotEquals(recorded, frames(new SamplerTrial(log).window(8)));
    }
}
