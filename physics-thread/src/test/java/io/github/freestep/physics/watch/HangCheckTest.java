package io.github.freestep.physics.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.physics.watch.UserCode.Call;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests decisions on numbers alone. The limit is 1000 ms, and checks are 250 ms apart. */
class HangCheckTest {
    private static final long MILLI = 1_000_000;

    private final UserCode code = new UserCode();
    private final HangCheck check = new HangCheck(1_000 * MILLI, 0);
    private long now;

    /**
     * In a script, a call begins with {@code (} and ends with {@code )}. A check finds no hang, {@code .}, or one of a
     * second, {@code !}. With {@code _}, a minute passes without a check; with {@code -}, half a second, the longest
     * time that is no gap; with {@code ~}, 1 ms more.
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
        "a late check is no gap, (.-.!........",
        "a later one is a gap, (.~....!",
        "the first check comes long after the start, _(....!",
    })
    void aHangIsACallThatLastsForFourChecks(String what, String script) {
        int calls = 0;
        for (char each : script.toCharArray()) {
            switch (each) {
                case '(' -> code.enter(calls % 2 == 0 ? Call.STEP : Call.COMMAND, calls++);
                case ')' -> code.leave();
                case '-' -> now += 500 * MILLI;
                case '~' -> now += 501 * MILLI;
                case '_' -> now += 60_000 * MILLI;
                default -> checks(each == '!' ? 1_000 : 0);
            }
        }
    }

    /** A person is told of a set-up that still hangs after 10 s. This one returns before that. */
    @Test
    void aSetUpThatHasReturnedIsNotToldDuringALaterHang() {
        List<Call> told = new ArrayList<>();
        HangWatch.Reports reports = (what, tick, where) -> () -> told.add(Call.values()[(int) tick]);
        HangWatch watch = new HangWatch(Thread::currentThread, code, 1_000 * MILLI);
        for (Call call : List.of(Call.SET_UP, Call.STEP)) {
            code.enter(call, call.ordinal());
            for (int i = call == Call.SET_UP ? 50 : 0; i < 60; i++) {
                watch.check(now += 250 * MILLI, reports);
            }
            code.leave();
        }
        assertEquals(List.of(Call.STEP), told);
    }

    /** Checks at 250 ms intervals, and expects these durations in milliseconds. */
    private void checks(long... expectedMillis) {
        for (long expected : expectedMillis) {
            now += 250 * MILLI;
            assertEquals(expected * MILLI, check.check(code.mark(), now), "at " + now / MILLI + " ms");
        }
    }
}
