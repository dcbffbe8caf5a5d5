package io.github.freestep.physics.workers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.github.freestep.physics.workers.UserCode.Call;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests decisions on numbers alone. The limit is 1000 ms, and checks are 250 ms apart. */
class HangCheckTest {
    private static final long MILLI = 1_000_000;

    private final UserCode code = new UserCode();
    private final HangCheck check = new HangCheck(1_000 * MILLI, 0);
    private long now;

    @Test
    void checksFourTimesPerLimit() {
        assertEquals(250 * MILLI, check.everyNanos());
        assertEquals(2_500_000, new HangCheck(10 * MILLI, 0).everyNanos());
    }

    /**
     * In a script, a call begins with {@code (} and ends with {@code )}. A check finds no hang, {@code .}, or one of a
     * second, {@code !}. With {@code _}, a minute passes without a check.
     */
    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "a hang is reported once, (....!........",
        "each hang is reported, (....!.)(....!.)(....!.)",
        "a call directly after a hang is a new one, (....!)(....!",
        "calls that return in time are not reported, (....)(....)(....)(....)(....)",
        "a long wait is no hang, ..........()..........",
        "after a long gap between checks the time counts anew, (..._....!",
        "a gap after the report does not repeat it, (....!_........",
        "the first check comes long after the start, _(....!",
    })
    void aHangIsACallThatLastsForFourChecks(String what, String script) {
        int calls = 0;
        for (char each : script.toCharArray()) {
            switch (each) {
                case '(' -> code.enter(calls % 2 == 0 ? Call.STEP : Call.COMMAND, calls++, 0);
                case ')' -> code.leave();
                case '_' -> now += 60_000 * MILLI;
                default -> checks(each == '!' ? 1_000 : 0);
            }
        }
    }

    @Test
    void aSmallDelayOfTheChecksIsNoGap() {
        code.enter(Call.STEP, 1, 0);
        checks(0);
        now += 500 * MILLI;
        checks(0);
        now += 500 * MILLI;
        checks(1_500);
    }

    @Test
    void checksThatAreMoreThanThreeQuartersOfTheLimitApartAreAGap() {
        code.enter(Call.STEP, 1, 0);
        checks(0);
        now += 500 * MILLI + 1;
        checks(0, 0, 0, 0, 1_000);
    }

    @Test
    void aBusyMachineMayDelayTheChecksOfAShortLimitBy20Millis() {
        HangCheck brief = new HangCheck(10 * MILLI, 0);
        code.enter(Call.STEP, 1, 0);
        assertEquals(0, brief.check(code.mark(), 0));
        assertEquals(0, brief.check(code.mark(), 23 * MILLI), "after a gap, the time counts anew");
        assertEquals(22 * MILLI, brief.check(code.mark(), 45 * MILLI));
    }

    @ParameterizedTest
    @EnumSource(Call.class)
    void aMarkNamesItsCall(Call call) {
        code.enter(call, 7, 70);
        long first = code.mark();
        assertEquals(call, UserCode.call(first));
        assertEquals(7, code.tick());
        assertEquals(70, code.simulationNanos());
        code.leave();
        assertNull(UserCode.call(code.mark()));
        code.enter(call, 7, 70);
        assertEquals(call, UserCode.call(code.mark()));
        assertNotEquals(first, code.mark());
    }

    @Test
    void aCallThatWasNotLeftIsReplacedByTheNext() {
        code.enter(Call.CLOSE, 1, 0);
        long first = code.mark();
        code.enter(Call.STEP, 2, 0);
        assertEquals(Call.STEP, UserCode.call(code.mark()));
        assertNotEquals(first, code.mark());
    }

    /** Checks at 250 ms intervals, and expects these durations in milliseconds. */
    private void checks(long... expectedMillis) {
        for (long expected : expectedMillis) {
            now += 250 * MILLI;
            assertEquals(expected * MILLI, check.check(code.mark(), now), "at " + now / MILLI + " ms");
        }
    }
}
