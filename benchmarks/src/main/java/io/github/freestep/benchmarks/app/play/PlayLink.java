package io.github.freestep.benchmarks.app.play;

import io.github.freestep.benchmarks.app.Options;
import io.github.freestep.physics.lockstep.LockstepTransport;
import io.github.freestep.time.NanoClock;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How bad the connection of a player is made, half of the delay in each direction.
 *
 * @param text as on the command line
 * @param oneWayNanos how long each packet is held back
 * @param loss the share of packets that are dropped in each direction
 */
record PlayLink(String text, long oneWayNanos, double loss) {
    private static final Pattern FORM = Pattern.compile("(\\d{1,4})ms(?:,(\\d{1,2})%)?");
    private static final int MOST_MILLIS = 2_000;
    private static final int MOST_PERCENT = 50;

    /** Reads the value of {@code --link}. */
    static PlayLink of(String text) {
        Matcher form = FORM.matcher(text);
        int millis = form.matches() ? Integer.parseInt(form.group(1)) : MOST_MILLIS + 1;
        int percent = form.matches() && form.group(2) != null ? Integer.parseInt(form.group(2)) : 0;
        if (millis > MOST_MILLIS || percent > MOST_PERCENT) {
            throw Options.wrong(
                    "--link",
                    "a round trip up to " + MOST_MILLIS + "ms, optionally with a loss up to " + MOST_PERCENT
                            + "%, such as 80ms or 80ms,5%",
                    text);
        }
        return new PlayLink(text, TimeUnit.MILLISECONDS.toNanos(millis) / 2, percent / 100.0);
    }

    /** Makes a connection as bad as this. The same seed drops the same packets. */
    LockstepTransport over(LockstepTransport good, long seed) {
        return new SlowTransport(good, this, new SplittableRandom(seed), NanoClock.system());
    }

    @Override
    public String toString() {
        return text;
    }
}
