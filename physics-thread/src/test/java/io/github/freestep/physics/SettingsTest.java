package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.github.freestep.time.Ratio;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Settings of a run, and their limits. */
class SettingsTest {
    private static final long HOUR = 3_600_000_000_000L;

    @Test
    void settingsOfARunReplaceAPolicyThatMergesOtherwise() {
        RunSettings apart = new RunSettings(Ratio.of(50), 3, 5, 7, 1, false);
        RunSettings merging = new RunSettings(Ratio.of(50), 3, 5, 7, 4, true);
        PhysicsBuilder builder = new PhysicsBuilder(new Falling());
        assertEquals(
                apart,
                builder.overloadPolicy(OverloadPolicy.merge(3))
                        .settings(apart)
                        .setup()
                        .run());
        assertEquals(OverloadPolicy.slip(), builder.setup().overloadPolicy());
        assertEquals(merging, builder.settings(merging).setup().run());
        assertEquals(
                OverloadPolicy.slipAfter(3),
                builder.overloadPolicy(OverloadPolicy.slipAfter(3))
                        .settings(apart)
                        .setup()
                        .overloadPolicy());
    }

    /** Each number and time with the least and the greatest allowed value, and a step beyond. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("limits")
    void valuesOutOfRangeAreNamedWithTheRange(String range, LongConsumer setter, long least, long most, long step) {
        setter.accept(least);
        setter.accept(most);
        for (long wrong : new long[] {least - step, most + step}) {
            String message = assertThrows(IllegalArgumentException.class, () -> setter.accept(wrong))
                    .getMessage();
            assertTrue(message.startsWith(range) && message.contains(", was "), message);
        }
    }

    static List<Arguments> limits() {
        PhysicsBuilder builder = new PhysicsBuilder(new Falling());
        LongConsumer rate = ticks -> builder.rate((int) ticks);
        LongConsumer axes = number -> builder.axes((int) number);
        LongConsumer capacity = inputs -> builder.inputCapacity((int) inputs);
        LongConsumer every = ticks -> builder.publishEvery((int) ticks);
        LongConsumer priority = number -> builder.realTime((int) number);
        LongConsumer cpu = number -> builder.cpu((int) number);
        LongConsumer ofGroup = number -> PhysicsGroup.builder().realTime((int) number);
        return List.of(
                arguments("rate must be between 1/1000 and 1000000 per second", rate, 1, 1_000_000, 1),
                arguments("axes must be between 0 and 65536", axes, 0, 65_536, 1),
                arguments("inputCapacity must be between 1 and 1048576", capacity, 1, 1 << 20, 1),
                arguments("publishEvery must be between 1 and 1000 ticks", every, 1, 1_000, 1),
                arguments("realTime must be between 1 and 99 (priority of SCHED_FIFO)", priority, 1, 99, 1),
                arguments("realTime must be between 1 and 99 (priority of SCHED_FIFO)", ofGroup, 1, 99, 1),
                arguments("cpu must be between 0 and 1023 (number of a processor)", cpu, 0, 1_023, 1),
                arguments("watchdog must be between 10 ms and 1 h", nanos(builder::watchdog), 10_000_000, HOUR, 1));
    }

    private static LongConsumer nanos(Consumer<Duration> setter) {
        return nanos -> setter.accept(Duration.ofNanos(nanos));
    }
}
