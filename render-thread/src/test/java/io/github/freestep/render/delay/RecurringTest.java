package io.github.freestep.render.delay;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** How long latenesses count. {@code LatenessTest} has which ones do. */
class RecurringTest {
    private static final long MILLI = 1_000_000;

    private final Recurring recurring = new Recurring();

    private double afterMillis(long millis) {
        recurring.find(millis * MILLI);
        return recurring.nanos() / MILLI;
    }

    @Test
    void aLatenessRecursForTenSecondsAfterItsLastStateHoweverManyThereWere() {
        for (int i = -100; i <= 0; i++) {
            recurring.add(10 * i * MILLI, 20 * MILLI, 0);
        }
        assertEquals(20, afterMillis(10_499), 0.01);
        assertEquals(0, afterMillis(10_501));
    }

    @Test
    void whatIsForgottenDoesNotRecur() {
        for (int i = -100; i <= 0; i++) {
            recurring.add(10 * i * MILLI, 20 * MILLI, 0);
        }
        recurring.forget();
        assertEquals(0, afterMillis(1));
    }

    @Test
    void aPauseDoesNotAgeWhatCameSinceTheOthersWereForgotten() {
        recurring.add(0, 20 * MILLI, 0);
        recurring.forget();
        for (int i = -100; i <= 0; i++) {
            recurring.add(10 * i * MILLI, 20 * MILLI, 0);
        }
        recurring.pass(60_000 * MILLI);
        assertEquals(20, afterMillis(70_499), 0.01);
        assertEquals(0, afterMillis(70_501));
    }
}
