package io.github.freestep.benchmarks.app.view;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Keys that are pressed before certain frames, for runs without anybody at the keyboard. Immutable. */
final class KeyScript {
    private static final Pattern FORM = Pattern.compile("(\\d{1,9}):(\\S+)");

    private final List<Press> presses;

    private KeyScript(List<Press> presses) {
        this.presses = presses;
    }

    private record Press(int frame, Key key) {}

    /**
     * Reads {@code "60:T 120:Down"}: before frame 60 the key T, before frame 120 the key Down.
     *
     * @throws IllegalArgumentException for anything else
     */
    static KeyScript parse(String text) {
        List<Press> presses = new ArrayList<>();
        for (String word : text.isBlank() ? new String[0] : text.strip().split("\\s+")) {
            Matcher form = FORM.matcher(word);
            Key key = form.matches() ? Key.of(form.group(2)) : null;
            if (key == null) {
                throw new IllegalArgumentException("--keys has \"" + word
                        + "\"; give FRAME:KEY, as in \"60:T 120:Down\"," + " with one of " + labels());
            }
            presses.add(new Press(Integer.parseInt(form.group(1)), key));
        }
        return new KeyScript(List.copyOf(presses));
    }

    private static String labels() {
        return Arrays.stream(Key.values()).map(key -> key.label).collect(Collectors.joining(", "));
    }

    /** What is pressed before a frame, in the order in which it was written. */
    List<Key> before(int frame) {
        return presses.stream()
                .filter(press -> press.frame == frame)
                .map(Press::key)
                .toList();
    }
}
