package io.github.freestep.physics.report;

import io.github.freestep.internal.SafeText;
import org.jspecify.annotations.Nullable;

/** The operation in which a fault occurred, with the text of its message. */
public enum Fault {
    SET_UP("setting up the world failed"),
    STEP("the step of tick {tick} failed"),
    WRITE("writing the state of tick {tick} failed"),
    NOT_FINITE("body {body} has a NaN or infinite value after tick {tick};"
            + " look for a division by zero, or for steps that are too long for a stiff spring"),
    POLL("an input source failed before tick {tick}"),
    FEED("the input feed failed at tick {tick}"),
    PASS("passing the world to another thread failed"),
    CLOSE("closing the world failed"),
    INTERRUPT("the physics thread was interrupted after tick {tick}, which ends the run; let no step or other code"
            + " interrupt it or set its interrupt flag again, and call close() to end a run"),
    THREAD("the physics thread failed");

    private final String what;

    Fault(String what) {
        this.what = what;
    }

    public String text(long tick, int body, @Nullable Throwable cause) {
        String text = what.replace("{tick}", Long.toString(tick)).replace("{body}", Integer.toString(body));
        return cause == null ? text : text + ": " + SafeText.of(cause);
    }
}
