package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Hash events. Ticks of 10 ms. */
class HashEventsTest {
    private static final long MILLI = 1_000_000;

    private static InlineStepper stepper(PhysicsBuilder builder) {
        return builder.clock(new VirtualClock(0)).inline();
    }

    private static EventReader reader(InlineStepper stepper, Kind... kinds) {
        return stepper.events().with(kinds).capacity(1_024).open();
    }

    @Test
    void everyTickIsHashedEvenIfItsStateIsNotPublished() {
        List<Long> hashes = new ArrayList<>();
        try (InlineStepper stepper =
                stepper(PhysicsService.builder(new Falling()).overloadPolicy(OverloadPolicy.neverSlip()))) {
            EventReader reader = reader(stepper, Kind.HASH);
            assertEquals(20, stepper.advance(200 * MILLI));
            assertEquals(20, reader.poll(event -> hashes.add(event.hash())));
        }
        assertEquals(20, hashes.stream().distinct().count());
        try (InlineStepper stepper = stepper(PhysicsService.builder(new Falling()))) {
            EventReader reader = reader(stepper, Kind.HASH);
            for (int tick = 0; tick < 20; tick++) {
                stepper.advanceTick();
                long hash = hashes.get(tick);
                reader.poll(event -> assertEquals(hash, event.hash()));
            }
        }
    }

    /** A state that is written only for its hash is not published. */
    @Test
    void hashesDoNotChangeWhichStatesArePublished() {
        List<Long> plain = written(false);
        assertEquals(plain, written(true));
        assertNotEquals(40, plain.size());
    }

    private List<Long> written(boolean hashed) {
        List<Long> ticks = new ArrayList<>();
        try (InlineStepper stepper = stepper(PhysicsService.builder(new Falling()))) {
            EventReader reader = reader(stepper, Kind.TICK);
            if (hashed) {
                reader(stepper, Kind.HASH);
            }
            stepper.timeScale(Ratio.of(4));
            for (int i = 0; i < 10; i++) {
                stepper.advance(10 * MILLI);
            }
            reader.poll(event -> {
                if (event.isPublished()) {
                    ticks.add(event.tick());
                }
            });
        }
        return ticks;
    }
}
