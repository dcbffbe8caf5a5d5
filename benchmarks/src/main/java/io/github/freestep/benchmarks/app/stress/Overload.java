package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.physics.OverloadPolicy;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An overload policy, with the text of the option. */
record Overload(String text, OverloadPolicy policy) {
    private static final Pattern FORM = Pattern.compile("(slip|never-slip)|(slip-after|merge):([1-9]\\d{0,8})");

    static Overload parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    "must be slip, slip-after:TICKS, never-slip or merge:TICKS, with 1 tick or more, was " + text);
        }
        if (form.group(1) != null) {
            return new Overload(text, text.equals("slip") ? OverloadPolicy.slip() : OverloadPolicy.neverSlip());
        }
        int ticks = Integer.parseInt(form.group(3));
        return new Overload(
                text, form.group(2).equals("merge") ? OverloadPolicy.merge(ticks) : OverloadPolicy.slipAfter(ticks));
    }

    boolean mayDrop() {
        return !text.equals("never-slip");
    }

    @Override
    public String toString() {
        return text;
    }
}
