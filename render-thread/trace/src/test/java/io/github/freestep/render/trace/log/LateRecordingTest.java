package io.github.freestep.render.trace.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.render.trace.log.LateRecording.Starter;
import io.github.freestep.testing.OtherProcess;
import io.github.freestep.testing.Thorough;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs processes in which nothing records at first, and looks at what they load and record. */
class LateRecordingTest {
    /** The recorder takes 0.2 s or more to begin, so that a service would start so much later. */
    @Test
    void whileNothingRecordsTheRecorderIsNotLoaded() throws Exception {
        String log = OtherProcess.with("-Xlog:class+load:stdout").start(LateRecording.class, Starter.NOBODY.name());
        assertTrue(log.contains(FlightRun.class.getName()), "the recorder of Freestep is not on the class path");
        assertEquals(
                0, log.lines().filter(line -> line.contains("jdk.jfr.internal")).count());
    }

    static Stream<Starter> starters() {
        Stream<Starter> all = Stream.of(Starter.values()).filter(each -> each != Starter.NOBODY);
        return all.limit(Thorough.of(2, Starter.values().length));
    }

    @ParameterizedTest
    @MethodSource("starters")
    void aRecordingHasTheEventsOfWhatRanBefore(Starter starter) throws Exception {
        OtherProcess process =
                starter == Starter.COMMAND_LINE ? OtherProcess.with("-XX:StartFlightRecording") : OtherProcess.with();
        String out = process.start(LateRecording.class, starter.name());
        assertTrue(out.contains("recorded[io.github.freestep.Frame, "), out);
        assertTrue(out.contains("io.github.freestep.State"), out);
        assertTrue(out.contains("io.github.freestep.Tick"), out);
    }
}
