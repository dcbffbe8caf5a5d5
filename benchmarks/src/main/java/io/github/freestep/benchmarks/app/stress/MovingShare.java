package io.github.freestep.benchmarks.app.stress;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The share of bodies that move, with the text of the option. */
record MovingShare(String text, double share) {
    static final MovingShare ALL = new MovingShare("100%", 1);

    private static final Pattern FORM = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,4})?)%");

    static MovingShare parse(String text) {
        Matcher form = FORM.matcher(text);
        double percent = form.matches() ? Double.parseDouble(form.group(1)) : 0;
        if (percent == 0 || percent > 100) {
            throw new IllegalArgumentException("must be a share above 0% and at most 100%, as in 1%, was " + text);
        }
        return percent == 100 ? ALL : new MovingShare(text, percent / 100);
    }

    boolean isAll() {
        return share == 1;
    }

    @Override
    public String toString() {
        return text;
    }
}
