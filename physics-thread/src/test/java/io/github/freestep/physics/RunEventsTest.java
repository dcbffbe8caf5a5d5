package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.testing.Logs;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunEventsTest {
    private static final long MILLI = 1_000_000;

    private final Falling world = new Falling();
    private final ScriptedClock clock = new ScriptedClock(0);
    private final PhysicsBuilder builder =
            new PhysicsBuilder(world).name("room-7").clock(clock).faultPolicy(FaultPolicy.skip());
    private final RecordedRun recorded = RecordedRun.of(builder);

    @Test
    @Logs("FAULT: room-7: the step of tick ")
    void ticksOverrunsSlipsFaultsAndLateInputAreRecorded() {
        world.during = tick -> {
            clock.advance(tick.number() == 3 ? 12 * MILLI : MILLI);
            if (tick.number() == 4) {
                throw new IllegalStateException("too stiff");
            }
        };
        ServiceRun physics = new ServiceRun(builder.setup());
        clock.at(55 * MILLI, () -> physics.pass.parts.port().action(1, 1, 5 * MILLI));
        clock.at(75 * MILLI, () -> clock.advance(1_000 * MILLI));
        clock.run(physics, 1_200 * MILLI);
        assertEquals(world.steps, recorded.ticks.size());
        assertEquals("3: 12 of 12 ms, late by 0", recorded.ticks.get(2));
        assertEquals("4: 1 of 1 ms, late by 2", recorded.ticks.get(3));
        assertEquals(
                List.of(
                        "overrun 3: 12 ms",
                        "failed 4: room-7: the step of tick 4 failed: java.lang.IllegalStateException: too stiff",
                        "late inputs by 6: 1",
                        "slip: 760 ms"),
                recorded.others);
    }

    /** Otherwise, the late tick after it would look as if its thread had slept too long. */
    @Test
    void aTickLastsFromThePollOfItsInputOn() {
        builder.input(sample -> clock.advance(3 * MILLI));
        world.during = tick -> clock.advance(MILLI);
        clock.run(new ServiceRun(builder.setup()), 15 * MILLI);
        assertEquals("1: 1 of 4 ms, late by 0", recorded.ticks.get(0));
    }
}
